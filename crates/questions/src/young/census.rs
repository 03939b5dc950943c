//! `nimzo young census`

use std::fmt::{self, Display};
use std::time::Instant;

use nimzo_games::young::{self, Moveset, Piece, Shapes};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// All partitions up to a size at once: how many are lost, size by size
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young census --max 60
  nimzo young census --max 70 --piece queen --piece \"(1,0)+,(0,1)+,(1,2)\"")]
pub struct Census {
    /// Largest size
    #[arg(long, value_name = "N", default_value_t = 45)]
    max: usize,
    /// A piece or a moveset; may be given several times [default: all seven pieces]
    #[arg(long, value_name = "PIECE")]
    piece: Vec<String>,
}

/// How many partitions of each size are lost.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungCensusAnswer {
    /// Largest size.
    max: usize,
    /// The number of partitions of all sizes.
    partitions: usize,
    /// The number of partitions of each size from 1.
    partitions_by_size: Vec<usize>,
    /// Game by game.
    games: Vec<YoungCensusGame>,
    /// The time that it took.
    seconds: f64,
}

/// How many partitions are lost under one piece.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungCensusGame {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// Lost partitions of each size from 1, in normal play.
    losing: Vec<usize>,
    /// Lost partitions of each size from 1, in misère play.
    misere_losing: Vec<usize>,
    /// The largest value met in normal play.
    largest_sg: u8,
    /// The largest value met in misère play.
    largest_misere: u8,
    /// The time that it took.
    seconds: f64,
}

impl Question for Census {
    const PATH: &'static [&'static str] = &["young", "census"];
    type Answer = YoungCensusAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungCensusAnswer, Failure> {
        let movesets: Vec<Moveset> = match self.piece.as_slice() {
            [] => Piece::ALL.map(Piece::moveset).to_vec(),
            named => named.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
        };
        let started = Instant::now();
        let shapes = Shapes::up_to(self.max, task)?;
        let games = movesets
            .iter()
            .map(|moveset| YoungCensusGame::count(&shapes, moveset, task))
            .collect::<Result<_, _>>()?;
        Ok(YoungCensusAnswer {
            max: self.max,
            partitions: shapes.count(),
            partitions_by_size: (1..=self.max).map(|size| shapes.of_size(size).len()).collect(),
            games,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

impl YoungCensusGame {
    fn count(shapes: &Shapes, moveset: &Moveset, task: &Task) -> Result<Self, Failure> {
        let started = Instant::now();
        let census = young::Census::solve(shapes, moveset, task)?;
        let (losing, misere_losing) = (1..=shapes.max()).map(|size| census.losing(size)).unzip();
        let (largest_sg, largest_misere) = census.largest();
        Ok(Self {
            piece: moveset.name(),
            losing,
            misere_losing,
            largest_sg,
            largest_misere,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

impl Display for YoungCensusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Partitions in which the player to move loses, normal/misère\n")?;
        self.row(f, "size", "partitions", |game| game.piece.clone())?;
        for (index, all) in self.partitions_by_size.iter().enumerate() {
            self.row(f, index + 1, all, |game| {
                format!("{}/{}", game.losing[index], game.misere_losing[index])
            })?;
        }
        self.row(f, "", "max value", |game| {
            format!("{}/{}", game.largest_sg, game.largest_misere)
        })?;
        let all: usize = self.partitions_by_size.iter().sum();
        write!(f, "{all} partitions, {} games, {:.2} s", self.games.len(), self.seconds)
    }
}

impl YoungCensusAnswer {
    /// A row of the table, with one cell for each game.
    fn row(
        &self,
        f: &mut fmt::Formatter<'_>,
        size: impl Display,
        all: impl Display,
        cell: impl Fn(&YoungCensusGame) -> String,
    ) -> fmt::Result {
        write!(f, "{size:>4} {all:>10}")?;
        for game in &self.games {
            let width = game.piece.len().max(15);
            write!(f, " {:>width$}", cell(game))?;
        }
        f.write_str("\n")
    }
}

impl Answer for YoungCensusAnswer {}

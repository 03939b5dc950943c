//! `nimzo young census`

use std::time::Instant;

use nimzo_games::young::{Census, Moveset, Piece, Shapes};
use serde_json::{Value, json};

use super::moveset;
use crate::app::{Answer, App, Failure, Outcome};

/// All partitions up to a size at once: how many are lost, size by size
#[derive(clap::Args)]
#[command(
    name = "census",
    after_help = "Examples:
  nimzo young census --max 60
  nimzo young census --max 70 --piece queen --piece \"(1,0)+,(0,1)+,(1,2)\""
)]
pub struct CensusOf {
    /// Largest size
    #[arg(long, value_name = "N", default_value_t = 45)]
    max: usize,
    /// A piece or a moveset; may be given several times [default: all seven pieces]
    #[arg(long, value_name = "PIECE")]
    piece: Vec<String>,
}

impl CensusOf {
    /// Solves every partition for every piece.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let movesets: Vec<Moveset> = match self.piece.as_slice() {
            [] => Piece::ALL.map(Piece::moveset).to_vec(),
            named => named.iter().map(|text| moveset(text)).collect::<Result<_, _>>()?,
        };
        let started = Instant::now();
        let shapes = Shapes::up_to(self.max, &app.task)?;
        let partitions: Vec<usize> = (1..=self.max).map(|n| shapes.of_size(n).len()).collect();
        let mut games = Vec::new();
        for moveset in &movesets {
            games.push(Game::count(&shapes, moveset, app)?);
        }
        let document = json!({
            "max": self.max,
            "partitions": shapes.count(),
            "partitions_by_size": partitions,
            "games": games.iter().map(Game::json).collect::<Vec<_>>(),
            "seconds": started.elapsed().as_secs_f64(),
        });
        app.answer(&Answer::new(&document, text(&partitions, &games, started))?)
    }
}

/// One game's counts.
struct Game {
    name: String,
    /// Lost partitions by size, normal and misère.
    losing: Vec<(usize, usize)>,
    largest: (u8, u8),
    seconds: f64,
}

impl Game {
    fn count(shapes: &Shapes, moveset: &Moveset, app: &App) -> Result<Self, Failure> {
        let started = Instant::now();
        let census = Census::solve(shapes, moveset, &app.task)?;
        Ok(Self {
            name: moveset.name(),
            losing: (1..=shapes.max()).map(|size| census.losing(size)).collect(),
            largest: census.largest(),
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    fn json(&self) -> Value {
        json!({
            "piece": self.name,
            "losing": self.losing.iter().map(|count| count.0).collect::<Vec<_>>(),
            "misere_losing": self.losing.iter().map(|count| count.1).collect::<Vec<_>>(),
            "largest_sg": self.largest.0,
            "largest_misere": self.largest.1,
            "seconds": self.seconds,
        })
    }
}

fn text(partitions: &[usize], games: &[Game], started: Instant) -> String {
    let widths: Vec<usize> = games.iter().map(|game| game.name.len().max(15)).collect();
    let row = |size: &str, all: &str, cells: Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:>width$}"));
        format!("{size:>4} {all:>10}{}", cells.collect::<String>())
    };
    let names = games.iter().map(|game| game.name.clone()).collect();
    let mut lines = vec![
        "Partitions in which the player to move loses, normal/misère".to_owned(),
        row("size", "partitions", names),
    ];
    for (index, all) in partitions.iter().enumerate() {
        let counts = |game: &Game| format!("{}/{}", game.losing[index].0, game.losing[index].1);
        let cells = games.iter().map(counts).collect();
        lines.push(row(&(index + 1).to_string(), &all.to_string(), cells));
    }
    let largest = |game: &Game| format!("{}/{}", game.largest.0, game.largest.1);
    lines.push(row("", "max value", games.iter().map(largest).collect()));
    let all: usize = partitions.iter().sum();
    lines.push(format!(
        "{all} partitions, {} games, {:.2} s",
        games.len(),
        started.elapsed().as_secs_f64()
    ));
    lines.join("\n")
}

//! `nimzo young map`

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use nimzo_cgt::{ConwayPair, Nimber};
use nimzo_games::young::{Moveset, Partition, ValueMap};
use nimzo_report::pictures::{Picture, Young, YoungCell};
use nimzo_work::Task;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The most cells in a row that are printed for people.
const WIDEST: usize = 400;

/// Values of every subpartition, each in its cell
///
/// The cell in row i and column j, both counted from 0, stands for what is left after removing i
/// rows and j columns. Lost cells (P-positions) are marked: a dot in the text, a ring in the
/// picture.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young map king 8^2,6^2,4^2,2^2
  nimzo young map queen 20^20 --svg wythoff.svg
  nimzo young map rook 5,4^3 --show pairs")]
pub struct Map {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
    /// What stands in the cells of the text and the picture
    #[arg(long, value_enum, default_value_t = Show::Sg)]
    show: Show,
}

/// What stands in the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Show {
    /// Sprague-Grundy values of normal play
    Sg,
    /// Grundy values of misère play
    Misere,
    /// Both, as normal/misère
    Pairs,
    /// P for lost, N for won, in normal play
    Pn,
    /// P for lost, N for won, in misère play
    MiserePn,
}

/// Both values of every subpartition.
#[derive(Serialize, JsonSchema)]
pub struct YoungMapAnswer {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// The partition in its shortest form.
    partition: Shown<Partition>,
    /// Row by row the Sprague-Grundy values of normal play.
    sg: Grid,
    /// Row by row the Grundy values of misère play.
    misere: Grid,
    #[serde(skip)]
    show: Show,
    #[serde(skip)]
    map: Arc<ValueMap>,
}

/// One of the two values of every cell, written row by row: a map may be large.
struct Grid {
    map: Arc<ValueMap>,
    value: fn(ConwayPair) -> Nimber,
}

impl Question for Map {
    const PATH: &'static [&'static str] = &["young", "map"];
    const DRAWS: bool = true;
    type Answer = YoungMapAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungMapAnswer, Failure> {
        let (moveset, partition): (Moveset, Partition) = (self.piece.parse()?, self.parts.parse()?);
        let map = Arc::new(ValueMap::solve_to_show(&partition, &moveset, task)?);
        Ok(YoungMapAnswer {
            piece: moveset.name(),
            partition: Shown(partition),
            sg: Grid { map: Arc::clone(&map), value: |pair| pair.normal },
            misere: Grid { map: Arc::clone(&map), value: |pair| pair.misere },
            show: self.show,
            map,
        })
    }
}

impl Show {
    fn value(self, pair: ConwayPair) -> Nimber {
        match self {
            Self::Sg | Self::Pairs | Self::Pn => pair.normal,
            Self::Misere | Self::MiserePn => pair.misere,
        }
    }

    fn words(self, pair: ConwayPair) -> String {
        match self {
            Self::Sg | Self::Misere => self.value(pair).0.to_string(),
            Self::Pairs => format!("{}/{}", pair.normal.0, pair.misere.0),
            Self::Pn | Self::MiserePn => {
                if self.value(pair).is_zero() { "P" } else { "N" }.to_owned()
            }
        }
    }
}

/// The values in a row.
fn row(map: &ValueMap, row: usize) -> impl Iterator<Item = ConwayPair> + '_ {
    (0..).map_while(move |column| map.pair(row, column))
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.map.partition().rows()).map(|row| GridRow(self, row)))
    }
}

struct GridRow<'a>(&'a Grid, usize);

impl Serialize for GridRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(grid, index) = self;
        serializer.collect_seq(row(&grid.map, *index).map(|pair| (grid.value)(pair).0))
    }
}

impl JsonSchema for Grid {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "YoungGrid".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Vec<u64>>>::json_schema(generator)
    }
}

impl fmt::Display for YoungMapAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, partition, show, map, .. } = self;
        write!(f, "{piece} on {partition}: {}", map.root())?;
        let Shown(partition) = partition;
        if partition.columns() > WIDEST || partition.rows() > WIDEST {
            return f.write_str("\n(too large to print; --json, --svg and --png have every cell)");
        }
        let cells = (0..partition.rows()).flat_map(|index| row(map, index));
        let width = cells.map(|pair| show.words(pair).len()).max().unwrap_or(1);
        for index in 0..partition.rows() {
            f.write_str("\n")?;
            for pair in row(map, index) {
                let mark = if show.value(pair).is_zero() { '.' } else { ' ' };
                write!(f, "{:>width$}{mark}", show.words(pair))?;
            }
        }
        Ok(())
    }
}

impl Answer for YoungMapAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let Self { piece, partition, show, map, .. } = self;
        let cell = |pair: ConwayPair| YoungCell {
            words: show.words(pair),
            level: show.value(pair).0,
            lost: show.value(pair).is_zero(),
        };
        let rows = (0..partition.0.rows()).map(|index| row(map, index).map(cell).collect());
        let title = format!("{} on {partition}", piece.to_uppercase());
        let play = if matches!(show, Show::Misere | Show::MiserePn) { "misère" } else { "normal" };
        let caption = format!(
            "Each cell stands for what remains right of and below it. Ringed: the player to move loses in {play} play."
        );
        Ok(Young::new(rows.collect())?.picture(&title, &caption))
    }
}

//! `nimzo young`: impartial chess on Young diagrams.

mod census;
mod classification;
mod classify;
mod conjecture;
mod equal;
mod genus;
mod graph;
mod map;
mod search;
mod value;

pub use census::Census;
pub use classify::Classify;
pub use conjecture::Conjecture;
pub use equal::Equal;
pub use genus::Genus;
pub use graph::Graph;
pub use map::Map;
pub use search::Search;
pub use value::Value;

use std::borrow::Cow;
use std::fmt;

use nimzo_games::young::{Dag, Move, Moveset, Partition};
use nimzo_work::Task;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::{Failure, Group};

/// What the help says of these questions.
pub const GROUP: Group = Group {
    name: "young",
    about: "Impartial chess on Young diagrams: values, maps, classes, conjectures",
    notation: "PIECE is downright, pawn, knight, bishop, king, rook or queen, or any moveset \
               written as moves (rows,columns), with + where a move may be repeated: \
               \"(1,2),(0,1)+\". PARTS is a partition, largest part first: 5,4,4,4 or 5,4^3.",
    examples: "Examples:
  nimzo young value rook 5,4^3
  nimzo young map king 8^2,6^2,4^2,2^2 --svg king.svg
  nimzo young classify queen --family all --max 45
  nimzo young census --max 60
  nimzo young genus rook '2,2 + 3'
  nimzo young conjecture 5.1 --sides 21 --steps 60
  nimzo young search --region domestic-forced",
};

/// A move; in JSON the rows and the columns that it removes.
#[derive(Debug, Clone, Copy)]
struct Removal(Move);

impl fmt::Display for Removal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Removal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.rows, self.0.columns).serialize(serializer)
    }
}

impl JsonSchema for Removal {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "YoungMove".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <(usize, usize)>::json_schema(generator)
    }
}

/// A game and its graph, where the diagram is small enough to write the graph out.
fn with_graph(piece: &str, parts: &str, task: &Task) -> Result<(Moveset, Partition, Dag), Failure> {
    let (moveset, partition): (Moveset, Partition) = (piece.parse()?, parts.parse()?);
    let dag = Dag::new(&partition, &moveset, task)?;
    Ok((moveset, partition, dag))
}

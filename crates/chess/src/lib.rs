//! Chess as the tables speak of it: positions and the reasons why a text is none, material, values
//! and metrics, what a move does to a value, and the trait of everything that knows values.

pub mod castling;
pub mod count;
pub mod error;
pub mod fen;
pub mod material;
mod metric;
pub mod probe;
pub mod rules;
pub mod successors;
mod values;

pub use castling::CastlingRights;
pub use error::{Error, MaterialError};
pub use fen::{FenFault, parse_fen, read_position, write_fen};
pub use material::{Army, Material};
pub use metric::{Metric, PerMetric};
pub use probe::{FiftyMoveRule, Known, Probe};
pub use values::{Depth, Dtc, Dtm, Dtz, Dtz50, MaybeRounded, Step, Values, Wdl, Wdl50};

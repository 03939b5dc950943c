//! Chess as the tables speak of it: positions and the reasons why a text is none, material, values
//! and metrics, what a move does to a value, and the trait of everything that knows values.
//!
//! A position comes in through [`fen`], is looked up through a [`Probe`], and goes out as a response
//! about all its moves or as a line of play ([`probe`]). What a value is, and how it follows from those
//! of the successors, is told by [`Values`] and [`successors`]; what the rules say beyond `shakmaty` by
//! [`rules`].
//!
//! # Words
//! - *material*: the men of both sides as somebody wrote them, `KQvKNN`; its *class*: the same with the
//!   stronger side first, which is what a table is made for.
//! - *result*: won, drawn or lost for the side to move; *depth*: a result with a distance in plies;
//!   *metric*: what the distance is to (mate, conversion, a zeroing move).
//! - *conversion*: a capture or promotion; *zeroing*: a capture or pawn move, which starts the count of
//!   the fifty-move rule anew.

#![forbid(unsafe_code)]

pub mod castling;
pub mod count;
pub mod error;
pub mod fen;
pub mod few_men;
pub mod material;
mod metric;
pub mod pgn;
pub mod probe;
pub mod rules;
pub mod successors;
mod values;

pub use castling::CastlingRights;
pub use error::{Error, MaterialError};
pub use fen::{FenFault, parse_fen, parse_setup, read_position, write_fen};
pub use few_men::FewMen;
pub use material::{Army, Material};
pub use metric::{Metric, PerMetric};
pub use probe::{FiftyMoveRule, Known, Probe};
pub use values::{Depth, Dtc, Dtm, Dtz, Dtz50, MaybeRounded, Step, Values, Wdl, Wdl50};

//! Loopy games: finite graphs of positions in which play may go on for ever.
//!
//! A [`Loopy`] value is a pair of stoppers, its onside (infinite play counts as won by Left) and
//! its offside (as won by Right); the two agree for a stopper. Comparison is the game of
//! comparing on the product of two graphs; simplification only ever takes a step that leaves the
//! value as it was by that comparison.

mod evaluate;
mod graph;
mod order;
mod print;
mod sides;
mod simplify;
mod stopper;
mod thermographs;
mod value;

pub use graph::{Graph, Side};
pub use stopper::{PseudoNumber, Stopper};
pub use thermographs::ThermographBounds;
pub use value::{Loopy, LoopyOutcome};

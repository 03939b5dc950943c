//! Loopy games: finite graphs of positions in which play may go on for ever.
//!
//! A [`Loopy`] value is a pair: its onside (infinite play counts as won by Left) and its offside (as
//! won by Right). Mostly these are stoppers, and for a stopper they agree. Comparison is the game of
//! comparing on the product of two graphs; simplification only ever takes a step that leaves the
//! value as it was by that comparison.

mod evaluate;
mod graph;
mod heat;
mod komaster;
mod order;
mod print;
mod pseudo;
mod sides;
mod simplify;
mod stopper;
mod thermographs;
mod value;

pub use graph::{Graph, Side};
pub(crate) use komaster::komaster;
pub use komaster::{KoThermograph, Komaster};
pub use pseudo::PseudoNumber;
pub use sides::SideValue;
pub use stopper::Stopper;
pub use thermographs::ThermographBounds;
pub use value::{Loopy, LoopyOutcome};

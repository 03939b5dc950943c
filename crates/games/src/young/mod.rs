//! Impartial chess on Young diagrams.
//!
//! A position is a [`Partition`]; a [`Moveset`] says how many rows and columns a move may remove
//! from the top left, and whoever cannot leave a nonempty diagram has no move. Values live in
//! [`ValueMap`] (all subpartitions of one diagram) and [`Census`] (all partitions up to a size);
//! what they say about normal and misère play together is a [`Classification`].

mod graph;
mod lines;
mod moveset;
mod partition;
mod values;

pub use graph::ChessGame;
pub use moveset::{MAX_STEP, Move, Moveset, Piece};
pub use partition::{MAX_SIDE, Partition};
pub use values::ValueMap;

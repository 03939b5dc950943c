//! Version 5 of the format: results by themselves, depths of what is won or lost, both coded symbol by symbol
//! in view of their neighbours.
//!
//! A block is cut into *bands* of eight rows (see [`walk`]), so that a value costs the decoding of one band, or where bands
//! have little of those joined to it. The coder (see [`range`]) takes from each symbol's frequency what it costs; the
//! frequencies, given what is already known around a cell, are the *model* (see [`tree`] and [`neighbours`]):
//! for each side to move which neighbours are looked at and a tree of frequencies, made from a sample of the blocks
//! when a file is written, and stored behind the index, compressed by zstd. Nothing is learned while reading, so
//! a band needs nothing but the model.
//!
//! Where cells are open a symbol is chosen while a block is written (see [`free`]): what is likely there anyway. Nobody
//! who reads needs to know which cells these are.
//!
//! Depths of wins and losses are counted as the stream counts them; those under the fifty-move rule that are
//! beyond it, from the rule on: the result tells which they are.

mod block;
mod codes;
mod free;
mod grow;
pub(super) mod index;
mod model;
mod models;
mod neighbours;
mod range;
mod read;
mod tree;
mod walk;
mod write;

pub(super) use block::Stored;
pub(super) use codes::{Depths, code_of};
pub(super) use index::MOST_BITS;
pub use model::Model;
pub(super) use models::{models, sampled};
pub use read::{Rows, needs_both_halves};
pub use walk::{BAND, BANDS, HALF, ROWS};
pub(super) use walk::{DRAW, NOTHING, WIN, is_decided};
pub(super) use write::{Known, Packer, slices_of};

#[cfg(test)]
mod tests;

//! Solving endgames backwards: how positions of a class are numbered, sets of positions and the
//! kernels that move them, the solver slice by slice, positions with castling
//! rights, and plain solvers that both are held to. Files are
//! not known here.
//!
//! # Words
//! - *class*: a material with its sides in canonical order; *slice*: its positions with the pawns on
//!   given squares; *block*: 64 x 64 positions of a slice, in which two men, the *row man* and the
//!   *column man*, stand anywhere and all others stand still.
//! - *outside men*: those that are not in the block; of them the kings make the *frame*, and the
//!   others, at most three, are the *outer men*.
//! - *slot*: the number of a position in its slice; *cell*: what is kept of it.
//! - *set*: a bit for each position; *plane*: a bit or a cell for each position of a slice; *code*: a
//!   depth as a cell holds it.
//! - *child*: a slice, of the same class or another, that a capture or a pawn move leads to.

pub mod castling;
pub mod consistency;
mod error;
mod graph;
pub mod kernel;
pub mod layout;
mod memory;
pub mod plain;
pub mod planes;
pub mod reach;
pub mod slice_graph;
pub mod sweep;

pub use error::Error;
pub use layout::Layout;

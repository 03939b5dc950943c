//! The pawn game on a chessboard: sums embedded as king-and-pawn endgames, and what the theory
//! tells the solver of chess positions.

mod embed;
mod guide;

pub use embed::{Embedding, embed, least_rows};
pub(crate) use embed::{put_corner, put_zugzwang};
pub use guide::PawnGuide;

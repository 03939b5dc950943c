//! The pawn game on a chessboard: sums embedded as king-and-pawn endgames, and what the theory
//! tells the solver of chess positions.

mod embed;
mod guide;

pub use embed::{Embedding, embed, least_rows};
pub use guide::PawnGuide;

//! Positions with castling rights, solved from the finished tables of positions without.
//!
//! With a right the king and the rook stand still, so these positions are few: a class of five men with
//! one right has 64³ placements. CastlingRights are only ever lost. A quiet move of anybody else stays among the
//! positions with the same rights; a move of that king or rook, and a capture of the rook, lead to
//! positions with fewer. So the sets of rights are solved the smaller ones first, each by the classical
//! retrograde analysis over ordinary move lists.

mod memory;
mod numbering;
mod solve;

pub use memory::{Appendices, WithRights};
pub use numbering::{Numbering, canonical};
pub use solve::{Appendix, solve};

//! Positions with castling rights, solved from the finished tables of positions without.
//!
//! With a right the king and the rook stand still, so these positions are few: a class of five men with
//! one right has 64³ placements. Rights are only ever lost. A quiet move of anybody else stays among the
//! positions with the same rights; a move of that king or rook, and a capture of the rook, lead to
//! positions with fewer. So the sets of rights are solved the smaller ones first, each by the classical
//! retrograde analysis over ordinary move lists.
//!
//! A whole class is numbered and solved so ([`solve`](fn@solve)), or only what one position leads to
//! ([`RightsReach`]), which may have any men.

mod memory;
mod numbering;
mod reach;
mod solve;

pub use memory::{Appendices, WithRights, filled};
pub use numbering::{Numbering, canonical};
pub use reach::RightsReach;
pub use solve::{Appendix, solve};

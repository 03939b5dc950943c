//! Chess on a board of any size: kings, pawns and the other men, check, mate and stalemate,
//! promotion, the double step and en passant. There is no castling.
//!
//! [`Position`] is the game, [`Solver`] finds out who wins by force. What the positions mean for
//! the theory of games lives elsewhere.

mod fen;
mod guide;
mod key;
mod men;
mod moves;
mod position;
mod rules;
mod san;
mod solver;

pub use guide::{Guide, MaterialGuide};
pub use men::{Man, Role, Side};
pub use moves::Move;
pub(crate) use position::RowMasks;
pub use position::{Position, Square};
pub use rules::Chess;
pub use solver::{Limits, Proof, Proved, Solver};

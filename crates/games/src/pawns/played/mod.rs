//! The pawn game played out: a game in progress, a player who wins what can be won, and the
//! referee who exhausts every line.

mod essence;
mod game;
mod opponent;
mod referee;
mod rules;

pub use game::{End, Judged, MOST_STONES, PawnGame, Turn};
pub use opponent::Opponent;
pub use referee::{LARGEST_HEAP, Referee};
pub use rules::{Beside, PawnsAndHeap};

//! Elkies' pawn game: pawns on a board three rows high, some of whose files are stopped.
//!
//! [`rules`] is the game as it is played and [`Referee`] plays it out; everything else rests on
//! the theory that reduces it to Nim, and is tested against them. The game on a real chessboard
//! lives in [`board`](crate::board).

mod census;
mod chessboard;
mod periodic;
mod played;
pub mod rules;
mod search;
mod theory;
mod word;

pub use census::{Census, Counts, First, census, memory_needed as census_memory};
pub use chessboard::{Embedding, PawnGuide, embed, least_rows};
pub(crate) use chessboard::{put_corner, put_zugzwang};
pub use periodic::{FirstPrefix, Period, Periodic, periodic};
pub use played::{
    Beside, End, Judged, LARGEST_HEAP, MOST_STONES, Opponent, PawnGame, PawnsAndHeap, Referee, Turn,
};
pub use search::{BeamSearch, BestKnown, Finds, best_known};
pub use theory::{
    Component, MoveReport, MoveWorth, NoComponents, Refutation, Scratch, Values, decompose,
    report_with as report,
};
pub use word::{File, Word, file_name};

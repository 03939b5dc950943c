//! Elkies' pawn game: pawns on a board three rows high, some of whose files are stopped.
//!
//! [`rules`] is the game as it is played and [`Referee`] plays it out; everything else rests on
//! the theory that reduces it to Nim, and is tested against them. The game on a real chessboard
//! lives in [`board`](crate::board).

mod census;
mod component;
mod embed;
mod essence;
mod game;
mod guide;
mod halves;
mod opponent;
mod periodic;
mod referee;
mod report;
pub mod rules;
mod search;
mod values;
mod word;

pub use census::{Census, Counts, First, census, memory_needed as census_memory};
pub use component::{Component, NoComponents, decompose};
pub use embed::{Embedding, embed, least_rows};
pub use game::{End, Game, Judged, MOST_STONES, Turn};
pub use guide::PawnGuide;
pub use opponent::Opponent;
pub use periodic::{FirstPrefix, Period, Periodic, periodic};
pub use referee::{LARGEST_HEAP, Referee};
pub use report::{MoveReport, Refutation, Verdict, report_with as report};
pub use search::{BestKnown, Finds, Search, best_known};
pub use values::{Scratch, Values};
pub use word::{File, Word, file_name};

//! Our tables written as Syzygy's files, `.rtbw` with results and `.rtbz` with depths to a zeroing move.
//!
//! What is written is what readers read: the format is taken from `shakmaty-syzygy`, python-chess and
//! public descriptions; its own generator is under another licence and was not looked at.
//!
//! A class is read slice by slice; `cells` says what a file has to tell of each slot; `index` is how
//! Syzygy numbers positions, of which the order that leaves the fewest runs is chosen; `stream` makes
//! values small; `file` puts the parts together. Reading is in `nimzo_tables::Syzygy`.
//!
//! # Words
//! - *cell*: what a file says of a position, or that it may say anything there; *group*: like men, whose squares are one
//!   digit of a position's number.
//! - *pair*: two symbols that stand for one new symbol, as long as that makes the file smaller.

#![forbid(unsafe_code)]

mod cells;
mod collect;
mod describe;
mod error;
mod export;
mod file;
mod index;
mod stream;

pub use describe::{Described, DescribedDepths};
pub use error::Error;
pub use export::{Depths, Export, Exported, WrittenFile};
pub use index::MOST_MEN;

/// The most pawns of one side of a file.
pub const MOST_PAWNS: usize = 5;

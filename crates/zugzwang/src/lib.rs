//! Zugzwangs: the definitions, and mining over any source of values.
//!
//! A position is a zugzwang when the side to move would rather not. [`null`] makes the three
//! positions that decide it, [`kind`] names the types by their values, [`plain`] counts by walking over
//! every placement. Values come from any [`Probe`](nimzo_chess::Probe): tables in files, solved classes
//! in memory, Syzygy's files.

pub mod blocks;
pub mod castling;
pub mod census;
pub mod classify;
pub mod error;
pub mod evidence;
pub mod found;
pub mod kind;
pub mod line;
pub mod list;
pub mod mine;
pub mod null;
pub mod orbit;
pub mod plain;
pub mod reach;
pub mod study;
pub mod tally;

pub use classify::{Classification, LEVEL_B, Reading, Verdict, classify};
pub use error::{Error, Result};
pub use found::Found;
pub use kind::{Inconvenience, Kind};
pub use mine::mine;
pub use null::{NoNull, Triple};
pub use tally::{Counts, EnPassantCounts, Tally};

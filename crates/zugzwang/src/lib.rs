//! Zugzwangs: what they are, and finding them over any source of values.
//!
//! Values come from any [`Probe`](nimzo_chess::Probe): tables in files, solved classes in memory,
//! Syzygy's files. A question goes through
//!
//! - [`definition`]: the three positions that decide about a zugzwang, the types, one position looked
//!   at closely;
//! - [`mining`]: all zugzwangs of a class, from whole planes of results or placement by placement;
//! - [`list`], [`census`], [`study`]: what is made of them, as lists with depths, as a record of many
//!   classes, as a try and a solution that meet in one zugzwang.
//!
//! # Words
//! - *first player*: the side to move in the position asked about; *p1* is that position, *p2* the same
//!   after his null move, *p3* after null moves of both; their values are always his.
//! - *level A*: the null move betters his result (types A1 to A6); *level B*: it betters a depth (B1, B2);
//!   *level C*: it only makes his choice easier.
//! - *placement*: where the men stand, and an en passant square; its *orbit*: all its images under the
//!   symmetries that keep the rules.

#![forbid(unsafe_code)]

pub mod castling;
pub mod census;
pub mod definition;
pub mod error;
pub mod list;
pub mod mining;
pub mod study;

pub use definition::classify::{Classification, LEVEL_B, Level, Reading, classify};
pub use definition::kind::{Inconvenience, Kind};
pub use definition::null_move::{NoNull, Triple};
pub use error::{Error, Result};
pub use mining::counts::{Counts, EnPassantCounts, PerKind};
pub use mining::zugzwangs::Zugzwangs;
pub use mining::{mine, plain};

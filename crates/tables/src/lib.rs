//! Endgame tables in files: the format, folders of tables, building, probing, verifying, statistics.
//!
//! A [`Store`] is a folder. Building plans what is missing, solves it by `nimzo-retro` and writes it
//! ([`store`] on [`mod@file`]); a question opens the table of its class, finds where its position is, and reads
//! one block.
//!
//! # Words
//! - *stream*: the cells of one metric in a file; *block*: 4096 of them, compressed by themselves;
//!   *index*: where each block of a stream lies; *arrangement*: in which order the cells of a block stand.
//! - *left out*: depths with one side to move that a file does not hold, because they follow from the
//!   others.
//! - *book*: the symbols by which a stream of version 6 is coded, with their codes; *model*: what version 5 has instead.
//! - *part*: finished slices of a class in the making, put aside for the case that the build is stopped.

#![forbid(unsafe_code)]

pub mod castling;
mod error;
pub mod file;
mod heading;
pub mod keep;
pub mod pairs;
mod probe;
mod probe_many;
pub mod solved;
pub mod stats;
pub mod store;
mod syzygy;

pub use error::Error;
pub use store::Store;
pub use syzygy::Syzygy;

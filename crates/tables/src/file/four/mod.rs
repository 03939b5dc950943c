//! Version 4 of the format, whose probes are fast.
//!
//! A block is compressed by zstd (less the frame's magic number); a block of equal cells is that one cell, a
//! block without cells is nothing, and a block of a wide stream whose depths all fit a byte is stored narrow.
//! Results are read off the depths. Only depths under the fifty-move rule leave a side out.

mod arrange;
mod read;
mod write;

pub use arrange::Arrangement;
pub use write::{Purpose, Source, write};

#[cfg(test)]
pub(super) mod tests;

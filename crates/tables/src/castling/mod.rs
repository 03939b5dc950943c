//! Appendices: files with the values of positions with castling rights, one beside the table of each
//! class that has rooks.
//!
//! ```text
//! "nimzo\x1atc"  version u32  length of the header u32  header  xxh3 of all before u64
//! for each block where it ends u64 and its xxh3 u64, then the blocks
//! ```
//!
//! Numbers are little-endian. The header names the class and its sets of rights, the length of the file
//! and the checksum of the index. For each set, each of [`METRICS`], White to move and Black to move, the
//! cells of all numbers follow each other in blocks of [`BLOCK_CELLS`], each compressed by zstd. A cell
//! has two bytes: 0 is "no position", `1 + n` a loss in `n` plies, 0x8000 a draw, `0x10000 - n` a win in
//! `n` plies.

mod build;
mod file;
mod format;
mod verify;

pub use build::BuiltAppendix;
pub use file::AppendixFile;
pub use format::VERSION;

use nimzo_chess::Metric;

/// The ending of these files.
pub const ENDING: &str = "castling";
/// What is kept of each position, in this order.
pub const METRICS: [Metric; 4] = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];
/// Cells of a block.
pub const BLOCK_CELLS: usize = 8192;

//! Values made small so that each can be read by itself: values that come one after another are made into pairs, pairs of
//! pairs and so on, and each of these symbols gets a Huffman code. Syzygy's files are made so, and ours of version 6.

mod huffman;
mod symbols;

pub use huffman::lengths;
pub use symbols::{BARRIER, Limits, MOST_SYMBOLS, Paired, Symbol, pair_up};

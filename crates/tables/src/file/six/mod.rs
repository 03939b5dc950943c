//! Version 6 of the format: streams as in version 5, coded so that any cell is read by itself in about a microsecond.
//!
//! The cells of a block are gone through in an order that leaves long runs (see [`order`]); cells that come one after another
//! are made into pairs, pairs of pairs and so on (see [`pairs`](crate::pairs)), and each of these symbols has a Huffman code. The
//! symbols of a stream and side to move are its *book*, made from a sample of the blocks and stored behind the index,
//! compressed by zstd. To read a cell the symbols before it are passed over, each by one look into a table, and the
//! one that holds it is taken apart. Nothing else has to be decoded, and nothing decoded is kept.
//!
//! A block without cells is nothing, one whose cells may all be the same is that value alone. Values are results, or
//! depths as in version 5; what no symbol tells stands behind a symbol of its own.

mod book;
mod fit;
mod order;
mod read;
mod train;

pub use book::Books;
pub(super) use train::{PairPacker, Pairings};

/// The value that says that another one follows in sixteen bits.
const LARGE: u16 = 254;

/// Cells of a block.
const CELLS: usize = nimzo_retro::layout::BLOCK_SLOTS;

/// What each cell of a block may be, the least and the most.
type Ranges = [[u8; 2]; CELLS];

/// Any value.
const ANY: [u8; 2] = [0, u8::MAX];

#[cfg(test)]
mod tests;

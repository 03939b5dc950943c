//! Tables on disk: the format, writing, reading, and a cache of decoded blocks. What the cells mean
//! is told by the stream's unit and width (see [`planes`](nimzo_retro::planes)); which slot is which
//! position is the layout's business.

mod cache;
mod cells;
mod five;
mod format;
pub mod four;
mod index;
mod read;
mod six;
mod write;

pub use cache::{Cache, Key};
pub use cells::Cells;
pub use five::{BAND, BANDS, HALF, ROWS, Rows, needs_both_halves};
pub use format::{FIVE, FOUR, Header, SIX, Stream};
pub use read::TableFile;
pub use write::{CaptureCodes, ReadCells, Source, write};

#[cfg(test)]
mod tests;

//! Tables on disk: the format, writing, reading, and a cache of decoded blocks. What the cells mean
//! is told by the stream's unit and width (see [`planes`](nimzo_retro::planes)); which slot is which
//! position is the layout's business.

mod arrange;
mod cache;
mod format;
mod index;
mod read;
mod write;

pub use cache::{Cache, Key};
pub use format::{Header, Stream, VERSION};
pub use read::TableFile;
pub use write::{Purpose, ReadCells, Source, write};

#[cfg(test)]
mod tests;

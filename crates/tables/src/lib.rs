//! Endgame tables in files: the format, folders of tables, building, probing, verifying, statistics.

pub mod castling;
mod error;
pub mod file;
pub mod keep;
mod probe;
pub mod stats;
pub mod store;
mod syzygy;

pub use error::Error;
pub use store::Store;
pub use syzygy::Syzygy;

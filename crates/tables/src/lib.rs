//! Endgame tables on the 8x8 board: material, index, generation, storage, probing, statistics.

mod error;
pub mod file;
pub mod kernel;
pub mod layout;
pub mod material;
mod metric;
pub mod plain;
pub mod planes;
pub mod probe;
pub mod stats;
pub mod store;
pub mod successors;
pub mod sweep;
mod values;

pub use error::{Error, MaterialError};
pub use layout::Layout;
pub use material::{Army, Material};
pub use metric::Metric;
pub use store::Store;
pub use values::{Depth, Dtc, Dtm, Dtz, Dtz50, Step, Values, Wdl, Wdl50};

//! Endgame tables on the 8x8 board: material, index, generation, storage, probing, statistics.

mod error;
pub mod material;
mod values;

pub use error::{Error, MaterialError};
pub use material::{Army, Material};
pub use values::{Depth, Dtc, Dtm, Dtz, Dtz50, Wdl, Wdl50};

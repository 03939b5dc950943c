//! Published data, comparison with it, and pictures.
//!
//! * [`reproduce`]: the papers' tables as data, our computation of the same cells, and the verdict
//!   on each cell.

mod error;
pub mod reproduce;

pub use error::Error;

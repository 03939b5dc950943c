//! Published data, comparison with it, and pictures.
//!
//! * [`pictures`]: drawings from plain data, as SVG and PNG.
//! * [`reproduce`]: the papers' tables as data, our computation of the same cells, and the verdict
//!   on each cell.

mod error;
pub mod pictures;
pub mod reproduce;

pub use error::Error;

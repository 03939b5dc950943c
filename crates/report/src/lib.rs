//! Published data, comparison with it, and pictures.
//!
//! * [`drawings`]: the results of each part as pictures.
//! * [`html`]: the report of a run as one page.
//! * [`pictures`]: drawings from plain data, as SVG and PNG.
//! * [`reproduce`]: the papers' tables as data, our computation of the same cells, and the verdict
//!   on each cell.

#![forbid(unsafe_code)]

pub mod drawings;
mod error;
pub mod html;
pub mod pictures;
pub mod reproduce;

pub use error::Error;

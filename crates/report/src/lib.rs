//! Published data, comparison with it, and pictures.
//!
//! * [`drawings`]: the results of each part as pictures.
//! * [`html`]: the report of a run as one page.
//! * [`pictures`]: drawings from plain data, as SVG and PNG.
//! * [`reproduce`]: the papers' tables as data, our computation of the same cells, and the verdict
//!   on each cell.
//!
//! # Words
//! - *paper*: one of the published sources, with its tables in `data`; *cell*: one printed value of a table, with the name
//!   of its row and column.
//! - *verdict*: whether our value of a cell agrees with the printed one; *erratum*: our value where it does not, with
//!   the independent check that settles it.
//! - *effort*: whether a table is computed in each run or only with `--full`.

#![forbid(unsafe_code)]

pub mod drawings;
mod error;
pub mod html;
pub mod pictures;
pub mod reproduce;

pub use error::Error;

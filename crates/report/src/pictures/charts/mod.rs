//! Pictures made of numbers against axes: plots, histograms, thermographs.

mod axis;
mod histogram;
mod plot;
mod thermograph;

pub use axis::fraction;
pub use histogram::{Histogram, Tally};
pub use plot::{Plot, Series, Style};
pub use thermograph::{Thermograph, Walls};

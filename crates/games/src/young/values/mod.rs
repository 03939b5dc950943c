//! Values of normal and misère play, many at once: the cells of one diagram ([`ValueMap`]), all
//! partitions up to a size ([`Census`]), stairs of any number of copies ([`EndlessStairs`]).
//!
//! The plain recursion over the [rules](super::ChessOnDiagrams) is the twin that each is tested
//! against.

mod census;
mod lines;
mod map;
mod pairs;
mod positions;
mod stairs;

pub use census::Census;
pub(in crate::young) use map::conway;
pub use map::{MOST_SHOWN, ValueMap};
pub(in crate::young) use positions::Positions;
pub use stairs::EndlessStairs;

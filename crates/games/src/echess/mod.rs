//! Entrepreneurial chess (Berlekamp): a Black king against king and rook on an endless board, who
//! may at any time cash out for the sum of his coordinates.
//!
//! * [`Position`], [`Square`]: the men, checked.
//! * [`Solution`], [`Evaluation`]: exact thermographs, or proved bounds, for a whole window.
//! * [`Chilled`]: the paper's names for values.
//! * [`krk`]: the escape-board problem that the game grew from.
//!
//! Pictures and published tables live elsewhere.

mod bounds;
mod chilled;
mod curve;
mod field;
mod hottest;
pub mod krk;
mod position;
mod solution;
mod space;
mod store;

pub use chilled::{Chilled, Superscript};
pub use hottest::{HotPosition, Hottest};
pub use position::{Position, Square};
pub use solution::{Census, Cost, Evaluation, Initiative, Interval, REACH, Solution};

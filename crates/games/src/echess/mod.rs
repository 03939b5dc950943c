//! Entrepreneurial chess (Berlekamp): a Black king against king and rook on an endless board, who
//! may at any time cash out for the sum of his coordinates.
//!
//! * [`Position`], [`Square`]: the men, checked.
//! * [`Solution`], [`Evaluation`]: exact thermographs, or proved bounds, for a whole window.
//! * [`Chilled`]: the paper's names for values.
//! * [`Place`], [`Region`]: the six regions of the plane and their formulae.
//! * [`Move`], [`Guide`], [`Advice`], [`dogma`], [`Line`], [`Game`]: moves, what they are worth, lines of play.
//! * [`Sum`]: several positions at once.
//! * [`Proof`]: game trees from which walls follow.
//! * [`krk`], [`forwards`]: the escape-board problem that the game grew from, solved twice.
//!
//! Pictures and published tables live elsewhere.

mod advice;
mod block;
mod bounds;
#[cfg(test)]
mod caged;
mod chilled;
mod closing;
mod curve;
pub mod dogma;
mod edges;
mod field;
pub mod forwards;
mod ground;
mod hottest;
mod improve;
pub mod krk;
mod line;
mod moves;
mod near;
#[cfg(test)]
mod plain;
mod play;
mod position;
mod proof;
mod region;
mod shapes;
mod shore;
mod solution;
mod space;
mod store;
mod sum;
mod terrain;

pub use advice::{Advice, Guide, Score, Worth};
pub use chilled::{Chilled, Superscript};
pub use hottest::{Ceiling, HotPosition, Hottest};
pub use line::{End, Line, Ply, Style};
pub use moves::{After, Move, Player, compass};
pub use play::{Game, Played};
pub use position::{Board, Position, Square};
pub use proof::{Bound, FAR_AWAY, Mover, Proof, ProofNode};
pub use region::{Area, Place, Region};
pub use solution::{Census, Cost, Evaluation, Initiative, Interval, REACH, Solution};
pub use sum::{Found, Limits, Orthodox, Statement, Sum, Summand};

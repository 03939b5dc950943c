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
//! * [`escape`]: the escape-board problem that the game grew from, solved twice.
//!
//! Pictures and published tables live elsewhere.

mod answers;
mod bounds;
pub mod escape;
mod play;
mod rules;

pub use answers::{
    Area, Ceiling, Census, Chilled, Cost, Evaluation, HotPosition, Hottest, Initiative, Interval,
    Place, Proof, ProofNode, REACH, Region, Score, Solution, Superscript, Worth,
};
pub use play::{
    Advice, End, Found, Game, Guide, Limits, Line, Orthodox, Played, Ply, Statement, Style, Sum,
    Summand, dogma,
};
pub use rules::{After, Board, Move, Player, Position, Square, compass};

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

pub use answers::chilled::{Chilled, Superscript};
pub use answers::hottest::{Ceiling, HotPosition, Hottest};
pub use answers::proof::{Bound, FAR_AWAY, Proof, ProofNode};
pub use answers::region::{Area, Place, Region};
pub use answers::solution::{Census, Cost, Evaluation, Initiative, Interval, REACH, Solution};
pub use play::advice::{Advice, Guide, Score, Worth};
pub use play::dogma;
pub use play::game::{Game, Played};
pub use play::line::{End, Line, Ply, Style};
pub use play::sum::{Found, Limits, Orthodox, Statement, Sum, Summand};
pub use rules::moves::{After, Move, Player, compass};
pub use rules::position::{Board, Position, Square};

//! Entrepreneurial chess (Berlekamp): a Black king against king and rook on an endless board, who
//! may at any time cash out for the sum of his coordinates.
//!
//! # How a question goes through the rooms
//!
//! 1. `rules`: what is asked is read as a [`Position`] (three [`Square`]s, checked) on a [`Board`]; its
//!    legal [`Move`]s are here and nowhere else. The `Window` around the Black king turns positions
//!    into states with numbers.
//! 2. `bounds`: once for each window, lower and upper walls are computed for every state by sweeps
//!    along the window's moves until nothing changes. This is the only room where time is spent.
//! 3. `answers`: a [`Solution`] keeps those walls (and a file of them) and tells the [`Evaluation`] of
//!    a position, its name ([`Chilled`]), its [`Place`] among the regions, the [`Hottest`] positions, a
//!    [`Proof`], a [`Census`].
//! 4. `play`: a [`Guide`] scores moves by the answers: [`dogma`], [`Line`], [`Game`], [`Sum`].
//!
//! [`escape`] stands apart: the finite boards that the game grew from, solved twice. Pictures and
//! published tables live elsewhere. What is proved, and how, is told in `docs/echess-proofs.md`.
//!
//! # Glossary
//!
//! * **Tax**: what a move costs; **wall**: what a player who moves first gets, as a function of the tax.
//!   Left is Black, Right is White. Left's wall is kept turned over where walls are computed.
//! * **Scaffold**: a wall before it is cut off at the mast; **mast**: where the walls have met; it stands
//!   at the **mean**, from the **temperature** on.
//! * **Window**: the squares up to `reach` away from the Black king. **Far**: beyond it on some side; all
//!   squares there are one **cell**.
//! * **Room**: how far the Black king stands from the west and the south edge, counted up to 2.
//! * **State**: cells of White's men and a room. A state in view is one position seen from the Black king.
//! * **Block**: all states with one White king. **Line**: a row or column of a block, along which its
//!   rooks share what they can do.
//! * **Link**: one of the states that a move may lead to; where there are several, the move's outcome is
//!   in doubt, and decided against the side whose bound is computed.
//! * **Level**: a row south of the window, in the south induction; **hypotheses**: walls assumed there.
//! * **Remainder**: how far a number is from a grid of 2^-12.
//! * **Exact**: both bounds meet; **open**: they do not.

mod answers;
mod bounds;
pub mod escape;
mod play;
mod rules;

pub use answers::{
    Area, Ceiling, Census, Chilled, Cost, Evaluation, HotPosition, Hottest, Initiative, Interval,
    Place, Proof, ProofNode, REACH, Region, Score, Solution, Superscript, Worth, Zugzwangs,
};
pub use play::{
    Advice, End, Found, Game, Guide, Limits, Line, Orthodox, Played, Ply, Statement, Style, Sum,
    SumLine, SumMove, SumPly, Summand, Term, Terms, dogma,
};
pub use rules::{After, Board, Move, Player, Position, Square, compass};

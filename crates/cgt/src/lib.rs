//! Values of combinatorial games, and nothing else: no boards, no files, no chess.
//!
//! From the ground up: exact [`Dyadic`] rationals, [`Nimber`]s and [`ConwayPair`]s; the exact
//! piecewise-linear [`Trajectory`] with the [`Wall`]s and [`Thermograph`]s made of it; short
//! [`Game`]s in a [`Universe`], each in canonical form and stored once; [`Loopy`] values, a pair of
//! [`Stopper`]s on finite graphs. An [`Analysis`] says all of it about one expression, and a
//! [`Calculator`] answers line after line.
//!
//! # Words
//! - *short*: a game with finitely many positions in which no position comes again; *loopy*: one may.
//! - *canonical form*: the one simplest game of a value; equal values have the same.
//! - *stop*: the number that play ends in when somebody begins and both play for numbers; *mean* and *temperature*: what a
//!   game is worth on average, and how much a move in it is worth.
//! - *thermograph*: both stops of the game when each move costs a tax, as functions of the tax; its sides are *walls*, each
//!   a *trajectory*.
//! - *nimber*: the value of a heap of Nim; *Conway pair*: the nimbers of a game in normal and in misère play.
//! - *stopper*: a loopy game that cannot be played for ever by both players in turn; a loopy value has two sides, the
//!   *onside* (endless play is won by Left) and the *offside* (by Right).
//!
//! What the values are and how each is computed is told in `docs/values.md`.
//!
//! Nothing here wraps, rounds or panics on a value too large: whatever can overflow returns an
//! `Option` (one arithmetic step) or a `Result` with an [`Error`] (everything longer).

#![forbid(unsafe_code)]

mod analysis;
mod calculator;
mod conway;
mod dyadic;
mod error;
mod loopy;
mod nimber;
mod notation;
mod schema;
mod short;
mod thermal;

pub use analysis::{Analysis, ComponentMove, ComponentMoves, Kind};
pub use calculator::{Calculation, Calculator, OrderOfTwo};
pub use conway::ConwayPair;
pub use dyadic::Dyadic;
pub use error::{Error, Result};
pub use loopy::{
    Graph, KoThermograph, Komaster, Loopy, LoopyOutcome, PseudoNumber, Side, SideValue, Stopper,
    ThermographBounds,
};
pub use nimber::{Mex, Nimber, mex};
pub use notation::Relation;
pub use short::{Game, Nus, Outcome, Temper, Universe, Uptimal};
pub use thermal::{Mast, Meeting, Point, Ratio, SlantedWall, Slope, Thermograph, Trajectory, Wall};

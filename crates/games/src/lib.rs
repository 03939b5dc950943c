//! What a game is, the generic solvers, and the games themselves.
//!
//! A game is a small implementation of a trait that reads like its rules; what can be computed for
//! every such game is written once beside the trait. The fast solver of a game lives with the game
//! and is held equal to the general one by tests.
//!
//! | trait | games | solved by | held equal to it |
//! |---|---|---|---|
//! | [`impartial::Impartial`] | [`young::ChessOnDiagrams`] with any moveset | [`impartial::Solver`]: values of normal and misère play | [`young::ValueMap`], [`young::Census`], [`young::EndlessStairs`] |
//! | [`turns::TurnGame`] | [`board::Chess`], [`pawns::PawnsAndHeap`] | [`turns::Explored`]: win, draw or loss | [`board::Solver`], [`pawns::Referee`] |
//! | [`graph::GameGraph`] | [`echess::escape`], and every explored game | [`graph::solve`]: win, draw or loss in plies, backwards | `echess::escape::forwards` |
//! | [`partizan::Partizan`] | every impartial game, by [`partizan::SameMoves`] | [`partizan::PartizanSolver`]: canonical values | [`impartial::Solver`] |
//!
//! # Words
//! - *position*, *move*, *player*: each game has its own, with the same meaning, in its room; *option*: a position after a
//!   move; *terminal*: one without options.
//! - *impartial*: both players have the same moves; *partizan*: each has his own. *Normal* play: who cannot move loses;
//!   *misère*: he wins.
//! - *word*: a row of files of the pawn game, `1` for a stopped one; *component*: a part of a word in which moves do not
//!   touch the others; *loony*: a move that gives the game away whatever else there is.
//! - *moveset*: how many rows and columns a piece may take from a diagram.
//!
//! The words of entrepreneurial chess stand on the page of [`echess`], those of chess positions as sums on that of
//! [`sums`].

pub mod board;
pub mod echess;
mod error;
pub mod graph;
pub mod impartial;
pub mod misere;
pub mod partizan;
pub mod pawns;
pub mod sums;
pub mod turns;
pub mod young;

pub use error::{Error, Result};

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

#![warn(clippy::undocumented_unsafe_blocks)]

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

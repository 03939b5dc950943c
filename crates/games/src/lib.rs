//! What a game is, the generic solvers written once, and the games themselves.

pub mod board;
pub mod echess;
mod error;
pub mod graph;
pub mod impartial;
pub mod pawns;
pub mod young;

pub use error::{Error, Result};

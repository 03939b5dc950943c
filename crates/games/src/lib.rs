//! What a game is, the generic solvers written once, and the games themselves.

pub mod board;
mod error;
pub mod impartial;
pub mod pawns;
pub mod young;

pub use error::{Error, Result};

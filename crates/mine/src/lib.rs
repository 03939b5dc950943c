//! Mining: a question put to every position of an endgame.
//!
//! A query in a small [`language`] says what must hold; [`plain`] says what each word means, position
//! by position; `blocks` finds the same on 64 x 64 positions at a time; [`mod@search`] walks over a class, and
//! [`search_with_rights`] over its positions with castling rights.
//!
//! # Words
//! - *query*: a condition on a position without en passant right; without castling rights it holds for a
//!   position if it holds for one of its mirror images, and like men exchanged are no other position;
//! - *test*: a condition on a move; *depth*: plies to the end of a win or loss.

#![forbid(unsafe_code)]

mod blocks;
mod castling;
pub mod error;
pub mod language;
pub mod list;
pub mod named;
pub mod plain;
mod planned;
pub mod search;

pub use blocks::SliceSource;
pub use castling::search_with_rights;
pub use error::{Error, Result};
pub use language::{Fault, Query};
pub use named::{EXAMPLES, Example, NAMED, Named, named};
pub use planned::search_by_plan;
pub use search::{Found, Wanted, search};

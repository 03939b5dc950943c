//! Play with a solved window as the guide: what moves are worth and which are orthodox ([`Guide`]),
//! the dogmatic strategies ([`dogma`]), lines of play ([`Line`]), a game against the program
//! ([`Game`]), and several positions at once ([`Sum`]).

mod advice;
pub mod dogma;
mod game;
mod line;
mod sum;

pub use advice::{Advice, Guide};
pub use game::{Game, Played};
pub use line::{End, Line, Ply, Style};
pub use sum::{
    Found, Limits, Orthodox, Statement, Sum, SumLine, SumMove, SumPly, Summand, Term, Terms,
};

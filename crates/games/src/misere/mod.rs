//! Sums of impartial games in misère play, where whoever moves last loses: genera and quotients.
//!
//! In normal play a sum is known when the nimbers of its parts are. In misère play a part needs more:
//! its [`Genus`] says who wins it beside heaps of Nim, and the [`Quotient`] of some games says who
//! wins any sum of them.

mod genus;
mod quotient;

pub use genus::{Genus, genus};
pub use quotient::{Quotient, QuotientLimits};

#[cfg(test)]
mod tests;

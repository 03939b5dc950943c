//! Chess positions as sums of games.
//!
//! A position whose kings (or other men) stand in mutual zugzwang while pawns elsewhere have moves
//! left is a sum: a core that loses for whoever must move in it, and components whose moves are
//! tempi. [`PawnGroup`] is a component and its rules, [`Worths`] finds and proves its value,
//! [`Catalogue`] lists small components by value.

mod analysis;
mod catalogue;
mod embed;
mod group;
mod guide;
mod playing;
mod reach;
mod split;
mod worth;

pub use analysis::{Analysis, ComponentReport, SumMove, SumValue, TurnReport};
pub use catalogue::{Catalogue, Entry, ValueKind, components};
pub use embed::{LEAST_ROWS, set_up};
pub use group::{GroupMove, MOST_SQUARES, PawnGroup, PawnRules, player, side};
pub use guide::SumGuide;
pub use playing::{SumPosition, SumRules};
pub use split::{Component, Contact, Split};
pub use worth::{Worth, Worths};

#[cfg(test)]
mod tests;

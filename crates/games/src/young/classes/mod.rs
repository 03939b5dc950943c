//! The Conway-Gurvich-Ho classification: how normal and misère play of a game hang together.
//!
//! [`properties`] says what the classes are, [`local`] tests one position, [`classify`] looks a
//! family through, and [`search`] looks through many games (those of [`catalogue`]) for one of
//! each class.

mod catalogue;
mod census;
mod classify;
mod local;
mod properties;
mod search;

pub use catalogue::{GrowingHooks, short_queens, short_steps};
pub use census::classify_census;
pub use classify::{
    Classification, Extent, Witness, classify, classify_reachable, classify_stairs,
};
pub use properties::{Properties, Property, Region, Strength, Turning};
pub use search::{FoundGame, PlayedOn, SearchPart, SearchPlan, search, why_empty};

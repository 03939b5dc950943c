//! The paper's open questions, as far as they can be settled.

mod conjecture;
mod golden;

pub use conjecture::{Conjecture, Counterexample, Settlement, check_directly, settle};
pub use golden::{LongestLost, MAX_LOWER_ROWS, Proportion, beyond_golden, longest_lost};

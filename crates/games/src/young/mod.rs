//! Impartial chess on Young diagrams.
//!
//! A position is a [`Partition`]; a [`Moveset`] says how many rows and columns a move may remove
//! from the top left, and whoever cannot leave a nonempty diagram has no move. The rules as a game
//! are [`ChessOnDiagrams`]. Values live in [`ValueMap`] (all subpartitions of one diagram),
//! [`Census`] (all partitions up to a size) and [`EndlessStairs`]; what they say about normal and
//! misère play together is a [`Classification`].

mod classes;
mod diagrams;
mod graph;
mod moveset;
mod nim;
mod open;
mod rules;
mod values;

pub use classes::{
    Classification, Extent, FoundGame, GrowingHooks, PlayedOn, Properties, Property, Region,
    SearchPart, SearchPlan, Strength, Turning, Witness, classify, classify_census,
    classify_reachable, classify_stairs, search, short_queens, short_steps, why_empty,
};
pub use diagrams::{
    Family, MAX_FAMILY_SIDE, MAX_SIDE, MAX_SIZE, Partition, Shapes, general_staircase, hook,
    rectangle, staircase, stairs, thick_hook,
};
pub use graph::{
    Dag, MOST_EDGES, MOST_NODES, knight_to_downright, minimum_representative, partition_equivalent,
    pawn_to_downright, truncation,
};
pub use moveset::{MAX_STEP, Move, Moveset, Piece};
pub use nim::{PNim, RNim};
pub use open::{
    Conjecture, Counterexample, LongestLost, MAX_LOWER_ROWS, Proportion, Settlement, beyond_golden,
    check_directly, longest_lost, settle,
};
pub use rules::ChessOnDiagrams;
pub use values::{Census, EndlessStairs, MOST_SHOWN, ValueMap};

//! Impartial chess on Young diagrams.
//!
//! A position is a [`Partition`]; a [`Moveset`] says how many rows and columns a move may remove
//! from the top left, and whoever cannot leave a nonempty diagram has no move. Values live in
//! [`ValueMap`] (all subpartitions of one diagram) and [`Census`] (all partitions up to a size);
//! what they say about normal and misère play together is a [`Classification`].

mod blocks;
mod catalogue;
mod census;
mod class;
mod classify;
mod conjecture;
mod dag;
mod family;
mod golden;
mod graph;
mod lines;
mod moveset;
mod partition;
mod search;
mod shapes;
mod values;

pub use blocks::Blocks;
pub use catalogue::{Line, short_queens, short_steps};
pub use census::Census;
pub use class::{Properties, Property, Region, Strength, Turning};
pub use classify::{
    Bound, Classification, Witness, classify, classify_blocks, classify_census, classify_reachable,
};
pub use conjecture::{Conjecture, Counterexample, Verdict, check_directly, settle};
pub use dag::{
    Dag, knight_to_downright, minimum_representative, partition_equivalent, pawn_to_downright,
    truncation,
};
pub use family::{
    Family, MAX_FAMILY_SIDE, general_staircase, hook, rectangle, staircase, stairs, thick_hook,
};
pub use golden::{LongestLost, MAX_LOWER_ROWS, Proportion, beyond_golden, longest_lost};
pub use graph::ChessGame;
pub use moveset::{MAX_STEP, Move, Moveset, Piece};
pub use partition::{MAX_SIDE, Partition};
pub use search::{Find, Ground, SearchPlan, Stage, search, why_empty};
pub use shapes::{MAX_SIZE, Shapes};
pub use values::ValueMap;

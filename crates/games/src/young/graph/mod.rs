//! The graph of a game, when two games are the same, and what each is the same as.

mod dag;
mod equivalence;
mod reductions;

pub use dag::{Dag, MOST_EDGES, MOST_NODES};
pub use reductions::{
    knight_to_downright, minimum_representative, partition_equivalent, pawn_to_downright,
    truncation,
};

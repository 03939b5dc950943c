//! The slice graph: many classes solved one after another, keeping of each only what others read.
//!
//! The unit is the *slice*, a class with its pawns on fixed squares. A push leads to a slice of the same
//! class, a capture to one with a man less, a promotion to one with a pawn less; none leads back. Slices
//! whose pawns stand on the same files are a [`group`](groups): pushes never leave it, so a group can be
//! solved, handed on and forgotten by itself.
//!
//! What is handed on: the results of a slice, if captures lead there, and, for the slices before a
//! promotion, what that promotion is worth in each of their positions (see
//! [`fold_promotions`](crate::sweep::fold_promotions)). Both are two bits a position, packed,
//! and wait with whoever [keeps](Keep) them until the last class that reads them is done.
//!
//! A [`Plan`] says all of this before anything runs; [`run`](run()) carries it out, [`run_together`] by several processes.

mod keep;
mod needs;
mod pack;
mod pack_depths;
mod plan;
mod promotions;
mod run;
mod shelf;
mod together;
mod told;
mod watched;

pub use keep::{Entry, InMemory, Keep, Pack, Work};
pub use needs::{There, ToSolve};
pub use pack::{Damaged, is_whole, proved};
pub use pack_depths::{Unpacked, peek_depth, peek_result};
pub use plan::{Layouts, Limits, Plan, Step, TooLittle, groups};
pub use promotions::Promotion;
pub use run::{Cpu, Executor, Order, Show, Visit, Visitor, run};
pub use shelf::Shelf;
pub use together::{Handover, run_together};
pub use told::{Record, Told};

#[cfg(test)]
mod tests;

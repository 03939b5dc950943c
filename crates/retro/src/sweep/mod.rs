//! The set-wise solver: 64 x 64 positions at a time, from the ends of the game backwards.
//!
//! [`solve`] takes a class, the finished values of the classes that its captures and promotions
//! lead to (a [`SubTables`], for instance a [`Library`] in memory) and what is wanted ([`Goals`]);
//! it gives back a [`Solved`]: for every slice, both sides to move, planes in the order of the
//! [`Layout`](crate::layout::Layout). How positions are numbered is the layout's business, how values are kept on disk is
//! the store's.
//!
//! A class goes through these rooms, in this order:
//!
//! - `geometry`: where the men outside a block stand, how men move, which positions are legal;
//! - `children`: what captures and pawn moves lead to, as inputs of a slice;
//! - `solve`: the slices of a class in order; a slice from its start, ply by ply, to its planes;
//! - `fold`: what promoting into a finished slice is worth in the slices before it;
//! - `verify`: each value once more, from its successors.
//!
//! `departures` lists every move out of a block by itself, for those who ask about moves.
//!
//! `capture_values` is what the best capture alone is worth, for files that do not repeat it.
//!
//! `company` is several processes that solve a class together.
//!
//! `codes` are the depths inside a plane, `shared` is what threads write at the same time,
//! `checkpoint` what a solve that was stopped needs to go on, `library` holds solved classes.
//!
//! The idea, and why it is right, is told in `docs/tables-engine.md`.

mod capture_values;
mod checkpoint;
mod children;
mod codes;
mod company;
mod departures;
mod fold;
mod geometry;
mod library;
mod shared;
mod solve;
mod solved;
mod verify;
mod window;

pub use capture_values::CaptureValues;
pub use checkpoint::{Checkpoint, NoCheckpoint};
pub use children::edges::{CaptureEdge, Child, Edges, PawnEdge};
pub use children::inputs::slices_at_once;
pub use children::neighbours::Neighbours;
pub use children::regions::ManSquare;
pub use children::stalemates::Stalemates;
pub use children::{FinishedSlice, lasting_layout_of, layout_of};
pub(crate) use company::Unreadable;
pub use company::{Company, Piece, Round, Sharing, Together, hand_out, shares_frames};
pub use departures::{Departures, Ends, MoveGroup, ThreeSets};
pub use fold::{PromotionFrom, fold_promotions};
pub use geometry::legality::legal_positions;
pub use library::Library;
pub use solve::{
    Partial, Sighting, SliceResults, Spot, member_bytes, plan_bytes, share_bytes, solve,
    solve_resumably, solve_together, solving_eighths,
};
pub use solved::{Depths, Goals, SliceValues, Solved, Statistics, SubTables};
pub use verify::{Fault, Subject, Verification, verify};
pub use window::{Shape, Window};

#[cfg(test)]
mod tests;

//! The theory that reduces the pawn game to Nim: what a position falls into, half-values, the
//! nimbers of a word and all its parts, and what each move is worth.

mod component;
mod halves;
mod report;
mod values;

pub use component::{Component, NoComponents, decompose};
pub(in crate::pawns) use halves::{LARGEST_NIMBER, LOONY_LEFT, LOONY_RIGHT, Outward, sound_at_end};
pub(in crate::pawns) use report::report;
pub use report::{MoveReport, MoveWorth, Refutation, report_with};
pub use values::{Scratch, Values};

//! Solving endgames on a graphics card: the sweeps of `nimzo-retro`, with the same layout and the same
//! planes, by kernels of CUDA.
//!
//! The driver is looked for when a card is asked for; without it everything else works as before.
//!
//! - `kernels`: the source of the kernels, a program of one warp each;
//! - `device`: a [`Device`] runs them, a [card](cuda) or, in tests, the processor in its place; [`program`] are the
//!   kernels compiled ahead, `arena`, `mapped` and `beside` hand out a card's memory and the host's in pieces;
//! - `inputs`: the structures that kernels read, filled from layouts;
//! - `sweep`: what is launched when;
//! - [`compare`]: what they solved, held to the processor's;
//! - [`SlicesOnDevice`]: large slices of a plan, their inputs and outputs in the host's memory;
//! - [`Card`]: classes solved one after another, their results kept on the card; a [`Builder`] brings them back for
//!   files.
//!
//! # Words
//! - *host*: the machine around the card, with its processor and memory; *kernel*: a program that the card runs many
//!   times side by side (in `nimzo-retro` it is what moves blocks on a processor).
//! - *warp*: 32 *lanes* that do the same, each on numbers of its own; a lane value is one number for each lane.
//! - *batch*: slices that do not lead to each other, solved by the same launches; *pass*: one look at the blocks that
//!   may change, for the losses or the wins of a ply; *candidates*: the list of those blocks.
//! - *edge*: a move that leads out of a slice, with where the planes of the slice that it leads to are.
//! - *twins*: two like men in the block, of which half is kept (`TWINS` in the kernels).

mod building;
mod card;
mod census;
mod checking;
pub mod compare;
mod counting;
mod device;
mod error;
mod finished;
mod inputs;
mod slices;
mod sweep;

pub use building::Builder;
pub use card::{Card, bytes_to_count};
pub use census::OnDevice;
pub use counting::Counted;
pub use device::{Device, Kernel, Memory, Program, cuda, program};
pub use error::{Error, Result};
pub use finished::{Cells, Finished};
pub use slices::SlicesOnDevice;
pub use sweep::{Wanted, men_that_fit};

#[cfg(test)]
mod tests;

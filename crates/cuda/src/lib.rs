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

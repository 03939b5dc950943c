//! Solving endgames on a graphics card: the sweeps of `nimzo-retro`, with the same layout and the same
//! planes, by kernels of CUDA.
//!
//! The driver is looked for when a card is asked for; without it everything else works as before.
//!
//! - `kernels`: the source of the kernels, a program of one warp each;
//! - [`Device`]: what runs them, a [card](cuda) or, in tests, the processor in its place;
//! - [`program`]: the kernels compiled ahead;
//! - `arena`, `mapped`, `beside`: a card's memory and the host's, handed out in pieces;
//! - `structures`, `tables`: what they read, filled from layouts;
//! - `sweep`: what is launched when;
//! - [`compare`]: what they solved, held to the processor's;
//! - [`Card`]: classes solved one after another, their results kept on the card.

mod arena;
mod beside;
mod card;
mod census;
pub mod compare;
mod counting;
pub mod cuda;
mod device;
#[cfg(test)]
mod emulated;
mod error;
mod finished;
mod inputs;
mod mapped;
pub mod program;
mod structures;
mod sweep;
mod tables;

pub use card::Card;
pub use census::OnDevice;
pub use counting::Counted;
pub use device::{Device, Kernel, Memory, Program};
pub use error::{Error, Result};
pub use finished::{Cells, Finished};
pub use sweep::{Wanted, men_that_fit};

#[cfg(test)]
mod tests;

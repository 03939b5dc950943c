//! Solving endgames on a graphics card: the sweeps of `nimzo-retro`, with the same layout and the same
//! planes, by kernels of CUDA.
//!
//! The driver and the compiler of kernels are looked for when a card is asked for; without them everything
//! else works as before.
//!
//! - `kernels`: the source of the kernels, a program of one warp each;
//! - [`Device`]: what runs them, a [card](cuda) or, in tests, the processor in its place;
//! - `tables`: what they read, filled from layouts;
//! - `sweep`: what is launched when;
//! - [`Card`]: classes solved one after another, their results kept on the card.

mod card;
mod census;
mod counting;
pub mod cuda;
mod device;
#[cfg(test)]
mod emulated;
mod error;
mod finished;
mod inputs;
mod sweep;
mod tables;

pub use card::Card;
pub use census::OnDevice;
pub use device::{Device, Kernel, Memory};
pub use error::{Error, Result};
pub use finished::{Cells, Finished};
pub use sweep::{Wanted, men_that_fit};

#[cfg(test)]
mod tests;

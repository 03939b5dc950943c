//! How long work is run, whatever the work is: it tells how far it has come, it can be stopped,
//! it knows what memory there is and what it has taken of the processors, and its files appear whole or not at all.
//!
//! No chess and no game theory lives here. A computation takes a [`Task`], reports to it and asks
//! it now and then whether to go on; who listens (a progress bar, plain lines, nobody) is decided
//! by the face that started the work.

#![forbid(unsafe_code)]

pub mod files;
pub mod memory;
pub mod processor;
mod task;

pub use task::{Interrupted, Observer, Stage, Task};

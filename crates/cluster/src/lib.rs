//! Several processes, on one machine or on many, that solve endgames together.
//!
//! They are listed in a file of [`Hosts`], meet ([`Hello`]) and become a [`Cluster`]: a
//! [`Company`](nimzo_retro::sweep::Company) for the solver, whose messages travel on timely dataflow. A
//! round of messages is a timestamp of the dataflow; it is over when the last packet of each process is
//! here. [`cost`] tells beforehand what it will take.
//!
//! What a process must not do is wait for ever, so each learns why it is to end: from a process that
//! leaves and says so, from a connection that breaks, or from silence.
//!
//! # Words
//! - *process*: one run of the program, on a machine of its own or beside others; *member* of a company is the solver's
//!   word for it. A process has as many threads that solve as `--workers` says, and one *attendant* for the messages.
//! - *packet*: bytes from one process to another in a round; *round*: what all send and receive before anyone goes on.
//! - *share*: the memory of one process alone, divided by their number.

#![forbid(unsafe_code)]

mod attendant;
mod cluster;
pub mod cost;
mod error;
mod health;
mod hosts;
mod inbox;
mod meeting;
mod packet;
#[cfg(test)]
mod tests;
mod watched;

pub use cluster::Cluster;
pub use error::{Error, Lost};
pub use health::Status;
pub use hosts::Hosts;
pub use meeting::Hello;

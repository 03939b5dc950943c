//! The crate against itself, against the definitions, and against a crate that others wrote.

mod against_cgt;
mod algebra;
mod days;
mod notation;
mod random;
mod trajectories;

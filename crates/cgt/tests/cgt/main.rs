//! The crate against itself, against the definitions, and against a crate that others wrote.

mod against_cgt;
mod algebra;
mod days;
mod limits;
mod loopy;
mod loopy_thermographs;
mod notation;
mod operations;
mod random;
mod reading;
mod trajectories;

//! The answers.

#[cfg(test)]
mod caged;
pub mod chilled;
mod file;
pub mod hottest;
pub mod proof;
pub mod region;
pub mod solution;

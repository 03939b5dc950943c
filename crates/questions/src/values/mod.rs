//! Questions about values of games by themselves: calculating with them, and finding positions that have one.

pub mod cgt;
pub mod find;

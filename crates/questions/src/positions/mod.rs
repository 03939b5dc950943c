//! Questions about one position: what it is worth, the best line, a map of where a man could stand, and solving
//! what is in no table.

pub mod line;
pub mod map;
pub mod probe;
pub mod solve;

//! Questions about sums of positions on boards with kings, and the catalogue of their parts.

pub mod catalogue;
pub mod sum;

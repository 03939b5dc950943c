//! What the game is played on: partitions, their families, and all of them up to a size by number.

mod family;
mod numbering;
mod partition;

pub use family::{
    Family, MAX_FAMILY_SIDE, general_staircase, hook, rectangle, staircase, stairs, thick_hook,
};
pub(in crate::young) use numbering::NOTHING;
pub use numbering::{MAX_SIZE, Shapes};
pub use partition::{MAX_SIDE, Partition};

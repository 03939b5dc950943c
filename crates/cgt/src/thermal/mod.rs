//! What heat does to a game: exact trajectories, walls and thermographs. How a game's own
//! thermograph is found lives with the games; here are only the shapes and their operations.

mod thermograph;
mod trajectory;
mod wall;

pub use thermograph::{Mast, Thermograph};
pub use trajectory::{Point, Slope, Trajectory};
pub use wall::{Meeting, Wall};

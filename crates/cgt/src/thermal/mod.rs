//! What heat does to a game: exact trajectories, walls and thermographs. How a game's own
//! thermograph is found lives with the games; here are only the shapes and their operations.

mod point;
mod ratio;
mod slanted;
mod thermograph;
mod trajectory;
mod walk;
mod wall;

pub use point::{Point, Slope};
pub use ratio::Ratio;
pub use slanted::SlantedWall;
pub use thermograph::{Mast, Thermograph};
pub use trajectory::Trajectory;
pub use wall::{Meeting, Wall};

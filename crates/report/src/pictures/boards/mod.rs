//! Pictures made of squares: chess boards, planes of numbers, rows of pawns, Young diagrams.

mod board;
mod contour;
mod density;
mod gallery;
mod heatmap;
mod men;
mod pawn_files;
mod square_map;
mod squares;
mod young;

pub use board::{Board, Mark};
pub use density::Density;
pub use gallery::Gallery;
pub use heatmap::{HeatCell, HeatMap};
pub use men::men_markup;
pub use pawn_files::{PawnFile, PawnFiles};
pub use square_map::{MapBoard, MapLook, MapSquare, SquareMap};
pub use young::{Young, YoungCell};

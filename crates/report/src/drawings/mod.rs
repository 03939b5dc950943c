//! The results of each part as pictures: which picture shows a result best, and how its numbers
//! are laid on it. Commands, the report and the web explorer draw the same result in the same way
//! because they all ask here.
//!
//! The drawing itself is [`pictures`](crate::pictures)'; nothing is computed here.

mod echess;
mod pawns;
mod positions;
mod tables;
mod young;

pub use echess::{
    Level, RegionCell, ValueCell, echess_thermograph, echess_values, escapes, region_cells,
    region_map,
};
pub use pawns::{census, periodic, proportions, word};
pub use positions::{framed, kings, position};
pub use tables::{depths, solved_depths};
pub use young::values;

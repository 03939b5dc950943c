//! `nimzo zug`: questions about zugzwangs.

mod census;
mod classify;
mod count;
mod list;
mod reading;
mod shared_census;
pub(crate) mod source;
mod study;

pub use census::{Census, ZugCensusAnswer};
pub use classify::{Classify, ZugClassifyAnswer};
pub use count::{Count, ZugCountAnswer};
pub use list::{List, ZugListAnswer};
pub use study::{Study, ZugStudyAnswer};

use crate::Group;

/// The word under which they are asked.
pub const GROUP: Group = Group {
    name: "zug",
    about: "Zugzwangs: positions in which the side to move would rather pass",
    notation: "",
    examples: "",
};

//! Studies and games, move by move: which moves keep the result.

mod annotate;
mod check;
mod judge;

pub use annotate::Annotate;
pub use check::Check;

use crate::Group;

/// Questions about studies.
pub const GROUP: Group = Group {
    name: "study",
    about: "Studies: is each move of the solution the only one?",
    notation: "",
    examples: "",
};

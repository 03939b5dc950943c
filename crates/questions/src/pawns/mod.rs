//! `nimzo pawns`: Elkies' pawn game.

mod census;
mod embed;
mod periodic;
mod play;
mod search;
mod value;

pub use census::Census;
pub use embed::Embed;
pub use periodic::Periodic;
pub use play::Play;
pub use search::Search;
pub use value::Value;

use crate::Group;

/// What the help says of these questions.
pub const GROUP: Group = Group {
    name: "pawns",
    about: "The pawn game: nimbers of words, of all words, of repeated patterns; embedding into \
            chess",
    notation: "A word has one letter a file: 0 an open file, 1 a stopped one; two 1s are never \
               neighbours.",
    examples: "Example:\n  nimzo pawns value 1000",
};

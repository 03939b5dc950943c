//! What can go wrong with tables, each with the input that caused it.

use std::io;
use std::path::PathBuf;

use nimzo_work::Interrupted;
use nimzo_work::memory::DoesNotFit;

/// A name such as `KQRvKQ` could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("material {text:?}, character {}: {why}; expected something like KQRvKQ", .at + 1)]
pub struct MaterialError {
    /// What was given.
    pub text: String,
    /// The character at which it stops making sense, from 0.
    pub at: usize,
    /// What would have been right.
    pub why: &'static str,
}

/// Anything that can go wrong with tables.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A class name could not be read.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The work was stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is not enough memory.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A position cannot be looked up.
    #[error("position {fen:?}: {why}")]
    Position {
        /// The position as given.
        fen: String,
        /// Why not.
        why: String,
    },
}

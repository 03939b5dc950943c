//! What can go wrong with tables, each with the input that caused it.

use std::io;
use std::path::{Path, PathBuf};

use nimzo_work::Interrupted;
use nimzo_work::memory::{DoesNotFit, human};

use crate::material::Material;

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
    /// No metric has this name.
    #[error("metric {0:?}: expected one of wdl, dtm, dtc, dtz, dtz50")]
    Metric(String),
    /// The work was stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is not enough memory.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// There is not enough room on the disk.
    #[error("{}: the tables may need {} of disk, and {} are free", .folder.display(), human(*.needed), human(*.free))]
    DiskFull {
        /// Where the tables were to go.
        folder: PathBuf,
        /// Bytes they may need.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file that is no table, or not the one its name says.
    #[error("{}: {why}", .path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
    /// A table of another version of the format.
    #[error("{}: written in version {version} of the format; this program reads version {known}{}", .path.display(), remedy(.version, .known))]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// The version known here.
        known: u32,
    },
    /// A table that is no longer what was written.
    #[error("{}: damaged: {why}; delete it and build it again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// A class too large for the generator.
    #[error("{0} is beyond the generator: it takes at most 6 men beside pawns")]
    TooLarge(Material),
    /// Depths beyond what two bytes hold.
    #[error("{0} has depths beyond 32766 plies")]
    TooDeep(Material),
    /// A class that the generator needed and nobody had solved.
    #[error("{class} has not been solved for {metric}")]
    Unsolved {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: crate::metric::Metric,
    },
    /// A table that has not been built.
    #[error("there is no table of {class} with {metric} in {}; `nimzo table build {class}` builds it", .folder.display())]
    Missing {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: crate::metric::Metric,
        /// Where it was looked for.
        folder: PathBuf,
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

impl Error {
    /// What the system said about a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

/// What to do about a table of an older version.
fn remedy(version: &u32, known: &u32) -> &'static str {
    if version < known { "; build it again" } else { "" }
}

//! What can go wrong with writing Syzygy's files.

use std::io;
use std::path::{Path, PathBuf};

use nimzo_chess::Material;
use nimzo_work::Interrupted;
use nimzo_work::memory::DoesNotFit;

/// Anything that can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A table that is read is missing, damaged, or cannot be read.
    #[error(transparent)]
    Tables(nimzo_tables::Error),
    /// The work was stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is not enough memory.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// A class for which there is no such file.
    #[error("{0}: Syzygy's files are of at most seven men; name a smaller class")]
    TooLarge(Material),
    /// Tables made with promotion to queens only.
    #[error(
        "{0}: the table was made with promotion to queens only, which Syzygy's files do not know; build it with all promotions"
    )]
    QueenOnly(Material),
    /// A Syzygy file that is none, or no longer whole.
    #[error("{}: damaged: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    /// What the system said about a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

impl From<nimzo_tables::Error> for Error {
    fn from(error: nimzo_tables::Error) -> Self {
        match error {
            nimzo_tables::Error::Interrupted(interrupted) => Self::Interrupted(interrupted),
            nimzo_tables::Error::DoesNotFit(reason) => Self::DoesNotFit(reason),
            other => Self::Tables(other),
        }
    }
}

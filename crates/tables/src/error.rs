//! What can go wrong with tables, each with the input that caused it.

use std::io;
use std::path::{Path, PathBuf};

use nimzo_work::Interrupted;
use nimzo_work::files::LockError;
use nimzo_work::memory::{DoesNotFit, human};

/// Anything that can go wrong with tables.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A position or its class is not what was expected.
    #[error(transparent)]
    Chess(nimzo_chess::Error),
    /// A class could not be solved.
    #[error(transparent)]
    Retro(nimzo_retro::Error),
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
    /// The tables may need more of the disk than was allowed.
    #[error("the tables may need {} of disk, and {} are allowed", human(*.needed), human(*.allowed))]
    MoreDisk {
        /// Bytes they may need.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// A class that only the processor builds.
    #[error("{0} is built slice by slice, which the processor does alone; use --device cpu")]
    OnProcessorOnly(nimzo_chess::Material),
    /// Somebody else builds in the folder.
    #[error(transparent)]
    Locked(#[from] LockError),
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
    /// A user's Syzygy files could not be read.
    #[error("Syzygy files in {}: {why}", .folder.display())]
    Syzygy {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A table that is no longer what was written.
    #[error("{}: damaged: {why}; delete it and build it again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
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

impl From<nimzo_chess::Error> for Error {
    fn from(error: nimzo_chess::Error) -> Self {
        match error {
            nimzo_chess::Error::Table(inner) => match inner.downcast() {
                Ok(ours) => *ours,
                Err(other) => Self::Chess(nimzo_chess::Error::Table(other)),
            },
            other => Self::Chess(other),
        }
    }
}

impl From<nimzo_chess::MaterialError> for Error {
    fn from(error: nimzo_chess::MaterialError) -> Self {
        Self::Chess(error.into())
    }
}

impl From<nimzo_retro::Error> for Error {
    fn from(error: nimzo_retro::Error) -> Self {
        match error {
            nimzo_retro::Error::Interrupted(interrupted) => Self::Interrupted(interrupted),
            nimzo_retro::Error::DoesNotFit(reason) => Self::DoesNotFit(reason),
            nimzo_retro::Error::Outside(inner) => match inner.downcast() {
                Ok(ours) => *ours,
                Err(other) => Self::Retro(nimzo_retro::Error::Outside(other)),
            },
            other => Self::Retro(other),
        }
    }
}

impl From<Error> for nimzo_chess::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Chess(chess) => chess,
            other => Self::Table(Box::new(other)),
        }
    }
}

impl From<Error> for nimzo_retro::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Retro(retro) => retro,
            Error::Interrupted(interrupted) => Self::Interrupted(interrupted),
            Error::DoesNotFit(reason) => Self::DoesNotFit(reason),
            other => Self::Outside(Box::new(other)),
        }
    }
}

/// What to do about a table of an older version.
fn remedy(version: &u32, known: &u32) -> &'static str {
    if version < known { "; build it again" } else { "" }
}

//! What can go wrong with zugzwangs, each with the input that caused it.

use std::io;
use std::path::PathBuf;

use nimzo_chess::Material;
use nimzo_work::Interrupted;
use nimzo_work::memory::DoesNotFit;

/// Anything that can go wrong here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A text is no position, or a position cannot be looked up.
    #[error(transparent)]
    Chess(nimzo_chess::Error),
    /// A class that the operation is not made for.
    #[error("{class}: {why}")]
    WrongClass {
        /// The class.
        class: Material,
        /// What the operation is made for.
        why: &'static str,
    },
    /// Tables could not be read or made.
    #[error(transparent)]
    Tables(nimzo_tables::Error),
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
    /// Output could not be written.
    #[error("writing: {0}")]
    Write(#[from] io::Error),
    /// A file of ours does not say what it should.
    #[error("{}, line {line}: {why}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl From<nimzo_chess::Error> for Error {
    fn from(error: nimzo_chess::Error) -> Self {
        nimzo_tables::Error::from(error).into()
    }
}

impl From<nimzo_tables::Error> for Error {
    fn from(error: nimzo_tables::Error) -> Self {
        match error {
            nimzo_tables::Error::Chess(chess) => Self::Chess(chess),
            nimzo_tables::Error::Interrupted(interrupted) => Self::Interrupted(interrupted),
            nimzo_tables::Error::DoesNotFit(reason) => Self::DoesNotFit(reason),
            other => Self::Tables(other),
        }
    }
}

impl From<nimzo_retro::Error> for Error {
    fn from(error: nimzo_retro::Error) -> Self {
        nimzo_tables::Error::from(error).into()
    }
}

/// The usual result.
pub type Result<T> = std::result::Result<T, Error>;

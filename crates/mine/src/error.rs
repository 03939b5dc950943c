//! What can go wrong while a class is searched.

use nimzo_chess::Material;
use nimzo_work::Interrupted;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Tables could not be read, or are missing.
    #[error(transparent)]
    Tables(#[from] nimzo_tables::Error),
    /// The class is written with its weaker side first.
    #[error("{0}: in a query White is the stronger side; write {canonical}", canonical = .0.canonical())]
    NotCanonical(Material),
    /// A position found is no position: the tables contradict the rules.
    #[error("{0}: a position found is not legal; its table may be damaged")]
    NotLegal(Material),
    /// A query that asks for more than is there while a class is solved and forgotten.
    #[error(
        "{0} has no tables, and while it is solved and forgotten queries may ask for results, men, \
         null moves, dtc and dtz, and without pawns for moves, but not for mates, checks after moves, dtm \
         and dtz50"
    )]
    NeedsTables(Material),
    /// A class with too many men for castling rights.
    #[error("{0}: positions with castling rights are tabled for up to five men")]
    TooManyForRights(Material),
    /// Output could not be written.
    #[error("writing: {0}")]
    Write(std::io::Error),
}

impl From<nimzo_chess::Error> for Error {
    fn from(error: nimzo_chess::Error) -> Self {
        Self::Tables(error.into())
    }
}

impl From<nimzo_retro::Error> for Error {
    fn from(error: nimzo_retro::Error) -> Self {
        Self::Tables(error.into())
    }
}

impl From<Interrupted> for Error {
    fn from(stopped: Interrupted) -> Self {
        Self::Tables(stopped.into())
    }
}

/// The usual result.
pub type Result<T> = std::result::Result<T, Error>;

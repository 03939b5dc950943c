//! What can go wrong while reproducing and reporting.

/// The error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody asked the work to stop.
    #[error("interrupted")]
    Interrupted(#[from] nimzo_work::Interrupted),
    /// A data file of the project cannot be read: a fault of the project, not of the user.
    #[error("data file {file}: {reason}")]
    Data {
        /// Which file.
        file: String,
        /// What is wrong in it.
        reason: String,
    },
    /// A name that is none of the papers.
    #[error(
        "no paper is called {name:?}; the papers are thompson, bleicher, elkies, gottlieb and berlekamp"
    )]
    UnknownPaper {
        /// The name as given.
        name: String,
    },
    /// Endgame tables could not be made or read.
    #[error(transparent)]
    Tables(#[from] nimzo_tables::Error),
    /// A position could not be looked up.
    #[error(transparent)]
    Chess(#[from] nimzo_chess::Error),
    /// A class could not be solved.
    #[error(transparent)]
    Retro(#[from] nimzo_retro::Error),
    /// A computation behind a published table failed.
    #[error("{table}: {reason}")]
    Computation {
        /// Which table was being computed.
        table: String,
        /// What went wrong.
        reason: String,
    },
    /// A game could not be read or computed.
    #[error(transparent)]
    Game(#[from] nimzo_games::Error),
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// Which file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A picture was asked for of something that cannot be drawn.
    #[error("cannot draw {what}: expected {expected}")]
    Drawing {
        /// What was asked for.
        what: String,
        /// What would be right.
        expected: String,
    },
    /// A drawing could not be turned into dots.
    #[error("cannot make a PNG image: {reason}")]
    Raster {
        /// Why.
        reason: String,
    },
}

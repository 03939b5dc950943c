//! What can go wrong with positions and their values, each with the input that caused it.

use std::path::PathBuf;

use shakmaty::{Chess, Position};

use crate::fen::FenFault;
use crate::material::{MAX_MEN, Material};
use crate::metric::Metric;

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

/// What would help where a table is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// To build it.
    Build,
    /// To build its positions with castling rights.
    BuildCastling,
    /// To solve the position, which has castling rights and too many men to be tabled with them.
    SolveWithRights,
    /// To add Syzygy's files.
    AddSyzygyFiles,
}

impl Remedy {
    fn told(self, class: Material) -> String {
        match self {
            Self::Build if class.count() > MAX_MEN => {
                format!("{} men are too many for one", class.count())
            }
            Self::Build => format!("`nimzo table build {class}` builds it"),
            Self::BuildCastling => {
                format!("`nimzo table build {class} --castling` builds it with castling rights")
            }
            Self::SolveWithRights => "castling rights are tabled for up to five men; `nimzo solve` \
                may find the value of one position with more, or write '-' for them to leave them out"
                .to_owned(),
            Self::AddSyzygyFiles => "add the files of this class and of all it leads to".to_owned(),
        }
    }
}

/// Anything that can go wrong here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A class name could not be read.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// No metric has this name.
    #[error("metric {0:?}: expected one of wdl, dtm, dtc, dtz, dtz50")]
    Metric(String),
    /// A text is not a position.
    #[error("position {text:?}: {fault}")]
    Fen {
        /// What was given.
        text: String,
        /// What is wrong with it.
        fault: FenFault,
    },
    /// A position cannot be looked up.
    #[error("position {fen:?}: {why}")]
    Position {
        /// The position as given.
        fen: String,
        /// Why not.
        why: String,
    },
    /// A table that has not been built.
    #[error("there is no table of {class} with {metric} in {}; {}", .place.display(), .remedy.told(*.class))]
    Missing {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: Metric,
        /// Where it was looked for.
        place: PathBuf,
        /// What would help.
        remedy: Remedy,
    },
    /// A table could not be read; what whoever keeps it says.
    #[error(transparent)]
    Table(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// A metric of a position was wanted in this place and is not there.
    pub fn missing(place: &str, position: &Chess, metric: Metric) -> Self {
        let class = Material::of_board(position.board()).canonical();
        Self::Missing { class, metric, place: place.into(), remedy: Remedy::Build }
    }
}

//! Why a question was not answered.

use std::path::Path;

use nimzo_work::Interrupted;
use nimzo_work::files::LockError;
use nimzo_work::memory::DoesNotFit;

/// Why a question was not answered. The message names the input and what would be right; each
/// face shows it in its own way (an exit status, an HTTP status, an exception).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The input was bad.
    #[error("{0}")]
    BadInput(String),
    /// A table that the answer needs has not been built.
    #[error("{what}")]
    MissingTable {
        /// What is missing, where it was looked for, and what would help.
        what: String,
        /// The same for someone who is not at this machine.
        outside: String,
    },
    /// More was asked for than the program or the machine can hold.
    #[error("{0}")]
    TooLarge(String),
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
    /// A file that is damaged, a disk that is full, a folder that may not be read.
    #[error("{what}")]
    Machine {
        /// What went wrong, with the file or folder.
        what: String,
        /// The same for someone who is not at this machine, and whom its folders do not concern.
        outside: String,
    },
}

impl Failure {
    /// Bad input, told by `message`.
    pub fn input(message: impl ToString) -> Self {
        Self::BadInput(message.to_string())
    }

    /// A missing table, told by `message`, which names no folder.
    pub fn missing(message: impl ToString) -> Self {
        Self::MissingTable { what: message.to_string(), outside: message.to_string() }
    }

    /// This machine's fault, told by `message`, which names no folder.
    pub fn machine(message: impl ToString) -> Self {
        Self::Machine { what: message.to_string(), outside: message.to_string() }
    }

    /// This machine's fault with a file or folder.
    pub fn machine_at(place: &Path, message: impl ToString) -> Self {
        let outside = message.to_string();
        Self::Machine { what: format!("{}: {outside}", place.display()), outside }
    }

    /// The message for someone who is not at this machine: without the names of its folders.
    pub fn for_strangers(&self) -> String {
        match self {
            Self::Machine { outside, .. } | Self::MissingTable { outside, .. } => outside.clone(),
            other => other.to_string(),
        }
    }

    /// The exit status that tells it to a shell: 1 is for answers that are "no".
    pub fn status(&self) -> u8 {
        match self {
            Self::Stopped => 130,
            _ => 2,
        }
    }
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Stopped
    }
}

impl From<DoesNotFit> for Failure {
    fn from(error: DoesNotFit) -> Self {
        Self::TooLarge(error.to_string())
    }
}

/// Something that went wrong with no file's name to it.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::machine(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::machine(error)
    }
}

impl From<nimzo_chess::MaterialError> for Failure {
    fn from(error: nimzo_chess::MaterialError) -> Self {
        Self::input(error)
    }
}

impl From<nimzo_cgt::Error> for Failure {
    fn from(error: nimzo_cgt::Error) -> Self {
        match error {
            nimzo_cgt::Error::Interrupted(stopped) => stopped.into(),
            nimzo_cgt::Error::TooDeep { .. } | nimzo_cgt::Error::TooLarge { .. } => {
                Self::TooLarge(error.to_string())
            }
            other => Self::input(other),
        }
    }
}

impl From<nimzo_games::Error> for Failure {
    fn from(error: nimzo_games::Error) -> Self {
        match error {
            nimzo_games::Error::Interrupted(stopped) => stopped.into(),
            nimzo_games::Error::Memory(error) => error.into(),
            nimzo_games::Error::TooManyCells { .. } | nimzo_games::Error::TooManyMoves { .. } => {
                Self::TooLarge(error.to_string())
            }
            nimzo_games::Error::Value(error) => error.into(),
            nimzo_games::Error::TooLargeToExplore { .. } => Self::TooLarge(error.to_string()),
            other => Self::input(other),
        }
    }
}

impl From<nimzo_chess::Error> for Failure {
    fn from(error: nimzo_chess::Error) -> Self {
        use nimzo_chess::Error as Chess;
        match error {
            Chess::Missing { class, metric, .. } => Self::MissingTable {
                what: error.to_string(),
                outside: format!("there is no table of {class} with {metric}"),
            },
            Chess::Table(inner) => from_outside(inner),
            other => Self::input(other),
        }
    }
}

impl From<nimzo_retro::Error> for Failure {
    fn from(error: nimzo_retro::Error) -> Self {
        use nimzo_retro::Error as Retro;
        match error {
            Retro::Interrupted(stopped) => stopped.into(),
            Retro::DoesNotFit(error) => error.into(),
            Retro::TooLarge(_) | Retro::TooDeep(_) | Retro::TooLittle(_) => {
                Self::TooLarge(error.to_string())
            }
            Retro::Unsolved { .. } => Self::missing(error),
            Retro::Outside(inner) => from_outside(inner),
        }
    }
}

/// An error that came through a crate which does not know its type.
fn from_outside(error: Box<dyn std::error::Error + Send + Sync>) -> Failure {
    let error = match error.downcast::<nimzo_cuda::Error>() {
        Ok(error) => return (*error).into(),
        Err(other) => other,
    };
    match error.downcast::<nimzo_tables::Error>() {
        Ok(error) => (*error).into(),
        Err(other) => {
            let outside = "a table could not be read".to_owned();
            Failure::Machine { what: other.to_string(), outside }
        }
    }
}

impl From<nimzo_tables::Error> for Failure {
    fn from(error: nimzo_tables::Error) -> Self {
        use nimzo_tables::Error as Tables;
        match error {
            Tables::Chess(error) => error.into(),
            Tables::Retro(error) => error.into(),
            Tables::Interrupted(stopped) => stopped.into(),
            Tables::DoesNotFit(error) => error.into(),
            Tables::Locked(LockError::Held { .. }) => {
                let outside = "tables are being built; ask again later".to_owned();
                Self::Machine { what: error.to_string(), outside }
            }
            Tables::MoreDisk { .. } => Self::TooLarge(error.to_string()),
            Tables::OnProcessorOnly(_) => Self::input(error),
            Tables::DiskFull { .. } => {
                let outside = "there is not enough room on the disk".to_owned();
                Self::Machine { what: error.to_string(), outside }
            }
            other => {
                let outside = "a table could not be read".to_owned();
                Self::Machine { what: other.to_string(), outside }
            }
        }
    }
}

impl From<nimzo_cuda::Error> for Failure {
    fn from(error: nimzo_cuda::Error) -> Self {
        use nimzo_cuda::Error as Card;
        match error {
            Card::Interrupted(stopped) => stopped.into(),
            Card::TooLarge { .. } | Card::NoTwins { .. } | Card::OnlyCounted { .. } => {
                Self::TooLarge(error.to_string())
            }
            other => Self::machine(other),
        }
    }
}

impl From<nimzo_syzygy::Error> for Failure {
    fn from(error: nimzo_syzygy::Error) -> Self {
        use nimzo_syzygy::Error as Syzygy;
        match error {
            Syzygy::Tables(error) => error.into(),
            Syzygy::Interrupted(stopped) => stopped.into(),
            Syzygy::DoesNotFit(error) => error.into(),
            Syzygy::TooLarge(_) => Self::TooLarge(error.to_string()),
            Syzygy::QueenOnly(_) => Self::input(error),
            Syzygy::Damaged { .. } | Syzygy::Io { .. } => {
                let outside = "a file could not be read or written".to_owned();
                Self::Machine { what: error.to_string(), outside }
            }
        }
    }
}

impl From<nimzo_zugzwang::Error> for Failure {
    fn from(error: nimzo_zugzwang::Error) -> Self {
        use nimzo_zugzwang::Error as Zug;
        match error {
            Zug::Interrupted(stopped) => stopped.into(),
            Zug::DoesNotFit(error) => error.into(),
            Zug::Chess(error) => error.into(),
            Zug::Tables(error) => error.into(),
            Zug::Io { .. } | Zug::Write(_) | Zug::Record { .. } => {
                let outside = "a file could not be read or written".to_owned();
                Self::Machine { what: error.to_string(), outside }
            }
            other => Self::input(other),
        }
    }
}

impl From<nimzo_mine::Error> for Failure {
    fn from(error: nimzo_mine::Error) -> Self {
        match error {
            nimzo_mine::Error::Tables(error) => error.into(),
            nimzo_mine::Error::Write(error) => error.into(),
            nimzo_mine::Error::NotCanonical(_) => Self::input(error),
            nimzo_mine::Error::NeedsTables(_) => Self::missing(error),
            nimzo_mine::Error::NotLegal(_) => Self::machine(error),
            nimzo_mine::Error::TooManyForRights(_) => Self::TooLarge(error.to_string()),
        }
    }
}

impl From<nimzo_report::Error> for Failure {
    fn from(error: nimzo_report::Error) -> Self {
        use nimzo_report::Error as Report;
        match error {
            Report::Interrupted(stopped) => stopped.into(),
            Report::Tables(error) => error.into(),
            Report::Chess(error) => error.into(),
            Report::Retro(error) => error.into(),
            Report::Game(error) => error.into(),
            Report::Write { ref source, .. } => {
                let outside = source.to_string();
                Self::Machine { what: error.to_string(), outside }
            }
            Report::UnknownPaper { .. } | Report::Drawing { .. } => Self::input(error),
            Report::Data { .. } | Report::Computation { .. } | Report::Raster { .. } => {
                Self::machine(error)
            }
        }
    }
}

//! What can go wrong between processes.

use std::path::PathBuf;

/// Anything that can go wrong here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file of hosts cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file of hosts is not one.
    #[error("{place}: {why}; expected a line HOST:PORT for each process")]
    BadHosts {
        /// The file and line.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// There is no such process.
    #[error("--process {process}: {place} lists {count} processes, numbered from 0")]
    NoSuchProcess {
        /// The number given.
        process: usize,
        /// How many there are.
        count: usize,
        /// The file.
        place: String,
    },
    /// The address of this process cannot be listened at.
    #[error("process {process} cannot listen at {address}: {source}")]
    CannotListen {
        /// This process.
        process: usize,
        /// Its address.
        address: String,
        /// Why.
        source: std::io::Error,
    },
    /// Processes did not come.
    #[error("{missing} did not come within {seconds} s")]
    NotThere {
        /// Who, with their addresses.
        missing: String,
        /// How long was waited.
        seconds: u64,
    },
    /// Processes that do not fit together.
    #[error("{0}")]
    Disagree(String),
    /// A process that was lost.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A round that failed.
    #[error(transparent)]
    Round(#[from] nimzo_retro::Error),
    /// Something the system refused.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A process that is no longer there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "process {process} ({address}) {why}; what is finished is kept, and the same command goes on there"
)]
pub struct Lost {
    /// Which.
    pub process: usize,
    /// Where it was.
    pub address: String,
    /// What happened.
    pub why: String,
}

impl Lost {
    /// What the others are told: the number of the process and what happened.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        [&(self.process as u64).to_le_bytes(), self.why.as_bytes()].concat()
    }

    /// The process and what happened, as another has told it.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<(usize, String)> {
        let (process, why) = bytes.split_first_chunk()?;
        let process = usize::try_from(u64::from_le_bytes(*process)).ok()?;
        Some((process, String::from_utf8_lossy(why).into_owned()))
    }
}

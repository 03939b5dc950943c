//! `nimzo serve`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use nimzo_questions::{Failure, Folders, Session};
use nimzo_work::Task;

use crate::cli::REPORTS;
use crate::console::Outcome;
use crate::serve;

/// Open the explorer in a browser, and answer programs in JSON
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo serve --addr 127.0.0.1:8080")]
pub struct Serve {
    /// Where to listen
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// Folder of the report on the papers, as `nimzo reproduce` writes it
    #[arg(long, value_name = "DIR", default_value = REPORTS)]
    report: PathBuf,
    /// How long a question may take before it is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 90,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    longest: u64,
}

impl Serve {
    /// Serves until interrupted.
    pub fn run(self, session: &Session, task: &Task) -> Result<Outcome, Failure> {
        let folders = Folders { tables: Some(session.folder()?), reports: self.report };
        serve::run(self.addr, folders, Duration::from_secs(self.longest), task)?;
        Ok(Outcome::Done)
    }
}

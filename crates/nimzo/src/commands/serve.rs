//! `nimzo serve`

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nimzo_questions::{Failure, Folders, Session};
use nimzo_work::Task;

use crate::cli::REPORTS;
use crate::console::Outcome;
use crate::serve::{self, Manners, Settings};

/// Open the explorer in a browser, and answer programs in JSON
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo serve --addr 127.0.0.1:8080
  nimzo serve --read-only --behind-proxy --host tables.example.org")]
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
    /// How long to wait for the head of a request; for a client that takes nothing of its answer, twice as long
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=3_600))]
    patience: u64,
    /// Requests a second of one address that is not this machine's; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 20)]
    rate: u32,
    /// Do no jobs: nothing is built, nothing is written
    #[arg(long)]
    read_only: bool,
    /// A proxy stands before this server and names who asks in X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// A name to answer to beside localhost and literal addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
}

impl Serve {
    /// Serves until interrupted.
    pub fn run(self, session: &Session, task: &Task) -> Result<Outcome, Failure> {
        let folders = Folders {
            tables: Some(session.folder()?),
            reports: self.report,
            syzygy: session.syzygy_folder().map(Path::to_owned),
        };
        let manners = Manners {
            rate: (self.rate > 0).then_some(f64::from(self.rate)),
            behind_proxy: self.behind_proxy,
            hosts: self.host,
            read_only: self.read_only,
        };
        let settings = Settings {
            addr: self.addr,
            longest_answer: Duration::from_secs(self.longest),
            patience: Duration::from_secs(self.patience),
            manners,
        };
        serve::run(settings, folders, task)?;
        Ok(Outcome::Done)
    }
}

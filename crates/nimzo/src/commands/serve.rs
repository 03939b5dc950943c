//! `nimzo serve`

use std::net::SocketAddr;

use crate::app::{App, Failure, Outcome};
use crate::serve;

/// Open the explorer in a browser, and answer programs in JSON
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo serve --addr 127.0.0.1:8080")]
pub struct Serve {
    /// Where to listen
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
}

impl Serve {
    /// Serves until interrupted.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        serve::run(self.addr, app.tables()?, &app.task)?;
        Ok(Outcome::Done)
    }
}

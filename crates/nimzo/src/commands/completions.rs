//! `nimzo completions`

use crate::app::{App, Failure, Outcome};
use crate::cli;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  nimzo completions bash > ~/.local/share/bash-completion/completions/nimzo"
)]
pub struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, _app: &App) -> Result<Outcome, Failure> {
        clap_complete::generate(
            self.shell,
            &mut cli::definition(),
            "nimzo",
            &mut std::io::stdout(),
        );
        Ok(Outcome::Done)
    }
}

//! `nimzo completions`

use std::io::{ErrorKind, Write};

use nimzo_questions::Failure;

use crate::cli;
use crate::console::Outcome;

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
    pub fn run(self) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli::definition(), "nimzo", &mut script);
        match std::io::stdout().write_all(&script) {
            Err(gone) if gone.kind() == ErrorKind::BrokenPipe => Ok(Outcome::ReaderGone),
            printed => Ok(printed.map(|()| Outcome::Done)?),
        }
    }
}

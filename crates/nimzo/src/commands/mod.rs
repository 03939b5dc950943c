//! The commands, one file each. A command reads its arguments, calls a library and hands the
//! answer to [`App`]; nothing is computed here.

mod completions;
mod echess;
mod pawns;
mod serve;
mod young;

use crate::app::{App, Failure, Outcome};

/// What can be asked.
#[derive(clap::Subcommand)]
pub enum Command {
    Young(young::Young),
    Echess(echess::Echess),
    Serve(serve::Serve),
    Pawns(pawns::Pawns),
    Completions(completions::Completions),
}

impl Command {
    /// Runs the command.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self {
            Self::Young(command) => command.run(app),
            Self::Echess(command) => command.run(app),
            Self::Serve(command) => command.run(app),
            Self::Pawns(command) => command.run(app),
            Self::Completions(command) => command.run(app),
        }
    }
}

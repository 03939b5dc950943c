//! The commands, one file each. A command reads its arguments, calls a library and hands the
//! answer to [`App`]; nothing is computed here.

mod completions;
mod echess;
mod pawns;
mod reproduce;
mod serve;
mod young;
mod zug;

use crate::app::{App, Failure, Outcome};

/// What can be asked.
#[derive(clap::Subcommand)]
pub enum Command {
    Reproduce(reproduce::Reproduce),
    Young(young::Young),
    Echess(echess::Echess),
    Serve(serve::Serve),
    Pawns(pawns::Pawns),
    Zug(zug::Zug),
    Completions(completions::Completions),
}

impl Command {
    /// Runs the command.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self {
            Self::Reproduce(command) => command.run(app),
            Self::Young(command) => command.run(app),
            Self::Echess(command) => command.run(app),
            Self::Serve(command) => command.run(app),
            Self::Pawns(command) => command.run(app),
            Self::Zug(command) => command.run(app),
            Self::Completions(command) => command.run(app),
        }
    }
}

//! `nimzo zug`: zugzwangs.

mod census;
mod classify;
mod count;
mod list;
mod source;
mod study;

use crate::app::{App, Failure, Outcome};

/// Zugzwangs: positions in which the side to move would rather pass
#[derive(clap::Args)]
pub struct Zug {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Classify(classify::Classify),
    Count(count::Count),
    List(list::List),
    Study(study::Study),
    Census(census::Census),
}

impl Zug {
    /// Runs the subcommand.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.command {
            Command::Classify(command) => command.run(app),
            Command::Count(command) => command.run(app),
            Command::List(command) => command.run(app),
            Command::Study(command) => command.run(app),
            Command::Census(command) => command.run(app),
        }
    }
}

//! What is no question: the server, several processes, the game on standard input, completions for shells.

mod cluster;
mod completions;
pub mod echess_play;
mod serve;

use std::sync::Arc;

use nimzo_questions::{Failure, Session};
use nimzo_work::Task;

use crate::console::{Console, Outcome};

/// Commands of the command line alone.
#[derive(clap::Subcommand)]
pub enum Command {
    Serve(serve::Serve),
    Cluster(cluster::Cluster),
    Completions(completions::Completions),
}

impl Command {
    /// Runs the command.
    pub fn run(
        self,
        console: &Console,
        session: &Arc<Session>,
        task: &Task,
    ) -> Result<Outcome, Failure> {
        match self {
            Self::Cluster(command) => command.run(console, session, task),
            Self::Serve(command) => command.run(session, task),
            Self::Completions(command) => command.run(),
        }
    }
}

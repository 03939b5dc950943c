//! `nimzo pawns`

mod census;
mod embed;
mod periodic;
mod play;
mod search;
mod value;

use crate::app::{App, Failure, Outcome};

/// The pawn game: nimbers of words, of all words, of repeated patterns; embedding into chess
///
/// A word has one letter a file: 0 an open file, 1 a stopped one; two 1s are never neighbours.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo pawns value 1000", arg_required_else_help = true)]
pub struct Pawns {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Value(value::Value),
    Census(census::Census),
    Periodic(periodic::Periodic),
    Search(search::Search),
    Embed(embed::Embed),
    Play(play::Play),
}

impl Pawns {
    /// Runs the chosen action.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.action {
            Action::Value(action) => action.run(app),
            Action::Census(action) => action.run(app),
            Action::Periodic(action) => action.run(app),
            Action::Search(action) => action.run(app),
            Action::Embed(action) => action.run(app),
            Action::Play(action) => action.run(app),
        }
    }
}

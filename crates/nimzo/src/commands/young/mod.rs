//! `nimzo young`: impartial chess on Young diagrams.

mod census;
mod classify;
mod conjecture;
mod graph;
mod map;
mod search;
mod value;

use nimzo_games::young::{Move, Moveset, Partition};
use serde_json::{Value, json};

use crate::app::{App, Failure, Outcome};

/// Impartial chess on Young diagrams: values, maps, classes, conjectures
///
/// PIECE is downright, pawn, knight, bishop, king, rook or queen, or any moveset written as moves
/// (rows,columns), with + where a move may be repeated: "(1,2),(0,1)+". PARTS is a partition,
/// largest part first: 5,4,4,4 or 5,4^3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo young value rook 5,4^3
  nimzo young map king 8^2,6^2,4^2,2^2 --svg king.svg
  nimzo young classify queen --family all --max 45
  nimzo young census --max 60
  nimzo young conjecture 5.1 --sides 21 --steps 60
  nimzo young search --region domestic-forced")]
pub struct Young {
    #[command(subcommand)]
    command: YoungCommand,
}

#[derive(clap::Subcommand)]
enum YoungCommand {
    Value(value::ValueOf),
    Map(map::Map),
    Classify(classify::Classify),
    Census(census::CensusOf),
    Conjecture(conjecture::ConjectureOn),
    Search(search::Search),
    Graph(graph::Graph),
    Equal(graph::Equal),
}

impl Young {
    /// Runs the chosen command.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.command {
            YoungCommand::Value(command) => command.run(app),
            YoungCommand::Map(command) => command.run(app),
            YoungCommand::Classify(command) => command.run(app),
            YoungCommand::Census(command) => command.run(app),
            YoungCommand::Conjecture(command) => command.run(app),
            YoungCommand::Search(command) => command.run(app),
            YoungCommand::Graph(command) => command.run(app),
            YoungCommand::Equal(command) => command.run(app),
        }
    }
}

fn moveset(text: &str) -> Result<Moveset, Failure> {
    Ok(text.parse()?)
}

fn partition(text: &str) -> Result<Partition, Failure> {
    Ok(text.parse()?)
}

fn move_json(made: &Move) -> Value {
    json!([made.rows, made.columns])
}

fn moves_text(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

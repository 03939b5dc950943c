//! `nimzo young graph` and `nimzo young equal`

use nimzo_games::young::{
    Dag, Partition, Piece, knight_to_downright, minimum_representative, partition_equivalent,
    pawn_to_downright, truncation,
};
use serde_json::json;

use super::{move_json, moveset, partition};
use crate::app::{Answer, App, Failure, Outcome};

/// The graph of a game, its least equal, its truncation, its reduction to DOWNRIGHT
#[derive(clap::Args)]
#[command(after_help = "Example:
  nimzo young graph knight 14^2,13,12^4,9,5,3")]
pub struct Graph {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
}

impl Graph {
    /// Builds the graph and prints it.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let moveset = moveset(&self.piece)?;
        let (partition, dag) = graph(app, &self.piece, &self.parts)?;
        let cut = truncation(&partition, &moveset).map(|cut| cut.to_string());
        let least = minimum_representative(&partition, &moveset, &app.task)?.to_string();
        let downright = match moveset.piece() {
            Some(Piece::Pawn) => Some(pawn_to_downright(&partition).to_string()),
            Some(Piece::Knight) => Some(knight_to_downright(&partition).to_string()),
            _ => None,
        };
        let edges = dag.edges.iter().map(|(from, made, to)| json!([from, move_json(made), to]));
        let document = json!({
            "piece": moveset.name(),
            "partition": partition.to_string(),
            "nodes": dag.nodes,
            "edges": edges.collect::<Vec<_>>(),
            "longest_play": dag.longest_play(),
            "least_equal": least,
            "truncation": cut,
            "downright": downright,
        });
        let mut text = format!(
            "{} on {partition}: {} positions, {} moves, longest play {}\n  least partition with the \
             same graph: {least}\n  truncation: {}",
            moveset.name(),
            dag.nodes.len(),
            dag.edges.len(),
            dag.longest_play(),
            cut.as_deref().unwrap_or("nothing"),
        );
        if let Some(image) = downright {
            text += &format!("\n  the same game as downright on {image}");
        }
        app.answer(&Answer::new(&document, text)?)
    }
}

/// Whether two games are the same: cell by cell, or after renaming the moves
///
/// Exit status 1 when they are not even game-equivalent.
#[derive(clap::Args)]
#[command(after_help = "Example:
  nimzo young equal knight 3,3 knight 2,2,2")]
pub struct Equal {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
    /// The other piece or moveset
    other_piece: String,
    /// The other partition
    #[arg(allow_negative_numbers = true)]
    other_parts: String,
}

impl Equal {
    /// Compares the two graphs.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let (left, left_dag) = graph(app, &self.piece, &self.parts)?;
        let (right, right_dag) = graph(app, &self.other_piece, &self.other_parts)?;
        let (moveset, other) = (moveset(&self.piece)?, moveset(&self.other_piece)?);
        let partition_equal = (moveset == other)
            .then(|| partition_equivalent(&left, &right, &moveset, &app.task))
            .transpose()?;
        let renaming = left_dag.equivalence(&right_dag, &app.task)?;
        let pairs = renaming.as_ref().map(|pairs| {
            pairs.iter().map(|(a, b)| json!([move_json(a), move_json(b)])).collect::<Vec<_>>()
        });
        let document = json!({
            "partition_equivalent": partition_equal,
            "game_equivalent": renaming.is_some(),
            "renaming": pairs,
        });
        let graphs = match partition_equal {
            Some(true) => "the same graph, cell by cell",
            Some(false) => "different graphs, cell by cell",
            None => "different movesets",
        };
        let renamed = match &renaming {
            None => "not game-equivalent".to_owned(),
            Some(pairs) if pairs.is_empty() => "game-equivalent: neither has a move".to_owned(),
            Some(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}->{b}")).collect();
                format!("game-equivalent by {}", pairs.join(" "))
            }
        };
        let text = format!(
            "{} on {left}, {} on {right}: {graphs}; {renamed}",
            moveset.name(),
            other.name()
        );
        app.answer(&Answer::new(&document, text)?.holds(renaming.is_some()))
    }
}

fn graph(app: &App, piece: &str, parts: &str) -> Result<(Partition, Dag), Failure> {
    let (moveset, partition) = (moveset(piece)?, partition(parts)?);
    let dag = Dag::new(&partition, &moveset, &app.task)?;
    Ok((partition, dag))
}

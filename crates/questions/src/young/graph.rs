//! `nimzo young graph`

use std::fmt;

use nimzo_games::young::{
    Partition, Piece, knight_to_downright, minimum_representative, pawn_to_downright, truncation,
};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Removal, with_graph};
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The graph of a game, its least equal, its truncation, its reduction to DOWNRIGHT
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:
  nimzo young graph knight 14^2,13,12^4,9,5,3")]
pub struct Graph {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
}

/// A position: rows and columns removed so far.
type Cell = (usize, usize);

/// The graph of a game; positions are cells, as row and column counted from 0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungGraphAnswer {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// The partition in its shortest form.
    partition: Shown<Partition>,
    /// The positions that play can reach.
    nodes: Vec<Cell>,
    /// Position, rows and columns removed, position.
    edges: Vec<(Cell, Removal, Cell)>,
    /// The number of moves in the longest play.
    longest_play: usize,
    /// The least partition with the same graph.
    least_equal: Shown<Partition>,
    /// The cells where some move can be made, whose lost positions in normal play are this
    /// partition's in misère play; nothing where no move can be made.
    truncation: Option<Shown<Partition>>,
    /// For pawn and knight, the partition on which downright is the same game.
    downright: Option<Shown<Partition>>,
}

impl Question for Graph {
    const PATH: &'static [&'static str] = &["young", "graph"];
    type Answer = YoungGraphAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungGraphAnswer, Failure> {
        let (moveset, partition, dag) = with_graph(&self.piece, &self.parts, task)?;
        let downright = match moveset.piece() {
            Some(Piece::Pawn) => Some(pawn_to_downright(&partition)),
            Some(Piece::Knight) => Some(knight_to_downright(&partition)),
            _ => None,
        };
        Ok(YoungGraphAnswer {
            piece: moveset.name(),
            longest_play: dag.longest_play(),
            nodes: dag.nodes,
            edges: dag
                .edges
                .into_iter()
                .map(|(from, made, to)| (from, Removal(made), to))
                .collect(),
            least_equal: Shown(minimum_representative(&partition, &moveset, task)?),
            truncation: truncation(&partition, &moveset).map(Shown),
            downright: downright.map(Shown),
            partition: Shown(partition),
        })
    }
}

impl fmt::Display for YoungGraphAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, partition, nodes, edges, longest_play, least_equal, .. } = self;
        write!(
            f,
            "{piece} on {partition}: {} positions, {} moves, longest play {longest_play}\n  least \
             partition with the same graph: {least_equal}\n  truncation: ",
            nodes.len(),
            edges.len(),
        )?;
        match &self.truncation {
            Some(cut) => cut.fmt(f)?,
            None => f.write_str("nothing")?,
        }
        match &self.downright {
            Some(image) => write!(f, "\n  the same game as downright on {image}"),
            None => Ok(()),
        }
    }
}

impl Answer for YoungGraphAnswer {}

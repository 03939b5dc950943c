//! `nimzo line`

use std::fmt;

use nimzo_chess::probe::line;
use nimzo_chess::{Material, Metric};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Position;

use crate::arguments::position;
use crate::{Answer, Failure, Question, Session};

/// Play best moves to the end
///
/// Other moves of the same depth are marked {= …}. A drawn position has no line. Tables of up to
/// four men that are missing are made for the question.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo line '8/8/8/8/8/2k5/7r/K7 b - - 0 1' --metric dtm")]
pub struct Line {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    /// What counts as best: dtm, dtc, dtz or dtz50
    #[arg(long, default_value = "dtm")]
    metric: String,
}

/// A line of best play.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LineAnswer {
    /// The position as given.
    fen: String,
    /// What counts as best.
    metric: &'static str,
    /// Plies to the metric's goal, positive when the side to move wins; nothing for a draw.
    depth: Option<i32>,
    /// Whether `depth` may be a ply more, because Syzygy's files, which round, have told it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    depth_rounded: bool,
    /// The moves in short algebraic notation.
    moves: Vec<String>,
    /// The moves by their squares.
    uci: Vec<String>,
    /// For each move the others of the same depth.
    alternatives: Vec<Vec<String>>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: String,
    /// The line with move numbers.
    pgn: String,
    #[serde(skip)]
    placement: String,
}

impl Question for Line {
    const PATH: &'static [&'static str] = &["line"];
    const DRAWS: bool = true;
    type Answer = LineAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<LineAnswer, Failure> {
        let metric: Metric = self.metric.parse()?;
        if metric == Metric::Wdl {
            return Err(Failure::input(
                "metric \"wdl\" has no depth to play by; expected dtm, dtc, dtz or dtz50",
            ));
        }
        let position = position(&self.fen)?;
        let class = Material::of_board(position.board());
        let sources = session.sources_for_position(&position, task)?;
        if class != Material::BARE_KINGS {
            sources.require(class, metric)?;
        }
        let found = line(&sources, &position, metric)?;
        Ok(LineAnswer {
            fen: self.fen.clone(),
            metric: metric.name(),
            depth: Some(found.depth.at_least().signed_plies()),
            depth_rounded: found.depth.exact().is_none(),
            moves: found.moves.iter().map(|m| m.san.clone()).collect(),
            uci: found.moves.iter().map(|m| m.uci.clone()).collect(),
            alternatives: found.moves.iter().map(|m| m.alternatives.clone()).collect(),
            result: found.result.to_string(),
            pgn: found.pgn(),
            placement: position.board().to_string(),
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

impl fmt::Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pgn)
    }
}

impl Answer for LineAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::position(&self.placement, &[], "", &self.pgn)?)
    }
}

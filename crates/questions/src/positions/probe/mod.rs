//! `nimzo probe`

mod text;

use nimzo_chess::Metric;
use nimzo_chess::probe::{Dtm50, Response, Scope, dtm50, respond_partly, respond_within};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use crate::arguments::position;
use crate::solve::offer;
use crate::{Answer, Failure, Question, Session};

/// Look a position up: its value, and every move's
///
/// People read what each move does for the player who makes it. The JSON has the field names of
/// Lichess's table server, where a move has the value of the position after it, as the opponent sees
/// it; depths are plies, positive when the side to move wins, and `precise_dtz` is missing (`~` in the
/// text) where a depth may be a ply more. Tables of up to four men that are missing are made for the
/// question; where a larger one is, Syzygy's files are asked, if --syzygy names some.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo probe '8/8/8/8/8/2k5/7r/K7 b - - 0 1'
  nimzo probe '8/8/8/8/8/2k5/7r/K7 b - - 0 1' --svg board.svg
  nimzo probe - --json < positions.fen
  nimzo probe - --wdl --no-moves < positions.fen")]
pub struct Probe {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    /// Also plies to mate under the fifty-move rule, the clock being that of the position
    #[arg(long)]
    #[serde(default)]
    dtm50: bool,
    /// Results only, no depths: these are found fastest
    #[arg(long, conflicts_with = "dtm50")]
    #[serde(default)]
    wdl: bool,
    /// The position alone, not its moves
    #[arg(long)]
    #[serde(default)]
    no_moves: bool,
}

/// Positions that the search for a mate under the fifty-move rule may take: some seconds.
const MOST_SEARCHED: usize = 1_000_000;

/// A mate under the fifty-move rule.
#[derive(Debug, Serialize, JsonSchema)]
struct MateUnderRule {
    /// Plies to mate, positive when the side to move wins; 0 for a draw, by the rule or otherwise.
    dtm50: i32,
    /// Whether that is exact. If not, mate is forced and takes at least so long.
    dtm50_exact: bool,
}

impl MateUnderRule {
    fn of(found: Dtm50) -> Self {
        match found {
            Dtm50::Exactly(depth) => Self { dtm50: depth.signed_plies(), dtm50_exact: true },
            Dtm50::AtLeast(depth) => Self { dtm50: depth.signed_plies(), dtm50_exact: false },
        }
    }
}

/// A position's value and every move's, in the fields of Lichess's table server.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProbeAnswer {
    #[serde(flatten)]
    response: Response,
    #[serde(flatten)]
    mate: Option<MateUnderRule>,
    /// What would tell more, where the tables know some of the moves only.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    #[serde(skip)]
    position: Chess,
}

impl ProbeAnswer {
    /// The answer about a position, from a response.
    pub(crate) fn of(response: Response, position: Chess) -> Self {
        Self { response, mate: None, advice: None, position }
    }
}

impl Question for Probe {
    const PATH: &'static [&'static str] = &["probe"];
    const DRAWS: bool = true;
    type Answer = ProbeAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ProbeAnswer, Failure> {
        let position = position(&self.fen)?;
        let sources = session.sources_for_position(&position, task)?;
        let metrics: &[Metric] = if self.wdl { &[Metric::Wdl] } else { &Metric::DEPTHS };
        let scope = Scope { metrics, moves: !self.no_moves };
        let response = match respond_within(&sources, &position, scope) {
            Err(missing @ nimzo_chess::Error::Missing { .. }) => {
                let some = respond_partly(&sources, &position, scope)?;
                if !some.says_anything() {
                    return Err(missing_but_solvable(missing.into(), &position, session, task));
                }
                let advice = offer(&position, session, task);
                return Ok(ProbeAnswer { advice, ..ProbeAnswer::of(some, position) });
            }
            other => other?,
        };
        let mate = match self.dtm50 {
            true => Some(MateUnderRule::of(dtm50(&sources, &position, MOST_SEARCHED)?)),
            false => None,
        };
        Ok(ProbeAnswer { mate, ..ProbeAnswer::of(response, position) })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

/// A missing table, with what else would answer.
fn missing_but_solvable(
    failure: Failure,
    position: &Chess,
    session: &Session,
    task: &Task,
) -> Failure {
    match (failure, offer(position, session, task)) {
        (Failure::MissingTable { what, outside }, Some(offer)) => Failure::MissingTable {
            what: format!("{what}; {offer}"),
            outside: format!("{outside}; {offer}"),
        },
        (failure, _) => failure,
    }
}

impl Answer for ProbeAnswer {
    /// The position with an arrow for the best move.
    fn picture(&self) -> Result<Picture, Failure> {
        let Self { response, position, .. } = self;
        let best: Vec<&str> =
            response.moves.first().map(|mv| mv.uci.as_str()).into_iter().collect();
        let caption =
            response.moves.first().map(|mv| format!("Best: {}", mv.san)).unwrap_or_default();
        let fen = position.board().board_fen().to_string();
        Ok(drawings::position(&fen, &best, &self.verdict(), &caption)?)
    }
}

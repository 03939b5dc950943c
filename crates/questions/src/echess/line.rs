//! `nimzo echess line`

use std::fmt;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{End, Guide, Move, Player, Ply, Position, Score, Style, Worth};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moves::going_on;
use super::{Ground, Side, position};
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// A line of play between the dogmatic strategies, or between two players who err nowhere
///
/// After each move stands what the rest of the game is worth to the player whose turn it is.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess line '0,0 -3,-1 10,1'
  nimzo echess line --corner '2,2 0,0 1,1' --first white --style best")]
pub struct Line {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Black)]
    first: Side,
    /// How moves are chosen
    #[arg(long, value_enum, default_value_t = Choice::Dogma)]
    style: Choice,
    /// The most moves to play, both sides counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    plies: usize,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Choice {
    /// By the players' dogmas
    Dogma,
    /// For the best stop of this position alone
    Best,
}

/// Longer lines are refused.
const LONGEST: usize = 1000;

/// A line of play.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessLineAnswer {
    /// The position that it begins with.
    position: Shown<Position>,
    /// Who moves first.
    first: Shown<Player>,
    /// The moves.
    moves: Vec<EchessPly>,
    /// The score, unless the line was cut off or a position came back.
    result: Option<Shown<Score>>,
    /// What best play brings.
    optimum: Shown<Worth>,
}

/// A move of a line.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessPly {
    /// Who moved.
    player: Shown<Player>,
    /// The move.
    #[serde(rename = "move")]
    played: Shown<Move>,
    /// What the rest of the game is worth to the player whose turn it is.
    worth: Shown<Worth>,
    /// The position after it, where the game goes on.
    after: Option<Shown<Position>>,
}

impl Question for Line {
    const PATH: &'static [&'static str] = &["echess", "line"];
    type Answer = EchessLineAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessLineAnswer, Failure> {
        self.require_short()?;
        let (board, first) = (self.ground.board(), self.first.player());
        let start = position(&self.position, board)?;
        let solution = self.ground.solved(session, task)?;
        let guide = Guide::new(&solution);
        // A White king outside the window is refused here.
        guide.evaluate(&start)?;
        let style = match self.style {
            Choice::Dogma => Style::Dogma,
            Choice::Best => Style::Best,
        };
        let line = guide.line(&start, first, style, self.plies)?;
        Ok(EchessLineAnswer {
            position: Shown(start),
            first: Shown(first),
            moves: line.plies.into_iter().map(EchessPly::from).collect(),
            result: match line.end {
                End::Score(score) => Some(Shown(score)),
                End::Unfinished => None,
            },
            optimum: Shown(guide.worth(&start, first, Dyadic::ZERO)?),
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.position)
    }

    fn prepare(&self, session: &Session, task: &Task) -> Result<(), Failure> {
        self.require_short()?;
        self.ground.solved(session, task).map(drop)
    }
}

impl Line {
    fn require_short(&self) -> Result<(), Failure> {
        if self.plies <= LONGEST {
            return Ok(());
        }
        Err(Failure::input(format!(
            "--plies {} is too many; expected at most {LONGEST}",
            self.plies
        )))
    }
}

impl From<Ply> for EchessPly {
    fn from(ply: Ply) -> Self {
        Self {
            player: Shown(ply.player),
            played: Shown(ply.played),
            worth: Shown(ply.worth),
            after: going_on(ply.after),
        }
    }
}

impl fmt::Display for EchessLineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, first, moves, optimum, .. } = self;
        write!(f, "{position}, {first} first: best play brings {optimum}")?;
        for EchessPly { player, played, worth, .. } in moves {
            write!(f, "\n  {:<5} {:<10} {worth}", player.to_string(), played.to_string())?;
        }
        match &self.result {
            Some(score) => write!(f, "\nscore {score}"),
            None => write!(f, "\nunfinished after {} moves", moves.len()),
        }
    }
}

impl Answer for EchessLineAnswer {}

//! `nimzo echess sum`

use std::fmt;

use nimzo_games::echess::{
    self, Board, Found, Guide, Initiative, Interval, Limits, Move, Orthodox, Player, Position,
    Summand, Worth,
};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Window;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// A sum of positions: its mean and temperature, and where either player should move
///
/// The mean of a sum is the sum of the means; its temperature is at most the greatest of theirs,
/// and equal to it if one summand is hotter than the rest. The orthodox move is in the hottest
/// summand. The stops are what thermographs prove about them; --search looks ahead until both
/// bounds meet.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess sum '0,0 1,-2 2,1' '0,0 3,0 -4,1'
  nimzo echess sum '0,0 3,-1 5,1' '0,0 5,-1 5,1' --search")]
pub struct Sum {
    /// The summands, each BKX,BKY WKX,WKY WRX,WRY in one word; one that begins with a minus sign
    /// is written with brackets, [-1,0] 3,0 5,1
    #[arg(value_name = "POSITION", required = true, num_args = 1..)]
    positions: Vec<String>,
    /// Find the exact stops by looking ahead
    #[arg(long)]
    search: bool,
    /// Positions of the sum that the search may look at
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u64,
    #[command(flatten)]
    #[serde(flatten)]
    window: Window,
}

/// More summands are refused.
const MOST: usize = 64;
/// More room for the search is refused: an answer should not take minutes.
const MOST_NODES: u64 = 2_000_000;

/// What is known of a sum of positions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessSumAnswer {
    /// The mean.
    mean: Shown<Interval>,
    /// The temperature.
    temperature: Shown<Interval>,
    /// What thermographs prove about the score when Black moves first.
    left_stop: Shown<Worth>,
    /// What thermographs prove about the score when White moves first.
    right_stop: Shown<Worth>,
    /// The summands.
    summands: Vec<EchessSummand>,
    /// Where Black should move.
    black: Option<EchessOrthodox>,
    /// Where White should move.
    white: Option<EchessOrthodox>,
    /// What looking ahead proves when Black moves first, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_stop_by_search: Option<EchessStop>,
    /// What looking ahead proves when White moves first, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_stop_by_search: Option<EchessStop>,
}

/// A summand.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessSummand {
    /// The position.
    position: Shown<Position>,
    /// Its mean.
    mean: Shown<Interval>,
    /// Its temperature.
    temperature: Shown<Interval>,
    /// Who keeps the move there, if that is known.
    sente: Option<Shown<Initiative>>,
    /// Whether it is hot at every temperature.
    urgent: bool,
}

/// Where a player should move.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessOrthodox {
    /// The summand, counted from 0.
    summand: usize,
    /// The move.
    #[serde(rename = "move")]
    played: Option<Shown<Move>>,
    /// All moves that are best there.
    moves: Vec<Shown<Move>>,
    /// Why there.
    reason: String,
}

/// A stop found by looking ahead.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessStop {
    /// The stop, or what is proved about it.
    stop: Shown<Worth>,
    /// Whether it is exact.
    exact: bool,
    /// Positions of the sum looked at.
    nodes: u64,
    /// Moves looked ahead.
    depth: u32,
}

impl Question for Sum {
    const PATH: &'static [&'static str] = &["echess", "sum"];
    type Answer = EchessSumAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessSumAnswer, Failure> {
        let positions = self.positions()?;
        let solution = self.window.solved(Board::Open, session, task)?;
        let mut sum = echess::Sum::new(Guide::new(&solution), &positions)?;
        let statement = sum.statement()?;
        let orthodox = |player| -> Result<_, Failure> {
            Ok(sum.orthodox(&statement, player)?.map(EchessOrthodox::from))
        };
        let (black, white) = (orthodox(Player::Black)?, orthodox(Player::White)?);
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let mut searched = |player| -> Result<Option<EchessStop>, Failure> {
            match self.search {
                true => Ok(Some(sum.search(player, limits, task)?.into())),
                false => Ok(None),
            }
        };
        Ok(EchessSumAnswer {
            mean: Shown(statement.mean),
            temperature: Shown(statement.temperature),
            left_stop: Shown(statement.left_stop),
            right_stop: Shown(statement.right_stop),
            left_stop_by_search: searched(Player::Black)?,
            right_stop_by_search: searched(Player::White)?,
            summands: statement.summands.into_iter().map(EchessSummand::from).collect(),
            black,
            white,
        })
    }
}

impl Sum {
    fn positions(&self) -> Result<Vec<Position>, Failure> {
        let count = self.positions.len();
        if count == 0 {
            return Err(Failure::input("there is no summand; expected at least one position"));
        }
        if count > MOST {
            return Err(Failure::input(format!(
                "{count} summands are too many; expected at most {MOST}"
            )));
        }
        if self.nodes > MOST_NODES {
            return Err(Failure::input(format!(
                "--nodes {} is too many; expected at most {MOST_NODES}",
                self.nodes
            )));
        }
        Ok(self.positions.iter().map(|text| text.parse()).collect::<Result<_, _>>()?)
    }
}

impl From<Summand> for EchessSummand {
    fn from(part: Summand) -> Self {
        Self {
            position: Shown(part.position),
            mean: Shown(part.mean),
            temperature: Shown(part.temperature),
            sente: part.initiative.map(Shown),
            urgent: part.is_urgent,
        }
    }
}

impl From<Orthodox> for EchessOrthodox {
    fn from(advice: Orthodox) -> Self {
        let moves: Vec<_> = advice.moves.iter().map(|one| Shown(one.played)).collect();
        Self {
            summand: advice.summand,
            played: moves.first().cloned(),
            moves,
            reason: advice.reason,
        }
    }
}

impl From<Found> for EchessStop {
    fn from(found: Found) -> Self {
        Self {
            stop: Shown(found.worth),
            exact: found.worth.is_exact(),
            nodes: found.nodes,
            depth: found.depth,
        }
    }
}

impl fmt::Display for EchessSumAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, temperature, left_stop, right_stop, .. } = self;
        write!(f, "mean {mean}, temperature {temperature}, stops {left_stop} and {right_stop}")?;
        for (index, part) in self.summands.iter().enumerate() {
            write!(f, "\n  {}. {part}", index + 1)?;
        }
        for (player, advice) in [(Player::Black, &self.black), (Player::White, &self.white)] {
            if let Some(advice) = advice {
                write!(f, "\n{player}: {advice}")?;
            }
        }
        for (name, found) in
            [("left stop", &self.left_stop_by_search), ("right stop", &self.right_stop_by_search)]
        {
            if let Some(EchessStop { stop, nodes, depth, .. }) = found {
                write!(f, "\n{name} by search: {stop} ({nodes} positions, {depth} moves ahead)")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for EchessSummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, mean, temperature, .. } = self;
        write!(f, "{position}: mean {mean}, temperature {temperature}")?;
        match (self.urgent, &self.sente) {
            (true, _) => f.write_str(", hot at every temperature"),
            (false, Some(who)) => write!(f, ", {who}"),
            (false, None) => Ok(()),
        }
    }
}

impl fmt::Display for EchessOrthodox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.played {
            Some(played) => played.fmt(f)?,
            None => f.write_str("no move")?,
        }
        write!(f, " in summand {}: {}", self.summand + 1, self.reason)
    }
}

impl Answer for EchessSumAnswer {}

//! `nimzo echess sum`

use std::fmt;

use nimzo_games::echess::{
    self, Board, Found, Guide, Initiative, Interval, Limits, Orthodox, Player, Position, Score,
    SumLine, SumMove, SumPly, Summand, Term, Terms, Worth,
};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Window;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// A sum of positions and values: its mean and temperature, and where either player should move
///
/// The summands are positions and, beside them, any short values: numbers, switches, coupons. The mean of a sum is the sum of the means; its temperature is at most the greatest of theirs,
/// and equal to it if one summand is hotter than the rest. The orthodox move is in the hottest
/// summand. The stops are what thermographs prove about them; --search looks ahead until both
/// bounds meet, --line plays orthodox moves to the end.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess sum '0,0 1,-2 2,1' '0,0 3,0 -4,1'
  nimzo echess sum '0,0 3,-1 5,1' '0,0 5,-1 5,1' --search
  nimzo echess sum '0,0 0,2 5,1' '{3|1}' '5' --line")]
pub struct Sum {
    /// The summands: positions, each BKX,BKY WKX,WKY WRX,WRY in one word, and values as `nimzo cgt`
    /// reads them; what begins with a minus sign is written with brackets, [-1,0] 3,0 5,1 or (-2)
    #[arg(value_name = "SUMMAND", required = true, num_args = 1..)]
    positions: Vec<String>,
    /// Find the exact stops by looking ahead
    #[arg(long)]
    search: bool,
    /// Positions of the sum that the search may look at
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u64,
    /// Play orthodox moves to the end
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    #[serde(flatten)]
    window: Window,
}

/// More summands are refused.
const MOST: usize = 64;
/// More room for the search is refused: an answer should not take minutes.
const MOST_NODES: u64 = 2_000_000;
/// Longer lines are cut off.
const LONGEST_LINE: usize = 400;

/// What is known of a sum.
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
    /// Orthodox play when Black moves first, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_first_line: Option<EchessSumLine>,
    /// Orthodox play when White moves first, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_first_line: Option<EchessSumLine>,
}

/// A summand.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessSummand {
    /// The position, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Shown<Position>>,
    /// The value in canonical form, if it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
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
    played: Option<Shown<SumMove>>,
    /// All moves that are best there.
    moves: Vec<Shown<SumMove>>,
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

/// Orthodox play of a sum.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessSumLine {
    /// The moves.
    moves: Vec<EchessSumPly>,
    /// The score, if it was played to the end.
    score: Option<Shown<Score>>,
}

/// A move of orthodox play.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessSumPly {
    /// Who moved.
    player: Shown<Player>,
    /// The summand, counted from 0.
    summand: usize,
    /// The move.
    #[serde(rename = "move")]
    played: Shown<SumMove>,
}

impl Question for Sum {
    const PATH: &'static [&'static str] = &["echess", "sum"];
    type Answer = EchessSumAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessSumAnswer, Failure> {
        let terms = self.terms(task)?;
        let solution = self.window.solved(Board::Open, session, task)?;
        let mut sum = echess::Sum::new(Guide::new(&solution), terms)?;
        let statement = sum.statement()?;
        let mut orthodox =
            |player| -> Result<_, Failure> { Ok(sum.orthodox(player)?.map(EchessOrthodox::from)) };
        let (black, white) = (orthodox(Player::Black)?, orthodox(Player::White)?);
        let mut played = |player| -> Result<Option<EchessSumLine>, Failure> {
            match self.line {
                true => Ok(Some(sum.orthodox_line(player, LONGEST_LINE)?.into())),
                false => Ok(None),
            }
        };
        let (black_first_line, white_first_line) = (played(Player::Black)?, played(Player::White)?);
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
            black_first_line,
            white_first_line,
        })
    }
}

impl Sum {
    fn terms(&self, task: &Task) -> Result<Terms, Failure> {
        let count = self.positions.len();
        if count == 0 {
            return Err(Failure::input(
                "there is no summand; expected at least one position or value",
            ));
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
        Ok(Terms::read(&self.positions, task)?)
    }
}

impl From<Summand> for EchessSummand {
    fn from(part: Summand) -> Self {
        let (position, value) = match part.term {
            Term::Position(position) => (Some(Shown(position)), None),
            Term::Value(value) => (None, Some(value)),
        };
        Self {
            position,
            value,
            mean: Shown(part.mean),
            temperature: Shown(part.temperature),
            sente: part.initiative.map(Shown),
            urgent: part.is_urgent,
        }
    }
}

impl From<Orthodox> for EchessOrthodox {
    fn from(advice: Orthodox) -> Self {
        let moves: Vec<_> = advice.moves.into_iter().map(Shown).collect();
        Self {
            summand: advice.summand,
            played: moves.first().cloned(),
            moves,
            reason: advice.reason,
        }
    }
}

impl From<SumLine> for EchessSumLine {
    fn from(line: SumLine) -> Self {
        let ply = |SumPly { player, summand, played }| EchessSumPly {
            player: Shown(player),
            summand,
            played: Shown(played),
        };
        Self { moves: line.plies.into_iter().map(ply).collect(), score: line.score.map(Shown) }
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
        for (player, line) in
            [(Player::Black, &self.black_first_line), (Player::White, &self.white_first_line)]
        {
            if let Some(line) = line {
                write!(f, "\northodox play, {player} first: {line}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for EchessSumLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for EchessSumPly { summand, played, .. } in &self.moves {
            write!(f, "{played} in {}, ", summand + 1)?;
        }
        match &self.score {
            Some(score) => write!(f, "score {score}"),
            None => write!(f, "unfinished after {} moves", self.moves.len()),
        }
    }
}

impl fmt::Display for EchessSummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, temperature, .. } = self;
        match (&self.position, &self.value) {
            (Some(position), _) => position.fmt(f)?,
            (None, value) => f.write_str(value.as_deref().unwrap_or_default())?,
        }
        write!(f, ": mean {mean}, temperature {temperature}")?;
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

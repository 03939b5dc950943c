//! `nimzo echess krk`

use std::fmt;

use nimzo_games::echess::escape::{Ending, EscapeBoard, MARGIN, forwards};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// King and rook against king when Black escapes over the north or east edge
///
/// White king a1, rook b2, Black king c3. The numbers are plies; the winner hurries and the loser
/// delays. White's men may go two squares beyond the open edges.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo echess krk --rows 8 --cols 11")]
pub struct Krk {
    /// Rows of the board
    #[arg(long, value_name = "R")]
    rows: u64,
    /// Columns of the board
    #[arg(long, value_name = "C")]
    cols: u64,
    /// How far beyond the open edges White's men may go
    #[arg(long, value_name = "M", default_value_t = MARGIN as u64)]
    margin: u64,
    /// Solve the board a second time by another method and compare (slow on large boards)
    #[arg(long)]
    check: bool,
}

/// How the escape ends.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessKrkAnswer {
    /// Rows of the board.
    rows: u64,
    /// Columns of the board.
    cols: u64,
    /// When Black moves first.
    black_first: EchessEscape,
    /// When White moves first.
    white_first: EchessEscape,
    /// What a second solver says, where one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<&'static str>,
}

/// An end of the escape.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessEscape {
    /// Whether Black escapes, White mates, or neither.
    outcome: EchessEscapeOutcome,
    /// Plies to it.
    moves: Option<u16>,
}

/// Whether Black escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EchessEscapeOutcome {
    Escape,
    Mate,
    Draw,
}

impl Question for Krk {
    const PATH: &'static [&'static str] = &["echess", "krk"];
    type Answer = EchessKrkAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<EchessKrkAnswer, Failure> {
        let Self { rows, cols, margin, check } = *self;
        let figure = EscapeBoard::with_margin(rows, cols, margin)?.figure(task)?;
        if check {
            let second = forwards::figure(rows, cols, margin, task)?;
            if second != figure {
                let what = format!(
                    "the two solvers differ on {rows} by {cols}: {figure:?} and {second:?}"
                );
                return Err(Failure::machine(what));
            }
        }
        Ok(EchessKrkAnswer {
            rows,
            cols,
            black_first: figure.black_first.into(),
            white_first: figure.white_first.into(),
            checked: check.then_some("two independent solvers agree"),
        })
    }
}

impl From<Ending> for EchessEscape {
    fn from(ending: Ending) -> Self {
        let (outcome, moves) = match ending {
            Ending::Escape(plies) => (EchessEscapeOutcome::Escape, Some(plies)),
            Ending::Mate(plies) => (EchessEscapeOutcome::Mate, Some(plies)),
            Ending::Draw => (EchessEscapeOutcome::Draw, None),
        };
        Self { outcome, moves }
    }
}

impl fmt::Display for EchessEscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.moves.unwrap_or_default();
        match self.outcome {
            EchessEscapeOutcome::Escape => write!(f, "Black escapes in {plies} plies"),
            EchessEscapeOutcome::Mate => write!(f, "White mates in {plies} plies"),
            EchessEscapeOutcome::Draw => f.write_str("draw"),
        }
    }
}

impl fmt::Display for EchessKrkAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Black first: {}\nWhite first: {}", self.black_first, self.white_first)?;
        match self.checked {
            Some(said) => write!(f, "\n{said}"),
            None => Ok(()),
        }
    }
}

impl Answer for EchessKrkAnswer {}

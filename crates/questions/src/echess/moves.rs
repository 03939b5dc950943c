//! `nimzo echess moves`

use std::fmt;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Advice, After, Guide, Move, Player, Position, Worth, compass, dogma};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ground, Side, position};
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The legal moves of a position, what each is worth, and the best one
///
/// A move is worth what the position after it brings when the other player goes on. With --tax the
/// comparison is made at that temperature, as in a larger sum.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess moves '0,0 -3,-1 10,1' --player black
  nimzo echess moves '0,0 8,5 -4,1' --player white --tax 1/2")]
pub struct Moves {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Whose move it is
    #[arg(long, value_enum, default_value_t = Side::Black)]
    player: Side,
    /// The tax on a move
    #[arg(long, value_name = "T", default_value = "0")]
    tax: String,
    /// How many rook moves to show at most; the best come first
    #[arg(long, value_name = "N", default_value_t = 12)]
    most: usize,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

/// The moves of a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessMovesAnswer {
    /// The position.
    position: Shown<Position>,
    /// Whose move it is.
    player: Shown<Player>,
    /// The tax on a move.
    tax: Shown<Dyadic>,
    /// What the position is worth.
    score: Shown<Worth>,
    /// The best move.
    best: Option<Shown<Move>>,
    /// The move by the player's dogma.
    dogma: Option<Shown<Move>>,
    /// Every move, the best first.
    moves: Vec<EchessMove>,
    #[serde(skip)]
    most: usize,
}

/// A move and what it is worth.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EchessMove {
    /// The move.
    #[serde(rename = "move")]
    played: Shown<Move>,
    /// The direction of a king's step, such as `ne`.
    step: Option<&'static str>,
    /// What the position after it is worth.
    worth: Shown<Worth>,
    /// Whether that is exact.
    exact: bool,
    /// The position after it, where the game goes on.
    after: Option<Shown<Position>>,
}

impl Question for Moves {
    const PATH: &'static [&'static str] = &["echess", "moves"];
    type Answer = EchessMovesAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessMovesAnswer, Failure> {
        let (board, tax, player) = (self.ground.board(), self.tax()?, self.player.player());
        let position = position(&self.position, board)?;
        let solution = self.ground.solved(session, task)?;
        let guide = Guide::new(&solution);
        // A White king outside the window is refused here.
        guide.evaluate(&position)?;
        let advice = guide.advise(&position, player, tax)?;
        Ok(EchessMovesAnswer {
            position: Shown(position),
            player: Shown(player),
            tax: Shown(tax),
            score: Shown(guide.worth(&position, player, tax)?),
            best: advice.first().map(|best| Shown(best.played)),
            dogma: dogma::choose(guide, &position, player)?.map(Shown),
            moves: advice.iter().map(|one| EchessMove::of(&position, player, one)).collect(),
            most: self.most,
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.position)
    }

    fn prepare(&self, session: &Session, task: &Task) -> Result<(), Failure> {
        self.tax()?;
        self.ground.solved(session, task).map(drop)
    }
}

impl Moves {
    fn tax(&self) -> Result<Dyadic, Failure> {
        self.tax.parse().ok().filter(|tax| *tax >= Dyadic::ZERO).ok_or_else(|| {
            Failure::input(format!(
                "--tax `{}` is not a tax; expected a fraction from 0 up, as in 3/4",
                self.tax
            ))
        })
    }
}

impl EchessMove {
    pub(super) fn of(position: &Position, player: Player, advice: &Advice) -> Self {
        let from = match player {
            Player::Black => position.black_king,
            Player::White => position.white_king,
        };
        Self {
            played: Shown(advice.played),
            step: match advice.played {
                Move::King(to) | Move::TakeRook(to) => compass(from, to),
                _ => None,
            },
            worth: Shown(advice.worth),
            exact: advice.worth.is_exact(),
            after: going_on(position.after(player, advice.played)),
        }
    }
}

/// The position that a move leads to, where the game goes on.
pub(super) fn going_on(after: After) -> Option<Shown<Position>> {
    match after {
        After::Position(next) => Some(Shown(next)),
        _ => None,
    }
}

impl fmt::Display for EchessMovesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, score, moves, most, .. } = self;
        write!(f, "{player} to move: {score}; by dogma ")?;
        match &self.dogma {
            Some(played) => played.fmt(f)?,
            None => f.write_str("no move")?,
        }
        for EchessMove { played, worth, .. } in moves.iter().take(*most) {
            write!(f, "\n  {:<10} {worth}", played.to_string())?;
        }
        match moves.len().checked_sub(*most) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "\n  and {more} more"),
        }
    }
}

impl Answer for EchessMovesAnswer {}

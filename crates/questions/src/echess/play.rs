//! `nimzo echess play`

use std::fmt;
use std::sync::Arc;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Game, Guide, Move, Played, Player, Position, Score, Solution, Worth};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moves::EchessMove;
use super::{Ground, Side, position};
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// A game against the program, scored against the best play
///
/// Moves are `cash`, a step such as `ne`, `K4,6` or `R6,1`. They are taken from --moves, or line
/// by line from standard input until the game is over or the input ends. With --json the whole game
/// is one document at the end: the moves with what each gave away, the legal moves now, the score.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess play '0,0 3,0 -4,1'
  nimzo echess play '0,0 3,0 -4,1' --moves 'e, cash' --json
  nimzo echess play --corner '2,2 0,0 1,1' --you white")]
pub struct Play {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Which side is yours
    #[arg(long, value_enum, default_value_t = Side::Black)]
    you: Side,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Black)]
    first: Side,
    /// Your moves, with spaces or semicolons between them, instead of standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

/// A game, over or in progress.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessPlayAnswer {
    /// Where it began.
    start: Shown<Position>,
    /// Which side is yours.
    you: Shown<Player>,
    /// The moves of both sides.
    moves: Vec<EchessPlayed>,
    /// Where it stands, unless it is over.
    position: Option<Shown<Position>>,
    /// Whether it is over.
    over: bool,
    /// The score, once it is over.
    score: Option<Shown<Score>>,
    /// What it is worth now.
    worth: Option<Shown<Worth>>,
    /// What best play from the start brings.
    optimum: Shown<Worth>,
    /// The points that your moves gave away; nothing if one gave away a king or a rook.
    lost: Option<Shown<Dyadic>>,
    /// Your legal moves, the best first.
    legal: Vec<EchessMove>,
}

/// A move that was made.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessPlayed {
    /// Who made it.
    player: Shown<Player>,
    /// The move.
    #[serde(rename = "move")]
    played: Shown<Move>,
    /// The best move there.
    best: Shown<Move>,
    /// What the mover could be sure of before it.
    could_have: Shown<Score>,
    /// What he can be sure of after it.
    has: Shown<Score>,
    /// The points that it gave away; nothing if it gave away a king or a rook.
    loss: Option<Shown<Dyadic>>,
}

impl Question for Play {
    const PATH: &'static [&'static str] = &["echess", "play"];
    type Answer = EchessPlayAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessPlayAnswer, Failure> {
        let start = self.start()?;
        let Some(moves) = &self.moves else {
            let message = "--moves is missing, and there is no standard input here";
            return Err(Failure::input(message));
        };
        let solution = self.solution(session, task)?;
        let mut game = self.begin(Guide::new(&solution), &start)?;
        let words = moves.split([' ', ';']).filter(|word| !word.is_empty());
        for word in words.map(|word| word.trim_end_matches(',')) {
            game.play(word)?;
        }
        self.told(&game)
    }
}

/// The parts of a game, for a face on which it is played move by move.
impl Play {
    /// The position that it begins with.
    pub fn start(&self) -> Result<Position, Failure> {
        position(&self.position, self.ground.board())
    }

    /// Which side is the user's.
    pub fn you(&self) -> Player {
        self.you.player()
    }

    /// The solved window that it is played in.
    pub fn solution(&self, session: &Session, task: &Task) -> Result<Arc<Solution>, Failure> {
        self.ground.solved(session, task)
    }

    /// The game before the user's first move.
    pub fn begin<'a>(&self, guide: Guide<'a>, start: &Position) -> Result<Game<'a>, Failure> {
        Ok(Game::new(guide, start, self.first.player(), self.you())?)
    }

    /// The answer that a game is.
    pub fn told(&self, game: &Game<'_>) -> Result<EchessPlayAnswer, Failure> {
        let here = game.position();
        let legal = match here {
            Some(here) => {
                game.choices()?.iter().map(|one| EchessMove::of(&here, self.you(), one)).collect()
            }
            None => Vec::new(),
        };
        Ok(EchessPlayAnswer {
            start: Shown(game.start()),
            you: Shown(self.you()),
            moves: game.moves().iter().map(EchessPlayed::from).collect(),
            position: here.map(Shown),
            over: game.end().is_some(),
            score: game.end().map(Shown),
            worth: game.worth()?.map(Shown),
            optimum: Shown(game.optimum()?),
            lost: game.lost().map(Shown),
            legal,
        })
    }
}

impl From<&Played> for EchessPlayed {
    fn from(made: &Played) -> Self {
        Self {
            player: Shown(made.player),
            played: Shown(made.played),
            best: Shown(made.best),
            could_have: Shown(made.could_have),
            has: Shown(made.has),
            loss: made.loss().map(Shown),
        }
    }
}

impl fmt::Display for EchessPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, played, best, .. } = self;
        let (player, played) = (player.to_string(), played.to_string());
        match &self.loss {
            Some(Shown(loss)) if *loss == Dyadic::ZERO => write!(f, "{player:<5} {played}"),
            Some(loss) => {
                write!(f, "{player:<5} {played:<10} gives away {loss}; best was {best}")
            }
            None => {
                write!(f, "{player:<5} {played:<10} throws everything away; best was {best}")
            }
        }
    }
}

impl fmt::Display for EchessPlayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { you, moves, optimum, .. } = self;
        moves.iter().try_for_each(|made| writeln!(f, "{made}"))?;
        if let Some(score) = &self.score {
            write!(f, "score {score}; best play brings {optimum}")?;
        } else if let Some(worth) = &self.worth {
            write!(f, "not over: worth {worth} now; best play brought {optimum}")?;
        }
        match &self.lost {
            Some(lost) => write!(f, "; {you} gave away {lost}"),
            None => write!(f, "; {you} gave away a king or a rook"),
        }
    }
}

impl Answer for EchessPlayAnswer {}

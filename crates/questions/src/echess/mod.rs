//! `nimzo echess`: entrepreneurial chess.

mod bounds;
mod eval;
mod hottest;
mod krk;
mod line;
mod map;
mod moves;
mod play;
mod prove;
mod rectangle;
mod regions;
mod sum;

pub use bounds::Bounds;
pub use eval::Eval;
pub use hottest::Hottest;
pub use krk::Krk;
pub use line::Line;
pub use map::Map;
pub use moves::Moves;
pub use play::Play;
pub use prove::Prove;
pub use regions::Regions;
pub use sum::Sum;

use std::sync::Arc;

use nimzo_games::echess::{Board, Player, Position, Solution};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Failure, Group, Session};

/// What the help says of these questions.
pub const GROUP: Group = Group {
    name: "echess",
    about: "Entrepreneurial chess: exact values of king against king and rook with cashing out",
    notation: "",
    examples: "",
};

/// The window where none is asked for: it holds the cells of the figures and is solved in well
/// under a minute; a wider one proves more positions exact.
const WINDOW: u64 = 10;

/// How much of the board is computed.
#[derive(Debug, Clone, Copy, clap::Args, Deserialize, JsonSchema)]
struct Window {
    /// Squares around the Black king that are computed; kept in the tables folder
    #[arg(long, value_name = "N", default_value_t = WINDOW)]
    window: u64,
}

impl Window {
    /// The window's values.
    fn solved(
        self,
        board: Board,
        session: &Session,
        task: &Task,
    ) -> Result<Arc<Solution>, Failure> {
        session.window(board, self.window, task)
    }
}

/// Where the edges are, and how much of the board is computed.
#[derive(Debug, Clone, Copy, clap::Args, Deserialize, JsonSchema)]
struct Ground {
    /// The board ends west of column 0 and south of row 0
    #[arg(long)]
    corner: bool,
    #[command(flatten)]
    #[serde(flatten)]
    window: Window,
}

impl Ground {
    fn board(self) -> Board {
        if self.corner { Board::Corner } else { Board::Open }
    }

    /// The window's values on this board.
    fn solved(self, session: &Session, task: &Task) -> Result<Arc<Solution>, Failure> {
        self.window.solved(self.board(), session, task)
    }
}

/// A player, as users name one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Black,
    White,
}

impl Side {
    fn player(self) -> Player {
        match self {
            Self::Black => Player::Black,
            Self::White => Player::White,
        }
    }
}

/// A position on a board; refused before anything is computed if the men cannot stand like that.
fn position(text: &str, board: Board) -> Result<Position, Failure> {
    Ok(text.parse::<Position>()?.on(board)?)
}

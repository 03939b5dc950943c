//! `nimzo echess map`

use std::fmt;

use nimzo_games::echess::{Board, Chilled, Interval, Position, Solution, Square};
use nimzo_report::drawings::{self, ValueCell};
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ground;
use super::rectangle::Rectangle;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The value for every White king square around a Black king
///
/// A value in brackets [..] is that of the upper bound alone: the bounds do not meet there.
/// Squares off the corner board are left out.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(
    after_help = "Examples:\n  nimzo echess map --wr -4,1 --x -5..10 --y -5..10 --svg map.svg\n  \
                  nimzo echess map --corner --bk 1,1 --wr 4,2"
)]
pub struct Map {
    /// The Black king
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    bk: String,
    /// The rook
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wr: String,
    /// Columns of the White king
    #[arg(long, value_name = "A..B", default_value = "-5..10", allow_hyphen_values = true)]
    x: String,
    /// Rows of the White king
    #[arg(long, value_name = "A..B", default_value = "-5..10", allow_hyphen_values = true)]
    y: String,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t = Level::Mean)]
    show: Level,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Level {
    Mean,
    Temperature,
}

/// The values around a Black king.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessMapAnswer {
    /// The board.
    board: Shown<Board>,
    /// The Black king.
    black_king: Shown<Square>,
    /// The rook.
    rook: Shown<Square>,
    /// The squares on which the White king can stand, row by row from the top.
    cells: Vec<EchessCell>,
    #[serde(skip)]
    rectangle: Rectangle,
    #[serde(skip)]
    level: drawings::Level,
}

/// The value with the White king on a square.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessCell {
    /// The column of the White king.
    x: i32,
    /// The row of the White king.
    y: i32,
    /// The mean.
    mean: Shown<Interval>,
    /// The temperature.
    temperature: Shown<Interval>,
    /// The chilled value by the paper's names.
    chilled: Shown<Chilled>,
    /// Whether the bounds meet.
    exact: bool,
    /// The chilled value, or in brackets that of the upper bound alone.
    #[serde(skip)]
    words: String,
}

impl Question for Map {
    const PATH: &'static [&'static str] = &["echess", "map"];
    const DRAWS: bool = true;
    type Answer = EchessMapAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessMapAnswer, Failure> {
        let board = self.ground.board();
        let (king, rook) = (on("--bk", &self.bk, board)?, on("--wr", &self.wr, board)?);
        let rectangle = Rectangle::read(&self.x, &self.y, self.ground.window.window, king)?;
        let solution = self.ground.solved(session, task)?;
        let positions = rectangle.squares().filter_map(|square| {
            Position::new(king, square, rook).and_then(|position| position.on(board)).ok()
        });
        let cells = positions
            .map(|position| EchessCell::of(&solution, &position))
            .collect::<Result<_, _>>()?;
        Ok(EchessMapAnswer {
            board: Shown(board),
            black_king: Shown(king),
            rook: Shown(rook),
            cells,
            rectangle,
            level: self.show.drawn(),
        })
    }
}

impl Level {
    fn drawn(self) -> drawings::Level {
        match self {
            Self::Mean => drawings::Level::Mean,
            Self::Temperature => drawings::Level::Temperature,
        }
    }
}

/// A square that the board has.
fn on(name: &str, text: &str, board: Board) -> Result<Square, Failure> {
    let square: Square = text.parse()?;
    if board.holds(square) {
        return Ok(square);
    }
    Err(Failure::input(format!(
        "{name} {square} is off the corner board, whose squares have no negative coordinate"
    )))
}

impl EchessCell {
    fn of(solution: &Solution, position: &Position) -> Result<Self, Failure> {
        let evaluation = solution.evaluate(position)?;
        let chilled = solution.chilled(position)?;
        Ok(Self {
            x: position.white_king.x,
            y: position.white_king.y,
            mean: Shown(evaluation.mean()),
            temperature: Shown(solution.temperature(position)?),
            chilled: Shown(chilled),
            exact: evaluation.is_exact(),
            words: match chilled {
                Chilled::Unknown => format!("[{}]", solution.chilled_above(position)?),
                named => named.to_string(),
            },
        })
    }

    fn square(&self) -> Square {
        Square::new(self.x, self.y)
    }

    /// The number that colours the square.
    fn level(&self, level: drawings::Level) -> f64 {
        let number = match level {
            drawings::Level::Mean => self.mean.0.high,
            drawings::Level::Temperature => self.temperature.0.low,
        };
        number.map_or(f64::INFINITY, |number| number.to_f64())
    }
}

impl fmt::Display for EchessMapAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.cells.iter().map(|cell| cell.words.len()).max().unwrap_or(0).max(3) + 1;
        let cells = self.cells.iter().map(|cell| (cell.square(), &cell.words));
        self.rectangle.write_table(f, width, cells)
    }
}

impl Answer for EchessMapAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let drawn = |cell: &EchessCell| ValueCell {
            square: cell.square(),
            words: cell.words.clone(),
            level: cell.level(self.level),
        };
        let cells: Vec<ValueCell> = self.cells.iter().map(drawn).collect();
        Ok(drawings::echess_values(self.level, self.black_king.0, self.rook.0, &cells)?)
    }
}

//! `nimzo echess`: entrepreneurial chess

mod bounds;
mod eval;
mod hottest;
mod krk;
mod line;
mod map;
mod moves;
mod play;
mod prove;
mod regions;
mod sum;

use nimzo_games::echess::{Board, Player, Position, Solution};

use crate::app::{App, Failure, Outcome};

/// The window where none is asked for: it holds the cells of the figures and is solved in well
/// under a minute; a wider one proves more positions exact.
const WINDOW: u64 = 10;

/// Entrepreneurial chess: exact values of king against king and rook with cashing out
#[derive(clap::Args)]
pub struct Echess {
    #[command(subcommand)]
    command: Question,
}

#[derive(clap::Subcommand)]
enum Question {
    Krk(krk::Krk),
    Eval(eval::Eval),
    Map(map::Map),
    Regions(regions::Regions),
    Hottest(hottest::Hottest),
    Moves(moves::Moves),
    Line(line::Line),
    Play(play::Play),
    Prove(prove::Prove),
    Bounds(bounds::Bounds),
    Sum(sum::Sum),
}

impl Echess {
    /// Runs the subcommand.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.command {
            Question::Krk(command) => command.run(app),
            Question::Eval(command) => command.run(app),
            Question::Map(command) => command.run(app),
            Question::Regions(command) => command.run(app),
            Question::Hottest(command) => command.run(app),
            Question::Moves(command) => command.run(app),
            Question::Line(command) => command.run(app),
            Question::Play(command) => command.run(app),
            Question::Prove(command) => command.run(app),
            Question::Bounds(command) => command.run(app),
            Question::Sum(command) => command.run(app),
        }
    }
}

/// How much of the board is computed.
#[derive(clap::Args)]
struct Window {
    /// Squares around the Black king that are computed; kept in the tables folder
    #[arg(long, value_name = "N", default_value_t = WINDOW)]
    window: u64,
}

impl Window {
    /// The window's values, computed the first time and read from a file after that.
    fn solution(&self, app: &App, board: Board) -> Result<Solution, Failure> {
        Ok(Solution::load_or_compute(&app.tables()?, board, self.window, &app.task)?)
    }
}

/// Where the edges are.
#[derive(clap::Args)]
struct Edges {
    /// The board ends west of column 0 and south of row 0
    #[arg(long)]
    corner: bool,
}

impl Edges {
    fn board(&self) -> Board {
        if self.corner { Board::Corner } else { Board::Open }
    }
}

/// A player, as users name one.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Black,
    White,
}

impl Side {
    fn player(self) -> Player {
        match self {
            Side::Black => Player::Black,
            Side::White => Player::White,
        }
    }
}

/// A position on a board; refused before anything is computed if the men cannot stand like that.
fn position(text: &str, board: Board) -> Result<Position, Failure> {
    Ok(text.parse::<Position>()?.on(board)?)
}

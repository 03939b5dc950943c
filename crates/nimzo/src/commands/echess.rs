//! `nimzo echess`: entrepreneurial chess

mod eval;
mod hottest;
mod krk;
mod map;
mod sum;

use nimzo_games::echess::Solution;

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
    Hottest(hottest::Hottest),
    Sum(sum::Sum),
}

impl Echess {
    /// Runs the subcommand.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.command {
            Question::Krk(command) => command.run(app),
            Question::Eval(command) => command.run(app),
            Question::Map(command) => command.run(app),
            Question::Hottest(command) => command.run(app),
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
    fn solution(&self, app: &App) -> Result<Solution, Failure> {
        Ok(Solution::load_or_compute(&app.tables()?, self.window, &app.task)?)
    }
}

//! `nimzo echess krk`

use nimzo_games::echess::escape::{Ending, EscapeBoard, Figure, forwards};
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome};

/// King and rook against king when Black escapes over the north or east edge
///
/// White king a1, rook b2, Black king c3. The numbers are plies; the winner hurries and the loser
/// delays. White's men may go two squares beyond the open edges.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo echess krk --rows 8 --cols 11")]
pub struct Krk {
    /// Rows of the board
    #[arg(long, value_name = "R")]
    rows: u64,
    /// Columns of the board
    #[arg(long, value_name = "C")]
    cols: u64,
    /// How far beyond the open edges White's men may go
    #[arg(long, value_name = "M", default_value_t = nimzo_games::echess::escape::MARGIN as u64)]
    margin: u64,
    /// Solve the board a second time by another method and compare (slow on large boards)
    #[arg(long)]
    check: bool,
}

impl Krk {
    /// Solves the board.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = EscapeBoard::with_margin(self.rows, self.cols, self.margin)?;
        let figure = board.figure(&app.task)?;
        let (black, white) = (figure.black_first, figure.white_first);
        let checked = self.check.then(|| self.second(app)).transpose()?;
        if checked.is_some_and(|second| second != figure) {
            return Err(Failure::input(format!(
                "the two solvers differ on {} by {}: {figure:?} and {checked:?}",
                self.rows, self.cols
            )));
        }
        let mut document = json!({
            "rows": self.rows,
            "cols": self.cols,
            "black_first": { "outcome": outcome(black), "moves": plies(black) },
            "white_first": { "outcome": outcome(white), "moves": plies(white) },
        });
        let mut text = format!("Black first: {}\nWhite first: {}", words(black), words(white));
        if checked.is_some() {
            document["checked"] = json!("two independent solvers agree");
            text.push_str("\ntwo independent solvers agree");
        }
        app.answer(&Answer::new(&document, text)?)
    }
}

impl Krk {
    fn second(&self, app: &App) -> Result<Figure, Failure> {
        Ok(forwards::figure(self.rows, self.cols, self.margin, &app.task)?)
    }
}

fn outcome(ending: Ending) -> &'static str {
    match ending {
        Ending::Escape(_) => "escape",
        Ending::Mate(_) => "mate",
        Ending::Draw => "draw",
    }
}

fn plies(ending: Ending) -> Option<u16> {
    match ending {
        Ending::Escape(plies) | Ending::Mate(plies) => Some(plies),
        Ending::Draw => None,
    }
}

fn words(ending: Ending) -> String {
    match ending {
        Ending::Escape(plies) => format!("Black escapes in {plies} plies"),
        Ending::Mate(plies) => format!("White mates in {plies} plies"),
        Ending::Draw => "draw".to_owned(),
    }
}

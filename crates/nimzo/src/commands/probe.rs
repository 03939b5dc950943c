//! `nimzo probe`

use std::fmt::Write;

use nimzo_chess::parse_fen;
use nimzo_chess::probe::{PositionInfo, Response, respond};
use nimzo_chess::{Material, Metric};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_tables::Store;
use shakmaty::{Chess, Position};

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Look a position up: its value, and every move's
///
/// Answers in the field names of Lichess's table server; depths are plies, positive when the side
/// to move wins. Tables of up to four men are built first if they are missing.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo probe '8/8/8/8/8/2k5/7r/K7 b - - 0 1'
  nimzo probe '8/8/8/8/8/2k5/7r/K7 b - - 0 1' --svg board.svg
  nimzo probe - --json < positions.fen")]
pub struct Probe {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Probe {
    /// Looks up one position, or each line's.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let store = Store::at(app.tables()?);
        app.answer_each(&self.fen, |fen| {
            let position = parse_fen(&fen.replace('_', " "))
                .map_err(|fault| Failure::input(format!("position {fen:?}: {fault}")))?;
            if position.castles().is_empty() {
                store.ensure_small(
                    Material::of_board(position.board()),
                    &Metric::ALL,
                    &app.task,
                )?;
            }
            let response = respond(&store, &position)?;
            if self.fen != "-" {
                app.draw(&self.picture, || picture(&position, &response))?;
            }
            Answer::new(&response, text(&response))
        })
    }
}

/// The position with an arrow for the best move.
fn picture(position: &Chess, response: &Response) -> Result<Picture, nimzo_report::Error> {
    let best: Vec<&str> = response.moves.first().map(|mv| mv.uci.as_str()).into_iter().collect();
    let mover = if position.turn().is_white() { "White" } else { "Black" };
    let title = format!("{mover} to move: {}{}", name(response.category), depths(&response.info));
    let caption = response.moves.first().map(|mv| format!("Best: {}", mv.san)).unwrap_or_default();
    let fen = position.board().board_fen().to_string();
    drawings::position(&fen, &best, &title, &caption)
}

fn text(response: &Response) -> String {
    let mut text = format!("{}{}", name(response.category), depths(&response.info));
    for mv in &response.moves {
        let _ = write!(text, "\n  {:<7} {:<13}{}", mv.san, name(mv.category), depths(&mv.info));
    }
    text
}

fn name(category: nimzo_chess::probe::Category) -> String {
    serde_json::to_value(category)
        .ok()
        .and_then(|v| v.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn depths(info: &PositionInfo) -> String {
    let mut text = String::new();
    for (what, depth) in [("dtm", info.dtm), ("dtz", info.dtz), ("dtc", info.dtc)] {
        if let Some(depth) = depth {
            let _ = write!(text, " {what} {depth}");
        }
    }
    for (holds, what) in [
        (info.checkmate, " checkmate"),
        (info.stalemate, " stalemate"),
        (info.insufficient_material, " insufficient material"),
    ] {
        if holds {
            text.push_str(what);
        }
    }
    text
}

//! `nimzo probe`

use std::fmt::Write;

use nimzo_tables::probe::{PositionInfo, Response, respond};
use nimzo_tables::{Material, Metric, Store};
use nimzo_zugzwang::parse_fen;
use shakmaty::Position;

use crate::app::{Answer, App, Failure, Outcome};

/// Look a position up: its value, and every move's
///
/// Answers in the field names of Lichess's table server; depths are plies, positive when the side
/// to move wins. Tables of up to four men are built first if they are missing.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo probe '8/8/8/8/8/2k5/7r/K7 b - - 0 1'
  nimzo probe - --json < positions.fen")]
pub struct Probe {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
}

impl Probe {
    /// Looks up one position, or each line's.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let store = Store::at(app.tables()?);
        app.answer_each(&self.fen, |fen| {
            let position = parse_fen(&fen.replace('_', " "))
                .map_err(|fault| Failure::input(format!("position {fen:?}: {fault}")))?;
            store.ensure_small(Material::of_board(position.board()), &Metric::ALL, &app.task)?;
            let response = respond(&store, &position)?;
            Answer::new(&response, text(&response))
        })
    }
}

fn text(response: &Response) -> String {
    let mut text = format!("{}{}", name(response.category), depths(&response.info));
    for mv in &response.moves {
        let _ = write!(text, "\n  {:<7} {:<13}{}", mv.san, name(mv.category), depths(&mv.info));
    }
    text
}

fn name(category: nimzo_tables::probe::Category) -> String {
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

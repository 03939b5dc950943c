//! `nimzo line`

use nimzo_chess::parse_fen;
use nimzo_chess::probe::line;
use nimzo_chess::{Depth, Material, Metric};
use nimzo_report::drawings;
use nimzo_tables::Store;
use serde_json::json;
use shakmaty::Position;

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Play best moves to the end
///
/// Other moves of the same depth are marked {= …}. A drawn position has no line. Tables of up to
/// four men are built first if they are missing.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo line '8/8/8/8/8/2k5/7r/K7 b - - 0 1' --metric dtm")]
pub struct Line {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    /// What counts as best: dtm, dtc, dtz or dtz50
    #[arg(long, default_value = "dtm")]
    metric: String,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Line {
    /// Plays one line, or one for each position.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let metric: Metric = self.metric.parse()?;
        if metric == Metric::Wdl {
            return Err(Failure::input(
                "metric \"wdl\" has no depth to play by; expected dtm, dtc, dtz or dtz50",
            ));
        }
        let store = Store::at(app.tables()?);
        app.answer_each(&self.fen, |fen| {
            let position = parse_fen(&fen.replace('_', " ")).map_err(|fault| Failure::input(format!("position {fen:?}: {fault}")))?;
            if position.castles().is_empty() {
                store.ensure_small(Material::of_board(position.board()), &Metric::ALL, &app.task)?;
            }
            store.require(Material::of_board(position.board()), metric).map(|_| ()).or_else(|error| {
                if Material::of_board(position.board()) == Material::BARE_KINGS { Ok(()) } else { Err(error) }
            })?;
            let found = line(&store, &position, metric)?;
            let pgn = found.pgn();
            if self.fen != "-" {
                let placement = position.board().to_string();
                app.draw(&self.picture, || drawings::position(&placement, &[], "", &pgn))?;
            }
            let document = json!({
                "fen": fen,
                "metric": metric.name(),
                "depth": found.depth.map(Depth::signed_plies),
                "moves": found.moves.iter().map(|m| m.san.clone()).collect::<Vec<_>>(),
                "uci": found.moves.iter().map(|m| m.uci.clone()).collect::<Vec<_>>(),
                "alternatives": found.moves.iter().map(|m| m.alternatives.clone()).collect::<Vec<_>>(),
                "result": found.result,
                "pgn": pgn,
            });
            Answer::new(&document, pgn)
        })
    }
}

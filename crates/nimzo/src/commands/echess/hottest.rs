//! `nimzo echess hottest`

use std::fmt::Write;

use nimzo_games::echess::HotPosition;
use serde_json::{Value, json};

use super::{Edges, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// The hottest positions with a finite temperature
///
/// Ranks every position of the window whose temperature is proved. Positions whose bounds do not
/// meet are counted apart: nothing is claimed about them.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo echess hottest --window 10 --most 5")]
pub struct Hottest {
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
    /// How many positions to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
}

impl Hottest {
    /// Ranks the window.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let found = self.window.solution(app, self.edges.board())?.hottest(self.most);
        let position = |hot: &HotPosition| -> Value {
            json!({
                "bk": hot.position.black_king.to_string(),
                "wk": hot.position.white_king.to_string(),
                "wr": hot.position.rook.to_string(),
                "mean": hot.mean.to_string(),
                "temperature": hot.temperature.to_string(),
                "exact": hot.exact,
            })
        };
        let document = json!({
            "board": self.edges.board().to_string(),
            "window": self.window.window,
            "exact": found.exact,
            "infinite": found.infinite,
            "open": found.open,
            "open_at_most": found.ceiling.temperature.map(|t| t.to_string()),
            "open_at_most_position": found.ceiling.position.map(|p| p.to_string()),
            "open_at_most_6": found.ceiling.at_most_six,
            "open_above_6": found.ceiling.above_six,
            "open_unbounded": found.ceiling.unbounded,
            "open_on_the_rim": found.ceiling.on_the_rim,
            "positions": found.positions.iter().map(position).collect::<Vec<_>>(),
        });
        let mut text = format!(
            "{} positions of the window have a proved finite temperature, {} are hot at every \
             temperature, {} are open",
            found.exact, found.infinite, found.open
        );
        let ceiling = found.ceiling;
        let _ = write!(
            text,
            "\nof the open ones {} are proved to be no hotter than 6, {} have a bound above 6, {} \
             have none, {} are on the rim",
            ceiling.at_most_six, ceiling.above_six, ceiling.unbounded, ceiling.on_the_rim
        );
        if let (Some(temperature), Some(position)) = (ceiling.temperature, ceiling.position) {
            let _ = write!(text, "; the greatest bound is {temperature} ({position})");
        }
        for hot in &found.positions {
            let _ = write!(
                text,
                "\n  temperature {:>5}  mean {:>5}  {}White king {:>6}  rook {:>6}{}",
                hot.temperature.to_string(),
                hot.mean.to_string(),
                if self.edges.corner {
                    format!("Black king {:>6}  ", hot.position.black_king.to_string())
                } else {
                    String::new()
                },
                hot.position.white_king.to_string(),
                hot.position.rook.to_string(),
                if hot.exact { "" } else { "  (bounds do not meet)" }
            );
        }
        app.answer(&Answer::new(&document, text)?)
    }
}

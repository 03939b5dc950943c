//! `nimzo echess bounds`

use std::fmt::Write;

use nimzo_games::echess::Census;
use serde_json::{Value, json};

use super::{Edges, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// How much of a window is proved exactly, and how wide the gaps are that remain
///
/// Every position has a proved lower and a proved upper bound on both walls of its thermograph. It
/// is exact when they meet; otherwise its gap is the greatest distance between them.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo echess bounds --window 14 --within 8")]
pub struct Bounds {
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
    /// Count only positions with the White king so many squares off; several may be given
    #[arg(long, value_name = "N", default_values_t = [8])]
    within: Vec<u32>,
}

impl Bounds {
    /// Counts the window.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = self.edges.board();
        let solution = self.window.solution(app, board)?;
        let reach = solution.reach();
        let mut text = format!("window {reach}: {} states", solution.cost().states);
        let mut counts = Vec::new();
        for within in self.within.iter().map(|&n| i32::try_from(n).unwrap_or(reach).min(reach)) {
            let all = solution.census(within);
            let near = solution.census_in_view(within);
            let _ = write!(text, "\nWhite king within {within} squares:");
            describe(&mut text, "all states", &all);
            describe(&mut text, "rook in view", &near);
            counts.push(json!({
                "within": within,
                "all": document(&all),
                "rook_in_view": document(&near),
            }));
        }
        let document =
            json!({ "window": reach, "states": solution.cost().states, "counts": counts });
        app.answer(&Answer::new(&document, text)?)
    }
}

fn document(census: &Census) -> Value {
    let gaps: Vec<Value> = census
        .gaps
        .iter()
        .map(|(power, count)| json!({ "at_most": power.map(width), "positions": count }))
        .collect();
    json!({ "positions": census.positions, "exact": census.exact, "gaps": gaps })
}

fn describe(text: &mut String, what: &str, census: &Census) {
    let share = 100.0 * census.exact as f64 / census.positions.max(1) as f64;
    let _ =
        write!(text, "\n  {what}: {} of {} exact ({share:.2}%)", census.exact, census.positions);
    for (power, count) in &census.gaps {
        match power {
            Some(power) => {
                let _ = write!(text, "\n    gap at most {:>9}: {count:>8}", width(*power));
            }
            None => {
                let _ = write!(text, "\n    gap infinite         : {count:>8}");
            }
        }
    }
}

fn width(power: i32) -> String {
    if power < 0 { format!("2^{power}") } else { (1_i64 << power.min(62)).to_string() }
}

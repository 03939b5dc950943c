//! `nimzo pawns periodic`

use std::fmt::Write;

use nimzo_games::pawns::{self, Word};
use nimzo_report::drawings;
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// The nimbers of the prefixes of a repeated pattern of stops
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo pawns periodic 000100 --to 21208 --svg nimbers.svg
  nimzo pawns periodic 10000100000000 --to 6000      a period, proved")]
pub struct Periodic {
    /// The pattern, a word that is repeated
    pattern: String,
    /// The length to go to
    #[arg(long, value_name = "N")]
    to: usize,
    /// Put the nimbers of all prefixes into the JSON document
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Periodic {
    /// Values, draws, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let pattern: Word = self.pattern.parse()?;
        let found = pawns::periodic(&pattern, self.to, &app.task)?;
        app.draw(&self.picture, || drawings::periodic(&found))?;
        let first: Vec<_> = found
            .first
            .iter()
            .map(|one| json!({ "nimber": one.nimber.0, "length": one.length }))
            .collect();
        let mut document = json!({
            "pattern": pattern.to_string(),
            "to": self.to,
            "first": first,
            "largest": { "nimber": found.largest.nimber.0, "length": found.largest.length },
            "share_above_one": format!("{:.4}", found.share_above_one),
            "period": found.period.map(|period| period.length),
            "preperiod": found.period.map(|period| period.preperiod),
            "proof": found.period.map(|period| json!({
                "prefix_period": period.of_prefixes,
                "prefix_preperiod": period.prefixes_from,
                "half_values_repeat_from": period.halves_from,
                "checked_to": period.checked_to,
            })),
        });
        if self.all {
            document["nimbers"] = json!(found.nimbers);
        }
        app.answer(&Answer::new(&document, text(&found))?)
    }
}

fn text(found: &pawns::Periodic) -> String {
    let mut text = format!("{} repeated: first length of each power of two", found.pattern);
    // Writing to a string cannot fail.
    for one in &found.first {
        let _ = write!(text, "\n  {:>6}  {}", one.nimber.to_string(), one.length);
    }
    let largest = found.largest;
    let _ = write!(text, "\nlargest: {} at length {}", largest.nimber, largest.length);
    let _ = match found.period {
        None => write!(text, "\nno period proved"),
        Some(period) => write!(
            text,
            "\nperiod {} from length {} on, for all words of the pattern; prefixes alone: period {} \
             from {} on\nproved: half-values repeat from {} on, seen to {}",
            period.length,
            period.preperiod,
            period.of_prefixes,
            period.prefixes_from,
            period.halves_from,
            period.checked_to
        ),
    };
    text
}

//! `nimzo pawns census`

use std::fmt::Write;

use nimzo_games::pawns::{self, Counts, First};
use nimzo_report::drawings;
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// All words to a length: where each nimber occurs first, and how many words have it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo pawns census --max 30")]
pub struct Census {
    /// The length to go to
    #[arg(long, value_name = "M")]
    max: usize,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Census {
    /// Counts, draws, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let found = pawns::census(self.max, &app.task)?;
        app.draw(&self.picture, || drawings::census(&found))?;
        let first = |one: &First| {
            json!({ "nimber": one.nimber.0, "length": one.length, "word": one.word.to_string(),
                    "words": one.words })
        };
        let length = |one: &Counts| json!({ "length": one.length, "words": one.words(), "counts": one.counts });
        let document = json!({
            "max": self.max,
            "memory_bytes": pawns::census_memory(self.max),
            "first": found.first.iter().map(first).collect::<Vec<_>>(),
            "lengths": found.lengths.iter().map(length).collect::<Vec<_>>(),
        });
        app.answer(&Answer::new(&document, text(&found))?)
    }
}

fn text(found: &pawns::Census) -> String {
    let mut text = String::from("nimber  least length  a word of it\n");
    // Writing to a string cannot fail.
    for one in &found.first {
        let _ = writeln!(text, "{:>6}  {:>12}  {}", one.nimber.0, one.length, one.word);
    }
    let _ = write!(text, "\nlength          words  percent with nimber 0, 1, 2, …");
    for one in &found.lengths {
        let _ = write!(text, "\n{:>6} {:>14} ", one.length, one.words());
        for &count in &one.counts {
            let _ = write!(text, " {:.3}", 100.0 * count as f64 / one.words() as f64);
        }
    }
    text
}

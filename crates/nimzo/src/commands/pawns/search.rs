//! `nimzo pawns search`

use nimzo_cgt::Nimber;
use nimzo_games::pawns;
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome};

/// Look for a short word of a nimber
///
/// A beam search: the length found is an upper bound for the least one. Exit status 1 when no
/// word is found.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo pawns search 16 --max-length 60 --width 2000")]
pub struct Search {
    /// The nimber
    #[arg(value_parser = clap::value_parser!(u64).range(1..=8192))]
    nimber: u64,
    /// The longest words to look at
    #[arg(long, value_name = "M", default_value_t = 120)]
    max_length: usize,
    /// Words of a length that are kept
    #[arg(long, value_name = "W", default_value_t = 1000)]
    width: usize,
    /// Decides between equally promising words
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Search {
    /// Searches, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let search = pawns::Search { width: self.width, longest: self.max_length, seed: self.seed };
        let nimber = Nimber(self.nimber);
        let finds = search.run(Some(nimber), &app.task)?;
        let found = finds.get(&nimber);
        let all: Vec<_> = finds
            .iter()
            .map(|(nimber, word)| {
                json!({ "nimber": nimber.0, "length": word.len(), "word": word.to_string() })
            })
            .collect();
        let document = json!({
            "nimber": self.nimber,
            "word": found.map(ToString::to_string),
            "length": found.map(pawns::Word::len),
            "found": all,
        });
        let text = match found {
            Some(word) => format!("{nimber} at length {}: {word}", word.len()),
            None => format!("no word of {nimber} found to length {}", self.max_length),
        };
        app.answer(&Answer::new(&document, text)?.holds(found.is_some()))
    }
}

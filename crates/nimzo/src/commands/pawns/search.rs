//! `nimzo pawns search`

use nimzo_cgt::Nimber;
use nimzo_games::pawns::{self, BestKnown, Word, best_known};
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome};

/// Look for a short word of a nimber
///
/// A beam search that grows words at either end, beside the shortest ones known. It looks for a
/// word shorter than the known one, and answers with that where it finds none: an upper bound for
/// the least length. Exit status 1 when there is no word.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo pawns search 20
  nimzo pawns search 16 --from-nothing --max-length 60 --width 3000")]
pub struct Search {
    /// The nimber
    #[arg(value_parser = clap::value_parser!(u64).range(1..=8192))]
    nimber: u64,
    /// The longest words to look at
    #[arg(long, value_name = "M", default_value_t = 120)]
    max_length: usize,
    /// Words of a length that are kept
    #[arg(long, value_name = "W", default_value_t = 200)]
    width: usize,
    /// Decides between equally promising words
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pay no regard to the words that are known
    #[arg(long)]
    from_nothing: bool,
}

impl Search {
    /// Searches, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let nimber = Nimber(self.nimber);
        let known: Vec<BestKnown> = if self.from_nothing {
            Vec::new()
        } else {
            best_known().filter(|one| one.word.len() <= self.max_length).collect()
        };
        let best = known.iter().find(|one| one.nimber == nimber);
        // Only a word shorter than the known one is news.
        let longest = best.map_or(self.max_length, |one| one.word.len() - 1).max(1);
        let search = pawns::BeamSearch { width: self.width, longest, seed: self.seed };
        let seeds: Vec<Word> = known.iter().map(|one| one.word.clone()).collect();
        let mut finds = search.run(Some(nimber), &seeds, &app.task)?;
        let is_new = finds.contains_key(&nimber);
        if let Some(best) = best {
            finds.entry(nimber).or_insert_with(|| best.word.clone());
        }
        let found = finds.get(&nimber);
        let all: Vec<_> = finds
            .iter()
            .map(|(nimber, word)| {
                json!({ "nimber": nimber.0, "length": word.len(), "word": word.to_string() })
            })
            .collect();
        let how = best.filter(|_| !is_new).map(|one| one.how);
        let document = json!({
            "nimber": self.nimber,
            "word": found.map(ToString::to_string),
            "length": found.map(Word::len),
            "known_by": how,
            "found": all,
        });
        let text = match (found, how) {
            (Some(word), None) => format!("{nimber} at length {}: {word}", word.len()),
            (Some(word), Some(how)) => {
                format!("{nimber} at length {}: {word}\nthe shortest known, by {how}", word.len())
            }
            (None, _) => format!("no word of {nimber} found to length {}", self.max_length),
        };
        app.answer(&Answer::new(&document, text)?.holds(found.is_some()))
    }
}

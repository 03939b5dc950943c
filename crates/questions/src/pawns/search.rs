//! `nimzo pawns search`

use std::fmt;
use std::ops::RangeInclusive;

use nimzo_cgt::Nimber;
use nimzo_games::pawns::{self, BestKnown, Word, best_known};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arguments::require_within;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// Look for a short word of a nimber
///
/// A beam search that grows words at either end, beside the shortest ones known. It looks for a
/// word shorter than the known one, and answers with that where it finds none: an upper bound for
/// the least length. Exit status 1 when there is no word.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo pawns search 20
  nimzo pawns search 16 --from-nothing --max-length 60 --width 3000")]
pub struct Search {
    /// The nimber
    #[arg(value_parser = clap::value_parser!(u32).range(NIMBERS))]
    nimber: u32,
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

const NIMBERS: RangeInclusive<i64> = 1..=8192;

/// The shortest word of a nimber that is known or was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsSearchAnswer {
    /// The nimber.
    nimber: u32,
    /// The word, if there is one.
    word: Option<Shown<Word>>,
    /// Its length.
    length: Option<usize>,
    /// The command that once found it, where this search found nothing shorter.
    known_by: Option<&'static str>,
    /// The shortest word of each nimber that the search met.
    found: Vec<PawnsFind>,
    #[serde(skip)]
    max_length: usize,
}

/// A word that the search met.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsFind {
    /// Its nimber.
    nimber: u64,
    /// Its length.
    length: usize,
    /// The word.
    word: Shown<Word>,
}

impl Question for Search {
    const PATH: &'static [&'static str] = &["pawns", "search"];
    type Answer = PawnsSearchAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsSearchAnswer, Failure> {
        require_within("nimber", self.nimber, &NIMBERS)?;
        let nimber = Nimber(self.nimber.into());
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
        let mut finds = search.run(Some(nimber), &seeds, task)?;
        let is_new = finds.contains_key(&nimber);
        if let Some(best) = best {
            finds.entry(nimber).or_insert_with(|| best.word.clone());
        }
        let word = finds.get(&nimber).cloned();
        let find = |(nimber, word): (Nimber, Word)| PawnsFind {
            nimber: nimber.0,
            length: word.len(),
            word: Shown(word),
        };
        Ok(PawnsSearchAnswer {
            nimber: self.nimber,
            length: word.as_ref().map(Word::len),
            word: word.map(Shown),
            known_by: best.filter(|_| !is_new).map(|one| one.how),
            found: finds.into_iter().map(find).collect(),
            max_length: self.max_length,
        })
    }
}

impl fmt::Display for PawnsSearchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nimber = Nimber(self.nimber.into());
        let (Some(word), Some(length)) = (&self.word, self.length) else {
            return write!(f, "no word of {nimber} found to length {}", self.max_length);
        };
        write!(f, "{nimber} at length {length}: {word}")?;
        match self.known_by {
            Some(how) => write!(f, "\nthe shortest known, by {how}"),
            None => Ok(()),
        }
    }
}

impl Answer for PawnsSearchAnswer {
    fn holds(&self) -> bool {
        self.word.is_some()
    }
}

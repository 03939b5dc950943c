//! `nimzo pawns census`

use std::fmt;

use nimzo_games::pawns::{self, Counts, First, Word};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// All words to a length: where each nimber occurs first, and how many words have it
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo pawns census --max 30")]
pub struct Census {
    /// The length to go to
    #[arg(long, value_name = "M")]
    max: usize,
}

/// The nimbers of all words to a length.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsCensusAnswer {
    /// The length.
    max: usize,
    /// The memory that it took.
    memory_bytes: u64,
    /// Where each nimber occurs first.
    first: Vec<PawnsFirst>,
    /// How many words of each length have each nimber.
    lengths: Vec<PawnsCounts>,
    #[serde(skip)]
    found: pawns::Census,
}

/// Where a nimber occurs first.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsFirst {
    /// The nimber.
    nimber: u64,
    /// The least length of a word of that nimber.
    length: usize,
    /// The first such word in lexicographic order.
    word: Shown<Word>,
    /// How many words of that length have the nimber.
    words: u64,
}

/// How many words of a length have each nimber.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsCounts {
    /// The length.
    length: usize,
    /// The number of words of this length.
    words: u64,
    /// The number of words with nimber 0, 1, 2 and so on, to the last that occurs.
    counts: Vec<u64>,
}

impl Question for Census {
    const PATH: &'static [&'static str] = &["pawns", "census"];
    const DRAWS: bool = true;
    type Answer = PawnsCensusAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsCensusAnswer, Failure> {
        let found = pawns::census(self.max, task)?;
        Ok(PawnsCensusAnswer {
            max: self.max,
            memory_bytes: pawns::census_memory(self.max),
            first: found.first.iter().map(PawnsFirst::from).collect(),
            lengths: found.lengths.iter().map(PawnsCounts::from).collect(),
            found,
        })
    }
}

impl From<&First> for PawnsFirst {
    fn from(one: &First) -> Self {
        Self {
            nimber: one.nimber.0,
            length: one.length,
            word: Shown(one.word.clone()),
            words: one.words,
        }
    }
}

impl From<&Counts> for PawnsCounts {
    fn from(one: &Counts) -> Self {
        Self { length: one.length, words: one.words(), counts: one.counts.clone() }
    }
}

impl fmt::Display for PawnsCensusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nimber  least length  a word of it\n")?;
        for PawnsFirst { nimber, length, word, .. } in &self.first {
            writeln!(f, "{nimber:>6}  {length:>12}  {word}")?;
        }
        f.write_str("\nlength          words  percent with nimber 0, 1, 2, …")?;
        for PawnsCounts { length, words, counts } in &self.lengths {
            write!(f, "\n{length:>6} {words:>14} ")?;
            for &count in counts {
                write!(f, " {:.3}", 100.0 * count as f64 / *words as f64)?;
            }
        }
        Ok(())
    }
}

impl Answer for PawnsCensusAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::census(&self.found)?)
    }
}

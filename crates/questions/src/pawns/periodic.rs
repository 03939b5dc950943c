//! `nimzo pawns periodic`

use std::fmt;

use nimzo_games::pawns::{self, FirstPrefix, Period, Word};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The nimbers of the prefixes of a repeated pattern of stops
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
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
}

/// The nimbers of the prefixes of a repeated pattern.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsPeriodicAnswer {
    /// The pattern.
    pattern: Shown<Word>,
    /// The length that was gone to.
    to: usize,
    /// The shortest prefix of each nimber that is a power of two.
    first: Vec<PawnsPrefix>,
    /// The largest nimber, and the shortest prefix that has it.
    largest: PawnsPrefix,
    /// The share of sound half-values above 1.
    share_above_one: String,
    /// The period of all words of the pattern, if one is proved.
    period: Option<usize>,
    /// The length from which on they have it.
    preperiod: Option<usize>,
    /// What proves it.
    proof: Option<PawnsPeriodProof>,
    /// The nimber of each prefix by its length, from the empty one, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimbers: Option<Vec<u16>>,
    #[serde(skip)]
    found: pawns::Periodic,
}

/// The shortest prefix of a nimber.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsPrefix {
    /// The nimber.
    nimber: u64,
    /// The length.
    length: usize,
}

/// What proves a period.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsPeriodProof {
    /// The period of the prefixes alone, which may be shorter.
    prefix_period: usize,
    /// The length from which on they have it.
    prefix_preperiod: usize,
    /// The length from which on the half-values repeat too, loony ones included.
    half_values_repeat_from: usize,
    /// The length to which repetition had to be seen to be sure that it goes on.
    checked_to: usize,
}

impl Question for Periodic {
    const PATH: &'static [&'static str] = &["pawns", "periodic"];
    const DRAWS: bool = true;
    type Answer = PawnsPeriodicAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsPeriodicAnswer, Failure> {
        let pattern: Word = self.pattern.parse()?;
        let found = pawns::periodic(&pattern, self.to, task)?;
        Ok(PawnsPeriodicAnswer {
            pattern: Shown(pattern),
            to: self.to,
            first: found.first.iter().map(PawnsPrefix::from).collect(),
            largest: PawnsPrefix::from(&found.largest),
            share_above_one: format!("{:.4}", found.share_above_one),
            period: found.period.map(|period| period.length),
            preperiod: found.period.map(|period| period.preperiod),
            proof: found.period.map(PawnsPeriodProof::from),
            nimbers: self.all.then(|| found.nimbers.clone()),
            found,
        })
    }
}

impl From<&FirstPrefix> for PawnsPrefix {
    fn from(one: &FirstPrefix) -> Self {
        Self { nimber: one.nimber.0, length: one.length }
    }
}

impl From<Period> for PawnsPeriodProof {
    fn from(period: Period) -> Self {
        Self {
            prefix_period: period.of_prefixes,
            prefix_preperiod: period.prefixes_from,
            half_values_repeat_from: period.halves_from,
            checked_to: period.checked_to,
        }
    }
}

impl fmt::Display for PawnsPeriodicAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns::Periodic { pattern, first, largest, period, .. } = &self.found;
        write!(f, "{pattern} repeated: first length of each power of two")?;
        for one in first {
            write!(f, "\n  {:>6}  {}", one.nimber.to_string(), one.length)?;
        }
        write!(f, "\nlargest: {} at length {}", largest.nimber, largest.length)?;
        let Some(period) = period else { return f.write_str("\nno period proved") };
        write!(
            f,
            "\nperiod {} from length {} on, for all words of the pattern; prefixes alone: period {} \
             from {} on\nproved: half-values repeat from {} on, seen to {}",
            period.length,
            period.preperiod,
            period.of_prefixes,
            period.prefixes_from,
            period.halves_from,
            period.checked_to
        )
    }
}

impl Answer for PawnsPeriodicAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::periodic(&self.found)?)
    }
}

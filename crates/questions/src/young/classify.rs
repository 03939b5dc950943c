//! `nimzo young classify`

use std::fmt;

use nimzo_games::young::{Family, Moveset, classify};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classification::Findings;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// Conway-Gurvich-Ho class of a game on a family, with smallest witnesses
///
/// A property holds as far as was looked, or fails at a smallest position; the move that breaks
/// it is named. All partitions are bounded by their size, the other families by the longer side
/// of a diagram. Under moves of fixed reach, staircases are settled for any number of steps.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young classify queen --family all --max 45
  nimzo young classify king --family gstaircases --max 12
  nimzo young classify \"(1,0),(0,1),(0,2)\" --family stairs:2^3")]
pub struct Classify {
    /// A piece or a moveset
    piece: String,
    /// all, rectangles, staircases, gstaircases, hooks, thickhooks, s1, s2, stairs:PARTS, below:PARTS
    #[arg(long, default_value = "all")]
    family: String,
    /// Largest size (all partitions) or longest side (other families)
    #[arg(long, value_name = "N", default_value_t = 24)]
    max: u32,
}

/// The class of a game on a family.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungClassifyAnswer {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// The family.
    family: Shown<Family>,
    /// Largest size or longest side, as asked for.
    max: u32,
    #[serde(flatten)]
    findings: Findings,
}

impl Question for Classify {
    const PATH: &'static [&'static str] = &["young", "classify"];
    type Answer = YoungClassifyAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungClassifyAnswer, Failure> {
        let (moveset, family): (Moveset, Family) = (self.piece.parse()?, self.family.parse()?);
        let found = classify(&moveset, &family, self.max, task)?;
        Ok(YoungClassifyAnswer {
            piece: moveset.name(),
            family: Shown(family),
            max: self.max,
            findings: Findings::of(&found),
        })
    }
}

impl fmt::Display for YoungClassifyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.tell(f, format_args!("{} on {}", self.piece, self.family), "")
    }
}

impl Answer for YoungClassifyAnswer {}

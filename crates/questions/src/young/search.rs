//! `nimzo young search`

use std::fmt;

use nimzo_games::young::{FoundGame, PlayedOn, Region, SearchPart, SearchPlan, search, why_empty};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classification::Findings;
use crate::arguments::require_within;
use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// Look for games in a region of the classification
///
/// A region is a strength (pet, miserable, tame, domestic, nondomestic) and a way of turning back
/// (forced, returnable, nonreturnable) joined by a dash, or the letters of the paper's Table 1,
/// such as D-F. What is found is classified afresh from its own diagrams. Exit status 1 when
/// nothing is found.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young search --region domestic-forced
  nimzo young search --region all --max 45")]
pub struct Search {
    /// The region, or all for the seven where the paper knows no game
    #[arg(long)]
    region: String,
    /// Size of partitions under the seven pieces
    #[arg(long, value_name = "N", default_value_t = SearchPlan::default().pieces)]
    max: u32,
    /// Size of partitions under every moveset of the catalogue
    #[arg(long, value_name = "N", default_value_t = SearchPlan::default().movesets)]
    moveset_max: u32,
    /// Size of the steps of endless stairs
    #[arg(long, value_name = "N", default_value_t = SearchPlan::default().steps)]
    step_max: u32,
    /// Longest narrow side on lines of growing diagrams
    #[arg(long, value_name = "N", default_value_t = SearchPlan::default().lines, value_parser = clap::value_parser!(u32).range(NARROW_SIDES))]
    line_max: u32,
}

const NARROW_SIDES: std::ops::RangeInclusive<i64> = 8..=200;

/// The regions where the paper knows no game.
const UNKNOWN: [&str; 7] = [
    "pet-nonreturnable",
    "miserable-nonreturnable",
    "tame-nonreturnable",
    "domestic-forced",
    "domestic-nonreturnable",
    "nondomestic-forced",
    "nondomestic-returnable",
];

/// What was found in each region.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungSearchAnswer {
    /// The regions asked for.
    regions: Vec<YoungSearchRegion>,
}

/// What was found in a region.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungSearchRegion {
    /// The region in words.
    region: Shown<Region>,
    /// The region in the letters of the paper's Table 1.
    class: String,
    /// Whether there is a game in it.
    found: bool,
    /// Why there is none, where that is known.
    empty_because: Option<&'static str>,
    /// Each part of the search.
    parts: Vec<YoungSearchPart>,
}

/// What a part of the search found in a region.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungSearchPart {
    /// What was looked through, with its bound.
    looked_through: String,
    /// How many games that were.
    games: u64,
    /// How many of them lie in the region.
    found: u64,
    /// The smallest of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<YoungFoundGame>,
}

/// A game that was found, looked at afresh.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungFoundGame {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// What it is played on.
    ground: Shown<PlayedOn>,
    /// Whether the fresh look puts it into the same region.
    confirmed: bool,
    #[serde(flatten)]
    findings: Findings,
}

impl Question for Search {
    const PATH: &'static [&'static str] = &["young", "search"];
    type Answer = YoungSearchAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungSearchAnswer, Failure> {
        require_within("line_max", self.line_max, &NARROW_SIDES)?;
        let regions: Vec<Region> = match self.region.as_str() {
            "all" => UNKNOWN.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
            name => vec![name.parse()?],
        };
        let plan = SearchPlan {
            pieces: self.max,
            movesets: self.moveset_max,
            steps: self.step_max,
            lines: self.line_max,
        };
        let stages = search(plan, task)?;
        let regions = regions
            .into_iter()
            .map(|region| YoungSearchRegion::of(region, &stages, task))
            .collect::<Result<_, _>>()?;
        Ok(YoungSearchAnswer { regions })
    }
}

impl YoungSearchRegion {
    fn of(region: Region, stages: &[SearchPart], task: &Task) -> Result<Self, Failure> {
        let parts: Vec<YoungSearchPart> = stages
            .iter()
            .map(|stage| YoungSearchPart::of(region, stage, task))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            region: Shown(region),
            class: region.letters(),
            found: parts.iter().any(|part| part.smallest.is_some()),
            empty_because: why_empty(region),
            parts,
        })
    }
}

impl YoungSearchPart {
    fn of(region: Region, stage: &SearchPart, task: &Task) -> Result<Self, Failure> {
        let hit = stage.hits.get(&region);
        let smallest =
            hit.map(|(_, game)| YoungFoundGame::check(game, region, task)).transpose()?;
        Ok(Self {
            looked_through: stage.what.clone(),
            games: stage.games,
            found: hit.map_or(0, |(count, _)| *count),
            smallest,
        })
    }
}

impl YoungFoundGame {
    fn check(game: &FoundGame, region: Region, task: &Task) -> Result<Self, Failure> {
        let fresh = game.check(task)?;
        Ok(Self {
            piece: game.moveset.name(),
            ground: Shown(game.played_on.clone()),
            confirmed: fresh.region() == region,
            findings: Findings::of(&fresh),
        })
    }
}

impl fmt::Display for YoungSearchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Joined(&self.regions, "\n\n").fmt(f)
    }
}

impl fmt::Display for YoungSearchRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.class, self.region)?;
        if let Some(why) = self.empty_because {
            write!(f, "\n  {why}")?;
        }
        for part in &self.parts {
            write!(f, "\n  {} of {} games: {}", part.found, part.games, part.looked_through)?;
            if let Some(YoungFoundGame { piece, ground, findings, .. }) = &part.smallest {
                findings.tell(f, format_args!("\n    {piece} on {ground}"), "    ")?;
            }
        }
        Ok(())
    }
}

impl Answer for YoungSearchAnswer {
    fn holds(&self) -> bool {
        self.regions.iter().all(|region| region.found || region.empty_because.is_some())
    }
}

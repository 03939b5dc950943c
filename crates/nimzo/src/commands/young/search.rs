//! `nimzo young search`

use nimzo_games::young::{FoundGame, Region, SearchPart, SearchPlan, search, why_empty};
use serde_json::{Map, Value, json};

use super::classify::{json_of, text_of};
use crate::app::{Answer, App, Failure, Outcome};

/// Look for games in a region of the classification
///
/// A region is a strength (pet, miserable, tame, domestic, nondomestic) and a way of turning back
/// (forced, returnable, nonreturnable) joined by a dash, or the letters of the paper's Table 1,
/// such as D-F. What is found is classified afresh from its own diagrams. Exit status 1 when
/// nothing is found.
#[derive(clap::Args)]
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
    #[arg(long, value_name = "N", default_value_t = SearchPlan::default().lines, value_parser = clap::value_parser!(u32).range(8..=200))]
    line_max: u32,
}

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

impl Search {
    /// Searches, checks what was found, reports.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
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
        let stages = search(plan, &app.task)?;
        let reports: Vec<Report> = regions
            .iter()
            .map(|&region| Report::new(region, &stages, app))
            .collect::<Result<_, _>>()?;
        let found = reports.iter().all(|report| report.found || why_empty(report.region).is_some());
        let document = json!({
            "regions": reports.iter().map(|report| report.json.clone()).collect::<Vec<_>>(),
        });
        let texts: Vec<String> = reports.into_iter().map(|report| report.text).collect();
        app.answer(&Answer::new(&document, texts.join("\n\n"))?.holds(found))
    }
}

/// What the search says of one region.
struct Report {
    region: Region,
    found: bool,
    json: Value,
    text: String,
}

impl Report {
    fn new(region: Region, stages: &[SearchPart], app: &App) -> Result<Self, Failure> {
        let mut parts = Vec::new();
        let mut lines = vec![format!("{} ({region})", region.letters())];
        lines.extend(why_empty(region).map(|why| format!("  {why}")));
        let mut found = false;
        for stage in stages {
            let hit = stage.hits.get(&region);
            found |= hit.is_some();
            let count = hit.map_or(0, |(count, _)| *count);
            lines.push(format!("  {count} of {} games: {}", stage.games, stage.what));
            let mut part = Map::new();
            part.insert("looked_through".into(), json!(stage.what));
            part.insert("games".into(), json!(stage.games));
            part.insert("found".into(), json!(count));
            if let Some((_, find)) = hit {
                let (fields, text) = checked(find, region, app)?;
                part.insert("smallest".into(), Value::Object(fields));
                lines.push(text);
            }
            parts.push(Value::Object(part));
        }
        let json = json!({
            "region": region.to_string(),
            "class": region.letters(),
            "found": found,
            "empty_because": why_empty(region),
            "parts": parts,
        });
        Ok(Self { region, found, json, text: lines.join("\n") })
    }
}

/// A find with the fresh look at it.
fn checked(
    find: &FoundGame,
    region: Region,
    app: &App,
) -> Result<(Map<String, Value>, String), Failure> {
    let fresh = find.check(&app.task)?;
    let mut fields = Map::new();
    fields.insert("piece".into(), json!(find.moveset.name()));
    fields.insert("ground".into(), json!(find.played_on.to_string()));
    fields.insert("confirmed".into(), json!(fresh.region() == region));
    fields.extend(json_of(&fresh));
    let head = format!("    {} on {}", find.moveset.name(), find.played_on);
    Ok((fields, text_of(&head, &fresh).replace("\n", "\n    ")))
}

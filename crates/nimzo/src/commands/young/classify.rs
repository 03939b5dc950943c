//! `nimzo young classify`

use nimzo_games::young::{Classification, Family, Property, classify};
use serde_json::{Map, Value, json};

use super::{move_json, moveset};
use crate::app::{Answer, App, Failure, Outcome};

/// Conway-Gurvich-Ho class of a game on a family, with smallest witnesses
///
/// A property holds as far as was looked, or fails at a smallest position; the move that breaks
/// it is named. All partitions are bounded by their size, the other families by the longer side
/// of a diagram. Under moves of fixed reach, staircases are settled for any number of steps.
#[derive(clap::Args)]
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

impl Classify {
    /// Looks the family through and prints what holds.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let moveset = moveset(&self.piece)?;
        let family: Family = self.family.parse()?;
        let found = classify(&moveset, &family, self.max, &app.task)?;
        let mut document = Map::new();
        document.insert("piece".into(), json!(moveset.name()));
        document.insert("family".into(), json!(family.to_string()));
        document.insert("max".into(), json!(self.max));
        document.extend(json_of(&found));
        let head = format!("{} on {family}", moveset.name());
        app.answer(&Answer::new(&document, text_of(&head, &found))?)
    }
}

/// The classification's fields.
pub fn json_of(found: &Classification) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("bound".into(), json!(found.bound.to_string()));
    fields.insert("positions".into(), json!(found.positions));
    fields.insert("class".into(), json!(found.region().letters()));
    fields.insert("region".into(), json!(found.region().to_string()));
    for property in Property::ALL {
        let failure = found.failure(property);
        let offending = failure.and_then(|witness| witness.offending);
        let value = json!({
            "holds": failure.is_none(),
            "witness": failure.map(|witness| witness.partition.to_string()),
            "pair": failure.map(|witness| [witness.pair.normal.0, witness.pair.misere.0]),
            "move": offending.map(|(made, _)| move_json(&made)),
            "leads_to": offending.map(|(_, pair)| [pair.normal.0, pair.misere.0]),
        });
        fields.insert(property.name().into(), value);
    }
    fields
}

/// The classification for people.
pub fn text_of(head: &str, found: &Classification) -> String {
    let mut lines = vec![
        format!("{head}: {} ({})", found.region().letters(), found.region()),
        format!("  tested: {}, {} positions", found.bound, found.positions),
    ];
    for property in Property::ALL {
        lines.push(match found.failure(property) {
            None => format!("  {property:<10} holds"),
            Some(witness) => {
                let move_ = match &witness.offending {
                    Some((made, pair)) => format!(", where {made} leads to {pair}"),
                    None => String::new(),
                };
                format!("  {property:<10} fails at {} {}{move_}", witness.partition, witness.pair)
            }
        });
    }
    lines.join("\n")
}

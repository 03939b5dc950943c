//! Table 1, Figure 7 and the witnesses: the Conway-Gurvich-Ho classes.

use nimzo_games::young::{
    Classification, Family, Moveset, Property, SearchPlan, ValueMap, classify, classify_reachable,
    search, why_empty,
};

use super::{failed, game_text, illustrate, row_names, unreadable};
use crate::Error;
use crate::reproduce::{Computed, Context};

/// How far each family is looked through: sizes for all partitions, sides for the others.
fn bound(family: &Family) -> u32 {
    match family {
        // QUEEN is returnable on every partition of fewer than 47 cells.
        Family::All => 50,
        Family::Staircases => 200,
        Family::Rectangles => 48,
        Family::S1 | Family::S2 => 18,
        _ => 16,
    }
}

/// Classifies the game that `name` says, such as `rook rectangles`.
fn classified(
    table: &'static str,
    name: &str,
    context: &Context<'_>,
) -> Result<Classification, Error> {
    let read = || {
        let (piece, family) = name.split_once(' ')?;
        Some((piece.parse::<Moveset>().ok()?, family.parse::<Family>().ok()?))
    };
    let (moveset, family) = read().ok_or_else(|| unreadable(table, name))?;
    classify(&moveset, &family, bound(&family), context.task).map_err(failed(table))
}

/// Adds the values of the first game that keeps a piece out of a class.
fn draw_witness(
    computed: &mut Computed,
    piece: &str,
    found: &Classification,
    context: &Context<'_>,
) -> Result<(), Error> {
    let mut failures = Property::ALL.into_iter().filter_map(|property| found.failure(property));
    match failures.next() {
        Some(witness) => illustrate(computed, &format!("{piece} {}", witness.partition), context),
        None => Ok(()),
    }
}

/// Fills Table 1.
pub fn table1(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for name in row_names("table1", data!("table1"))? {
        for family in ["all", "gstaircases", "rectangles", "staircases"] {
            let mut found = classified("table1", &format!("{name} {family}"), context)?;
            if family == "all" {
                // Staircases are partitions too, and some of their witnesses are large.
                let stairs = classified("table1", &format!("{name} gstaircases"), context)?;
                found = found.merge(stairs);
            }
            computed.set(&name, family, found.region().letters());
            draw_witness(&mut computed, &name, &found, context)?;
            for property in Property::ALL {
                if let Some(witness) = found.failure(property) {
                    computed.note(format!(
                        "{name} on {family} is not {property}: smallest witness {} {}",
                        witness.partition, witness.pair
                    ));
                }
            }
            let more = if family == "all" { ", and the generalised staircases" } else { "" };
            computed.note(format!("{name} on {family}: {}{more}", found.bound));
        }
    }
    Ok(computed)
}

/// The search whose finds are told beside Figure 7.
const PLAN: SearchPlan = SearchPlan { pieces: 50, movesets: 21, steps: 6, lines: 12 };

/// Fills the special families of Figure 7 and tells which of its empty regions have games.
pub fn figure7(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for name in row_names("figure7", data!("figure7"))? {
        let found = classified("figure7", &name, context)?;
        computed.set(&name, "class", found.region().letters());
        let piece = name.split(' ').next().unwrap_or_default();
        draw_witness(&mut computed, piece, &found, context)?;
    }
    let stages = search(PLAN, context.task).map_err(failed("figure7"))?;
    for region in nimzo_games::young::Region::all() {
        let finds = stages.iter().filter_map(|stage| stage.hits.get(&region));
        let games: Vec<String> = finds
            .map(|(_, find)| format!("{} on {}", find.moveset.name(), find.played_on))
            .collect();
        computed.note(match why_empty(region) {
            Some(why) => format!("{region}: {why}"),
            None if games.is_empty() => format!("{region}: no game found"),
            None => format!("{region}: {}", games.join("; ")),
        });
    }
    Ok(computed)
}

/// Fills the table of witnesses.
pub fn witnesses(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for name in row_names("witnesses", data!("witnesses"))? {
        let read = || {
            let (_, rest) = name.split_once(' ')?;
            let (game, property) = rest.split_once(" is not ")?;
            let property = Property::ALL.into_iter().find(|p| p.name() == property)?;
            Some((game_text::game(game, " on ")?, property))
        };
        let ((moveset, partition), property) =
            read().ok_or_else(|| unreadable("witnesses", &name))?;
        let map =
            ValueMap::solve(&partition, &moveset, context.task).map_err(failed("witnesses"))?;
        super::draw(&mut computed, &map)?;
        let found = classify_reachable(&map, context.task).map_err(failed("witnesses"))?;
        computed.set(&name, "lacking", if found.holds(property) { "no" } else { "yes" });
        if let Some(witness) = found.failure(property) {
            computed
                .note(format!("{name}: smallest witness {} {}", witness.partition, witness.pair));
        }
    }
    Ok(computed)
}

//! Counts of whole endgames, and Table 3.

use nimzo_tables::Material;
use nimzo_zugzwang::{Counts, Kind, Tally};

use super::failed;
use super::workshop::Workshop;
use crate::Error;
use crate::reproduce::{Computed, Context, Published};

const SMALL: &str = include_str!("../../../data/bleicher/small.toml");
const FIVE: &str = include_str!("../../../data/bleicher/five.toml");

const ONLY_FULL: &str = "only with --full: all that its pawns may become takes long to solve";

/// Whether an endgame is left to a full run: five men with three pawns.
fn needs_full(context: &Context<'_>, name: &str) -> bool {
    !context.full && name.matches('P').count() > 2
}

/// Three and four men.
pub fn small(context: &Context<'_>) -> Result<Computed, Error> {
    rows(context, "small", SMALL)
}

/// Some endgames of five men.
pub fn five(context: &Context<'_>) -> Result<Computed, Error> {
    rows(context, "five", FIVE)
}

fn rows(context: &Context<'_>, table: &str, published: &str) -> Result<Computed, Error> {
    let published = Published::parse(&format!("bleicher/{table}.toml"), published)?;
    let mut computed = Computed::new();
    let workshop = Workshop::of(context)?;
    let (mut distinct, mut a3_twice) = (0, 0);
    for row in &published.rows {
        if needs_full(context, &row.name) {
            for (column, _) in row.cells() {
                computed.skip(&row.name, column, ONLY_FULL);
            }
            continue;
        }
        let counts = count(context, &workshop, &row.name).map_err(failed(table))?;
        for (kind, count) in counts.white.iter().take(3) {
            computed.set(&row.name, kind, count);
        }
        distinct += counts.distinct();
        a3_twice += counts.with_a3_twice();
    }
    computed.note(format!(
        "{distinct} zugzwangs in these endgames; {a3_twice} when an A3 is counted twice"
    ));
    Ok(computed)
}

fn count(context: &Context<'_>, workshop: &Workshop, name: &str) -> nimzo_zugzwang::Result<Counts> {
    let class: Material = name.parse().map_err(nimzo_tables::Error::from)?;
    let found = workshop.find(class, context)?;
    Ok(found.counts(class.white == class.black))
}

/// Table 3: zugzwangs with an en passant right.
pub fn table3(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("bleicher/table3.toml", published)?;
    let mut computed = Computed::new();
    let workshop = Workshop::of(context)?;
    for row in &published.rows {
        let class: Material = row.name.parse().map_err(|error: nimzo_tables::MaterialError| {
            failed("table3")(nimzo_tables::Error::from(error).into())
        })?;
        if class.count() > 5 {
            for (column, _) in row.cells() {
                computed.skip(&row.name, column, "six men with pawns: no table of ours holds them");
            }
            continue;
        }
        if needs_full(context, &row.name) {
            for (column, _) in row.cells() {
                computed.skip(&row.name, column, ONLY_FULL);
            }
            continue;
        }
        let counts = count(context, &workshop, &row.name).map_err(failed("table3"))?;
        for (first, tally) in [("w", counts.en_passant.white), ("b", counts.en_passant.black)] {
            fill(&mut computed, &row.name, first, &tally);
        }
    }
    Ok(computed)
}

fn fill(computed: &mut Computed, row: &str, first: &str, tally: &Tally) {
    computed.set(row, format!("ep{first}"), tally.total());
    for kind in Kind::ALL {
        computed.set(row, format!("{kind}{first}"), tally[kind]);
    }
}

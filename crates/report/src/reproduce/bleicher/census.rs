//! Table 2: six men without pawns.

use nimzo_tables::Material;
use nimzo_zugzwang::census::{Census, Entry, Group, Summary};

use super::failed;
use crate::Error;
use crate::reproduce::{Computed, Context};

const ROWS: [&str; 16] = [
    "endgames",
    "no zugs",
    "no A1",
    "no A2",
    "no A3",
    "a unique zug",
    "one A1",
    "one A2",
    "one A3",
    "A1-A6",
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
];

/// The summary by groups: all 170 classes are solved, so only in a full run.
pub fn table2(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for row in ROWS {
        for column in ["3-3p", "4-2p", "5-1p", "total"] {
            computed.skip(row, column, "six men with pawns: no table of ours holds them");
        }
        for group in Group::ALL.into_iter().filter(|_| !context.full) {
            computed.skip(row, group, "only with --full: 170 endgames of six men are solved");
        }
    }
    if context.full {
        let entries = solve_all(context).map_err(failed("table2"))?;
        for group in Group::ALL {
            let summary = Summary::of(entries.iter().filter(|entry| group.holds(entry.class)));
            for (row, cell) in summary.rows() {
                computed.set(row, group, cell);
            }
        }
    }
    Ok(computed)
}

fn solve_all(context: &Context<'_>) -> nimzo_zugzwang::Result<Vec<Entry>> {
    let classes: Vec<Material> = Group::ALL.into_iter().flat_map(Group::classes).collect();
    let mut census = Census::new();
    let mut entries = Vec::new();
    for (i, &class) in classes.iter().enumerate() {
        let begun = std::time::Instant::now();
        let found = census.find(class, &classes[i + 1..], context.task)?;
        let counts = found.counts(class.white == class.black);
        entries.push(Entry::new(class, &counts, begun.elapsed().as_secs_f64()));
    }
    Ok(entries)
}

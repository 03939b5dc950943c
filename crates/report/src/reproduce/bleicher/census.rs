//! Table 2: six men without pawns.

use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_zugzwang::census::{Census, Entry, Folder, Group, Summary};

use super::failed;
use crate::Error;
use crate::reproduce::{Computed, Context, Published};

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

/// The endgames of the census that are solved in every run.
const QUICK: [&str; 3] = ["KQQvKNN", "KQBBvKB", "KRRRRvK"];

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
        let entries = context.once(every_class)?;
        for group in Group::ALL {
            let summary = Summary::of(entries.0.iter().filter(|entry| group.holds(entry.class)));
            for (row, cell) in summary.rows() {
                computed.set(row, group, cell);
            }
        }
    }
    Ok(computed)
}

/// Our record of the census, endgame by endgame: three in every run, all in a full one.
pub fn census(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("bleicher/census.toml", published)?;
    let mut computed = Computed::new();
    let entries = if context.full {
        context.once(every_class)?
    } else {
        Arc::new(Entries(quick_classes(context)?))
    };
    for row in &published.rows {
        match entries.0.iter().find(|entry| entry.class.to_string() == row.name) {
            Some(entry) => {
                for (column, count) in [("A1", entry.a1), ("A2", entry.a2), ("A3", entry.a3)] {
                    computed.set(&row.name, column, count);
                }
            }
            None => {
                for (column, _) in row.cells() {
                    computed.skip(&row.name, column, "only with --full, or without room for it");
                }
            }
        }
    }
    Ok(computed)
}

/// The quick endgames, as many as there is memory for.
fn quick_classes(context: &Context<'_>) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    for name in QUICK {
        let parsed = name.parse::<Material>().map_err(nimzo_tables::Error::from);
        let found = parsed.map_err(Into::into).and_then(|class| solve_all(&[class], context));
        match found {
            Ok(found) => entries.extend(found),
            Err(nimzo_zugzwang::Error::DoesNotFit(_)) => {}
            Err(error) => return Err(failed("census")(error)),
        }
    }
    Ok(entries)
}

/// What the census found, shared by the tables of a run.
struct Entries(Vec<Entry>);

/// Every class; with a folder of tables as `nimzo zug census` does it there, so that what is done
/// already is not done again.
fn every_class(context: &Context<'_>) -> Result<Entries, Error> {
    let classes: Vec<Material> = Group::ALL.into_iter().flat_map(Group::classes).collect();
    let entries = match &context.tables {
        Some(folder) => Folder::open(&folder.join("census"))
            .and_then(|folder| folder.run(&classes, context.task, |_, _| ())),
        None => solve_all(&classes, context),
    };
    entries.map(Entries).map_err(failed("table2"))
}

fn solve_all(classes: &[Material], context: &Context<'_>) -> nimzo_zugzwang::Result<Vec<Entry>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorded_census_sums_up_to_the_printed_table() {
        let read = |text| Published::parse("a table", text).unwrap();
        let census = read(include_str!("../../../data/bleicher/census.toml"));
        let printed = read(include_str!("../../../data/bleicher/table2.toml"));
        let entries: Vec<Entry> = census
            .rows
            .iter()
            .map(|row| {
                let count = |name: &str| {
                    row.cells().find(|(column, _)| *column == name).unwrap().1.parse().unwrap()
                };
                let class: Material = row.name.parse().unwrap();
                let (a1, a2, a3) = (count("A1"), count("A2"), count("A3"));
                let mirrored = if class.white == class.black { a1 } else { 0 };
                Entry { class, a1, a2, a3, mirrored, seconds: 0.0, lines: 0, checksum: 0 }
            })
            .collect();

        let mut different = Vec::new();
        for group in Group::ALL {
            let recorded = entries.iter().filter(|entry| group.holds(entry.class)).count();
            assert_eq!(recorded, group.classes().len(), "{group}");
            let summary = Summary::of(entries.iter().filter(|entry| group.holds(entry.class)));
            for (row, ours) in summary.rows() {
                let printed_row = printed.rows.iter().find(|printed| printed.name == row);
                let cell = printed_row.and_then(|row| row.cells().find(|c| c.0 == group.name()));
                if let Some((_, cell)) = cell.filter(|(_, cell)| *cell != ours) {
                    different.push(format!("{row}/{group}: {ours}, not {cell}"));
                }
            }
        }
        // The one erratum of the table.
        assert_eq!(different, ["one A1/4-2: 2, not 1"]);
    }
}

//! Table 2: six men. Those without pawns are solved in a full run; those with pawns, which takes hours, are
//! taken from a census that was made before.

use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_retro::slice_graph::Limits;
use nimzo_work::memory;
use nimzo_zugzwang::census::{self, Entry, Folder, Group, Summary};

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
    if !context.full {
        for row in ROWS {
            for group in Group::PAWNLESS {
                computed.skip(row, group, "only with --full: 170 endgames of six men are solved");
            }
            for column in ["3-3p", "4-2p", "5-1p", "total"] {
                computed.skip(row, column, ONLY_CENSUS);
            }
        }
        return Ok(computed);
    }
    let mut entries = context.once(every_class)?.0.clone();
    entries.extend(with_pawns(context)?);
    let mut columns: Vec<(String, Vec<Group>)> =
        Group::ALL.into_iter().map(|group| (group.to_string(), vec![group])).collect();
    columns.push(("total".to_owned(), Group::ALL.to_vec()));
    for (column, groups) in columns {
        let within = |class| groups.iter().any(|group| group.holds(class));
        let summary = Summary::of(entries.iter().filter(|entry| within(entry.class)));
        let endgames: usize = groups.iter().map(|group| group.classes().len()).sum();
        for (row, cell) in summary.rows() {
            if summary.endgames == endgames as u64 {
                computed.set(row, &column, cell);
            } else {
                computed.skip(row, &column, ONLY_CENSUS);
            }
        }
    }
    Ok(computed)
}

/// Why six men with pawns are left out.
pub const ONLY_CENSUS: &str =
    "only with --full, where `nimzo zug census --men 6` has been run: it takes hours";

/// What a census in the folder of tables has found of six men with pawns.
pub fn with_pawns(context: &Context<'_>) -> Result<Vec<Entry>, Error> {
    let groups = Group::ALL.into_iter().filter(|group| group.has_pawns());
    let classes: Vec<Material> = groups.flat_map(Group::classes).collect();
    match &context.tables {
        Some(folder) if context.full => {
            Folder::at(&folder.join("census")).entries(&classes).map_err(failed("table2"))
        }
        _ => Ok(Vec::new()),
    }
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
    let classes: Vec<Material> = Group::PAWNLESS.into_iter().flat_map(Group::classes).collect();
    let entries = match &context.tables {
        Some(folder) => Folder::open(&folder.join("census"))
            .and_then(|folder| folder.run(&classes, limits(), context.task, |_, _| ())),
        None => solve_all(&classes, context),
    };
    entries.map(Entries).map_err(failed("table2"))
}

fn solve_all(classes: &[Material], context: &Context<'_>) -> nimzo_zugzwang::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    census::find(classes, limits(), context.task, |class, found, seconds| {
        let counts = found.counts(class.is_symmetric());
        entries.push(Entry::new(class, &counts, seconds));
        Ok(())
    })?;
    Ok(entries)
}

/// What is free.
fn limits() -> Limits {
    Limits { memory: memory::available().unwrap_or(u64::MAX), disk: u64::MAX }
}

#[cfg(test)]
mod tests {
    use nimzo_zugzwang::EnPassantCounts;

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
                let en_passant = EnPassantCounts::default();
                Entry {
                    class,
                    a1,
                    a2,
                    a3,
                    mirrored,
                    en_passant,
                    seconds: 0.0,
                    lines: 0,
                    checksum: 0,
                }
            })
            .collect();

        let mut different = Vec::new();
        for group in Group::PAWNLESS {
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

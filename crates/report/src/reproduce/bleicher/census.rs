//! Table 2: six men. Those without pawns are solved in a full run; those with pawns, which takes hours, are
//! taken from a census that was made before.

use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_retro::slice_graph::Limits;
use nimzo_work::memory;
use nimzo_zugzwang::PerKind;
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
    for (column, groups) in columns() {
        let within = |class| groups.iter().any(|group| group.holds(class));
        let summary = Summary::of(entries.iter().filter(|entry| within(entry.class)));
        let endgames: usize = groups.iter().map(|group| group.classes().len()).sum();
        for (row, cell) in summary.rows() {
            if summary.endgames == endgames as u64 {
                computed.set(row, &column, cell);
            } else {
                let pawnless = groups.iter().all(|group| !group.has_pawns());
                computed.skip(row, &column, if pawnless { NO_ROOM } else { ONLY_CENSUS });
            }
        }
    }
    Ok(computed)
}

/// The columns of the table, each with its groups of endgames.
fn columns() -> Vec<(String, Vec<Group>)> {
    let mut columns: Vec<(String, Vec<Group>)> =
        Group::ALL.into_iter().map(|group| (group.to_string(), vec![group])).collect();
    columns.push(("total".to_owned(), Group::ALL.to_vec()));
    columns
}

/// Why six men with pawns are left out.
pub const ONLY_CENSUS: &str =
    "only with --full, where `nimzo zug census --men 6` has been run: hours without a card";

/// Why six men without pawns are left out.
const NO_ROOM: &str = "solving its endgames takes more memory than is free";

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
                for (column, _) in row.cells() {
                    computed.set(&row.name, column, recorded(entry, column));
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

/// Our record of the census with pawns, as far as a census in the folder of tables has found it again.
pub fn census_with_pawns(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("bleicher/census_pawns.toml", published)?;
    let mut computed = Computed::new();
    let entries = with_pawns(context)?;
    for row in &published.rows {
        let found = entries.iter().find(|entry| entry.class.to_string() == row.name);
        for (column, _) in row.cells() {
            match found {
                Some(entry) => computed.set(&row.name, column, recorded(entry, column)),
                None => computed.skip(&row.name, column, ONLY_CENSUS),
            }
        }
    }
    Ok(computed)
}

/// What a record says in a column.
fn recorded(entry: &Entry, column: &str) -> String {
    let by_type = |counts: &PerKind| {
        let counts: Vec<String> = counts.iter().map(|(_, count)| count.to_string()).collect();
        counts.join(" ")
    };
    match column {
        "A1" => entry.a1.to_string(),
        "A2" => entry.a2.to_string(),
        "A3" => entry.a3.to_string(),
        "epw" => by_type(&entry.en_passant.white),
        "epb" => by_type(&entry.en_passant.black),
        other => format!("there is no column {other}"),
    }
}

/// The quick endgames, as many as there is memory for.
fn quick_classes(context: &Context<'_>) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    for name in QUICK {
        let parsed = name.parse::<Material>().map_err(nimzo_tables::Error::from);
        let found = parsed.map_err(Into::into).and_then(|class| solve_all(&[class], context));
        match found {
            Ok(found) => entries.extend(found),
            Err(error) if no_room(&error) => {}
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
        Some(folder) => Folder::open(&folder.join("census")).and_then(|folder| {
            match folder.run(&classes, limits(), context.task, |_, _| ()) {
                // What an earlier run has found, perhaps with more memory.
                Err(error) if no_room(&error) => folder.entries(&classes),
                found => found,
            }
        }),
        None => match solve_all(&classes, context) {
            Err(error) if no_room(&error) => Ok(Vec::new()),
            found => found,
        },
    };
    entries.map(Entries).map_err(failed("table2"))
}

/// Whether the memory that is free does not do.
fn no_room(error: &nimzo_zugzwang::Error) -> bool {
    use nimzo_retro::Error::TooLittle;
    use nimzo_tables::Error::Retro;
    use nimzo_zugzwang::Error::{DoesNotFit, Tables};
    matches!(error, DoesNotFit(_) | Tables(Retro(TooLittle(_))))
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
    use nimzo_zugzwang::{Counts, EnPassantCounts, Kind};

    use super::*;

    /// The entries of a record.
    fn entries(record: &str) -> Vec<Entry> {
        let record = Published::parse("a record", record).unwrap();
        (record.rows.iter())
            .map(|row| {
                let class: Material = row.name.parse().unwrap();
                let cell =
                    |name| row.cells().find(|(column, _)| *column == name).map(|cell| cell.1);
                let ordinary = ["A1", "A2", "A3"].map(|name| cell(name).unwrap());
                let with_right = |name| match cell(name) {
                    Some(counts) => by_type(counts.split(' ')),
                    None => PerKind::default(),
                };
                let equal_forces = class.is_symmetric();
                let mut white = by_type(ordinary);
                if equal_forces {
                    white[Kind::A2] = white[Kind::A1];
                }
                let en_passant =
                    EnPassantCounts { white: with_right("epw"), black: with_right("epb") };
                Entry::new(
                    class,
                    &Counts { equal_forces, white, en_passant, ..Counts::default() },
                    0.0,
                )
            })
            .collect()
    }

    fn by_type<'a>(counts: impl IntoIterator<Item = &'a str>) -> PerKind {
        let mut tally = PerKind::default();
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            tally[kind] = count.parse().unwrap();
        }
        tally
    }

    fn every_entry() -> Vec<Entry> {
        let mut all = entries(include_str!("../../../data/bleicher/census.toml"));
        all.extend(entries(include_str!("../../../data/bleicher/census_pawns.toml")));
        all
    }

    #[test]
    fn the_recorded_census_sums_up_to_the_printed_table() {
        let entries = every_entry();
        let printed = include_str!("../../../data/bleicher/table2.toml");
        let printed = Published::parse("a table", printed).unwrap();
        let mut different = Vec::new();
        for (column, groups) in columns() {
            let own = || entries.iter().filter(|entry| groups.iter().any(|g| g.holds(entry.class)));
            let endgames: usize = groups.iter().map(|group| group.classes().len()).sum();
            assert_eq!(own().count(), endgames, "{column}");
            let summary = Summary::of(own());
            for (row, ours) in summary.rows() {
                let printed_row = printed.rows.iter().find(|printed| printed.name == row);
                let cell = printed_row.and_then(|row| row.cells().find(|cell| cell.0 == column));
                if let Some((_, cell)) = cell.filter(|(_, cell)| *cell != ours) {
                    different.push(format!("{row}/{column}: {ours}, not {cell}"));
                }
            }
        }
        // The errata of the table: one endgame of 4-2, and 42 A2 and 16 A1 of 3-3p.
        assert_eq!(
            different,
            [
                "one A1/4-2: 2, not 1",
                "A1-A6/3-3p: 380421, not 380363",
                "A1/3-3p: 361741, not 361725",
                "A2/3-3p: 15585, not 15543",
                "one A1/total: 11, not 10",
                "A1-A6/total: 907010, not 906952",
                "A1/total: 771417, not 771401",
                "A2/total: 132364, not 132322",
            ]
        );
    }

    #[test]
    fn the_recorded_rights_are_those_of_the_printed_table_and_of_one_endgame_more() {
        let printed = include_str!("../../../data/bleicher/table3.toml");
        let printed = Published::parse("a table", printed).unwrap();
        let mut more = Vec::new();
        for entry in every_entry() {
            let name = entry.class.to_string();
            let ours = [("w", entry.en_passant.white), ("b", entry.en_passant.black)];
            let Some(row) = printed.rows.iter().find(|row| row.name == name) else {
                let total: u64 = ours.iter().map(|(_, counts)| counts.total()).sum();
                if total > 0 {
                    more.push(format!("{name} {total}"));
                }
                continue;
            };
            let mut computed = Computed::new();
            for (first, counts) in &ours {
                super::super::counts::fill(&mut computed, &name, first, counts);
            }
            for (column, cell) in row.cells() {
                assert_eq!(
                    computed.cell(&format!("{name}/{column}")),
                    Some(cell),
                    "{name}/{column}"
                );
            }
        }
        assert_eq!(more, ["KRPvKRP 16"]);
    }

    /// J. Beasley's number of reciprocal zugzwangs of up to six men has an A3 twice, once for either side to
    /// move, unless exchanging colours makes one position of the two: six in KPPvKPP.
    #[test]
    fn the_recorded_census_is_beasleys_count() {
        const BEASLEY: u64 = 932_789;
        // `nimzo zug count --men 5`, with an A3 counted twice.
        const FIVE_MEN: u64 = 25_032;
        const THEIR_OWN_EXCHANGE: u64 = 6;
        let six: u64 = every_entry().iter().map(|entry| entry.a1 + entry.a2 + 2 * entry.a3).sum();
        assert_eq!(six + FIVE_MEN - THEIR_OWN_EXCHANGE, BEASLEY);
    }
}

//! Counts of whole endgames, and Table 3.

use nimzo_chess::Material;
use nimzo_zugzwang::mining::placement::Placement;
use nimzo_zugzwang::{Counts, Kind, PerKind, Zugzwangs};
use shakmaty::Board;

use super::census::{ONLY_CENSUS, with_pawns};
use super::failed;
use super::workshop::Workshop;
use crate::Error;
use crate::drawings;
use crate::pictures::Picture;
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
    let mut boards = Vec::new();
    for row in &published.rows {
        if needs_full(context, &row.name) {
            for (column, _) in row.cells() {
                computed.skip(&row.name, column, ONLY_FULL);
            }
            continue;
        }
        let found = find(context, &workshop, &row.name).map_err(failed(table))?;
        let counts = counts_of(&found, &row.name);
        for (kind, count) in counts.white.iter().take(3) {
            computed.set(&row.name, kind, count);
        }
        let own: Vec<Board> = found.ordinary.keys().map(Placement::board).collect();
        if own.len() >= MAPPED {
            computed.pictures.push(where_kings_stand(&own, &row.name)?);
        }
        boards.extend(own);
        distinct += counts.distinct();
        a3_twice += counts.with_a3_twice();
    }
    computed.pictures.insert(0, where_kings_stand(&boards, "all endgames of this table")?);
    computed.note(format!(
        "{distinct} zugzwangs in these endgames; {a3_twice} when an A3 is counted twice"
    ));
    Ok(computed)
}

/// Endgames with fewer zugzwangs have no map of their own.
const MAPPED: usize = 500;

fn where_kings_stand(boards: &[Board], what: &str) -> Result<Picture, Error> {
    let title = format!("Where the kings stand in the zugzwangs of {what}");
    drawings::kings(boards, &title, "Each zugzwang with all its mirror images.")
}

fn find(
    context: &Context<'_>,
    workshop: &Workshop,
    name: &str,
) -> nimzo_zugzwang::Result<Zugzwangs> {
    let class: Material = name.parse().map_err(nimzo_tables::Error::from)?;
    workshop.find(class, context)
}

/// The counts of an endgame of this name.
fn counts_of(found: &Zugzwangs, name: &str) -> Counts {
    let equal = name.parse().is_ok_and(|class: Material| class.white == class.black);
    found.counts(equal)
}

/// Table 3: zugzwangs with an en passant right.
pub fn table3(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("bleicher/table3.toml", published)?;
    let mut computed = Computed::new();
    let mut boards: Vec<Board> = Vec::new();
    let workshop = Workshop::of(context)?;
    let six = with_pawns(context)?;
    for row in &published.rows {
        let class: Material = row.name.parse().map_err(|error: nimzo_chess::MaterialError| {
            failed("table3")(nimzo_tables::Error::from(error).into())
        })?;
        if class.count() > 5 {
            match six.iter().find(|entry| entry.class == class) {
                Some(entry) => {
                    fill(&mut computed, &row.name, "w", &entry.en_passant.white);
                    if !class.is_symmetric() {
                        fill(&mut computed, &row.name, "b", &entry.en_passant.black);
                    }
                }
                None => {
                    row.cells().for_each(|(column, _)| {
                        computed.skip(&row.name, column, ONLY_CENSUS);
                    });
                }
            }
            continue;
        }
        if needs_full(context, &row.name) {
            for (column, _) in row.cells() {
                computed.skip(&row.name, column, ONLY_FULL);
            }
            continue;
        }
        let found = find(context, &workshop, &row.name).map_err(failed("table3"))?;
        let counts = counts_of(&found, &row.name);
        let both = found.white_en_passant.keys().chain(found.black_en_passant.keys());
        boards.extend(both.map(Placement::board));
        for (first, tally) in [("w", counts.en_passant.white), ("b", counts.en_passant.black)] {
            fill(&mut computed, &row.name, first, &tally);
        }
    }
    if !boards.is_empty() {
        let what = "this table that hang on an en passant right";
        computed.pictures.push(where_kings_stand(&boards, what)?);
    }
    Ok(computed)
}

/// The cells of a row for the player who moves first, by type.
pub fn fill(computed: &mut Computed, row: &str, first: &str, tally: &PerKind) {
    computed.set(row, format!("ep{first}"), tally.total());
    for kind in Kind::ALL {
        computed.set(row, format!("{kind}{first}"), tally[kind]);
    }
}

//! The three tables of depths and percentages.

use nimzo_tables::stats::{Codes, pawn_codes, pawnless_codes};
use nimzo_tables::sweep::{Goals, Library, Solved};
use nimzo_tables::{Material, Metric};
use shakmaty::Square;

use super::solved;
use crate::Error;
use crate::reproduce::{Computed, Context, Published};

const TABLE1: &str = include_str!("../../../data/thompson/table1.toml");

/// Table 1: which endgames, and to what they were solved, is told by the printed table.
pub(super) fn table1(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for row in Published::parse("thompson/table1.toml", TABLE1)?.rows {
        let to_mate = row.cells().any(|(column, _)| column == "mate");
        let goals = Goals { dtm: to_mate, dtc: !to_mate, count: true, ..Goals::default() };
        let (material, library, root) = solved(&row.name, goals, context)?;
        let side = usize::from(material != root.layout.material());
        if to_mate {
            // One pass solved the endgame and its sub-games at once, so those count too.
            let parts = material.closure();
            let longest =
                parts.iter().filter_map(|part| longest_of_white(&library, material, *part));
            computed.set(&row.name, "mate", longest.max().unwrap_or_default());
            computed.set(&row.name, "mate, five men", moves(&root, Metric::Dtm, side));
        } else {
            computed.set(&row.name, "win", moves(&root, Metric::Dtc, side));
        }
        let get = |class: Material| library.get(class).map(|solved| &**solved);
        computed.set(
            &row.name,
            "percent",
            format!("{:.3}", pawnless_codes(material, &get).percent()),
        );
        computed.set(&row.name, "percent, each position once", plain_percent(&root, side));
    }
    computed.note("Beside the printed columns: the longest mate with all five men on the board, and won over legal positions with all men on the board, each counted once.");
    Ok(computed)
}

/// The longest win to mate in a sub-game for the side that is White in the endgame.
fn longest_of_white(library: &Library, root: Material, part: Material) -> Option<u32> {
    let solved = library.get(part)?;
    let fits = |part: Material| {
        let within = |a: nimzo_tables::Army, b: nimzo_tables::Army| {
            nimzo_tables::material::ROLES.iter().all(|&role| a.count(role) <= b.count(role))
        };
        within(part.white, root.white) && within(part.black, root.black)
    };
    let sides = [(part, 0), (part.flipped(), 1)];
    let fitting = sides.into_iter().filter(|&(part, _)| fits(part));
    fitting
        .filter_map(|(_, side)| solved.longest_win(Metric::Dtm, side))
        .map(|(plies, ..)| plies.div_ceil(2))
        .max()
}

fn moves(solved: &Solved, metric: Metric, side: usize) -> String {
    solved
        .longest_win(metric, side)
        .map_or_else(|| "none".to_owned(), |(plies, ..)| plies.div_ceil(2).to_string())
}

fn plain_percent(solved: &Solved, side: usize) -> String {
    let [win, draw, loss] = solved.totals(side);
    format!("{:.3}", 100.0 * win as f64 / (win + draw + loss) as f64)
}

/// Table 2: KQPvKQ with promotion to a queen only, and beside it with all promotions.
pub(super) fn table2(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    by_pawn(&mut computed, "KQPvKQ", true, ("max", "percent"), context)?;
    by_pawn(
        &mut computed,
        "KQPvKQ",
        false,
        ("max, all promotions", "percent, all promotions"),
        context,
    )?;
    Ok(computed)
}

/// Table 3: KRPvKR.
pub(super) fn table3(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    by_pawn(&mut computed, "KRPvKR", false, ("max", "percent"), context)?;
    Ok(computed)
}

fn by_pawn(
    computed: &mut Computed,
    class: &str,
    queen_only: bool,
    (max, percent): (&str, &str),
    context: &Context<'_>,
) -> Result<(), Error> {
    let goals = Goals { dtz: true, count: true, queen_only, ..Goals::default() };
    let (material, library, root) = solved(class, goals, context)?;
    let get = |class: Material| library.get(class).map(|solved| &**solved);
    for (slice, counted) in root.statistics.iter().enumerate() {
        let pawn = root.layout.pawns(slice).occupied().trailing_zeros();
        let square = Square::new(pawn);
        let statistics = counted.iter().find(|(metric, _)| *metric == Metric::Dtz);
        let longest = statistics.and_then(|(_, both)| both[0].longest_win);
        let longest =
            longest.map_or_else(|| "none".to_owned(), |(plies, _)| plies.div_ceil(2).to_string());
        computed.set(square, max, longest);
        let codes: Codes = pawn_codes(material, pawn as u8, &get);
        computed.set(square, percent, format!("{:.3}", codes.percent()));
        if let Some((_, both)) = statistics {
            let found = &both[0];
            let legal = found.wins + found.draws + found.losses;
            let plain = format!("{:.3}", 100.0 * found.wins as f64 / legal as f64);
            computed.set(square, format!("{percent}, each position once"), plain);
        }
    }
    Ok(())
}

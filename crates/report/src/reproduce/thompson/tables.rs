//! The three tables of depths and percentages.

use nimzo_chess::material::ROLES;
use nimzo_chess::{Army, Material, Metric};
use nimzo_retro::sweep::Solved;
use nimzo_tables::stats::{pawn_codes, pawnless_codes};
use shakmaty::{Color, Square};

use super::Endgame;
use crate::reproduce::Computed;

/// A row of Table 1.
pub(super) fn pawnless_row(computed: &mut Computed, name: &str, endgame: &Endgame, to_mate: bool) {
    let Endgame { material, root, .. } = endgame;
    if to_mate {
        // One pass solved the endgame and its sub-games at once, so those count too.
        let parts = material.closure();
        let longest = parts.iter().filter_map(|&part| longest_of_white(endgame, part));
        computed.set(name, "mate", longest.max().unwrap_or_default());
        computed.set(name, "mate, five men", moves(root, Metric::Dtm, endgame.white()));
    } else {
        computed.set(name, "win", moves(root, Metric::Dtc, endgame.white()));
    }
    let codes = pawnless_codes(*material, &|class| endgame.part(class));
    computed.set(name, "percent", format!("{:.3}", codes.percent()));
    computed.set(name, "percent, each position once", plain_percent(root, endgame.white()));
}

/// The longest win to mate in a sub-game for the side that is White in the endgame.
fn longest_of_white(endgame: &Endgame, part: Material) -> Option<u32> {
    let solved = endgame.part(part)?;
    let within = |a: Army, b: Army| ROLES.iter().all(|&role| a.count(role) <= b.count(role));
    let root = endgame.material;
    let sides = [(part, Color::White), (part.flipped(), Color::Black)].into_iter();
    sides
        .filter(|(part, _)| within(part.white, root.white) && within(part.black, root.black))
        .filter_map(|(_, side)| solved.longest_win(Metric::Dtm, side))
        .map(|(plies, ..)| plies.div_ceil(2))
        .max()
}

fn moves(solved: &Solved, metric: Metric, side: Color) -> String {
    let longest = solved.longest_win(metric, side);
    longest.map_or_else(|| "none".to_owned(), |(plies, ..)| plies.div_ceil(2).to_string())
}

fn plain_percent(solved: &Solved, side: Color) -> String {
    let [win, draw, loss] = solved.totals(side);
    format!("{:.3}", 100.0 * win as f64 / (win + draw + loss) as f64)
}

/// The rows of Table 2 or 3, one for each square of the pawn. In Table 2 the printed columns are
/// those with queens only, and the others stand beside them.
pub(super) fn pawn_rows(
    computed: &mut Computed,
    endgame: &Endgame,
    queen_only: bool,
    table2: bool,
) {
    let suffix = if table2 && !queen_only { ", all promotions" } else { "" };
    for (slice, counted) in endgame.root.statistics.iter().enumerate() {
        let pawn = endgame.root.layout.pawns(slice).occupied().trailing_zeros();
        let square = Square::new(pawn);
        let codes = pawn_codes(endgame.material, pawn as u8, &|class| endgame.part(class));
        computed.set(square, format!("percent{suffix}"), format!("{:.3}", codes.percent()));
        let Some((_, both)) = counted.iter().find(|(metric, _)| *metric == Metric::Dtz) else {
            continue;
        };
        let found = &both.white;
        let longest = found.longest_win.map(|(plies, _)| plies.div_ceil(2));
        computed.set(square, format!("max{suffix}"), longest.unwrap_or_default());
        let legal = found.wins + found.draws + found.losses;
        let plain = format!("{:.3}", 100.0 * found.wins as f64 / legal as f64);
        computed.set(square, format!("percent{suffix}, each position once"), plain);
    }
}

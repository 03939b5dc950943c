//! Positions with castling rights that were solved for single positions: lists, one for each class, set of
//! rights and set of pawns.

use std::collections::BTreeMap;

use nimzo_chess::{CastlingRights, Depth, Known, Material, Metric, Probe, Values};
use nimzo_retro::castling::{RightsReach, canonical, filled};
use nimzo_retro::reach::{PIECES, pawns_of};
use nimzo_retro::slice_graph::Pack;
use nimzo_work::Task;
use shakmaty::{Board, Chess, Color, Piece, Position};

use super::SolvedSlices;
use super::file::Name;
use super::lists::List;
use crate::error::Error;
use crate::store::Store;

/// Where a position with rights would be.
struct Spot {
    class: Material,
    name: Name,
    place: u64,
}

impl Spot {
    fn of(position: &Chess) -> Self {
        let (class, rights, board, turn) = canonical(position);
        let name = Name { pawns: pawns_of(&board), side: Color::White, square: number(rights) };
        Self { class, name, place: place(&board, turn) }
    }
}

/// A set of rights as a number.
fn number(rights: CastlingRights) -> u8 {
    CastlingRights::all().position(|one| one == rights).unwrap_or_default() as u8
}

/// The squares of the men beside pawns, and who is to move.
fn place(board: &Board, turn: Color) -> u64 {
    let mut place = 0;
    for color in Color::ALL {
        for role in PIECES {
            for square in board.by_piece(Piece { color, role }) {
                place = place << 6 | u64::from(u32::from(square));
            }
        }
    }
    place << 1 | u64::from(turn.is_black())
}

impl SolvedSlices {
    /// What is known of a position with castling rights as if it had no en passant right; `None` if it
    /// was not solved.
    pub fn look_up_rights(
        &self,
        position: &Chess,
        wanted: &[Metric],
    ) -> Result<Option<Known>, Error> {
        let spot = Spot::of(position);
        let mut known: Option<Known> = None;
        // Those that are wanted first: the result can be read off every depth.
        let others = Metric::ALL.into_iter().filter(|metric| !wanted.contains(metric));
        for (metric, wanted) in
            wanted.iter().map(|&metric| (metric, true)).chain(others.map(|metric| (metric, false)))
        {
            if !wanted && known.is_some() {
                break;
            }
            let list = self.list(Pack::Rights(spot.class, metric), spot.name)?;
            let Some(depth) = list.get(spot.place) else { continue };
            let so_far = known.unwrap_or(Known::result(depth.wdl()));
            known = Some(if wanted { so_far.with(metric, depth) } else { so_far });
        }
        Ok(known)
    }
}

/// Solves positions with rights from those without, which the store must know by now, and keeps them.
pub(super) fn solve(
    reach: &RightsReach,
    metric: Metric,
    store: &Store,
    task: &Task,
) -> Result<(), Error> {
    let outside = |position: &Chess| -> Result<Values, Error> {
        let known = store.probe(position, &[metric])?;
        let class = Material::of_board(position.board());
        known.depth(metric).ok_or_else(|| store.missing(class, metric))?;
        Ok(filled(known))
    };
    let values = reach.solve(outside, task)?;
    let mut lists: BTreeMap<String, (Pack, Name, List)> = BTreeMap::new();
    for (position, values) in reach.positions().zip(values) {
        let Spot { class, name, place } = Spot::of(&position);
        let pack = Pack::Rights(class, metric);
        let (.., list) = lists
            .entry(format!("{pack} {name:?}"))
            .or_insert_with(|| (pack, name, List::default()));
        list.insert(place, Some(pick(values, metric)));
    }
    for (pack, name, list) in lists.into_values() {
        task.check()?;
        store.solved().add_to_list(pack, name, list)?;
    }
    Ok(())
}

fn pick(values: Values, metric: Metric) -> Depth {
    match metric {
        Metric::Wdl | Metric::Dtm => values.dtm.0,
        Metric::Dtc => values.dtc.0,
        Metric::Dtz => values.dtz.0,
        Metric::Dtz50 => values.dtz50.0,
    }
}

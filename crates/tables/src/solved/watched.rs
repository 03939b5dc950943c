//! Depths of single positions of classes whose depths are too many to keep: the position that is solved, and
//! everything one move away from it.

use std::collections::BTreeMap;

use nimzo_chess::rules::{after, legal, set_up, without_en_passant};
use nimzo_chess::{Depth, Material, Metric};
use nimzo_retro::slice_graph::{Pack, Step, Visit, Visitor};
use nimzo_retro::sweep::{self, Sighting};
use shakmaty::{Chess, EnPassantMode, Position, Setup};

use super::file::Name;
use super::keep::of_slice;
use super::lists::List;
use super::{SolvedSlices, Spot};
use crate::error::Error;

/// A position, the same after a null move and without its en passant right, and all positions one move
/// away from these, with either side to move.
pub(super) fn around(position: &Chess) -> Vec<Chess> {
    let bare = without_en_passant(position);
    let setup = bare.to_setup(EnPassantMode::Legal);
    let passed = legal(Setup { turn: !setup.turn, ..setup });
    let here: Vec<Chess> =
        [Some(position.clone()), Some(bare), passed].into_iter().flatten().collect();
    let mut all = here.clone();
    for one in here {
        for mv in one.legal_moves() {
            let next = after(&one, mv);
            all.extend(set_up(next.board(), !next.turn(), None));
            all.push(next);
        }
    }
    all
}

/// The number of a position in the list of its slice.
fn number(slot: usize, turn: shakmaty::Color) -> u64 {
    (slot as u64) << 1 | u64::from(turn.is_black())
}

impl SolvedSlices {
    /// The depth of a watched position, if it was found.
    pub(super) fn sighted(&self, spot: &Spot, metric: Metric) -> Result<Option<Depth>, Error> {
        let list = self.list(Pack::Watched(spot.material, metric), spot.name)?;
        Ok(list.get(number(spot.slot, spot.turn)))
    }

    /// Whether all watched positions of a slice of a plan were found.
    pub(super) fn has_sighted(&self, step: &Step, slice: usize, name: Name) -> Result<bool, Error> {
        let mut of_slice =
            step.watched.iter().filter(|spot| spot.address.slice == slice).peekable();
        if of_slice.peek().is_none() {
            return Ok(true);
        }
        let lists =
            step.goals.depths().map(|metric| self.list(Pack::Watched(step.class, metric), name));
        let lists = lists.collect::<Result<Vec<List>, Error>>()?;
        let seen = |&sweep::Spot { address, turn }: &sweep::Spot| {
            lists.iter().all(|list| list.contains(number(address.slot, turn)))
        };
        Ok(of_slice.all(seen))
    }
}

/// Keeps the depths of watched positions as soon as they are found.
pub(super) struct KeepSightings<'a>(pub &'a SolvedSlices);

impl Visitor for KeepSightings<'_> {
    fn slice(&self, visit: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        let mut lists: BTreeMap<Metric, List> = BTreeMap::new();
        for &Sighting { spot, metric, depth } in visit.sightings {
            lists.entry(metric).or_default().insert(number(spot.address.slot, spot.turn), depth);
        }
        let name = of_slice(visit.layout.pawns(visit.slice));
        for (metric, list) in lists {
            self.0.add_to_list(Pack::Watched(visit.class, metric), name, list)?;
        }
        Ok(())
    }

    fn sees_values(&self) -> bool {
        false
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

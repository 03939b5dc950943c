//! Single positions whose depths are wanted where those of the others are not kept: the ply that decides
//! them is noted.

use std::sync::atomic::{AtomicU32, Ordering};

use nimzo_chess::{Depth, Metric, Wdl};
use shakmaty::{ByColor, Color};

use crate::kernel::Block;
use crate::layout::{Address, BLOCK_SLOTS};
use crate::planes::{Unit, WdlPlanes, decode};
use crate::sweep::codes::Code;

/// A position of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Its slice and slot, which must be one that counts.
    pub address: Address,
    /// Who is to move.
    pub turn: Color,
}

/// What was found of a watched position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sighting {
    /// The position.
    pub spot: Spot,
    /// What was counted.
    pub metric: Metric,
    /// Its depth; `None` if it is not legal.
    pub depth: Option<Depth>,
}

/// A watched slot with the code that was noted, 0 before that.
#[derive(Debug)]
pub(crate) struct WatchedSlot {
    slot: usize,
    code: AtomicU32,
}

/// The slots of some spots of a slice, ascending.
pub(super) fn slots(spots: &[Spot]) -> ByColor<Vec<WatchedSlot>> {
    ByColor::new_with(|side| {
        let of_side = spots.iter().filter(|spot| spot.turn == side);
        let mut slots: Vec<usize> = of_side.map(|spot| spot.address.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.into_iter().map(|slot| WatchedSlot { slot, code: AtomicU32::new(0) }).collect()
    })
}

/// Notes the code of those positions of a block that have just been decided.
pub(super) fn note<T: Code>(watched: &[WatchedSlot], block: usize, new: &Block, code: T) {
    let start = block * BLOCK_SLOTS;
    let first = watched.partition_point(|watched| watched.slot < start);
    for watched in watched[first..].iter().take_while(|one| one.slot < start + BLOCK_SLOTS) {
        let within = watched.slot - start;
        if new[within >> 6] >> (within & 63) & 1 != 0 {
            watched.code.store(code.code(), Ordering::Relaxed);
        }
    }
}

/// The depths of spots once the slice is done.
pub(super) fn depths<T: Code>(
    spots: &[Spot],
    watched: &ByColor<Vec<WatchedSlot>>,
    results: &ByColor<WdlPlanes>,
    unit: Unit,
) -> Vec<(Spot, Option<Depth>)> {
    let depth = |&spot: &Spot| {
        let slot = spot.address.slot;
        let depth = match results[spot.turn].get(slot)? {
            Wdl::Draw => Depth::Draw,
            Wdl::Win | Wdl::Loss => {
                let watched = &watched[spot.turn];
                let at = watched.binary_search_by_key(&slot, |watched| watched.slot).ok()?;
                decode(watched[at].code.load(Ordering::Relaxed), T::HALF, unit)?
            }
        };
        Some(depth)
    };
    spots.iter().map(|spot| (*spot, depth(spot))).collect()
}

//! Groups of slices: pawns on the same files. Pushes stay within a group. And how groups are taken together.

use std::collections::BTreeMap;

use shakmaty::Color;

use crate::layout::Layout;
use crate::layout::slices::{Pawns, squares};
use crate::reach::beside;

/// Bytes of finished slices that a batch of groups may come to.
const BATCH: u64 = 256 << 20;

/// The slices of a layout by the files of their pawns, mirror images together.
pub fn groups(layout: &Layout) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<[Vec<u8>; 2], Vec<usize>> = BTreeMap::new();
    for slice in 0..layout.slices() {
        let pawns = layout.pawns(slice);
        let key = files(pawns).min(files(pawns.mirrored()));
        groups.entry(key).or_default().push(slice);
    }
    groups.into_values().collect()
}

/// The files of White's and of Black's pawns.
fn files(pawns: Pawns) -> [Vec<u8>; 2] {
    [pawns.sides.white, pawns.sides.black].map(|set| {
        let mut files: Vec<u8> = squares(set).map(|square| square & 7).collect();
        files.sort_unstable();
        files
    })
}

/// A move of a pawn to another slice of its class.
pub(in crate::slice_graph) struct Push {
    /// The slice after it.
    pub to: usize,
    /// Whether it may be answered by taking en passant.
    pub passes: bool,
}

/// The pushes from a slice.
pub(in crate::slice_graph) fn pushes(layout: &Layout, slice: usize) -> Vec<Push> {
    let pawns = layout.pawns(slice);
    let free = |square: u8| pawns.occupied() >> square & 1 == 0;
    let mut found = Vec::new();
    for side in Color::ALL {
        for from in squares(pawns.sides[side]) {
            let ahead = |square: u8| side.fold_wb(square + 8, square - 8);
            let mut push = |to: u8, passes: bool| {
                let mut after = pawns;
                after.sides[side] ^= 1 << from | 1 << to;
                found.extend(layout.slice_of(after).map(|(to, _)| Push { to, passes }));
            };
            let to = ahead(from);
            if !(8..56).contains(&to) || !free(to) {
                continue;
            }
            push(to, false);
            if from >> 3 == side.fold_wb(1, 6) && free(ahead(to)) {
                let far = ahead(to);
                push(far, pawns.sides[!side] & beside(far) != 0);
            }
        }
    }
    found
}

/// How the groups of a class are taken together: enough to be shared between threads, and few enough
/// not to hold on to much.
pub(in crate::slice_graph) fn batches(layout: &Layout) -> Vec<Vec<usize>> {
    batches_of(layout, BATCH)
}

/// The same for batches of at most so many bytes of finished slices, if they are of several groups.
pub(in crate::slice_graph) fn batches_of(layout: &Layout, most: u64) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for (number, group) in groups(layout).iter().enumerate() {
        let bytes = group.len() as u64 * slice_bytes(layout);
        if bytes > room {
            batches.push(Vec::new());
            room = most;
        }
        room = room.saturating_sub(bytes);
        if let Some(last) = batches.last_mut() {
            last.push(number);
        }
    }
    batches
}

/// Slices of the largest batch.
pub(super) fn largest_batch(layout: &Layout) -> u64 {
    let groups = groups(layout);
    let slices = |batch: &Vec<usize>| batch.iter().map(|&group| groups[group].len() as u64).sum();
    batches(layout).iter().map(slices).max().unwrap_or_default()
}

/// Bytes of a finished slice: three planes for each side.
pub(super) fn slice_bytes(layout: &Layout) -> u64 {
    6 * layout.slots() as u64 / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_stay_within_a_group() {
        for name in ["KPvK", "KPvKP", "KPPvK", "KPPvKP", "KRvKB"] {
            let layout = Layout::new(name.parse().unwrap()).unwrap();
            let groups = groups(&layout);
            assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), layout.slices());
            for group in &groups {
                for &slice in group {
                    let pushes = pushes(&layout, slice);
                    assert!(pushes.iter().all(|push| group.contains(&push.to)), "{name}");
                    let pawns = layout.pawns(slice);
                    let steps = pushes.iter().map(|push| layout.pawns(push.to).steps_left());
                    assert!(steps.clone().all(|steps| steps < pawns.steps_left()));
                }
            }
        }
    }
}

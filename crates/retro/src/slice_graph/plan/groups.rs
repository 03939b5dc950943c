//! Groups of slices: pawns on the same files. Pushes stay within a group. And how groups are taken together.

use std::collections::BTreeMap;

use crate::layout::Layout;
use crate::layout::slices::{Pawns, squares};

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

/// How the groups of a class are taken together: enough to be shared between threads, and few enough
/// not to hold on to much.
pub(in crate::slice_graph) fn batches(layout: &Layout) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for (number, group) in groups(layout).iter().enumerate() {
        let bytes = group.len() as u64 * slice_bytes(layout);
        if bytes > room {
            batches.push(Vec::new());
            room = BATCH;
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
    use shakmaty::Color;

    use super::*;

    #[test]
    fn pushes_stay_within_a_group() {
        for name in ["KPvK", "KPvKP", "KPPvK", "KPPvKP", "KRvKB"] {
            let layout = Layout::new(name.parse().unwrap()).unwrap();
            let groups = groups(&layout);
            assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), layout.slices());
            for group in &groups {
                for &slice in group {
                    let pawns = layout.pawns(slice);
                    let all = Color::ALL.into_iter();
                    for (side, from) in
                        all.flat_map(|side| squares(pawns.sides[side]).map(move |s| (side, s)))
                    {
                        let to = side.fold_wb(from + 8, from - 8);
                        if (8..56).contains(&to) && pawns.occupied() >> to & 1 == 0 {
                            let mut pushed = pawns;
                            pushed.sides[side] ^= 1 << from | 1 << to;
                            let (next, _) = layout.slice_of(pushed).unwrap();
                            assert!(group.contains(&next), "{name}");
                        }
                    }
                }
            }
        }
    }
}

//! Groups of slices: pawns on the same files. Pushes stay within a group.

use std::collections::BTreeMap;

use crate::layout::Layout;
use crate::layout::slices::{Pawns, squares};

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

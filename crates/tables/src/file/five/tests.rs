use proptest::collection::vec;
use proptest::prelude::*;

use super::block::{Wanted, read_depths, read_results, write_depths, write_results};
use super::free::{For, Sampling};
use super::model::{Guide, Model};
use super::neighbours::{CANDIDATES, Neighbours, choose};
use super::tree::Tree;
use super::walk::{self, BAND, BANDS, DRAW, LOSS, NOTHING, ROWS, WIN};

fn is_stored(stored: &[u64; 64], cell: usize) -> bool {
    stored[cell >> 6] >> (cell & 63) & 1 != 0
}

/// A block made up: what is stored, results, two kinds of depths. Runs of equal cells are likely.
fn block(seed: u64, most: u16) -> ([u64; 64], [u8; 4096], [u16; 4096], [u16; 4096]) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let density = dice.u8(0..4);
    let stored = std::array::from_fn(|_| match density {
        0 => dice.u64(..) & dice.u64(..) & dice.u64(..),
        1 => dice.u64(..),
        2 => !0,
        _ => dice.u64(..) * u64::from(dice.bool()),
    });
    let changes = dice.u8(1..100);
    let (mut result, mut first, mut second) = (WIN, 3, 9);
    let mut found = ([NOTHING; 4096], [0; 4096], [0; 4096]);
    for cell in 0..4096 {
        if dice.u8(..100) < changes {
            result = dice.u8(LOSS..=WIN);
            first = dice.u16(0..most);
            second = dice.u16(0..most);
        }
        if is_stored(&stored, cell) {
            found.0[cell] = result;
            if result != DRAW {
                (found.1[cell], found.2[cell]) = (first, second);
            }
        }
    }
    (stored, found.0, found.1, found.2)
}

/// A guide for some blocks of these.
fn guide(blocks: &[u64], most: u16, depths: bool, in_view: bool) -> Guide {
    let near = Neighbours::of((0..8).map(|i| (i * 5 + most as u8 % 7) % 23).collect()).unwrap();
    let mut sampling = Sampling::by(None, For::Anything);
    for &seed in blocks {
        let (stored, mut results, first, mut second) = block(seed, most);
        for band in 0..BANDS {
            let cells = band * BAND..(band + 1) * BAND;
            let results = results[cells.clone()].first_chunk_mut().unwrap();
            if depths {
                let first = first[cells.clone()].first_chunk();
                let second = second[cells].first_chunk_mut().unwrap();
                for rows in walk::halves(walk::is_cut(results)) {
                    let first = first.filter(|_| in_view);
                    walk::depths(&near, rows, results, first, second, &mut sampling);
                }
            } else {
                let rows = stored[band * ROWS..].first_chunk().unwrap();
                let mut above = walk::Above::NOTHING;
                walk::results(&near, rows, results, &mut above, &mut sampling);
            }
        }
    }
    let (tree, _) = Tree::grow(&mut sampling.samples, 40);
    assert_eq!(Tree::decode(&tree.encode()).as_ref(), Some(&tree));
    let guide = Guide { near, tree };
    let model = Model::new(shakmaty::ByColor { white: None, black: Some(guide.clone()) });
    assert_eq!(Model::decode(&model.encode().unwrap()), Some(model));
    guide
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Blocks come back, also by a tree that was made for others.
    #[test]
    fn blocks_read_back(
        seed: u64,
        others in vec(any::<u64>(), 0..3),
        most in 1u16..2000,
        own: bool,
        open: bool,
        joined in 0u8..128,
    ) {
        let mut samples = others;
        if own {
            samples.push(seed);
        }
        let (stored, results, first, second) = block(seed, most);
        let result_guide = guide(&samples, most, false, false);
        let result_bytes = write_results(&result_guide, &stored, &mut results.clone(), joined);
        for in_view in [false, true] {
            let guide = guide(&samples, most, true, in_view);
            let seen = Some(&first).filter(|_| in_view);
            let exact = second.map(|depth| [depth.min(walk::LARGE) as u8; 2]);
            let free = open.then_some(&exact);
            let bytes = write_depths(&guide, &results, seen, &mut second.clone(), free);
            for band in 0..BANDS {
                let cells = band * BAND..(band + 1) * BAND;
                let mut found = [9; BAND];
                read_results(&result_guide, &stored, &result_bytes, band, &mut found)
                    .unwrap();
                prop_assert_eq!(&found[..], &results[cells.clone()]);
                let seen = first[cells.clone()].first_chunk().filter(|_| in_view);
                let mut depths = [7; BAND];
                let wanted = Wanted::all(band, &found);
                read_depths(&guide, &bytes, wanted, &found, seen, &mut depths).unwrap();
                prop_assert_eq!(&depths[..], &second[cells]);
            }
        }
    }

    /// Whatever stands in a file, reading it ends.
    #[test]
    fn any_bytes_are_read_or_refused(
        seed: u64,
        bytes in vec(any::<u8>(), 0..300),
        model in vec(any::<u8>(), 0..300),
    ) {
        let _ = Tree::decode(&model);
        let _ = super::Model::decode(&model);
        let (stored, results, first, _) = block(seed, 90);
        let guide = guide(&[seed ^ 1], 90, true, true);
        for band in 0..BANDS {
            let mut found = [0; BAND];
            let _ = read_results(&guide, &stored, &bytes, band, &mut found);
            let results = results[band * BAND..].first_chunk().unwrap();
            let first = first[band * BAND..].first_chunk();
            let wanted = Wanted::all(band, results);
            let _ = read_depths(&guide, &bytes, wanted, results, first, &mut [0; BAND]);
        }
    }
}

/// What is often so takes little: a tree knows its samples.
#[test]
fn likely_symbols_are_short() {
    let (stored, mut results, ..) = block(5, 10);
    let cells = (0..4096).filter(|&cell| is_stored(&stored, cell)).count();
    let bytes = write_results(&guide(&[5, 6, 7, 8], 10, false, false), &stored, &mut results, 5);
    let bytes = bytes.len();
    assert!(bytes * 8 < cells * 3, "{bytes} bytes for {cells} cells of five kinds");
}

/// The neighbour that is always equal comes first; then whoever is near where it is not.
#[test]
fn the_most_telling_neighbours_are_chosen() {
    let mut dice = fastrand::Rng::with_seed(3);
    let distances: Vec<[u8; CANDIDATES.len()]> = (0..1000)
        .map(|i| {
            std::array::from_fn(|candidate| match candidate {
                4 => 3 * u8::from(i % 4 == 0),
                9 => u8::from(i % 4 != 0),
                7 => 4 * u8::from(i % 3 == 0),
                _ => dice.u8(4..12),
            })
        })
        .collect();
    assert_eq!(choose(&distances, 2).chosen(), [4, 9]);
}

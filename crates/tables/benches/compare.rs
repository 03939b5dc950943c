//! Holds two folders of tables against each other, value by value, whatever the versions of their files.
//!
//! `cargo bench -p nimzo-tables --bench compare -- DIR DIR [CLASS …]`: the classes named, or all that the first
//! folder has, a line for each. What a file leaves out or open is filled in. Each folder is read by itself, slice
//! by slice; the values of the first wait packed for those of the second. Where there is memory for it both are read at
//! the same time. What has been read of a table stays for those that lead to it, in memory and in TMPDIR.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{BLOCK_SLOTS, BLOCK_WORDS, Layout};
use nimzo_retro::planes::{self, Cells, DepthPlane, Unit, decode, encode};
use nimzo_retro::sweep::SliceValues;
use nimzo_tables::Store;
use nimzo_tables::store::Verifier;
use nimzo_work::{Task, memory};
use rayon::prelude::*;
use shakmaty::Color;

/// What is kept of each folder for larger classes.
const KEPT: u64 = 1 << 30;
/// With so much memory both folders are read at the same time.
const FOR_BOTH: u64 = 24 << 30;
/// Blocks that are packed together.
const TOGETHER: usize = 16;
/// How fast rather than how small.
const LEVEL: i32 = 1;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [first, second, classes @ ..] = &words[..] else {
        println!("name two folders of tables to compare them");
        return;
    };
    let stores = [first, second].map(Store::at);
    let named: Vec<Material> = classes.iter().map(|name| name.parse().expect("a class")).collect();
    let classes = match named.is_empty() {
        false => named,
        true => {
            let listed = stores[0].list().expect("a folder").into_iter();
            listed.map(|table| table.expect("a table").class).collect()
        }
    };
    let begun = Instant::now();
    let folder = std::env::temp_dir();
    let verifiers = stores.each_ref().map(|store| store.verifier(&classes).keeping(KEPT, &folder));
    let (mut equal, mut different) = (0, 0);
    for &class in verifiers[0].classes() {
        let begun = Instant::now();
        let [same, other] = compare(&verifiers, class);
        println!(
            "{class}: {same} values equal, {other} differ ({:.1} s)",
            begun.elapsed().as_secs_f64()
        );
        (equal, different) = (equal + same, different + other);
        planes::release();
    }
    let (seconds, peak) = (begun.elapsed().as_secs_f64(), memory::peak().unwrap_or(0));
    println!(
        "{} classes, {equal} values equal, {different} differ ({seconds:.0} s, peak memory {})",
        classes.len(),
        memory::human(peak)
    );
    assert_eq!(different, 0, "values differ");
}

/// The values of a class from two folders.
struct Comparison {
    layout: Layout,
    /// Packed values of which the others are not there yet, by slice, side to move and first block.
    waiting: Mutex<HashMap<(usize, Color, usize), Vec<u8>>>,
    equal: AtomicU64,
    different: AtomicU64,
}

/// How many values of a class are equal, and how many differ.
fn compare(verifiers: &[Verifier<'_>; 2], class: Material) -> [u64; 2] {
    let comparison = Comparison {
        layout: Layout::new(class).expect("a small class"),
        waiting: Mutex::default(),
        equal: AtomicU64::new(0),
        different: AtomicU64::new(0),
    };
    let read = |which: usize| {
        let see = |slice: usize, values: &SliceValues| comparison.see(slice, values);
        verifiers[which].read(class, &see, &Task::silent()).expect("a table");
    };
    if memory::available().unwrap_or(0) > FOR_BOTH {
        rayon::join(|| read(0), || read(1));
    } else {
        read(0);
        read(1);
    }
    let left = comparison.waiting.lock().unwrap_or_else(PoisonError::into_inner).len();
    assert_eq!(left, 0, "{class}: slices that only one of them has");
    [comparison.equal.into_inner(), comparison.different.into_inner()]
}

impl Comparison {
    /// Takes a slice of one of them. Who comes first is packed and waits for the other.
    fn see(&self, slice: usize, values: &SliceValues) {
        let groups = self.layout.blocks().div_ceil(TOGETHER);
        (0..2 * groups).into_par_iter().for_each(|i| {
            let (turn, first) = (Color::from_white(i % 2 == 0), i / 2 * TOGETHER);
            let (content, count) = content(&self.layout, slice, values, turn, first);
            let key = (slice, turn, first);
            let waiting = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let earlier = waiting().remove(&key);
            let other = match earlier {
                Some(other) => other,
                None => {
                    let packed = zstd::bulk::compress(&content, LEVEL).expect("packed values");
                    let mut waiting = waiting();
                    // The other one may have come in between.
                    let Some(other) = waiting.remove(&key) else {
                        waiting.insert(key, packed);
                        return;
                    };
                    other
                }
            };
            let other = zstd::bulk::decompress(&other, 2 * content.len()).expect("packed values");
            if content == other {
                self.equal.fetch_add(count, Ordering::Relaxed);
                return;
            }
            let pairs = content.as_chunks::<2>().0.iter().zip(other.as_chunks::<2>().0);
            let different = pairs.filter(|(one, two)| one != two).count().max(1);
            println!("{} {key:?}: {different} differ", self.layout.material());
            self.different.fetch_add(different as u64, Ordering::Relaxed);
        });
    }
}

/// What some blocks hold, as bytes: words of the planes of results, and of depths codes of two bytes in plies, 0 where
/// no position is or none that counts; and how many values that is.
fn content(
    layout: &Layout,
    slice: usize,
    values: &SliceValues,
    turn: Color,
    first: usize,
) -> (Vec<u8>, u64) {
    let blocks = first..layout.blocks().min(first + TOGETHER);
    let depths = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];
    let depths: Vec<Codes<'_>> = depths
        .into_iter()
        .filter_map(|metric| Some(Codes::of(&values.depths[metric].as_ref()?[turn])))
        .collect();
    let mut bytes = Vec::with_capacity(blocks.len() * BLOCK_SLOTS * (1 + 2 * depths.len()));
    let mut count = 0;
    let wdl = &values.wdl[turn];
    let mut results = vec![&wdl.win, &wdl.draw, &wdl.loss];
    if let Some(rule) = &values.rule {
        results.extend([&rule[turn].win, &rule[turn].loss]);
    }
    for block in blocks {
        let counted = layout.counted(slice, block);
        let rows = block * BLOCK_WORDS..(block + 1) * BLOCK_WORDS;
        let legal = rows
            .clone()
            .zip(counted)
            .map(|(row, counted)| counted & (wdl.win[row] | wdl.draw[row] | wdl.loss[row]));
        let legal: Vec<u64> = legal.collect();
        count += legal.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        for plane in &results {
            let words = plane[rows.clone()].iter().zip(&legal);
            bytes.extend(words.flat_map(|(word, legal)| (word & legal).to_le_bytes()));
        }
        for depths in &depths {
            for (row, legal) in rows.clone().zip(&legal) {
                let codes =
                    (0..64).map(|bit| depths.at(64 * row + bit) * (legal >> bit & 1) as u16);
                bytes.extend(codes.flat_map(u16::to_le_bytes));
            }
        }
    }
    (bytes, count * (1 + depths.len() as u64))
}

/// A plane of depths of any width and unit.
struct Codes<'a> {
    plane: &'a DepthPlane,
    /// The wide code in plies of each narrow one.
    wide: Vec<u16>,
}

impl<'a> Codes<'a> {
    fn of(plane: &'a DepthPlane) -> Self {
        let wide = (0..256).map(|code| in_plies(code, 0x80, plane.unit)).collect();
        Self { plane, wide }
    }

    fn at(&self, slot: usize) -> u16 {
        match &self.plane.cells {
            Cells::Narrow(cells) => self.wide[usize::from(cells[slot])],
            Cells::Wide(cells) => in_plies(u32::from(cells[slot]), 0x8000, self.plane.unit),
        }
    }
}

fn in_plies(code: u32, half: u32, unit: Unit) -> u16 {
    encode(decode(code, half, unit), 0x8000, Unit::Plies) as u16
}

//! Holds two folders of tables against each other, value by value, whatever the versions of their files.
//!
//! `cargo bench -p nimzo-tables --bench compare -- DIR DIR [CLASS …]`: the classes named, or all that the
//! first folder has. Depths that a file leaves out are filled in.

use std::time::Instant;

use nimzo_chess::Material;
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes;
use nimzo_tables::Store;
use nimzo_tables::stats::Blocks;
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::Color;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [first, second, classes @ ..] = &words[..] else {
        println!("name two folders of tables to compare them");
        return;
    };
    let [first, second] = [first, second].map(Store::at);
    let named: Vec<Material> = classes.iter().map(|name| name.parse().expect("a class")).collect();
    let classes = match named.is_empty() {
        false => named,
        true => {
            let listed = first.list().expect("a folder").into_iter();
            listed.map(|table| table.expect("a table").class).collect()
        }
    };
    let begun = Instant::now();
    let equal: u64 = classes.iter().map(|&class| compare(&first, &second, class)).sum();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} classes, {equal} values equal, none different ({seconds:.0} s)", classes.len());
}

/// How many values of a class are equal; one that is not ends the program.
fn compare(first: &Store, second: &Store, class: Material) -> u64 {
    let [first, second] =
        [first, second].map(|store| store.whole(class, &Task::silent()).expect("a whole table"));
    assert_eq!(first.metrics(), second.metrics(), "{class}");
    let layout = first.layout();
    let mut equal = 0;
    for metric in first.metrics() {
        let all = 2 * layout.slices() * layout.blocks();
        equal += (0..all)
            .into_par_iter()
            .map_init(
                || Box::new([[0; BLOCK_SLOTS]; 2]),
                |codes, i| {
                    let (turn, i) = (Color::from_white(i % 2 == 0), i / 2);
                    let (slice, block) = (i / layout.blocks(), i % layout.blocks());
                    let id = BlockId { slice, turn, block };
                    for (codes, table) in codes.iter_mut().zip([&first, &second]) {
                        table.block(metric, id, codes).expect("a block");
                    }
                    assert!(codes[0] == codes[1], "{class} {metric}: {id:?} differs");
                    codes[0].iter().filter(|&&code| code != 0).count() as u64
                },
            )
            .sum::<u64>();
    }
    println!("{class}: {equal} values equal");
    drop((first, second));
    planes::release();
    equal
}

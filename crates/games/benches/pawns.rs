//! The heavy computations of the pawn game, each with its answer asserted.
//!
//! `cargo bench -p nimzo-games --bench pawns` runs all of them, `… -- NAME…` those whose name
//! contains one of the words given.

use std::time::Instant;

use nimzo_games::pawns;
use nimzo_work::{Task, memory};

/// A named computation that tells how many steps it did, and of what.
type Bench = (&'static str, fn() -> (u64, &'static str));

const BENCHES: [Bench; 2] = [("census-38", census_38), ("census-42", census_42)];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, bench) in BENCHES {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let begun = Instant::now();
        let (steps, what) = bench();
        let seconds = begun.elapsed().as_secs_f64();
        let peak = memory::peak().map_or_else(String::new, memory::human);
        let rate = steps as f64 / seconds / 1e6;
        println!("{name}: {seconds:.2} s, {rate:.1} M {what}/s, peak memory so far {peak}");
    }
}

fn census(longest: usize) -> pawns::Census {
    pawns::census(longest, &Task::silent()).expect("there is enough memory")
}

fn words(census: &pawns::Census) -> (u64, &'static str) {
    (census.lengths.iter().map(pawns::Counts::words).sum(), "words")
}

fn census_38() -> (u64, &'static str) {
    let found = census(38);
    let lengths: Vec<usize> = found.first.iter().map(|first| first.length).collect();
    assert_eq!(lengths[1..], [1, 4, 6, 9, 11, 14, 16, 20, 22, 25, 27, 30, 32, 37]);
    words(&found)
}

fn census_42() -> (u64, &'static str) {
    let found = census(42);
    let lengths: Vec<usize> = found.first.iter().map(|first| first.length).collect();
    assert_eq!(lengths[1..], [1, 4, 6, 9, 11, 14, 16, 20, 22, 25, 27, 30, 32, 37, 39]);
    words(&found)
}

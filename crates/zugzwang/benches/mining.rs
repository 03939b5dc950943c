//! Times the miner and the census, and asserts what they find.
//!
//! `cargo bench -p nimzo-zugzwang --bench mining` runs the quick cases. Names of endgames after
//! `--` go through the census instead; those of up to five men are held to whole tables.

use std::time::Instant;

use nimzo_chess::Material;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::{Task, memory};
use nimzo_zugzwang::census;
use nimzo_zugzwang::{Counts, Kind, mine};

/// White first: A1, A2, A3; then en passant with White and with Black first.
const KNOWN: [(&str, [u64; 3], [u64; 2]); 4] = [
    ("KRBvKR", [17, 0, 0], [0, 0]),
    ("KBNvKN", [922, 0, 0], [0, 0]),
    ("KRPvKR", [209, 0, 0], [0, 0]),
    ("KPvKP", [106, 106, 15], [0, 0]),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if wanted.is_empty() {
        for (name, ordinary, en_passant) in KNOWN {
            let counts = mined(name);
            let found = [Kind::A1, Kind::A2, Kind::A3].map(|kind| counts.white[kind]);
            let with_right = [counts.en_passant.white.total(), counts.en_passant.black.total()];
            assert_eq!((found[0], found[2]), (ordinary[0], ordinary[2]), "{name}");
            assert_eq!(with_right, en_passant, "{name}");
        }
    }
    for name in &wanted {
        let class: Material = name.parse().expect("a class");
        let counts = by_census(name, class.canonical());
        if class.count() < 6 {
            assert_eq!(mined(name), counts, "{name}");
        }
    }
}

fn by_census(name: &str, class: Material) -> Counts {
    let start = Instant::now();
    let limits = Limits::PLENTY;
    let mut counts = Counts::default();
    census::find(&[class], limits, &Task::silent(), |_, found, _| {
        counts = found.counts(class.is_symmetric());
        Ok(())
    })
    .expect("solved");
    report(name, "solved with all it needs and mined", start.elapsed().as_secs_f64(), &counts);
    counts
}

fn mined(name: &str) -> Counts {
    let class: Material = name.parse().expect("a class");
    let mut library = Library::new();
    let start = Instant::now();
    let solved = library.solve(class, Goals::default(), &Task::silent()).expect("solved");
    let solving = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let found = mine(&*solved, Some(&library), &Task::silent()).expect("mined");
    let counts = found.counts(class.white == class.black);
    let seconds = start.elapsed().as_secs_f64();
    report(name, &format!("solved with all it needs in {solving:.2} s, mined"), seconds, &counts);
    counts
}

fn report(name: &str, what: &str, seconds: f64, counts: &Counts) {
    let tally: Vec<u64> = counts.white.iter().map(|(_, count)| count).collect();
    let peak = memory::peak().map_or_else(String::new, memory::human);
    let ep = [counts.en_passant.white, counts.en_passant.black].map(|t| t.total());
    println!("{name}: {what} in {seconds:.3} s; {tally:?}, en passant {ep:?}; peak {peak}");
}

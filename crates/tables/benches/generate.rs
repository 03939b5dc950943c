//! Times the generator and asserts its answers.
//!
//! `cargo bench -p nimzo-tables --bench generate -- pawnless pawns` runs the groups named; without
//! names all of them are run. Groups: `maxima`, `pawnless`, `plain-instructions`, `four`, `pawns`,
//! `five`, `files`, `six`, `verify`. `RTBGEN` may name Syzygy's generator, which is then timed beside
//! `pawnless`. Seconds are of the clock; processor seconds of all threads stand in brackets.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_retro::kernel::Instructions;
use nimzo_retro::planes;
use nimzo_retro::sweep::{Goals, Library, Solved, solve, verify};
use nimzo_tables::Error;
use nimzo_tables::stats::class_stats;
use nimzo_tables::store::{Request, Store};
use nimzo_work::{Task, memory};
use shakmaty::Color;

const DTM: Goals = Goals { dtm: true, ..COUNTED };
const DTC: Goals = Goals { dtc: true, ..COUNTED };
const COUNTED: Goals = Goals {
    dtm: false,
    dtc: false,
    dtz: false,
    dtz50: false,
    queen_only: false,
    discard_depths: false,
    count: true,
    rule_limit: None,
};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let groups: [(&str, fn()); 9] = [
        ("maxima", maxima),
        ("pawnless", pawnless),
        ("plain-instructions", plain_instructions),
        ("four", four),
        ("pawns", pawns),
        ("five", five),
        ("files", files),
        ("six", six),
        ("verify", verified),
    ];
    for (name, group) in groups {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            println!("== {name}");
            group();
            planes::release();
        }
    }
    println!("peak memory {}", memory::human(memory::peak().unwrap_or(0)));
}

fn material(name: &str) -> Material {
    name.parse().expect("a class")
}

/// Processor seconds of this process, all threads, in user mode and in all.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 =
        after.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Runs and prints `what`, seconds and processor seconds.
fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let (start, cpu) = (Instant::now(), processor_seconds());
    let result = run();
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), processor_seconds() - cpu);
    println!("{what}: {seconds:.3} s [{cpu:.2} s]");
    result
}

/// Solves a class with all it needs, nothing kept from before.
fn from_scratch(name: &str, goals: Goals) -> std::sync::Arc<Solved> {
    Library::new().solve_sparing(material(name), goals, &Task::silent()).expect("solved")
}

/// The longest win, in moves, of the side that `name` names first.
fn longest(name: &str, solved: &Solved, metric: Metric) -> u32 {
    let side = Color::from_white(material(name).is_canonical());
    solved.longest_win(metric, side).map_or(0, |win| win.0.div_ceil(2))
}

fn maxima() {
    let mut library = Library::new();
    for (name, moves) in [
        ("KQvK", 10),
        ("KRvK", 16),
        ("KBBvK", 19),
        ("KBNvK", 33),
        ("KQvKR", 35),
        ("KRvKN", 40),
        ("KRvKB", 29),
        ("KBBvKN", 78),
        ("KRBvKR", 65),
        ("KQRvKQ", 67),
        ("KRNvKR", 37),
        ("KQvKNN", 72),
    ] {
        let solved =
            timed(name, || library.solve(material(name), DTM, &Task::silent())).expect("solved");
        assert_eq!(longest(name, &solved, Metric::Dtm), moves, "{name}");
    }
}

fn pawnless() {
    for (name, dtm, dtc) in [("KRBvKR", 65, 59), ("KQRvKQ", 67, 60)] {
        for _ in 0..2 {
            let solved = timed(&format!("{name} dtm with sub-tables"), || from_scratch(name, DTM));
            assert_eq!(longest(name, &solved, Metric::Dtm), dtm, "{name}");
        }
        let solved = timed(&format!("{name} dtc with sub-tables"), || from_scratch(name, DTC));
        assert_eq!(longest(name, &solved, Metric::Dtc), dtc, "{name}");
        timed(&format!("{name} wdl with sub-tables"), || from_scratch(name, Goals::default()));
        if let Some(generator) = std::env::var_os("RTBGEN") {
            timed(&format!("{name} by {}", Path::new(&generator).display()), || {
                let folder = std::env::temp_dir();
                let status = Command::new(&generator)
                    .args(["-g", "-t", "2", name])
                    .current_dir(folder)
                    .status();
                assert!(status.expect("RTBGEN runs").success());
            });
        }
    }
}

fn plain_instructions() {
    for instructions in Instructions::available().filter(|&set| set < Instructions::Avx512) {
        Instructions::limit(instructions);
        for (name, dtm) in [("KRBvKR", 65), ("KQRvKQ", 67)] {
            let what = format!("{name} dtm with sub-tables, {instructions:?}");
            let solved = timed(&what, || from_scratch(name, DTM));
            assert_eq!(longest(name, &solved, Metric::Dtm), dtm, "{name}");
        }
    }
    Instructions::limit(Instructions::Avx512);
}

fn four() {
    let goals = Goals { dtz50: true, ..DTM };
    let mut library = Library::new();
    let classes = [Material::all(3), Material::all(4)].concat();
    assert_eq!(classes.len(), 35);
    timed("all 35 classes of 3 and 4 men, wdl, dtm, dtz50", || {
        for class in classes {
            library.solve(class, goals, &Task::silent()).expect("solved");
        }
    });
}

fn pawns() {
    for (name, moves) in [("KPvK", 28), ("KRPvKR", 74), ("KQPvKQ", 124), ("KNNvKP", 115)] {
        let solved = timed(&format!("{name} dtm with sub-tables"), || from_scratch(name, DTM));
        assert_eq!(longest(name, &solved, Metric::Dtm), moves, "{name}");
        planes::release();
    }
}

fn five() {
    let classes = Material::all(5);
    let mut seen = 0;
    timed("wdl of all 110 classes of 5 men with sub-tables", || {
        let mut library = Library::new();
        let solved = library.solve_each(&classes, Goals::default(), &Task::silent(), |_, _, _| {
            seen += 1;
            Ok::<(), Error>(())
        });
        solved.expect("solved");
    });
    assert_eq!(seen, 110);
}

/// A class whose sub-tables do not fit into memory together, by way of files.
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::at(folder.path());
    let class = material("KPPvKP");
    let request = Request { classes: vec![class], metrics: vec![Metric::Dtm], queen_only: false };
    timed("KPPvKP dtm with sub-tables, generated, compressed and written", || {
        let plan = store.plan(&request).expect("planned");
        println!("{}", plan.describe());
        store.build(&plan, false, &Task::silent(), |_| {}).expect("built");
    });
    let whole = store.whole(class, &Task::silent()).expect("read");
    let slices: Vec<usize> = (0..whole.table().layout().slices()).collect();
    let stats = class_stats(&whole, class, &slices, &Task::silent()).expect("counted");
    let longest = stats.sides.white.of(Metric::Dtm).and_then(|tally| tally.longest_win.plies);
    assert_eq!(longest.map(|plies| plies.div_ceil(2)), Some(127));
}

fn six() {
    let goals = Goals { discard_depths: true, ..DTC };
    // The longest of either side to move: in KQNvKRR it is Black's, who is at last forced to capture.
    for (name, moves) in [("KRNvKNN", 243), ("KRBvKNN", 223), ("KRNvKBN", 190), ("KQNvKRR", 153)] {
        let class = material(name).canonical();
        let solved = timed(&format!("{name} wdl and dtc with sub-tables"), || {
            let mut library = Library::new();
            library.prepare(class, Goals::default(), &Task::silent()).expect("solved");
            solve(class, &library, goals, &Task::silent()).expect("solved")
        });
        let lost =
            solved.longest_loss(Metric::Dtc, Color::from_white(!material(name).is_canonical()));
        let lost = lost.map_or(0, |loss| loss.0.div_ceil(2));
        assert_eq!(longest(name, &solved, Metric::Dtc).max(lost), moves, "{name}");
        drop(solved);
        planes::release();
    }
}

fn verified() {
    for name in ["KPvKP", "KRBvKR", "KRPvKR"] {
        let goals = Goals { dtz50: true, ..DTM };
        let mut library = Library::new();
        let solved = library.solve(material(name), goals, &Task::silent()).expect("solved");
        let seen = timed(&format!("verify {name}, wdl, dtm, dtz50"), || {
            verify(&solved.layout, &*solved, &[], &library, goals, &Task::silent())
                .expect("verified")
        });
        println!("{name}: {} slots, {} faults", seen.slots, seen.faults);
        assert_eq!(seen.faults, 0, "{name}: {:?}", seen.examples);
    }
}

//! Impartial chess on Young diagrams: throughput and memory of the heavy computations, each with
//! its answer asserted.
//!
//! `cargo bench -p nimzo-games --bench young`

use std::time::Instant;

use nimzo_games::young::{
    Census, EndlessStairs, Family, Piece, SearchPlan, Shapes, ValueMap, classify, longest_lost,
    rectangle, search,
};
use nimzo_work::{Task, memory};

fn main() {
    // The test harness also runs benches; there they would only cost time.
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    census();
    map();
    classes();
    stairs();
    longest();
    regions();
    let peak = memory::peak().map_or("unknown".to_owned(), memory::human);
    println!("peak memory {peak}");
}

fn report(what: &str, started: Instant, units: f64, unit: &str) {
    let seconds = started.elapsed().as_secs_f64();
    println!("{what}: {seconds:.3} s, {:.1} million {unit}/s", units / seconds / 1e6);
}

/// All partitions up to size 60 under the seven pieces.
fn census() {
    let task = Task::silent();
    let started = Instant::now();
    let shapes = Shapes::up_to(60, &task).expect("60 is within range");
    assert_eq!(shapes.count(), 6_639_348);
    report("numbering all partitions to size 60", started, shapes.count() as f64, "partitions");
    for piece in Piece::ALL {
        let started = Instant::now();
        let census = Census::solve(&shapes, &piece.moveset(), &task).expect("it fits");
        report(&format!("{piece}, all of them"), started, shapes.count() as f64, "partitions");
        // Bishop loses on the diagrams of Durfee length 1, which are the hooks.
        if piece == Piece::Bishop {
            assert_eq!(census.losing(60).0, 60);
        }
    }
}

/// Wythoff's game and nim on a large board.
fn map() {
    let task = Task::silent();
    let square = rectangle(1500, 1500).expect("not empty");
    for piece in [Piece::Rook, Piece::Queen, Piece::King] {
        let started = Instant::now();
        let map = ValueMap::solve(&square, &piece.moveset(), &task).expect("it fits");
        report(&format!("{piece} on 1500 by 1500"), started, square.size() as f64, "cells");
        if piece == Piece::Rook {
            assert_eq!(map.pair(7, 0).expect("inside").normal.0, 1492 ^ 1499);
        }
    }
}

fn classes() {
    let task = Task::silent();
    let started = Instant::now();
    let queen = classify(&Piece::Queen.moveset(), &Family::All, 50, &task).expect("it fits");
    assert_eq!(queen.region().letters(), "N N'");
    report(
        "class of queen, all partitions to size 50",
        started,
        queen.positions as f64,
        "positions",
    );
}

fn stairs() {
    let task = Task::silent();
    let started = Instant::now();
    let step = rectangle(99, 99).expect("not empty");
    let blocks =
        EndlessStairs::solve(&step, &Piece::King.moveset(), &task).expect("runs").expect("steps");
    let cells = (blocks.levels() * 99 * 99) as f64;
    assert_eq!(blocks.pair(101, 0, 0).expect("inside").normal.0, 2);
    report("king on endless stairs of 99 by 99", started, cells, "cells");
}

fn longest() {
    let started = Instant::now();
    let found = longest_lost(21, u64::MAX, &Task::silent()).expect("within range");
    assert_eq!((found.shortfall(), found.exhaustive), (Some(1), true));
    report("longest lost diagram of queen, 21 rows", started, found.tried as f64, "diagrams");
}

fn regions() {
    let started = Instant::now();
    let stages = search(SearchPlan::default(), &Task::silent()).expect("it fits");
    let games: u64 = stages.iter().map(|stage| stage.games).sum();
    assert!(stages[0].hits.len() >= 12);
    report("search of all regions", started, games as f64, "games");
}

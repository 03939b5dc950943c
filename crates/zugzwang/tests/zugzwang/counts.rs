//! Counts from tables solved set-wise in memory.

use nimzo_chess::Material;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use nimzo_zugzwang::{Counts, Kind, mine};

/// Solves, mines, counts.
pub fn counts(library: &mut Library, name: &str) -> Counts {
    let class: Material = name.parse().unwrap();
    let task = Task::silent();
    let solved = library.solve(class, Goals::default(), &task).unwrap();
    let found = mine(&*solved, Some(library), &task).unwrap();
    found.counts(class.white == class.black)
}

#[test]
fn published_counts() {
    let mut library = Library::new();
    for (name, expected) in [
        ("KPvK", [80, 0, 0]),
        ("KBPvK", [6, 0, 0]),
        ("KNPvK", [75, 0, 0]),
        ("KPPvK", [43, 0, 0]),
        ("KRvKB", [5, 0, 0]),
        ("KRvKN", [18, 0, 0]),
        ("KRvKP", [12, 0, 0]),
        ("KBvKP", [0, 1, 0]),
        ("KNvKP", [22, 7, 0]),
        ("KQvKP", [0, 0, 0]),
        ("KPvKP", [106, 106, 15]),
    ] {
        let counts = counts(&mut library, name);
        let found = [Kind::A1, Kind::A2, Kind::A3].map(|kind| counts.white[kind]);
        assert_eq!(found, expected, "{name}");
    }
}

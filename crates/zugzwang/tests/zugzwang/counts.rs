//! Counts from tables solved set-wise in memory.

use nimzo_chess::probe::UnderRule;
use nimzo_chess::{FiftyMoveRule, Material};
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use nimzo_zugzwang::mining::blocks::BlocksUnderRule;
use nimzo_zugzwang::{Counts, Kind, mine, plain};

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

/// Set-wise under the fifty-move rule, against every placement by itself; with a rule of a few moves,
/// since among four men hardly a win takes fifty.
#[test]
fn under_the_rule_blocks_and_placements_give_the_same() {
    let goals =
        Goals { dtz50: true, discard_depths: true, rule_limit: Some(12), ..Goals::default() };
    let (mut library, mut whole) = (Library::new(), Library::new());
    let task = Task::silent();
    for name in ["KPvK", "KRvKN", "KNvKP", "KPvKP"] {
        let class: Material = name.parse().unwrap();
        let solved = library.solve(class, goals, &task).unwrap();
        let source = UnderRule::new(&library, FiftyMoveRule::Respected);
        let found = mine(&BlocksUnderRule(&*solved), Some(&source), &task).unwrap();
        assert_eq!(found, plain::find(&source, class, &task).unwrap(), "{name}");
        let without = counts(&mut whole, name);
        assert_ne!(found.counts(class.is_symmetric()), without, "{name}: the rule changes nothing");
    }
}

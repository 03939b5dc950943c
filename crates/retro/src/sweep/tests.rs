use std::sync::Arc;

use nimzo_chess::{Depth, Material, Metric};
use nimzo_work::Task;
use shakmaty::{Color, Position};

use super::*;
use crate::layout::Address;
use crate::plain::PlainTables;

const EVERYTHING: Goals = Goals {
    dtm: true,
    dtc: true,
    dtz: true,
    dtz50: true,
    queen_only: false,
    discard_depths: false,
    count: true,
    rule_limit: None,
};

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

/// Every position of a class, by every metric, against the plain generator.
fn held_equal(names: &[&str]) {
    let mut plain = PlainTables::new();
    let mut library = Library::new();
    for name in names {
        let class = material(name);
        plain.solve(class, &Task::silent()).unwrap();
        let solved = library.solve(class, EVERYTHING, &Task::silent()).unwrap();
        let mut positions = 0;
        plain.for_each(class, |position, values| {
            let at = solved.layout.locate(position.board()).unwrap();
            let side = position.turn();
            let slice = &solved.slices[at.slice];
            let found = Metric::DEPTHS.map(|metric| slice.depth_at(metric, side, at.slot));
            let expected = [values.dtm.0, values.dtc.0, values.dtz.0, values.dtz50.0].map(Some);
            assert_eq!(found, expected, "{name} {} {:?}", position.board(), position.turn());
            assert_eq!(slice.wdl_at(side, at.slot), Some(values.wdl()));
            assert_eq!(slice.wdl50_at(side, at.slot), Some(values.dtz50.wdl50()));
            positions += 1;
        });
        assert!(positions > 1000, "{name}");
    }
}

#[test]
fn three_men_equal_the_plain_generator() {
    held_equal(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
}

/// The smallest class there is; Miri runs this one (see CONTRIBUTING), for results alone.
#[test]
fn a_knight_alone_wins_nothing() {
    let goals = if cfg!(miri) { Goals::default() } else { EVERYTHING };
    let solved = Library::new().solve(material("KNvK"), goals, &Task::silent()).unwrap();
    let ones = |plane: &[u64]| plane.iter().map(|word| word.count_ones()).sum::<u32>();
    for planes in solved.slices[0].wdl.iter() {
        assert_eq!((ones(&planes.win), ones(&planes.loss)), (0, 0));
        assert!(ones(&planes.draw) > 20_000);
    }
}

#[test]
fn four_men_equal_the_plain_generator() {
    held_equal(&["KRvKB"]);
}

/// Results solved alone take other shortcuts than results solved with depths.
#[test]
fn results_alone_are_those_found_with_depths() {
    let (mut alone, mut with_depths) = (Library::new(), Library::new());
    for class in Material::all(3).into_iter().chain(Material::all(4)) {
        let results = alone.solve(class, Goals::default(), &Task::silent()).unwrap();
        let goals = Goals { dtm: true, ..Goals::default() };
        let depths = with_depths.solve(class, goals, &Task::silent()).unwrap();
        for (slice, (one, other)) in results.slices.iter().zip(&depths.slices).enumerate() {
            for side in Color::ALL {
                let planes = |values: &SliceValues| {
                    let planes = &values.wdl[side];
                    [&planes.win, &planes.draw, &planes.loss].map(|plane| plane.to_vec())
                };
                assert!(planes(one) == planes(other), "{class}, slice {slice}, side {side}");
            }
        }
    }
}

fn longest(library: &mut Library, name: &str, metric: Metric) -> u32 {
    let goals = Goals {
        dtm: metric == Metric::Dtm,
        dtc: metric == Metric::Dtc,
        dtz: metric == Metric::Dtz,
        count: true,
        ..Goals::default()
    };
    let solved = library.solve(material(name), goals, &Task::silent()).unwrap();
    let plies = Color::ALL.map(|side| solved.longest_win(metric, side).map_or(0, |win| win.0));
    plies[0].max(plies[1]).div_ceil(2)
}

fn verified(solved: &Solved, library: &Library, goals: Goals) -> Verification {
    verify(&solved.layout, solved, &[], library, goals, &Task::silent()).unwrap()
}

#[test]
fn the_verifier_finds_nothing_in_a_right_table_and_a_planted_fault_in_a_wrong_one() {
    let mut library = Library::new();
    for name in ["KQvK", "KPvKP", "KNvKP", "KBNvK"] {
        let solved = library.solve(material(name), EVERYTHING, &Task::silent()).unwrap();
        let seen = verified(&solved, &library, EVERYTHING);
        assert_eq!(seen.faults, 0, "{name}: {:?}", seen.examples);
        // Four depths, both sides to move; with each of them the results.
        assert_eq!(seen.slots, (solved.layout.slices() * solved.layout.slots()) as u64 * 8);
    }
    let results = solve(material("KQvK"), &library, Goals::default(), &Task::silent()).unwrap();
    let seen = verified(&results, &library, Goals::default());
    assert_eq!((seen.faults, seen.slots), (0, results.layout.slots() as u64 * 2));
    let right = library.get(material("KQvK")).unwrap().clone();
    let slot = right.longest_win(Metric::Dtm, Color::White).unwrap().2;
    let mut slices = right.slices.clone();
    let mut planes = (**slices[0].depths[Metric::Dtm].as_ref().unwrap()).clone();
    let crate::planes::Cells::Narrow(cells) = &mut planes.white.cells else { panic!("narrow") };
    cells[slot] += 1;
    slices[0].depths[Metric::Dtm] = Some(Arc::new(planes));
    let wrong = Solved { layout: right.layout.clone(), slices, statistics: Vec::new() };
    let seen = verified(&wrong, &library, EVERYTHING);
    assert!(seen.faults >= 1);
    assert!(seen.examples.iter().any(|fault| {
        fault.slot == slot && fault.side == Color::White && fault.metric == Metric::Dtm
    }));
}

#[test]
fn the_known_longest_mates() {
    let mut library = Library::new();
    for (name, moves) in
        [("KQvK", 10), ("KRvK", 16), ("KBBvK", 19), ("KBNvK", 33), ("KQvKR", 35), ("KRvKN", 40)]
    {
        assert_eq!(longest(&mut library, name, Metric::Dtm), moves, "{name}");
    }
}

/// Depths noted of single positions, while those of the class are not kept, against those kept.
#[test]
fn watched_positions_have_the_depths_that_are_kept() {
    let all = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];
    for (name, metrics) in [
        ("KRvKB", &all[..]),
        ("KQvKR", &all),
        ("KNvKP", &all),
        ("KPvKP", &all),
        ("KBNvKN", &[Metric::Dtm]),
    ] {
        let class = material(name);
        let mut library = Library::new();
        let goals = Goals::of_metrics(metrics, false);
        let kept = library.solve(class, goals, &Task::silent()).unwrap();
        let layout = &kept.layout;
        let mut numbers = fastrand::Rng::with_seed(3);
        let spots: Vec<Spot> = (0..layout.slices())
            .flat_map(|slice| (0..400 / layout.slices() + 20).map(move |_| slice))
            .filter_map(|slice| {
                let slot = layout.counting_slot(slice, numbers.usize(..layout.slots()))?;
                let turn = Color::from_white(numbers.bool());
                Some(Spot { address: Address { slice, slot }, turn })
            })
            .collect();
        let goals = Goals { discard_depths: true, ..goals };
        let mut partial = Partial::new(class, &library, goals).unwrap().watching(&spots);
        let slices: Vec<usize> = (0..layout.slices()).collect();
        let task = Task::silent();
        partial.solve(&slices, &task.stage("", 0), &task, |_, _| Ok(())).unwrap();
        let mut decided = 0;
        let sightings: Vec<Sighting> =
            slices.iter().flat_map(|&slice| partial.sightings(slice).to_vec()).collect();
        assert_eq!(sightings.len(), spots.len() * metrics.len(), "{name}");
        for Sighting { spot: Spot { address, turn }, metric, depth } in sightings {
            let expected = kept.slices[address.slice].depth_at(metric, turn, address.slot);
            assert_eq!(depth, expected, "{name} {metric} {address:?} {turn:?}");
            decided += usize::from(!matches!(depth, None | Some(Depth::Draw)));
        }
        assert!(decided > 50, "{name}: {decided}");
    }
}

/// Depths to mate are the same whether the values after captures wait in a plane or are looked up
/// again: all results, and the longest wins with their first positions.
#[test]
fn depths_to_mate_are_counted_without_a_plane() {
    for name in ["KQvKR", "KPvKP", "KRBvK", "KRvKN"] {
        let class = material(name);
        let mut library = Library::new();
        let goals = Goals { dtm: true, count: true, ..Goals::default() };
        let kept = library.solve(class, goals, &Task::silent()).unwrap().clone();
        let goals = Goals { discard_depths: true, ..goals };
        let counted = solve(class, &library, goals, &Task::silent()).unwrap();
        assert_eq!(counted.statistics, kept.statistics, "{name}");
    }
}

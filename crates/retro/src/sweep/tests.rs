use std::collections::HashMap;
use std::sync::Arc;

use nimzo_chess::{Depth, Material, Metric};
use nimzo_work::Task;
use shakmaty::{ByColor, Color, Position};

use super::window::Shape;
use super::*;
use crate::Error;
use crate::layout::{Address, BLOCK_SLOTS};
use crate::plain::PlainTables;
use crate::planes::{Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};

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

/// A library in which some classes can be seen through windows only.
struct ThroughWindows<'a> {
    library: &'a Library,
    windows: HashMap<(Material, Window), Depths>,
}

impl SubTables for ThroughWindows<'_> {
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<ByColor<WdlPlanes>>, Error> {
        self.library.wdl(class, slice)
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<ByColor<RulePlanes>>, Error> {
        self.library.rule(class, slice)
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Depths, Error> {
        match self.windows.keys().any(|(windowed, _)| *windowed == class) {
            true => Err(Error::Unsolved { class, metric: Metric::Dtm }),
            false => self.library.dtm(class, slice),
        }
    }

    fn window(&self, class: Material, window: Window) -> Result<Option<Depths>, Error> {
        Ok(self.windows.get(&(class, window)).cloned())
    }
}

/// Every depth of a window, where it lies.
fn held_equal_to_the_class(window: Window, plane: &DepthPlane, solved: &Solved) {
    let layout = &solved.layout;
    let shape = Shape::new(layout, window).unwrap();
    assert_eq!(shape.cells(layout), plane.len());
    for slot in 0..layout.slots() {
        let squares = layout.squares(slot);
        let frame = slot / BLOCK_SLOTS / layout.outer_places();
        let men = 2..layout.men().len();
        let digits: Vec<usize> = men.map(|man| shape.digit(man, squares[man])).collect();
        if digits.contains(&64) {
            continue;
        }
        let at = digits.iter().zip(&shape.strides[2..]).map(|(digit, stride)| digit * stride);
        let found = plane.get(frame * shape.of_frame + at.sum::<usize>());
        let expected = solved.slices[0].depth_at(Metric::Dtm, window.side(), slot);
        assert_eq!(found, expected, "{window:?} {squares:?}");
    }
}

/// Depths to mate of a class whose promotions are seen through windows.
fn seen_through_windows(name: &str, promoted: &[&str]) {
    let class = material(name).canonical();
    let goals = Goals { dtm: true, ..Goals::default() };
    let mut library = Library::new();
    let expected = library.solve(class, goals, &Task::silent()).unwrap();
    let mut windows = HashMap::new();
    let task = Task::silent();
    for name in promoted {
        let class = material(name).canonical();
        let layout = layout_of(class).unwrap();
        // What a White pawn becomes on the last rank, and a Black one on the first, is the same.
        let men = layout.men()[2..].iter().copied();
        let wanted: Vec<Window> =
            men.flat_map(|man| (0..4).map(move |file| Window::new(man, file))).collect();
        let goals = Goals { discard_depths: true, ..goals };
        let partial = Partial::new(class, &library, goals).unwrap();
        let mut partial = partial.looking_through(&wanted);
        let keep = |partial: &Partial<'_>, _: &[usize]| {
            for (window, plane) in partial.windows(0) {
                held_equal_to_the_class(*window, plane, library.get(class).unwrap());
                let nothing =
                    || DepthPlane { unit: Unit::Moves, cells: Cells::Narrow(Buffer::zeroed(0)) };
                let mut both = ByColor::new_with(|_| nothing());
                both[window.side()] = plane.clone();
                windows.insert((class, *window), Arc::new(both));
            }
            Ok(())
        };
        partial.solve(&[0], &task.stage("", 0), &task, keep).unwrap();
    }
    let subs = ThroughWindows { library: &library, windows };
    let found = solve(class, &subs, goals, &task).unwrap();
    for (slice, (found, expected)) in found.slices.iter().zip(&expected.slices).enumerate() {
        for side in Color::ALL {
            for slot in 0..found.wdl[side].win.len() * 64 {
                let depth = |values: &SliceValues| values.depth_at(Metric::Dtm, side, slot);
                assert_eq!(depth(found), depth(expected), "{name} {slice} {side:?} {slot}");
            }
        }
    }
}

#[test]
fn promotions_are_seen_through_windows() {
    seen_through_windows("KPvKN", &["KQvKN", "KRvKN", "KBvKN", "KNvKN"]);
    seen_through_windows("KPvKR", &["KQvKR", "KRvKR", "KRvKB", "KRvKN"]);
}

/// With a third man outside the block of the class after promotion.
#[test]
#[ignore = "takes half a minute"]
fn promotions_of_five_men_are_seen_through_windows() {
    seen_through_windows("KNPvKN", &["KQNvKN", "KRNvKN", "KBNvKN", "KNNvKN"]);
    seen_through_windows("KNPvKB", &["KQNvKB", "KRNvKB", "KBNvKB", "KNNvKB"]);
}

//! Slices of one position against positions one by one, and against whole classes.

use std::collections::HashMap;

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::{Depth, Metric, Wdl, parse_fen};
use shakmaty::{ByColor, Chess, Color, Position};

use super::*;
use crate::Error;
use crate::plain::reachable;
use crate::slice_graph::{
    Cpu, Entry, InMemory, Keep, Limits, Pack, Plan, Visit, Visitor, peek_depth, peek_result, run,
};
use crate::sweep::{Goals, Library};

const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

struct Nobody;

impl Visitor for Nobody {
    fn slice(&self, _: &Visit<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), Error> {
        Ok(())
    }
}

/// What was solved for a position.
struct Solved {
    reach: Reach,
    layouts: HashMap<Material, Arc<Layout>>,
    keep: InMemory,
}

impl Solved {
    fn new(fen: &str, goals: Goals, horizon: Horizon, beyond: Option<Color>) -> Self {
        let position = parse_fen(fen).unwrap();
        let roots: Roots = [position.board()].into_iter().collect();
        let reach = Reach::of(&roots, &HashSet::new(), horizon, &Task::silent()).unwrap();
        let mut plan = Plan::of_reach(&reach, goals, PLENTY).unwrap();
        plan.beyond = beyond;
        let keep = InMemory::default();
        run(&plan, &Cpu, &keep, &Nobody, &Task::silent()).unwrap();
        Self { layouts: reach.layouts(), reach, keep }
    }

    /// Where a position is kept; panics if the position was not reached.
    fn bytes(
        &self,
        position: &Chess,
        pack: fn(Material) -> Pack,
    ) -> (Vec<u8>, usize, Color, usize) {
        let (class, here) = in_class(position.board(), self.reach.colors);
        let (board, turn) = match self.reach.colors {
            Colors::OfClass => in_class_colors(position),
            Colors::OfBoard => (position.board().clone(), position.turn()),
        };
        let slices = self.reach.of_class(class);
        let slice = slices.iter().find(|slice| slice.pawns == here.pawns).expect("a slice");
        assert!(slice.regions.contain(&here.regions), "{board:?}");
        let layout = &self.layouts[&class];
        let address = layout.locate(&board).unwrap();
        let bytes = self.keep.get(pack(class), Entry::results(address.slice)).unwrap().unwrap();
        (bytes, layout.slots(), turn, address.slot)
    }

    fn wdl(&self, position: &Chess) -> Option<Wdl> {
        let (bytes, slots, turn, slot) = self.bytes(position, Pack::Results);
        peek_result(&bytes, slots, turn, slot).unwrap()
    }

    fn depth(&self, position: &Chess, pack: fn(Material) -> Pack, metric: Metric) -> Option<Depth> {
        let (bytes, slots, turn, slot) = self.bytes(position, pack);
        peek_depth(&bytes, slots, metric, turn, slot).unwrap()
    }
}

/// Positions whose games are few enough to be looked at one by one: no pawn ever promotes.
const FEW: [&str; 2] = [
    "8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/8/8 w - - 0 1",
    // A bishop that can be taken, and can take nothing.
    "8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/3B4/8 w - - 0 1",
];

#[test]
fn slices_equal_positions_one_by_one() {
    for fen in FEW {
        let root = parse_fen(fen).unwrap();
        let goals = Goals { dtm: true, ..Goals::default() };
        let solved = Solved::new(fen, goals, Horizon::FARTHEST, None);
        let all = reachable(&root, 600_000).expect(fen);
        for (position, dtm) in all.iter().step_by(all.len() / 3000 + 1) {
            let bare = Material::of_board(position.board()) == Material::BARE_KINGS;
            if bare || position.maybe_ep_square().is_some() {
                continue;
            }
            assert_eq!(solved.wdl(position), Some(dtm.wdl()), "{fen}: {:?}", position.board());
            let found =
                solved.depth(position, |class| Pack::Depths(class, Metric::Dtm), Metric::Dtm);
            assert_eq!(found, Some(*dtm), "{fen}: {:?}", position.board());
        }
    }
}

/// Every position of the slices that were reached, with what is kept of it.
fn equal_to_classes(fen: &str, goals: Goals) {
    let solved = Solved::new(fen, goals, Horizon::FARTHEST, None);
    let mut library = Library::new();
    for (class, slices) in &solved.reach.classes {
        let whole = library.solve(*class, goals, &Task::silent()).unwrap();
        let layout = &solved.layouts[class];
        for number in 0..layout.slices() {
            let pawns = layout.pawns(number);
            let reached = slices.iter().find(|slice| slice.pawns == pawns).unwrap();
            let (in_class, _) = whole.layout.slice_of(pawns).unwrap();
            let values = &whole.slices[in_class];
            let get = |pack| solved.keep.get(pack, Entry::results(number)).unwrap();
            let results = get(Pack::Results(*class)).unwrap();
            for slot in (0..layout.slots()).step_by((layout.slots() / 300) | 1) {
                let address = crate::layout::Address { slice: number, slot };
                let Some(board) = layout.board(address) else { continue };
                if !reached.regions.contain(&Regions::of_board(&board)) {
                    continue;
                }
                for turn in Color::ALL {
                    let found = peek_result(&results, layout.slots(), turn, slot).unwrap();
                    assert_eq!(found, values.wdl_at(turn, slot), "{class} {board:?}");
                    for metric in [Metric::Dtc, Metric::Dtz50, Metric::Dtm] {
                        if let Some(bytes) = get(Pack::Depths(*class, metric)) {
                            let found =
                                peek_depth(&bytes, layout.slots(), metric, turn, slot).unwrap();
                            let expected = values.depth_at(metric, turn, slot);
                            assert_eq!(found, expected, "{class} {metric} {board:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn slices_equal_those_of_whole_classes() {
    // En passant, captures by pawns, promotions on both sides.
    let fen = "8/2p5/8/1P6/8/8/8/k1K5 b - - 0 1";
    equal_to_classes(fen, Goals { dtc: true, ..Goals::default() });
    equal_to_classes("8/8/8/8/8/8/1P6/k1K5 w - - 0 1", Goals { dtz50: true, ..Goals::default() });
}

/// How many positions were looked at, and in how many the bounds agree; panics where a value is not between them.
fn held_between_bounds(fen: &str, near: impl Fn(Color) -> Horizon) -> (usize, usize) {
    let goals = Goals::default();
    let halves = ByColor::new_with(|winner| Solved::new(fen, goals, near(winner), Some(winner)));
    let class = Material::of_board(parse_fen(fen).unwrap().board());
    assert!(class.is_canonical(), "the whole class is told in its own colours");
    let mut library = Library::new();
    let whole = library.solve(class, goals, &Task::silent()).unwrap();
    let (mut met, mut all) = (0, 0);
    for slice in halves.white.reach.of_class(class) {
        let other = halves.black.reach.of_class(class);
        let Some(other) = other.iter().find(|other| other.pawns == slice.pawns) else { continue };
        let regions = slice.regions.common(&other.regions);
        let planes = halves.as_ref().map(|half| {
            let (number, _) = half.layouts[&class].slice_of(slice.pawns).unwrap();
            half.keep.get(Pack::Results(class), Entry::results(number)).unwrap().unwrap()
        });
        let (number, _) = whole.layout.slice_of(slice.pawns).unwrap();
        for slot in (0..whole.layout.slots()).step_by(5) {
            let address = crate::layout::Address { slice: number, slot };
            let Some(board) = whole.layout.board(address) else { continue };
            if !regions.contain(&Regions::of_board(&board)) {
                continue;
            }
            for turn in Color::ALL {
                let value = whole.slices[number].wdl_at(turn, slot);
                let bounds = planes
                    .as_ref()
                    .map(|bytes| peek_result(bytes, whole.layout.slots(), turn, slot).unwrap());
                let Some(value) = value else { continue };
                let (best, worst) = (bounds[turn].unwrap(), bounds[!turn].unwrap());
                assert!(worst <= value && value <= best, "{board:?} {turn}");
                all += 1;
                met += usize::from(best == worst);
            }
        }
    }
    (met, all)
}

#[test]
fn bounds_hold_the_value_and_often_meet() {
    let near = Horizon { colors: Colors::OfBoard, ..Horizon::FARTHEST };
    // En passant, captures by pawns, promotions on both sides.
    for fen in ["8/2p5/8/1P6/8/8/8/k1K5 b - - 0 1", "8/8/1p6/8/P7/8/8/k1K5 w - - 0 1"] {
        let pieces = held_between_bounds(fen, |_| Horizon { pieces: 3, ..near });
        let against = held_between_bounds(fen, |winner| Horizon { against: Some(winner), ..near });
        let mut before = 0;
        for (met, all) in [pieces, against] {
            assert!(met * 2 > all, "{fen}: {met} of {all}");
        }
        for changes in [0, 1, 3, 6] {
            let (met, all) = held_between_bounds(fen, |winner| Horizon {
                changes: Some(changes),
                against: Some(winner),
                ..near
            });
            assert!(met >= before && all > 0, "{fen}: {met} after {before}");
            before = met;
        }
        assert!(before > 0, "{fen}");
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let horizon = Horizon { slices: 100, ..Horizon::FARTHEST };
    let reach = |fen: &str| {
        let board = parse_fen(fen).unwrap().board().clone();
        let roots: Roots = [&board].into_iter().collect();
        Reach::of(&roots, &HashSet::new(), horizon, &Task::silent()).unwrap_err()
    };
    let many = reach("8/pppp4/4k3/8/8/4K3/PPPP4/8 w - - 0 1");
    assert!(matches!(many, Unbounded::Slices { most: 100, .. }));
    let pieces = reach("rnbqk3/8/8/8/8/8/8/4KBNR w - - 0 1");
    assert!(pieces.to_string().contains("9 men beside pawns"), "{pieces}");
}

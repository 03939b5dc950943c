//! Slices of one position against positions one by one, and against whole classes.

use std::collections::HashMap;

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::{Depth, Metric, Wdl, parse_fen};
use shakmaty::{Chess, Position};

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

#[test]
fn bounds_hold_the_value_and_often_meet() {
    let fen = "8/2p5/8/1P6/8/8/8/k1K5 b - - 0 1";
    let near = Horizon { pieces: 3, colors: Colors::OfBoard, ..Horizon::FARTHEST };
    let bound = |winner| Solved::new(fen, Goals::default(), near, Some(winner));
    let (white, black) = (bound(Color::White), bound(Color::Black));
    let mut library = Library::new();
    let class: Material = "KPvKP".parse().unwrap();
    let whole = library.solve(class, Goals::default(), &Task::silent()).unwrap();
    let layout = &white.layouts[&class];
    let (mut met, mut all) = (0, 0);
    for number in 0..layout.slices() {
        let pawns = layout.pawns(number);
        let (in_class, _) = whole.layout.slice_of(pawns).unwrap();
        let entry = Entry::results(number);
        let get = |from: &Solved| from.keep.get(Pack::Results(class), entry).unwrap().unwrap();
        let (high, low) = (get(&white), get(&black));
        for slot in (0..layout.slots()).step_by(5) {
            for turn in Color::ALL {
                let value = whole.slices[in_class].wdl_at(turn, slot);
                let peek = |bytes| peek_result(bytes, layout.slots(), turn, slot).unwrap();
                let (high, low) = (peek(&high), peek(&low));
                let Some(value) = value else { continue };
                let (high, low) = (high.unwrap(), low.unwrap());
                let (best, worst) = turn.fold_wb((high, low), (low, high));
                assert!(worst <= value && value <= best, "{pawns:?} {slot}");
                all += 1;
                met += usize::from(best == worst);
            }
        }
    }
    assert!(met * 2 > all, "{met} of {all}");
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

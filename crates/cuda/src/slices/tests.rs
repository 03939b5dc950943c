//! Plans carried out on the emulated card and on the processor: what they keep and what they note is the same.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use nimzo_chess::{Material, Metric, parse_fen};
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::reach::{Horizon, Reach, Roots};
use nimzo_retro::slice_graph::{Entry, InMemory, Keep, Limits, Pack, Plan, Visit, Visitor, run};
use nimzo_retro::sweep::{Child, Edges, Goals, layout_of};
use shakmaty::Position;

use super::*;
use crate::device::emulated::Emulated;
use crate::device::{Kernel, Memory};
use crate::inputs::Results;
use crate::inputs::structures::{Step, View};
use crate::inputs::tables::Planes;
use crate::sweep::pawn_moves_of;

const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

/// Keeps all that is handed on, and notes watched positions.
#[derive(Default)]
struct Everything {
    kept: InMemory,
    seen: Mutex<Vec<Sighting>>,
}

impl Keep for Everything {
    fn put(
        &self,
        pack: Pack,
        entry: Entry,
        bytes: Vec<u8>,
    ) -> std::result::Result<(), nimzo_retro::Error> {
        self.kept.put(pack, entry, bytes)
    }

    fn get(
        &self,
        pack: Pack,
        entry: Entry,
    ) -> std::result::Result<Option<Vec<u8>>, nimzo_retro::Error> {
        self.kept.get(pack, entry)
    }

    fn forget(&self, _: Pack) -> std::result::Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn is_done(&self, class: Material, group: usize) -> bool {
        self.kept.is_done(class, group)
    }

    fn note_done(
        &self,
        class: Material,
        groups: &[usize],
    ) -> std::result::Result<(), nimzo_retro::Error> {
        self.kept.note_done(class, groups)
    }

    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }
}

impl Visitor for Everything {
    fn slice(&self, visit: &Visit<'_>) -> std::result::Result<(), nimzo_retro::Error> {
        self.seen.lock().unwrap().extend_from_slice(visit.sightings);
        Ok(())
    }

    fn sees_values(&self) -> bool {
        false
    }

    fn groups(&self, _: Material, _: &[usize]) -> std::result::Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> std::result::Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

/// How to solve a position, with nothing in tables, as if all classes were large; whether depths of the position's own
/// class are watched and not kept.
fn plan(fen: &str, metric: Metric, watched: bool) -> Plan {
    let position = parse_fen(fen).unwrap();
    let roots: Roots = [position.board()].into_iter().collect();
    let reach = Reach::of(&roots, &HashSet::new(), Horizon::FARTHEST, &Task::silent()).unwrap();
    let goals = Goals::of_metrics(&[metric], false);
    let mut plan = Plan::of_reach_with(&reach, goals, PLENTY, 0).unwrap();
    if watched {
        for step in plan.steps.iter_mut().filter(|step| reach.roots.contains(&step.class)) {
            (step.goals.discard_depths, step.keeps_depths) = (true, false);
        }
        let moves = position.legal_moves();
        let next: Vec<_> =
            moves.iter().map(|&mv| nimzo_chess::rules::after(&position, mv)).collect();
        plan.watch(next.iter().chain([&position]));
    }
    plan
}

/// Carries a plan out on both and compares all that was handed on and noted; tells how much that was, and how many
/// windows were among it.
fn held_equal(fen: &str, metric: Metric, watched: bool) -> (usize, usize) {
    let device = SlicesOnDevice::new(Emulated::device(), false).unwrap();
    held_equal_by(device, fen, metric, watched)
}

/// The same by this one.
fn held_equal_by(
    device: SlicesOnDevice,
    fen: &str,
    metric: Metric,
    watched: bool,
) -> (usize, usize) {
    let plan = plan(fen, metric, watched);
    let device = device.with_everything();
    let [cpu, card] = [&Cpu as &dyn Executor, &device].map(|executor| {
        let all = Everything::default();
        run(&plan, executor, &all, &all, &Task::silent()).unwrap();
        all
    });
    let (mut compared, mut windows) = (0, 0);
    for step in &plan.steps {
        let layout = &plan.layouts[&step.class];
        for slice in 0..layout.slices() {
            for (pack, entry) in plan.handed_on(step, layout, slice) {
                let [one, other] = [&cpu, &card].map(|all| all.get(pack, entry).unwrap());
                assert!(one == other, "{fen} {metric}: {pack} {entry:?}");
                compared += usize::from(one.is_some());
                windows += usize::from(one.is_some() && matches!(pack, Pack::Windows(..)));
            }
        }
    }
    let [one, mut other] = [cpu, card].map(|all| all.seen.into_inner().unwrap());
    let before = other.len();
    other.retain(|sighting| !one.contains(sighting));
    assert!(other.is_empty() && one.len() == before, "{fen} {metric}: {other:?}");
    assert_eq!(watched && metric != Metric::Wdl, before > 0);
    (compared, windows)
}

/// Two pawns that may both promote, by themselves or by capture of the other.
const TWO: &str = "8/2P5/8/8/8/8/1p6/k1K5 w - - 0 1";

#[test]
fn results_handed_on_equal_the_processor() {
    assert!(held_equal(TWO, Metric::Wdl, false).0 > 20);
    assert!(held_equal("8/8/4k3/1p6/1P6/3K4/8/8 w - - 0 1", Metric::Dtz, false).0 > 10);
}

#[test]
fn windows_equal_the_processor() {
    let fen = "8/2P5/8/8/8/8/8/k1K4r w - - 0 1";
    let (compared, windows) = held_equal(fen, Metric::Dtm, true);
    assert!(compared > 10 && windows > 3, "{compared} {windows}");
    // Nothing stays on the device: windows too come from the host.
    let device = SlicesOnDevice::new(Emulated::device(), false).unwrap();
    let device = SlicesOnDevice { cache: Mutex::new(Cache::new(0)), ..device };
    assert_eq!(held_equal_by(device, fen, Metric::Dtm, true), (compared, windows));
}

#[test]
fn depths_of_pawns_that_pass_each_other_equal_the_processor() {
    // White may step twice, and Black then takes en passant.
    let fen = "8/8/8/8/1p6/8/P7/k1K5 w - - 0 1";
    assert!(held_equal(fen, Metric::Wdl, false).0 > 20);
    assert!(held_equal("8/8/8/k7/8/8/6P1/K7 w - - 0 1", Metric::Dtz50, true).0 > 5);
}

/// Windows put into slices, by class, slice and window.
type Panes = Mutex<Vec<((Material, usize, Window), Memory)>>;

/// Results made up of numbers: windows as they come, or put in their slices, and the same planes for all others.
struct MadeUp<'a> {
    neighbours: &'a Neighbours,
    device: &'a Arc<dyn Device>,
    window: &'a Memory,
    other: &'a Memory,
    /// Where windows are put into slices.
    panes: Option<Panes>,
}

impl Results for MadeUp<'_> {
    fn planes(&self, _: &Child<'_>, _: Step) -> Result<Planes> {
        let all = self.other.address();
        Ok(Planes { unwon: all, decided: all, stuck: 0, stands: all, cells: all, wide: false })
    }

    fn view(&self, tables: &Tables, child: &Child<'_>, step: Step) -> Result<View> {
        let planes = self.planes(child, step)?;
        let Some(window) = child.window().filter(|_| child.layout.men().len() > 4) else {
            return tables.view(child, planes);
        };
        let shape = windows::shape(child.layout, window)?;
        let Some(panes) = &self.panes else {
            let planes = Planes { cells: self.window.address(), ..planes };
            return tables.view_without(Some(shape.man), child, planes);
        };
        let mut panes = panes.lock().unwrap();
        let key = (child.layout.material(), child.slice, window);
        if !panes.iter().any(|(one, _)| *one == key) {
            let pane = Memory::new(self.device, child.layout.slots())?;
            let places = (pane.address(), self.window.address());
            windows::copy(self.device, child.layout, &shape, places, false, false)?;
            panes.push((key, pane));
        }
        let (_, pane) = panes.iter().find(|(one, _)| *one == key).unwrap();
        tables.view(child, Planes { cells: pane.address(), ..planes })
    }

    fn edges(&self, _: &Arc<Layout>, slice: usize, seen_to: ByColor<bool>) -> Result<Edges<'_>> {
        Ok(Edges::among(self.neighbours, slice, seen_to)?)
    }

    fn promotions(&self, _: usize, _: Color) -> Option<[u64; 2]> {
        None
    }
}

/// Windows of classes with pawns are read where they lie, as slices with a man less: the best pawn moves are the same as
/// when they are put into whole slices.
#[test]
fn windows_of_classes_with_pawns_are_read_as_they_lie() {
    let device = &Emulated::device();
    let tables = Tables::new(device).unwrap();
    let mut numbers = fastrand::Rng::with_seed(3);
    let class: Material = "KRPvKNP".parse().unwrap();
    let layout =
        Layout::listed(class, [Pawns { sides: ByColor { white: 1 << 50, black: 1 << 30 } }]);
    let layout = Arc::new(layout.unwrap());
    struct Whole;
    impl nimzo_retro::sweep::SubTables for Whole {
        fn wdl(
            &self,
            class: Material,
            _: usize,
        ) -> std::result::Result<Arc<ByColor<WdlPlanes>>, nimzo_retro::Error> {
            Err(nimzo_retro::Error::Unsolved { class, metric: Metric::Wdl })
        }
        fn rule(
            &self,
            class: Material,
            _: usize,
        ) -> std::result::Result<Arc<ByColor<nimzo_retro::planes::RulePlanes>>, nimzo_retro::Error>
        {
            Err(nimzo_retro::Error::Unsolved { class, metric: Metric::Dtz50 })
        }
        fn dtm(
            &self,
            class: Material,
            _: usize,
        ) -> std::result::Result<nimzo_retro::sweep::Depths, nimzo_retro::Error> {
            Err(nimzo_retro::Error::Unsolved { class, metric: Metric::Dtm })
        }
    }
    let neighbours = &Neighbours::new(&layout, &Whole).unwrap();
    let slots = layout_of("KRBvKNP".parse().unwrap()).unwrap().slots() / 64;
    let mut random = |count: usize| -> Memory {
        let codes: Vec<u8> = (0..count).map(|_| numbers.u8(..)).collect();
        Memory::of(device, &codes).unwrap()
    };
    let (window, other) = (&random(slots), &random(layout.slots()));
    let best = |panes| {
        let results = MadeUp { neighbours, device, window, other, panes };
        pawn_moves_of(device, &tables, &layout, &[0], &results, Metric::Dtm).unwrap()
    };
    let (lying, put_in) = (best(None), best(Some(Mutex::default())));
    assert!(lying == put_in);
    assert!(lying.iter().flatten().filter(|&&code| code != 0).count() > 1_000_000);
}

/// An emulated card with little memory.
struct Small {
    card: Emulated,
    left: AtomicU64,
    /// The least that was ever left.
    least: AtomicU64,
    refused: AtomicBool,
}

impl Small {
    fn of(bytes: u64) -> Arc<Self> {
        let [left, least] = [bytes; 2].map(AtomicU64::new);
        Arc::new(Self { card: Emulated::new(), left, least, refused: AtomicBool::new(false) })
    }
}

impl Device for Small {
    fn allocate(&self, bytes: usize) -> Result<u64> {
        let needed = bytes as u64;
        let take = |left: u64| left.checked_sub(needed);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(left) => {
                self.least.fetch_min(left - needed, Ordering::Relaxed);
                self.card.allocate(bytes)
            }
            Err(left) => {
                self.refused.store(true, Ordering::Relaxed);
                Err(Error::Full { needed, used: 0, allowed: left })
            }
        }
    }

    fn free(&self, address: u64, bytes: usize) {
        self.left.fetch_add(bytes as u64, Ordering::Relaxed);
        self.card.free(address, bytes);
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<()> {
        self.card.write(to, bytes)
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<()> {
        self.card.read(from, bytes)
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<()> {
        self.card.copy(to, from, bytes)
    }

    fn clear(&self, at: u64, bytes: usize) -> Result<()> {
        self.card.clear(at, bytes)
    }

    fn launch(&self, kernel: Kernel, arguments: &[u8], warps: u64) -> Result<()> {
        self.card.launch(kernel, arguments, warps)
    }

    fn wait(&self) -> Result<()> {
        Ok(())
    }

    // As one that is cut into pieces, or shared.
    fn room(&self) -> u64 {
        1 << 40
    }
}

#[test]
fn a_full_card_gives_up_what_it_holds_and_then_leaves_the_rest_to_the_processor() {
    let fen = "8/8/8/k7/8/8/6P1/K7 w - - 0 1";
    let held_equal = |bytes: u64| {
        let small = Small::of(bytes);
        let device = SlicesOnDevice::new(Arc::clone(&small) as Arc<_>, true).unwrap();
        held_equal_by(device, fen, Metric::Wdl, false);
        let least = small.least.load(Ordering::Relaxed);
        (small.refused.load(Ordering::Relaxed), bytes - least)
    };
    let (refused, most) = held_equal(1 << 40);
    assert!(!refused);
    // Less and less of it is done on the card.
    for part in [most - 1, most / 4 * 3, most / 2] {
        assert!(held_equal(part).0, "{part} of {most}");
    }
    let (plan, all) = (plan(fen, Metric::Wdl, false), Everything::default());
    let device = SlicesOnDevice::new(Small::of(most / 2), false).unwrap().with_everything();
    let error = run(&plan, &device, &all, &all, &Task::silent()).unwrap_err().to_string();
    assert!(error.contains("no room") && error.contains("--device"), "{error}");
}

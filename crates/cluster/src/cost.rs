//! What it takes to solve a class on several machines, told before anything is done.
//!
//! Memory and the bytes of finished tables follow from the layout and from who has which frames. How
//! much of a sweep travels, and how long it takes, depends on the endgame: the numbers at the top are rough,
//! and say where each comes from.

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::frames::{Frames, KingsOutside};
use nimzo_retro::layout::{BLOCK_SLOTS, Layout, MAX_PIECES};
use nimzo_retro::sweep::{Goals, Sharing, shares_frames, solving_eighths};
use shakmaty::Color;

/// Bytes that a sweep sends for each position of a frame that another process reads, both sides to move
/// taken together, by the metric swept: of results as KRNvKNN sent by two processes; of depths a guess between
/// what KRBvKR and KRPvKR sent, which differ by a factor of four.
fn bytes_a_position(metric: Metric) -> f64 {
    match metric {
        Metric::Wdl => 0.77,
        _ => 0.45,
    }
}

/// Positions of a slice that a thread solves in a second, by one process and without messages: of results and
/// depths to mate those of KQRvKQ, of the others those of KRNvKNN (`docs/performance/tables.md`). Other
/// endgames are up to four times as fast.
fn positions_a_second(metric: Metric) -> f64 {
    match metric {
        Metric::Wdl => 430e6,
        Metric::Dtm => 160e6,
        Metric::Dtc | Metric::Dtz | Metric::Dtz50 => 100e6,
    }
}

/// Positions of one metric that a thread packs and writes in a second: about what is left of the time of all
/// tables of five men when solving is taken away.
const WRITTEN_A_SECOND: f64 = 30e6;

/// What a process takes beside planes: itself, and messages on their way. Fitted to KRBvKR.
const BESIDE: u64 = 185 << 20;
/// The most that is kept of smaller tables.
const KEPT: u64 = 5 << 30;

/// Who is to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machines {
    /// How many processes.
    pub processes: usize,
    /// Threads of each.
    pub threads: usize,
}

/// What a class takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// The class.
    pub class: Material,
    /// Positions that are solved, with either side to move, those that repeat others included.
    pub positions: u64,
    /// Memory of the first process if it gathers the table to write it.
    pub memory_of_first: u64,
    /// Memory of each of the others, or of all if nothing is written.
    pub memory_of_others: u64,
    /// Bytes that all processes together send while they solve.
    pub exchanged: u64,
    /// Bytes that the first process is sent of the finished table.
    pub gathered: u64,
    /// Seconds to solve it, messages not counted.
    pub seconds: f64,
    /// Seconds to write it.
    pub writing: f64,
}

/// How large a class is.
struct Size {
    /// Positions of a slice with one side to move.
    slots: u64,
    slices: u64,
    /// The frames, where they are shared out.
    frames: Option<&'static Frames>,
}

impl Size {
    /// `None` for seven men and more beside pawns, unless they are seven without pawns, to which the
    /// arithmetic of the layout extends: three outer men, of which a like pair is stored once.
    fn of(class: Material) -> Option<Self> {
        if let Some(layout) = Layout::new(class) {
            let frames = shares_frames(&layout).then(|| layout.frames());
            return Some(Self {
                slots: layout.slots() as u64,
                slices: layout.slices() as u64,
                frames,
            });
        }
        if class.has_pawns() || class.pieces() != MAX_PIECES + 1 {
            return None;
        }
        let men: Vec<_> = class.men().collect();
        let pair = (0..men.len()).any(|i| men[i + 1..].contains(&men[i]));
        let places = 64 * if pair { 64 * 65 / 2 } else { 64 * 64 };
        let frames = Frames::of(KingsOutside::Both, false);
        let slots = (frames.len() * places * BLOCK_SLOTS) as u64;
        Some(Self { slots, slices: 1, frames: Some(frames) })
    }
}

/// What a class takes; `None` where it is beyond the layout.
pub fn of_class(class: Material, metrics: &[Metric], machines: Machines) -> Option<Cost> {
    let Machines { processes, threads } = machines;
    let Size { slots, slices, frames } = Size::of(class)?;
    let goals = Goals::of_metrics(metrics, false);
    let (kept, work) = solving_eighths(&goals, class.has_pawns());
    let at_once = if frames.is_some() { 1 } else { slices.min(threads as u64) };
    let whole = 2 * slots / 8 * (kept * slices + work * at_once);
    let swept: Vec<Metric> = Metric::DEPTHS.into_iter().filter(|m| metrics.contains(m)).collect();
    let swept = if swept.is_empty() { vec![Metric::Wdl] } else { swept };
    let beside = BESIDE + sub_tables(class, &goals).min(KEPT);
    let (share, exchanged, gathered) = match frames {
        Some(frames) => {
            let shared = Shared::new(frames, class.has_pawns(), processes);
            let a_position: f64 = swept.iter().map(|&metric| bytes_a_position(metric)).sum();
            let read = shared.read_of_others * (slots * slices) as f64;
            let share = whole as f64 * shared.own
                + shared.ghosts * (2 * slots) as f64 / 8.0 * ghost_sets(&swept);
            let gathered = (2 * slots / 8 * kept * slices) as f64 * (1.0 - shared.own);
            (share as u64, (read * a_position) as u64, gathered as u64)
        }
        // All slices are told to all.
        None => (whole, 2 * slots / 8 * kept * slices * (processes as u64 - 1), 0),
    };
    let hands = (processes * threads) as f64;
    let positions = 2 * slots * slices;
    let solving: f64 = swept.iter().map(|&m| positions as f64 / positions_a_second(m)).sum();
    let streams = swept.len() as f64;
    Some(Cost {
        class,
        positions,
        memory_of_first: whole + beside,
        memory_of_others: share + beside,
        exchanged,
        gathered,
        seconds: solving / hands,
        writing: positions as f64 * streams / WRITTEN_A_SECOND / threads as f64,
    })
}

/// Bytes of the tables that moves lead to: results, those under the fifty-move rule, depths to mate.
fn sub_tables(class: Material, goals: &Goals) -> u64 {
    let eighths = 3 + 2 * u64::from(goals.dtz50) + 8 * u64::from(goals.dtm);
    let sizes = class.sub_games().into_iter().filter_map(Size::of);
    sizes.map(|Size { slots, slices, .. }| 2 * slots * slices / 8 * eighths).sum()
}

/// Sets of which ghosts are kept: not won, and lost, of two plies where plies of both parities occur.
fn ghost_sets(swept: &[Metric]) -> f64 {
    if swept.iter().any(|metric| !matches!(metric, Metric::Wdl | Metric::Dtm)) { 3.0 } else { 2.0 }
}

/// Shares of the frames, as parts of all of them.
struct Shared {
    /// The most that a process has of its own.
    own: f64,
    /// The most that a process reads of others, one side to move counted as half.
    ghosts: f64,
    /// What all read of others, one side to move counted as half.
    read_of_others: f64,
}

impl Shared {
    fn new(frames: &'static Frames, pawns: bool, processes: usize) -> Self {
        let sharing = Sharing::of_frames(frames, pawns, processes);
        let part = |count: usize| count as f64 / frames.len() as f64;
        let most = |of: &dyn Fn(usize) -> usize| (0..processes).map(of).max().unwrap_or_default();
        let ghosts = |member: usize| {
            Color::ALL.into_iter().map(|side| sharing.ghosts_of(member, side).len()).sum()
        };
        Self {
            own: part(most(&|member| sharing.frames_of(member).len())),
            ghosts: part(most(&ghosts)) / 2.0,
            read_of_others: part(sharing.read_of_others()) / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(name: &str, processes: usize) -> Cost {
        let machines = Machines { processes, threads: 2 };
        of_class(name.parse().unwrap(), &[Metric::Wdl], machines).unwrap()
    }

    #[test]
    fn seven_men_are_what_the_layout_would_make_of_them() {
        // 496 G positions a side, 62 GB a set of bits; about half of it with a like pair.
        assert_eq!(cost("KQRBvKQN", 8).positions, 2 * 462 * 64 * 64 * 64 * 4096);
        assert_eq!(cost("KRRNvKNN", 8).positions, 2 * 462 * 64 * 2080 * 4096);
    }

    #[test]
    fn one_process_sends_nothing_and_more_need_less_each() {
        let alone = cost("KRBvKR", 1);
        assert_eq!((alone.exchanged, alone.gathered), (0, 0));
        assert_eq!(alone.memory_of_first, alone.memory_of_others);
        let four = cost("KRBvKR", 4);
        assert!(four.memory_of_others < alone.memory_of_others);
        assert!(four.exchanged > 0 && four.gathered > 0);
    }
}

//! What it takes to solve a class on several machines, told before anything is done.
//!
//! Memory and the bytes of finished tables follow from the layout and from who has which frames. What travels
//! in a sweep is each decided position, once to each process that reads its frame: how many are decided at which ply is
//! known where the class has been counted and assumed elsewhere. The numbers at the top were measured, and
//! say how.

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::frames::Frames;
use nimzo_retro::layout::{BLOCK_SLOTS, Layout};
use nimzo_retro::sweep::{Goals, Sharing, shares_frames, solving_eighths};
use shakmaty::{ByColor, Color};

/// How many positions of a block are decided at a ply at least, on the average of the blocks of which any are: they
/// are near each other. Fitted to what was sent (`docs/cluster.md` says by which commands).
const NEAR: f64 = 5.0;

/// Bytes of a position where a block has many: one each, but less where rows are nearly full. Fitted in the same way.
const AMONG_MANY: f64 = 0.75;

/// The share of the slots that is decided in a class that has not been counted: with White and Black to move
/// it is 0.58 and 0.59 in KRBvKN, 0.43 and 0.44 in KQRvKQ, 0.40 and 0.14 in KRNvKNN.
const DECIDED: f64 = 0.45;
/// Over how many plies they are spread there.
const PLIES: usize = 40;

/// Bytes on their way of positions decided at one ply with one side to move, of so many blocks.
fn bytes_of_ply(positions: f64, blocks: f64) -> f64 {
    if positions == 0.0 {
        return 0.0;
    }
    let changed = blocks * (1.0 - (-positions / blocks / NEAR).exp());
    let of_block = positions / changed;
    // As `company/changes.rs` writes them: slots of a byte and a half, then a byte each, then whole rows.
    let bytes = match of_block {
        ..15.5 => 4.0 + 1.5 * of_block,
        _ => 14.0 + AMONG_MANY * of_block.min(9.0 * 64.0),
    };
    changed * bytes
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

/// What one of several processes takes beside planes where it keeps nothing, and for each of the others, of whom
/// messages come and to whom they go: KRBvKN by two, three, four and eight processes took 14, 21, 25 and 33 to 38 MiB.
const BESIDE: u64 = 11 << 20;
const CONNECTION: u64 = 4 << 20;
/// The same of one process alone: KRBvKN and KQRvKQ took 3 and 7 MiB.
const ALONE: u64 = 5 << 20;
/// The same where tables are read and written. Fitted to KRBvKR.
const BESIDE_FILES: u64 = 185 << 20;
/// The most that is kept of smaller tables.
const KEPT: u64 = 5 << 30;

/// What is asked of a class.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The metrics.
    pub metrics: &'a [Metric],
    /// Whether it is solved and forgotten, and nothing is gathered or written.
    pub discard: bool,
    /// How many positions are decided at each ply, by the side to move, where that is known.
    pub decided: Option<&'a ByColor<Vec<u64>>>,
}

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
    /// The planes of one process alone, smaller tables included, divided by their number.
    pub memory_share: u64,
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
    /// `None` where there is no layout.
    fn of(class: Material) -> Option<Self> {
        let layout = Layout::new(class)?;
        let frames = shares_frames(&layout).then(|| layout.frames());
        Some(Self { slots: layout.slots() as u64, slices: layout.slices() as u64, frames })
    }
}

/// What a class takes; `None` where it is beyond the layout.
pub fn of_class(class: Material, wanted: Wanted<'_>, machines: Machines) -> Option<Cost> {
    let Wanted { metrics, discard, decided } = wanted;
    let Machines { processes, threads } = machines;
    let Size { slots, slices, frames } = Size::of(class)?;
    let goals = Goals { discard_depths: discard, ..Goals::of_metrics(metrics, false) };
    let (kept, work) = solving_eighths(&goals, class.has_pawns());
    let at_once = if frames.is_some() { 1 } else { slices.min(threads as u64) };
    let whole = 2 * slots / 8 * (kept * slices + work * at_once);
    let swept: Vec<Metric> = Metric::DEPTHS.into_iter().filter(|m| metrics.contains(m)).collect();
    let swept = if swept.is_empty() { vec![Metric::Wdl] } else { swept };
    let beside = match (discard, processes) {
        (false, _) => BESIDE_FILES,
        (true, 1) => ALONE,
        (true, _) => BESIDE + CONNECTION * (processes as u64 - 1),
    };
    let (share, exchanged, gathered, own) = match frames {
        Some(frames) => {
            let shared = Shared::new(frames, class.has_pawns(), processes);
            let blocks = (slots * slices) as f64 / BLOCK_SLOTS as f64;
            let assumed = || vec![(slots * slices) as f64 * DECIDED / PLIES as f64; PLIES];
            let told = ByColor::new_with(|side| {
                let plies = decided.map_or_else(assumed, |decided| {
                    decided[side].iter().map(|&positions| positions as f64).collect()
                });
                plies.into_iter().map(|positions| bytes_of_ply(positions, blocks)).sum::<f64>()
            });
            let exchanged: f64 =
                shared.read_of_others.zip(told).into_iter().map(|(part, told)| part * told).sum();
            let exchanged = exchanged * swept.len() as f64;
            let share = whole as f64 * shared.own + shared.ghosts * slots as f64 / 8.0;
            let gathered = match discard {
                true => 0.0,
                false => (2 * slots / 8 * kept * slices) as f64 * (1.0 - shared.own),
            };
            (share as u64, exchanged as u64, gathered as u64, shared.own)
        }
        // All slices are told to all.
        None => (whole, 2 * slots / 8 * kept * slices * (processes as u64 - 1), 0, 1.0),
    };
    let subs = |own| (sub_tables(class, &goals, own) as u64).min(KEPT);
    // Of smaller classes that were solved together a process has its own frames.
    let own_of_subs = if discard && frames.is_some() { own } else { 1.0 };
    let hands = (processes * threads) as f64;
    let positions = 2 * slots * slices;
    let solving: f64 = swept.iter().map(|&m| positions as f64 / positions_a_second(m)).sum();
    let streams = swept.len() as f64;
    Some(Cost {
        class,
        positions,
        memory_of_first: if discard { share + subs(own_of_subs) } else { whole + subs(1.0) }
            + beside,
        memory_of_others: share + subs(own_of_subs) + beside,
        memory_share: (whole + subs(1.0)) / processes as u64,
        exchanged,
        gathered,
        seconds: solving / hands,
        writing: match discard {
            true => 0.0,
            false => positions as f64 * streams / WRITTEN_A_SECOND / threads as f64,
        },
    })
}

/// Bytes of the tables that moves lead to: results, those under the fifty-move rule, depths to mate; `own` is
/// the part that a process has of those with outer men, which are solved together if only results are read.
fn sub_tables(class: Material, goals: &Goals, own: f64) -> f64 {
    let eighths = 3 + 2 * u64::from(goals.dtz50) + 8 * u64::from(goals.dtm);
    let bytes = |sub: Material| {
        let Size { slots, slices, frames } = Size::of(sub)?;
        let outer = frames.is_some_and(|frames| slots > (frames.len() * BLOCK_SLOTS) as u64);
        let part = if outer && eighths == 3 { own } else { 1.0 };
        Some((2 * slots * slices / 8 * eighths) as f64 * part)
    };
    class.sub_games().into_iter().filter_map(bytes).sum()
}

/// Shares of the frames, as parts of all of them.
struct Shared {
    /// The most that a process has of its own.
    own: f64,
    /// The most that a process reads of others, both sides to move added up.
    ghosts: f64,
    /// What all read of others in the sets of White and of Black.
    read_of_others: ByColor<f64>,
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
            ghosts: part(most(&ghosts)),
            read_of_others: ByColor::new_with(|side| {
                part((0..processes).map(|member| sharing.ghosts_of(member, side).len()).sum())
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use nimzo_retro::sweep::{Library, solve};

    use super::*;

    fn cost(name: &str, processes: usize) -> Cost {
        let machines = Machines { processes, threads: 2 };
        let wanted = Wanted { metrics: &[Metric::Wdl], discard: false, decided: None };
        of_class(name.parse().unwrap(), wanted, machines).unwrap()
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
        assert!(alone.memory_share < alone.memory_of_first);
        let four = cost("KRBvKR", 4);
        assert!(four.memory_of_others < alone.memory_of_others);
        assert!(four.exchanged > 0 && four.gathered > 0);
    }

    /// How many positions are decided at each ply.
    fn decided(class: Material) -> ByColor<Vec<u64>> {
        let task = nimzo_work::Task::silent();
        let mut library = Library::new();
        library.prepare(class, Goals::default(), &task).unwrap();
        let counting =
            Goals { count: true, discard_depths: true, ..Goals::of_metrics(&[Metric::Dtc], false) };
        let solved = solve(class, &library, counting, &task).unwrap();
        let (_, both) =
            solved.statistics[0].iter().find(|(metric, _)| *metric == Metric::Dtc).unwrap();
        both.as_ref().map(|side| {
            let (wins, losses) = (&side.wins_by_plies, &side.losses_by_plies);
            let at = |counts: &[u64], ply| counts.get(ply).copied().unwrap_or(0);
            (0..wins.len().max(losses.len())).map(|ply| at(wins, ply) + at(losses, ply)).collect()
        })
    }

    #[test]
    fn what_was_taken_of_five_men_is_told_to_a_fifth() {
        // `nimzo cluster local --processes N --workers 1 -- table build CLASS --metrics METRICS --discard`:
        // MiB sent by all, the most MiB of memory of one.
        let measured = [
            ("KRBvKN", 2, 31.5, 80.4),
            ("KRBvKN", 3, 53.5, 68.3),
            ("KRBvKN", 8, 101.2, 60.4),
            ("KQRvKQ", 2, 25.5, 80.7),
            ("KQRvKQ", 3, 43.4, 68.7),
        ];
        for (name, processes, sent, memory) in measured {
            let class = name.parse().unwrap();
            let decided = decided(class);
            let metrics = &[Metric::Wdl, Metric::Dtc];
            let wanted = Wanted { metrics, discard: true, decided: Some(&decided) };
            let machines = Machines { processes, threads: 1 };
            let cost = of_class(class, wanted, machines).unwrap();
            let near = |bytes: u64, mib: f64| {
                let ratio = bytes as f64 / (mib * f64::from(1 << 20));
                assert!((0.8..1.2).contains(&ratio), "{name} by {processes}: {ratio}");
            };
            near(cost.exchanged, sent);
            near(cost.memory_of_others, memory);
        }
    }
}

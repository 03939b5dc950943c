//! The sweeps over some slices of a class, ply by ply.
//!
//! - `sets`: the memory they work on;
//! - `plies`: what is launched when;
//! - `watch`: when single positions were decided.

mod plies;
mod sets;
pub mod watch;

use std::sync::Arc;

use nimzo_chess::{Dtz50, Material, Metric};
use nimzo_retro::Layout;
use nimzo_work::Task;
use shakmaty::{Color, Role};

use crate::counting::{counted_slots, read_tally};
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Result;
use crate::finished::{Cells, Finished};
use crate::inputs::structures::{Sweep, modes};
use crate::inputs::tables::{Tables, number};
use crate::inputs::{Results, inputs};
use plies::Arriving;
use sets::{Results as Left, Sets, addresses};
use watch::{Slots, Watching};

/// More plies than any slice has.
const MOST_PLIES: u32 = 4096;

/// What is wanted of a class.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Results, or the depths of a metric as well.
    pub metric: Metric,
    /// Keep the depths.
    pub keep: bool,
    /// Count positions, with depths ply by ply.
    pub count: bool,
    /// Plies without a zeroing move after which a game is drawn, for [`Metric::Dtz50`].
    pub rule_limit: u32,
}

impl Wanted {
    /// Values to be kept.
    pub fn kept(metric: Metric) -> Self {
        Self { metric, keep: true, count: false, rule_limit: u32::from(Dtz50::LIMIT) }
    }

    fn mode(self) -> Mode {
        match self.metric {
            Metric::Wdl => Mode::Results,
            Metric::Dtm => Mode::Mate,
            Metric::Dtc | Metric::Dtz => Mode::Plies { limit: None },
            Metric::Dtz50 => Mode::Plies { limit: Some(self.rule_limit) },
        }
    }
}

/// How depths are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Not at all: a value is found as soon as it can be.
    Results,
    /// To mate: values after captures come in at their own depths.
    Mate,
    /// In plies to a move that starts the count anew; values after such moves come in at once, or at the
    /// limit of the fifty-move rule when they do not stand under it.
    Plies { limit: Option<u32> },
}

/// How much of the sets is kept while a sweep runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Manner {
    /// No more than it takes to count plies.
    lean: bool,
    /// Half of each block, whose two men are alike.
    twins: bool,
}

impl Manner {
    fn of(layout: &Layout, wanted: Wanted) -> Self {
        let lean = wanted.count
            && !wanted.keep
            && wanted.mode() == Mode::Plies { limit: None }
            && !layout.material().has_pawns();
        Self { lean, twins: lean && layout.has_twins() }
    }
}

/// Whether a class is solved on a card for this: of seven men only plies are counted, and the men of a block
/// are alike, without which nobody has the memory.
pub fn is_solved_here(layout: &Layout, wanted: Wanted) -> bool {
    layout.outer_men() < 3 || Manner::of(layout, wanted).twins
}

/// Whether the best pawn moves of a class are kept as depths: otherwise their results suffice.
fn has_pawn_depths(class: Material, metric: Metric) -> bool {
    class.has_pawns() && matches!(metric, Metric::Dtm | Metric::Dtc | Metric::Dtz50)
}

/// Slices that do not lead to each other, in the making.
struct Batch<'a> {
    device: &'a Arc<dyn Device>,
    layout: &'a Layout,
    arguments: Sweep,
    metric: Metric,
    mode: Mode,
    manner: Manner,
    sets: Sets,
    /// Whether depths take two bytes.
    wide: bool,
    /// What comes in from outside at which ply.
    arriving: Arriving,
    /// How many blocks each pass has looked at, by its number.
    listed: Memory,
    tally: Option<Memory>,
    /// Positions won, drawn and lost with White to move and with Black, and in all.
    totals: Option<Memory>,
    watching: Option<Watching>,
    _inputs: Vec<Memory>,
}

/// Solves slices of a class that do not lead to each other; of a single slice positions may be watched.
#[allow(clippy::too_many_arguments)] // everything that a batch is of
pub fn solve_level(
    device: &Arc<dyn Device>,
    tables: &Tables,
    layout: &Arc<Layout>,
    slices: &[usize],
    results: &dyn Results,
    wanted: Wanted,
    watched: Option<&Slots>,
    task: &Task,
) -> Result<Finished> {
    let mut batch = Batch::new(device, tables, layout, slices, results, wanted)?;
    batch.watching = watched.map(|slots| Watching::new(device, slots)).transpose()?;
    batch.start()?;
    batch.run(task)?;
    batch.finish(slices)
}

/// The depths of the best pawn moves of slices, White's and Black's where they have pawns.
#[cfg(test)]
pub fn pawn_moves_of(
    device: &Arc<dyn Device>,
    tables: &Tables,
    layout: &Arc<Layout>,
    slices: &[usize],
    results: &dyn Results,
    metric: Metric,
) -> Result<Vec<Vec<u8>>> {
    let mut batch = Batch::new(device, tables, layout, slices, results, Wanted::kept(metric))?;
    batch.start()?;
    let read = |memory: &Memory| {
        let mut bytes = vec![0; memory.bytes()];
        memory.read(0, &mut bytes)?;
        Ok(bytes)
    };
    batch.sets.pawn_cells.iter().flatten().map(read).collect()
}

/// Bytes that a slice takes while it is solved, edges left out.
pub fn bytes_of_slice(layout: &Layout, wanted: Wanted) -> u64 {
    let slots = layout.slots() as u64;
    let (class, metric) = (layout.material(), wanted.metric);
    if let Manner { lean: true, twins } = Manner::of(layout, wanted) {
        // Four sets for each side to move.
        let sets = slots / if twins { 2 } else { 1 };
        return sets + layout.blocks() as u64 * if twins { 56 } else { 72 };
    }
    // Of pawns it is not known before how deep they lead.
    let cell = if class.has_pawns() { 16 } else { 8 };
    let plies = matches!(wanted.mode(), Mode::Plies { .. });
    let cells = metric == Metric::Dtm || (plies && wanted.keep);
    let pawns = match has_pawn_depths(class, metric) {
        true => 2 * cell,
        false => 4 * u64::from(class.has_pawns()),
    };
    let second_losses = 2 * u64::from(plies);
    let rule = 2 * u64::from(metric == Metric::Dtz50);
    let eighths = 8 + second_losses + rule + pawns + 2 * cell * u64::from(cells);
    slots * eighths / 8 + layout.blocks() as u64 * if plies { 152 } else { 136 }
}

/// The largest number of men of which a card with so many free bytes solves every class without pawns for
/// win, draw and loss.
pub fn men_that_fit(free: u64) -> usize {
    let largest = ["KQvK", "KQvKR", "KQRvKB", "KQRBvKN"];
    let fits = |name: &&str| {
        let class = name.parse().ok().and_then(Layout::new);
        class.is_some_and(|layout| bytes_of_slice(&layout, Wanted::kept(Metric::Wdl)) < free)
    };
    2 + largest.iter().take_while(|name| fits(name)).count()
}

impl<'a> Batch<'a> {
    fn new(
        device: &'a Arc<dyn Device>,
        tables: &Tables,
        layout: &'a Arc<Layout>,
        slices: &[usize],
        results: &dyn Results,
        wanted: Wanted,
    ) -> Result<Self> {
        let Wanted { metric, count, .. } = wanted;
        let class = tables.class(layout)?;
        let (mut inputs, edges) = inputs(device, tables, layout, slices, results, metric)?;
        // Depths to conversion grow with every step of a pawn.
        let wide = edges.wide || (metric == Metric::Dtc && layout.material().has_pawns());
        let manner = Manner::of(layout, wanted);
        let sets = Sets::new(device, layout, &class, slices, wanted, wide, manner)?;
        let listed = Memory::zeroed(device, 2 * 4 * MOST_PLIES as usize)?;
        let untouched = || [0, u64::MAX, 0, u64::MAX].repeat(2 * MOST_PLIES as usize);
        let tally = (count && metric != Metric::Wdl).then(|| Memory::of(device, &untouched()));
        let totals = count.then(|| Memory::zeroed(device, 8 * 8));
        let (tally, totals) = (tally.transpose()?, totals.transpose()?);
        let (mut counted, mut counted_kind) = (0, 0);
        if count {
            let (masks, kinds) = counted_slots(layout, slices);
            inputs.push(Memory::of(device, &masks)?);
            counted = inputs[inputs.len() - 1].address();
            inputs.push(Memory::of(device, &kinds)?);
            counted_kind = inputs[inputs.len() - 1].address();
        }
        let mode = wanted.mode();
        let arguments = Sweep {
            class,
            slices: slices.len() as u32,
            pawns: edges.pawns,
            counted,
            counted_kind,
            edges: edges.edges,
            edge_start: edges.start,
            promotions: edges.promotions,
            spoilt: match mode {
                Mode::Plies { limit: Some(limit) } => limit + 1,
                _ => 0,
            },
            totals: totals.as_ref().map_or(0, Memory::address),
            legal: match &totals {
                Some(totals) if manner.lean => totals.address() + 6 * 8,
                _ => 0,
            },
            ..sets.arguments(class)
        };
        let arriving = Arriving::default();
        Ok(Self {
            device,
            layout,
            arguments,
            metric,
            mode,
            manner,
            sets,
            wide,
            arriving,
            listed,
            tally,
            totals,
            watching: None,
            _inputs: inputs,
        })
    }

    fn blocks(&self) -> u64 {
        u64::from(self.arguments.slices) * self.layout.blocks() as u64
    }

    /// The kernel for how sets are kept here.
    fn kernel(&self, kernel: Kernel) -> Kernel {
        if self.manner.twins { kernel.of_twins() } else { kernel }
    }

    /// Fills the sets.
    fn start(&mut self) -> Result<()> {
        let depths = self.metric == Metric::Dtm || self.has_pawn_depths();
        let kernel = match (depths, self.wide) {
            (false, _) => Kernel::Start,
            (true, false) => Kernel::StartNarrow,
            (true, true) => Kernel::StartWide,
        };
        // Under the fifty-move rule what captures lead to comes in when it stands.
        let ruled = matches!(self.mode, Mode::Plies { limit: Some(_) });
        let arguments = Sweep {
            modes: if ruled { 0 } else { modes::CAPTURES },
            lost: addresses(&self.sets.lost[0]),
            lost_flags: addresses(&self.sets.lost_flags[0]),
            lost_rows: addresses(&self.sets.lost_rows[0]),
            ..self.arguments
        };
        launch(&**self.device, self.kernel(kernel), &arguments, 2 * self.blocks())?;
        self.watch_before()?;
        if !depths && self.layout.material().has_pawns() {
            launch(&**self.device, Kernel::PawnMoves, &arguments, 2 * self.blocks())?;
        }
        self.arriving = Arriving::new(&self.sets, self.mode)?;
        Ok(())
    }

    fn has_pawn_depths(&self) -> bool {
        has_pawn_depths(self.layout.material(), self.metric)
    }

    fn finish(self, slices: &[usize]) -> Result<Finished> {
        let mate = if self.mode == Mode::Mate { modes::MATE } else { 0 };
        let arguments = Sweep {
            modes: mate | if self.wide { modes::WIDE } else { 0 },
            code: if self.wide { 0x8000 } else { 0x80 },
            cells: self.sets.cells_kept(),
            ..self.arguments
        };
        if !self.manner.lean {
            launch(&**self.device, Kernel::Finish, &arguments, 2 * self.blocks())?;
        }
        let mut tally = self.tally.as_ref().map(read_tally).transpose()?;
        if let Some(totals) = &self.totals {
            let mut counts = [0u64; 8];
            totals.read(0, &mut counts)?;
            let (results, legal) = counts.split_at(6);
            let tally = tally.get_or_insert_default();
            for (side, counts) in Color::ALL.into_iter().zip(results.as_chunks::<3>().0) {
                let found = &mut tally[side];
                [found.wins, found.draws, found.losses] = *counts;
                if self.manner.lean {
                    found.wins = found.wins_by_plies.iter().sum();
                    found.losses = found.losses_by_plies.iter().sum();
                    found.draws = legal[number(side)] - found.wins - found.losses;
                }
            }
        }
        let sightings = self.watching.as_ref().map(Watching::sightings).transpose()?;
        self.device.wait()?;
        let material = self.layout.material();
        let both_have_pawns =
            Color::ALL.into_iter().all(|side| material.army(side).count(Role::Pawn) > 0);
        let keeps = self.sets.keeps;
        let Left { open, unwon, stuck, cells, stands } = self.sets.into_results();
        Ok(Finished {
            slices: slices.to_vec(),
            metric: self.metric,
            words: self.layout.blocks() * 64,
            unwon,
            decided: open,
            stuck: stuck.filter(|_| both_have_pawns),
            stands,
            cells: cells.filter(|_| keeps).map(|memory| Cells { memory, wide: self.wide }),
            tally,
            sightings,
        })
    }
}

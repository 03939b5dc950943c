//! Solves a class: its slices in order, each for every metric that is wanted.

mod finish;
mod incoming_codes;
mod losses;
mod partial;
mod passes;
mod pawn_results;
mod ply;
mod slice;
mod start;
mod wins;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use nimzo_chess::{Material, Metric};
use nimzo_work::{Stage, Task, memory};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::Error;
use crate::layout::Layout;
use crate::sweep::checkpoint::{Checkpoint, Nowhere};
use crate::sweep::children::inputs::{SliceInputs, slices_at_once};
use crate::sweep::children::{FinishedSlice, layout_of};
use crate::sweep::{Goals, SliceValues, Solved, Statistics, SubTables};
pub use partial::Partial;
use ply::Tally;
use slice::{SliceOptions, SliceRun, solve_slice};

/// The most bytes that [`solve`] takes for this class at once, sub-tables not counted: what is
/// kept, and what is worked on. Depths are taken to fit a byte.
pub fn plan_bytes(layout: &Layout, goals: &Goals) -> u64 {
    let slots = layout.slots() as u64;
    let slices = layout.slices() as u64;
    let metrics = goals.metrics();
    let depth_metrics = metrics.iter().filter(|&&m| m != Metric::Wdl).count() as u64;
    let kept_cells = if goals.discard_depths { 0 } else { depth_metrics };
    let kept_eighths = 3 + 2 * u64::from(goals.dtz50) + 8 * kept_cells;
    // What a sweep works on becomes what is kept of it: the sets of the first metric, and depths.
    let work_of = |(i, &metric): (usize, &Metric)| {
        let sets = if i == 0 { 0 } else { 3 };
        let second_losses = u64::from(!matches!(metric, Metric::Wdl | Metric::Dtm));
        let passing = goals.discard_depths && matches!(metric, Metric::Dtm | Metric::Dtz50);
        sets + second_losses + 8 * u64::from(passing)
    };
    let work = metrics.iter().enumerate().map(work_of).max().unwrap_or(0);
    // The best pawn moves: two bits where only results are asked for, a byte otherwise.
    let pawn_eighths = if depth_metrics == 0 { 2 } else { 8 };
    let work_eighths = work + pawn_eighths * u64::from(layout.material().has_pawns());
    let at_once = slices.min(rayon::current_num_threads() as u64);
    2 * slots * (kept_eighths * slices + work_eighths * at_once) / 8
}

/// Solves a class. The sub-tables it asks for are those of [`Material::sub_games`].
///
/// Uses the threads of rayon's current pool.
pub fn solve(
    material: Material,
    subs: &dyn SubTables,
    goals: Goals,
    task: &Task,
) -> Result<Solved, Error> {
    solve_resumably(material, subs, goals, &Nowhere, task)
}

/// As [`solve`], taking slices that were finished earlier from `checkpoint` and leaving those
/// finished now with it from time to time. Statistics of slices taken from there are missing, so
/// [`Goals::count`] must not be set.
pub fn solve_resumably(
    material: Material,
    subs: &dyn SubTables,
    goals: Goals,
    checkpoint: &dyn Checkpoint,
    task: &Task,
) -> Result<Solved, Error> {
    let solver = Solver::new(layout_of(material)?, subs, goals);
    memory::require(&format!("solving {material}"), plan_bytes(&solver.layout, &goals))?;
    let stage = task.stage(&format!("solve {material}"), solver.layout.slices() as u64);
    let recalled = solver.recall(checkpoint);
    stage.advance(recalled as u64);
    let mut unkept = Vec::new();
    for (_, mut slices) in solver.levels(0..solver.layout.slices()) {
        slices.retain(|&slice| solver.siblings[slice].get().is_none());
        solver.level(&slices, &stage, task)?;
        unkept.extend(slices);
        if checkpoint.is_due() {
            checkpoint.keep(solver.finished(&std::mem::take(&mut unkept)))?;
        }
    }
    Ok(solver.solved())
}

/// Counts of a slice for every metric.
type Counted = Vec<(Metric, ByColor<Statistics>)>;

/// A class in the making.
struct Solver<'a> {
    layout: Arc<Layout>,
    subs: &'a dyn SubTables,
    goals: Goals,
    /// The finished slices.
    siblings: Vec<OnceLock<FinishedSlice>>,
    statistics: Vec<OnceLock<Counted>>,
    /// The metrics of which some slice has needed wide cells.
    wide: AtomicU8,
}

impl<'a> Solver<'a> {
    fn new(layout: Arc<Layout>, subs: &'a dyn SubTables, goals: Goals) -> Self {
        Self {
            siblings: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            statistics: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            wide: AtomicU8::new(0),
            layout,
            subs,
            goals,
        }
    }

    /// Solves slices that do not lead to each other.
    fn level(&self, slices: &[usize], stage: &Stage<'_>, task: &Task) -> Result<(), Error> {
        for some in slices.chunks(slices_at_once(&self.layout) as usize) {
            let inputs = (some.iter().map(|&slice| self.prepare(slice)))
                .collect::<Result<Vec<_>, Error>>()?;
            let across = some.len() >= rayon::current_num_threads();
            let one = |inputs: &SliceInputs<'_>| -> Result<(), Error> {
                self.slice(inputs, !across, task)?;
                stage.advance(1);
                Ok(())
            };
            if across {
                inputs.par_iter().with_max_len(1).try_for_each(one)?;
            } else {
                inputs.iter().try_for_each(one)?;
            }
        }
        Ok(())
    }

    /// Takes the slices that were finished earlier; tells how many.
    fn recall(&self, checkpoint: &dyn Checkpoint) -> usize {
        let recalled = (0..self.layout.slices()).filter(|&slice| {
            let bytes = checkpoint.recall(slice);
            let finished = bytes
                .and_then(|bytes| FinishedSlice::from_bytes(&bytes, &self.layout, &self.goals));
            finished.is_some_and(|finished| self.siblings[slice].set(finished).is_ok())
        });
        recalled.count()
    }

    /// FinishedSlice slices as bytes.
    fn finished(&self, slices: &[usize]) -> Vec<(usize, Vec<u8>)> {
        let bytes = |&slice: &usize| Some((slice, self.siblings[slice].get()?.to_bytes()));
        slices.par_iter().filter_map(bytes).collect()
    }

    /// Slices by steps left to the pawns: each level depends on those before it only.
    fn levels(&self, slices: impl IntoIterator<Item = usize>) -> BTreeMap<u32, Vec<usize>> {
        let mut levels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for slice in slices {
            levels.entry(self.layout.pawns(slice).steps_left()).or_default().push(slice);
        }
        levels
    }

    fn prepare(&self, slice: usize) -> Result<SliceInputs<'_>, Error> {
        SliceInputs::new(slice, &self.layout, &self.siblings, self.subs, &self.goals)
    }

    fn slice(&self, inputs: &SliceInputs<'_>, parallel: bool, task: &Task) -> Result<(), Error> {
        let mut values: Option<SliceValues> = None;
        let mut stalemates = None;
        let mut statistics = Vec::new();
        for successors in &inputs.metrics {
            let metric = successors.metric;
            let options = SliceOptions {
                metric,
                keep_depths: !self.goals.discard_depths || self.pawns_need(metric),
                counting: self.goals.count,
                parallel,
                wide: self.wide.load(Ordering::Relaxed) >> metric as u8 & 1 != 0,
            };
            let run = solve_slice(inputs, successors, options, task)?;
            if run.wide {
                self.wide.fetch_or(1 << metric as u8, Ordering::Relaxed);
            }
            if self.goals.count {
                statistics.push((metric, ByColor::new_with(|side| count(&run, side))));
            }
            stalemates = Some(run.stalemates);
            let values = values.get_or_insert_with(|| SliceValues::results(Arc::new(run.wdl)));
            if let Some(rule) = run.rule {
                values.rule = Some(Arc::new(rule));
            }
            values.depths[metric] = run.depths.map(Arc::new);
        }
        if let (Some(values), Some(stalemates)) = (values, stalemates) {
            let _ = self.siblings[inputs.slice].set(FinishedSlice { values, stalemates });
            let _ = self.statistics[inputs.slice].set(statistics);
        }
        Ok(())
    }

    /// Whether other slices read this slice's depths.
    fn pawns_need(&self, metric: Metric) -> bool {
        self.layout.material().has_pawns() && matches!(metric, Metric::Dtm | Metric::Dtc)
    }

    fn solved(self) -> Solved {
        let mut slices = Vec::with_capacity(self.siblings.len());
        for finished in self.siblings.into_iter().filter_map(OnceLock::into_inner) {
            slices.push(match self.goals.discard_depths {
                true => finished.values.with_depths_of(&[]),
                false => finished.values,
            });
        }
        let statistics = (self.statistics.into_iter())
            .filter_map(OnceLock::into_inner)
            .filter(|counted| !counted.is_empty())
            .collect();
        Solved { layout: self.layout, slices, statistics }
    }
}

fn count(run: &SliceRun, side: Color) -> Statistics {
    let Tally { wins, losses, longest_win, longest_loss } = run.tally[side].clone();
    let [won, drawn, lost] = run.totals[side];
    let deepest = |counts: &[u64], slot: Option<usize>| {
        slot.map(|slot| (counts.len().saturating_sub(1) as u32, slot))
    };
    Statistics {
        wins: won,
        draws: drawn,
        losses: lost,
        longest_win: deepest(&wins, longest_win),
        longest_loss: deepest(&losses, longest_loss),
        wins_by_plies: wins,
        losses_by_plies: losses,
    }
}

//! Solves a class: its slices in order, each for every metric that is wanted.

mod counts;
mod exchange;
mod finish;
mod incoming_codes;
mod losses;
mod partial;
mod passes;
mod pawn_results;
mod ply;
mod slice;
mod start;
mod watch;
mod wins;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use nimzo_chess::{Material, Metric};
use nimzo_work::{Stage, Task, memory};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::Error;
use crate::layout::{BLOCK_SLOTS, Layout};
use crate::planes::{self, DepthPlane};
use crate::sweep::checkpoint::{Checkpoint, NoCheckpoint};
use crate::sweep::children::inputs::{SliceInputs, slices_at_once};
use crate::sweep::children::{FinishedSlice, layout_of};
use crate::sweep::company::gather::gather;
use crate::sweep::company::{Sharing, Together, Unreadable, shares_frames, whole_slices};
use crate::sweep::window::Window;
use crate::sweep::{Goals, SliceValues, Solved, Statistics, SubTables};
pub use partial::{Partial, SliceResults};
use ply::Tally;
pub(crate) use slice::PlaneCode;
use slice::{SliceOptions, SliceRun, solve_slice};
pub use watch::{Sighting, Spot};

/// The most bytes that [`solve`] takes for this class at once, sub-tables not counted: what is
/// kept, and what is worked on. Depths are taken to fit a byte.
pub fn plan_bytes(layout: &Layout, goals: &Goals) -> u64 {
    let slots = layout.slots() as u64;
    let slices = layout.slices() as u64;
    let (kept, work) = solving_eighths(goals, layout.material().has_pawns());
    let at_once = slices.min(rayon::current_num_threads() as u64);
    2 * slots * (kept * slices + work * at_once) / 8
}

/// How many eighths of a byte a position takes: those that are kept, of every slice, and those that are
/// worked on beside, of the slices under work.
pub fn solving_eighths(goals: &Goals, pawns: bool) -> (u64, u64) {
    let metrics = goals.metrics();
    let depth_metrics = metrics.iter().filter(|&&m| m != Metric::Wdl).count() as u64;
    let kept_cells = if goals.discard_depths { 0 } else { depth_metrics };
    let kept_eighths = 3 + 2 * u64::from(goals.dtz50) + 8 * kept_cells;
    // What a sweep works on becomes what is kept of it: the sets of the first metric, and depths.
    let work_of = |(i, &metric): (usize, &Metric)| {
        let sets = if i == 0 { 0 } else { 3 };
        let second_losses = u64::from(!matches!(metric, Metric::Wdl | Metric::Dtm));
        let passing = goals.discard_depths && metric == Metric::Dtz50;
        sets + second_losses + 8 * u64::from(passing)
    };
    let work = metrics.iter().enumerate().map(work_of).max().unwrap_or(0);
    // The best pawn moves: two bits where only results are asked for, a byte otherwise.
    let pawn_eighths = if depth_metrics == 0 { 2 } else { 8 };
    (kept_eighths, work + pawn_eighths * u64::from(pawns))
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
    solve_resumably(material, subs, goals, &NoCheckpoint, task)
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
    let layout = layout_of(material)?;
    memory::require(&format!("solving {material}"), plan_bytes(&layout, &goals))?;
    Solver::new(layout, subs, goals).all_slices(checkpoint, task)
}

/// As [`solve_resumably`], together with others who have the same sub-tables, goals and checkpoint. Slices
/// are kept by the first of them, who must be the one that gathers if any are kept.
///
/// Where slices are shared out whole, goals must neither count nor discard.
pub fn solve_together(
    material: Material,
    subs: &dyn SubTables,
    goals: Goals,
    checkpoint: &dyn Checkpoint,
    together: Together<'_>,
    task: &Task,
) -> Result<Solved, Error> {
    let layout = layout_of(material)?;
    memory::require(&format!("solving {material}"), member_bytes(&layout, &goals, together))?;
    let mut solver = Solver::new(layout, subs, goals);
    solver.sharing = shares_frames(&solver.layout)
        .then(|| Sharing::new(&solver.layout, together.company.size()));
    solver.together = Some(together);
    let parts_of = match together.has_all() || solver.sharing.is_none() {
        true => usize::MAX,
        false => solver.layout.outer_places() * BLOCK_SLOTS / 8,
    };
    planes::expect_parts_of(parts_of);
    planes::release();
    let solved = solver.all_slices(checkpoint, task);
    planes::expect_parts_of(usize::MAX);
    solved
}

/// The most bytes that [`solve_together`] takes for this class at once in the process of one member.
pub fn member_bytes(layout: &Layout, goals: &Goals, together: Together<'_>) -> u64 {
    let all = plan_bytes(layout, goals);
    if together.has_all() || !shares_frames(layout) {
        return all;
    }
    let (me, size) = (together.company.me(), together.company.size());
    share_bytes(layout, goals, &Sharing::new(layout, size), me)
}

/// The bytes of a member's own frames, and of the positions not won in those around them.
pub fn share_bytes(layout: &Layout, goals: &Goals, sharing: &Sharing, member: usize) -> u64 {
    let frames = layout.frames().len() as u64;
    let own = sharing.frames_of(member).len() as u64;
    let ghosts: u64 =
        Color::ALL.iter().map(|&side| sharing.ghosts_of(member, side).len() as u64).sum();
    plan_bytes(layout, goals) / frames * own + layout.slots() as u64 / 8 / frames * ghosts
}

/// How many positions a member solves before it tells the others, where slices are shared out whole.
const SLOTS_AT_ONCE: usize = 4 << 20;

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
    /// The positions whose depths are noted, by slice, and what was found of them.
    watched: HashMap<usize, Vec<Spot>>,
    sightings: Vec<OnceLock<Vec<Sighting>>>,
    /// The windows that are kept, and their depths.
    windows: HashMap<usize, Vec<Window>>,
    through_windows: Vec<OnceLock<Vec<(Window, DepthPlane)>>>,
    /// The metrics of which some slice has needed wide cells.
    wide: AtomicU8,
    /// Those who solve it together.
    together: Option<Together<'a>>,
    /// Who of them has which frames, where frames are shared out.
    sharing: Option<Arc<Sharing>>,
}

impl<'a> Solver<'a> {
    fn new(layout: Arc<Layout>, subs: &'a dyn SubTables, goals: Goals) -> Self {
        Self {
            siblings: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            statistics: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            watched: HashMap::new(),
            sightings: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            windows: HashMap::new(),
            through_windows: (0..layout.slices()).map(|_| OnceLock::new()).collect(),
            wide: AtomicU8::new(0),
            together: None,
            sharing: None,
            layout,
            subs,
            goals,
        }
    }

    /// Solves all slices that were not kept earlier.
    fn all_slices(mut self, checkpoint: &dyn Checkpoint, task: &Task) -> Result<Solved, Error> {
        let stage =
            task.stage(&format!("solve {}", self.layout.material()), self.layout.slices() as u64);
        let recalled = self.recall(checkpoint)?;
        stage.advance(recalled as u64);
        let keeps = self.together.is_none_or(|together| together.has_all());
        let mut unkept = Vec::new();
        for (_, mut slices) in self.levels(0..self.layout.slices()) {
            slices.retain(|&slice| self.siblings[slice].get().is_none());
            match (self.together, &self.sharing) {
                (None, _) => self.level(&slices, &stage, task)?,
                (Some(_), Some(_)) => self.level_frame_by_frame(&slices, &stage, task)?,
                (Some(together), None) => self.level_shared(&slices, together, &stage, task)?,
            }
            unkept.extend(slices);
            if keeps && checkpoint.is_due() {
                checkpoint.keep(self.finished(&std::mem::take(&mut unkept)))?;
            }
        }
        Ok(self.solved())
    }

    /// Solves slices whose frames are shared out: one after the other, in the same order everywhere.
    fn level_frame_by_frame(
        &self,
        slices: &[usize],
        stage: &Stage<'_>,
        task: &Task,
    ) -> Result<(), Error> {
        for &slice in slices {
            self.slice(&self.prepare(slice)?, true, task)?;
            stage.advance(1);
        }
        Ok(())
    }

    /// Solves slices that are shared out whole.
    fn level_shared(
        &self,
        slices: &[usize],
        together: Together<'_>,
        stage: &Stage<'_>,
        task: &Task,
    ) -> Result<(), Error> {
        // Not by the number of threads, which need not be the same everywhere.
        let each = (SLOTS_AT_ONCE / self.layout.slots()).max(1);
        let at_once = each * together.company.size();
        for some in slices.chunks(at_once) {
            let own = whole_slices::share_of(some, together);
            self.level(&own, stage, task)?;
            let theirs = whole_slices::tell(self.finished(&own), together)?;
            stage.advance(theirs.len() as u64);
            for (member, slice, bytes) in theirs {
                let finished = FinishedSlice::from_bytes(&bytes, &self.layout, &self.goals);
                let place = self.siblings.get(slice).ok_or(Unreadable(member))?;
                let _ = place.set(finished.ok_or(Unreadable(member))?);
            }
        }
        Ok(())
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
    fn recall(&mut self, checkpoint: &dyn Checkpoint) -> Result<usize, Error> {
        let recalled = (0..self.layout.slices()).filter(|&slice| {
            let bytes = checkpoint.recall(slice);
            let finished = bytes
                .and_then(|bytes| FinishedSlice::from_bytes(&bytes, &self.layout, &self.goals));
            finished.is_some_and(|finished| self.siblings[slice].set(finished).is_ok())
        });
        let recalled: Vec<usize> = recalled.collect();
        let Some(together) = self.together else { return Ok(recalled.len()) };
        // Only what all have found is taken: they go on at the same slice.
        let common = whole_slices::in_common(&recalled, together)?;
        for slice in recalled.into_iter().filter(|slice| !common.contains(slice)) {
            self.siblings[slice].take();
        }
        Ok(common.len())
    }

    /// Finished slices as bytes.
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
        let (mut sightings, mut windows) = (Vec::new(), Vec::new());
        let watched = self.watched.get(&inputs.slice).map_or(&[][..], Vec::as_slice);
        for successors in &inputs.metrics {
            let metric = successors.metric;
            let options = SliceOptions {
                metric,
                keep_depths: !self.goals.discard_depths || self.pawns_need(metric),
                counting: self.goals.count,
                parallel,
                wide: self.wide.load(Ordering::Relaxed) >> metric as u8 & 1 != 0,
                watched,
                windows: self.windows.get(&inputs.slice).map_or(&[][..], Vec::as_slice),
            };
            let shared = self.together.zip(self.sharing.as_deref());
            let run = solve_slice(inputs, successors, options, shared, task)?;
            if run.wide {
                self.wide.fetch_or(1 << metric as u8, Ordering::Relaxed);
            }
            if self.goals.count {
                statistics.push((metric, ByColor::new_with(|side| count(&run, side))));
            }
            windows.extend(run.windows);
            let seen = run.seen.into_iter();
            sightings.extend(seen.map(|(spot, depth)| Sighting { spot, metric, depth }));
            stalemates = Some(run.stalemates);
            let values = values.get_or_insert_with(|| SliceValues::results(Arc::new(run.wdl)));
            if let Some(rule) = run.rule {
                values.rule = Some(Arc::new(rule));
            }
            values.depths[metric] = run.depths.map(Arc::new);
        }
        if let (Some(values), Some(stalemates)) = (values, stalemates) {
            let mut finished = FinishedSlice { values, stalemates };
            if let (Some(together), Some(sharing)) = (self.together, &self.sharing)
                && together.gather
            {
                gather(&mut finished, &self.layout, together, sharing)?;
            }
            let _ = self.siblings[inputs.slice].set(finished);
            let _ = self.statistics[inputs.slice].set(statistics);
            let _ = self.sightings[inputs.slice].set(sightings);
            let _ = self.through_windows[inputs.slice].set(windows);
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

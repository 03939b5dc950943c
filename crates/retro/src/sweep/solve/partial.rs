//! A class solved some slices at a time, for those who keep only what they need of each.

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_work::{Stage, Task};
use shakmaty::ByColor;

use super::{Sighting, Solver, Spot};
use crate::Error;
use crate::layout::Layout;
use crate::planes::{DepthPlane, WdlPlanes};
use crate::sweep::children::FinishedSlice;
use crate::sweep::window::Window;
use crate::sweep::{Goals, SliceValues, Statistics, SubTables};

/// The farthest a pawn goes in one move: slices with more steps left than a finished one by more than
/// this do not read it.
const FARTHEST: u32 = 2;

/// A slice by its number, with its results.
pub type SliceResults = (usize, Arc<ByColor<WdlPlanes>>);

/// A class of which some slices are finished and in memory.
pub struct Partial<'a> {
    solver: Solver<'a>,
}

impl<'a> Partial<'a> {
    /// A class none of whose slices is solved.
    pub fn new(class: Material, subs: &'a dyn SubTables, goals: Goals) -> Result<Self, Error> {
        let layout = subs.layout(class)?.ok_or(Error::Unsolved { class, metric: Metric::Wdl })?;
        Ok(Self { solver: Solver::new(layout, subs, goals) })
    }

    /// With the depths of these positions noted, whether or not depths are kept.
    pub fn watching(mut self, spots: &[Spot]) -> Self {
        for &spot in spots {
            self.solver.watched.entry(spot.address.slice).or_default().push(spot);
        }
        self
    }

    /// With the depths to mate of these windows of slices kept.
    pub fn looking_through(mut self, windows: &[(usize, Window)]) -> Self {
        for &(slice, window) in windows {
            self.solver.windows.entry(slice).or_default().push(window);
        }
        self
    }

    /// With results of slices that need not be solved, whose stalemates nobody asks about.
    pub fn beside(self, there: &[SliceResults]) -> Self {
        for (slice, results) in there {
            let values = SliceValues::results(Arc::clone(results));
            let finished = FinishedSlice { values, stalemates: ByColor::default() };
            let _ = self.solver.siblings[*slice].set(finished);
        }
        self
    }

    /// How positions are numbered.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.solver.layout
    }

    /// Solves slices, shows those that are finished to `visit`, some at a time, and forgets them as soon
    /// as none of the others reads them. All slices that a push leads to must be among them.
    pub fn solve(
        &mut self,
        slices: &[usize],
        stage: &Stage<'_>,
        task: &Task,
        mut visit: impl FnMut(&Self, &[usize]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let levels = self.solver.levels(slices.iter().copied());
        for (&steps, level) in &levels {
            self.solver.level(level, stage, task)?;
            visit(self, level)?;
            let over = steps.checked_sub(FARTHEST).and_then(|steps| levels.get(&steps));
            over.into_iter().flatten().for_each(|&slice| self.forget(slice));
        }
        slices.iter().for_each(|&slice| self.forget(slice));
        Ok(())
    }

    /// A slice that is finished and not forgotten.
    pub fn finished(&self, slice: usize) -> Option<&FinishedSlice> {
        self.solver.siblings[slice].get()
    }

    /// Counts of all slices solved so far, for every metric; empty unless [`Goals::count`] was set.
    pub fn statistics(&self, slice: usize) -> &[(Metric, ByColor<Statistics>)] {
        self.solver.statistics[slice].get().map_or(&[], Vec::as_slice)
    }

    /// What was found of the watched positions of a slice, for every depth that was a goal.
    pub fn sightings(&self, slice: usize) -> &[Sighting] {
        self.solver.sightings[slice].get().map_or(&[], Vec::as_slice)
    }

    /// The depths of the windows of a slice that is finished and not forgotten.
    pub fn windows(&self, slice: usize) -> &[(Window, DepthPlane)] {
        self.solver.through_windows[slice].get().map_or(&[], Vec::as_slice)
    }

    /// Takes a slice that was solved elsewhere, with what was found of its watched positions and windows.
    pub fn put(
        &self,
        slice: usize,
        finished: FinishedSlice,
        sightings: Vec<Sighting>,
        windows: Vec<(Window, DepthPlane)>,
    ) {
        let _ = self.solver.siblings[slice].set(finished);
        let _ = self.solver.sightings[slice].set(sightings);
        let _ = self.solver.through_windows[slice].set(windows);
    }

    /// Forgets a slice.
    pub fn forget(&mut self, slice: usize) {
        self.solver.through_windows[slice].take();
        self.solver.siblings[slice].take();
    }
}

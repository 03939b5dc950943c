//! Carrying a plan out: solve, show, hand on, forget.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_work::{Stage, Task};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::keep::{Entry, Keep, Pack, Work};
use super::pack::{pack_moves, pack_results};
use super::pack_depths::{pack_depths, pack_rule, pack_window};
use super::plan::{Plan, Step, batches, groups, pushes};
use super::shelf::Shelf;
use crate::Error;
use crate::layout::Layout;
use crate::planes::{self, WdlPlanes};
use crate::sweep::{
    FinishedSlice, Goals, Partial, PromotionFrom, Sighting, SliceResults, SliceValues, Spot,
    Statistics, SubTables, Window, fold_promotions,
};

/// A slice that has just been solved.
pub struct Visit<'a> {
    /// The class.
    pub class: Material,
    /// How its positions are numbered.
    pub layout: &'a Arc<Layout>,
    /// The slice.
    pub slice: usize,
    /// Its values.
    pub finished: &'a FinishedSlice,
    /// Counts for every metric, if counting was a goal.
    pub statistics: &'a [(Metric, ByColor<Statistics>)],
    /// Depths of its watched positions.
    pub sightings: &'a [Sighting],
    /// The classes that captures lead to.
    pub subs: &'a dyn SubTables,
}

/// Someone who looks at each slice while it is there.
pub trait Visitor: Sync {
    /// A slice is solved. Several threads call at once.
    fn slice(&self, visit: &Visit<'_>) -> Result<(), Error>;

    /// Whether the values of slices are looked at, and not only what was found of watched positions.
    fn sees_values(&self) -> bool {
        true
    }

    /// All slices of these groups have been shown; after this they may be taken as done.
    fn groups(&self, class: Material, groups: &[usize]) -> Result<(), Error>;

    /// All groups of a class have been shown, now or in an earlier run; the seconds are those of this
    /// run.
    fn class(&self, class: Material, seconds: f64) -> Result<(), Error>;
}

/// Looks at slices that have just been solved, by their numbers, while they are in memory.
pub type Show<'a> = dyn FnMut(&Partial<'_>, &[usize]) -> Result<(), Error> + 'a;

/// Who solves slices.
pub trait Executor: Sync {
    /// Solves slices of a class, which must hold all that their pushes lead to, and shows each to `show`
    /// while it is in memory, some at a time.
    fn solve(
        &self,
        order: &Order<'_>,
        stage: &Stage<'_>,
        task: &Task,
        show: &mut Show<'_>,
    ) -> Result<(), Error>;
}

/// What an executor is to solve.
pub struct Order<'a> {
    /// The class.
    pub class: Material,
    /// Its slices.
    pub slices: &'a [usize],
    /// What to compute.
    pub goals: Goals,
    /// Positions whose depths are noted, whether or not depths are kept.
    pub watched: &'a [Spot],
    /// Windows of depths to mate that are wanted, whether or not depths are kept.
    pub windows: &'a [(usize, Window)],
    /// Whether somebody looks at the values of slices; otherwise who solves them elsewhere need not bring them.
    pub shows_values: bool,
    /// Results of other slices that pushes lead to.
    pub there: &'a [SliceResults],
    /// What captures and promotions lead to.
    pub subs: &'a dyn SubTables,
}

/// The processor of this machine.
pub struct Cpu;

impl Executor for Cpu {
    fn solve(
        &self,
        order: &Order<'_>,
        stage: &Stage<'_>,
        task: &Task,
        show: &mut Show<'_>,
    ) -> Result<(), Error> {
        let partial = Partial::new(order.class, order.subs, order.goals)?;
        let partial = partial.watching(order.watched).looking_through(order.windows);
        let mut partial = partial.beside(order.there);
        partial.solve(order.slices, stage, task, show)
    }
}

/// Carries out a plan. Slices that `keep` has as done are left out, so that a run that was stopped goes
/// on where it was.
pub fn run(
    plan: &Plan,
    executor: &dyn Executor,
    keep: &dyn Keep,
    visitor: &dyn Visitor,
    task: &Task,
) -> Result<(), Error> {
    let whole = task.stage("positions", plan.positions() / MILLION);
    for step in &plan.steps {
        task.check()?;
        let begun = Instant::now();
        let layout = plan.layout(step.class)?;
        let all = groups(&layout);
        let shelf = Shelf::new(keep, plan);
        let stage = task.stage(&format!("solve {}", step.class), layout.slices() as u64);
        for batch in batches(&layout) {
            let of_batch = |groups: &[usize]| {
                groups.iter().map(|&group| all[group].len()).sum::<usize>() as u64
            };
            let run = StepRun { plan, step, layout: &layout, groups: &all, keep, visitor };
            let todo: Vec<usize> =
                batch.iter().copied().filter(|&group| run.lacks_something(group)).collect();
            stage.advance(of_batch(&batch) - of_batch(&todo));
            if !todo.is_empty() {
                run.batch(&todo, executor, &shelf, &stage, task)?;
            }
            whole.advance(of_batch(&batch) * layout.slots() as u64 / MILLION);
        }
        visitor.class(step.class, begun.elapsed().as_secs_f64())?;
        step.forgets.iter().try_for_each(|&pack| keep.forget(pack))?;
        drop(shelf);
        planes::trim();
    }
    planes::release();
    Ok(())
}

/// Progress is told in millions of positions.
pub(super) const MILLION: u64 = 1_000_000;

/// A class being solved.
pub(super) struct StepRun<'a> {
    pub plan: &'a Plan,
    pub step: &'a Step,
    pub layout: &'a Arc<Layout>,
    pub groups: &'a [Vec<usize>],
    pub keep: &'a dyn Keep,
    pub visitor: &'a dyn Visitor,
}

impl StepRun<'_> {
    /// Solves some groups and hands on what is read of them.
    pub fn batch(
        &self,
        todo: &[usize],
        executor: &dyn Executor,
        shelf: &Shelf<'_>,
        stage: &Stage<'_>,
        task: &Task,
    ) -> Result<(), Error> {
        let class = self.step.class;
        let all =
            todo.iter().flat_map(|&group| self.groups[group].iter().map(move |&s| (group, s)));
        let of = |work: Work| {
            let chosen = all.clone().filter(move |&(group, slice)| self.work(group, slice) == work);
            chosen.map(|(_, slice)| slice).collect::<Vec<usize>>()
        };
        self.read_off(&of(Work::ReadOff), shelf, task)?;
        let slices = of(Work::Solve);
        let there = self.pushed_into(&slices, shelf)?;
        stage.advance((all.clone().count() - slices.len()) as u64);
        let Step { goals, ref watched, ref windows, .. } = *self.step;
        let (slices, there) = (&slices, &there);
        let step = self.step;
        let handed_on = step.keeps_results || step.keeps_depths || !step.promotions.is_empty();
        let shows_values = handed_on || self.visitor.sees_values();
        let subs = shelf;
        let order = Order { class, slices, goals, watched, windows, shows_values, there, subs };
        executor.solve(&order, stage, task, &mut |partial, finished| {
            let one = |&slice: &usize| -> Result<(), Error> {
                task.check()?;
                let values = partial.finished(slice).expect("it has just been solved");
                self.visitor.slice(&Visit {
                    class,
                    layout: self.layout,
                    slice,
                    finished: values,
                    statistics: partial.statistics(slice),
                    sightings: partial.sightings(slice),
                    subs: shelf,
                })?;
                // One is packed while another is put away.
                let windows = partial.windows(slice).par_iter().with_max_len(1);
                windows.try_for_each(|(window, depths)| -> Result<(), Error> {
                    let (pack, entry) =
                        (Pack::Windows(class, window.man), Entry::window(slice, *window));
                    match self.keep.is_wanted(pack, entry) {
                        true => self.keep.put(pack, entry, pack_window(depths)),
                        false => Ok(()),
                    }
                })?;
                self.hand_on(slice, values)
            };
            finished.par_iter().with_max_len(1).try_for_each(one)
        })?;
        self.visitor.groups(class, todo)?;
        self.keep.note_done(class, todo)
    }

    /// Keeps what others read of a slice.
    fn hand_on(&self, slice: usize, finished: &FinishedSlice) -> Result<(), Error> {
        let class = self.step.class;
        let results = &finished.values.wdl;
        if self.step.keeps_results {
            let bytes = pack_results(results);
            self.keep.put(Pack::Results(class), Entry::results(slice), bytes)?;
        }
        if self.step.keeps_depths {
            self.keep_depths(slice, &finished.values)?;
        }
        self.hand_on_promotions(slice, |_| Ok(Arc::clone(results)))
    }

    fn work(&self, group: usize, slice: usize) -> Work {
        match self.plan.is_edge(self.step.class, slice) {
            true => Work::Nothing,
            false => self.keep.work(self.step.class, group, slice),
        }
    }

    fn lacks_something(&self, group: usize) -> bool {
        self.groups[group].iter().any(|&slice| self.work(group, slice) != Work::Nothing)
    }

    /// The results of slices that pushes from others lead to and that are not among these.
    fn pushed_into(&self, slices: &[usize], shelf: &Shelf<'_>) -> Result<Vec<SliceResults>, Error> {
        let to = slices.iter().flat_map(|&slice| pushes(self.layout, slice));
        let mut others: BTreeSet<usize> = to.map(|push| push.to).collect();
        slices.iter().for_each(|slice| {
            others.remove(slice);
        });
        let read = |slice: usize| Ok((slice, shelf.wdl(self.step.class, slice)?));
        others.into_iter().map(read).collect()
    }

    /// Hands on what promoting into slices is worth whose results are kept.
    fn read_off(&self, slices: &[usize], shelf: &Shelf<'_>, task: &Task) -> Result<(), Error> {
        slices.par_iter().with_max_len(1).try_for_each(|&slice| -> Result<(), Error> {
            task.check()?;
            let unpacked = ByColor::<OnceCell<_>>::default();
            self.hand_on_promotions(slice, |side| {
                if let Some(results) = unpacked[side].get() {
                    return Ok(Arc::clone(results));
                }
                let results = shelf.results_of(self.step.class, slice, side)?;
                Ok(Arc::clone(unpacked[side].get_or_init(|| results)))
            })
        })
    }

    /// Hands on what promoting into a slice is worth, for those who want to know. Of its results those are asked for
    /// with the side to move that promotions leave.
    fn hand_on_promotions(
        &self,
        slice: usize,
        results: impl Fn(Color) -> Result<Arc<ByColor<WdlPlanes>>, Error>,
    ) -> Result<(), Error> {
        let class = self.step.class;
        for promotion in &self.step.promotions {
            let before = self.plan.layout(promotion.before)?;
            let pack = Pack::Promotions { after: class, before: promotion.before };
            let entry = |from: &PromotionFrom| {
                let (slice, side) = (from.slice as u32, promotion.side);
                Entry { slice, side, square: from.square }
            };
            let mut pawns = promotion.pawns_before(&before, self.layout, slice);
            pawns.retain(|from| self.keep.is_wanted(pack, entry(from)));
            if pawns.is_empty() {
                continue;
            }
            let results = results(promotion.next_to_move())?;
            let folded = fold_promotions(&before, &pawns, promotion.role, self.layout, &results);
            for (from, moves) in pawns.iter().zip(folded) {
                self.keep.put(pack, entry(from), pack_moves(&moves))?;
            }
        }
        Ok(())
    }

    fn keep_depths(&self, slice: usize, values: &SliceValues) -> Result<(), Error> {
        let class = self.step.class;
        let entry = Entry::results(slice);
        if let Some(rule) = &values.rule {
            self.keep.put(Pack::Rule(class), entry, pack_rule(rule))?;
        }
        for (metric, depths) in &values.depths {
            if let Some(depths) = depths {
                self.keep.put(Pack::Depths(class, metric), entry, pack_depths(depths))?;
            }
        }
        Ok(())
    }
}

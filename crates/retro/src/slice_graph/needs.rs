//! What of a plan is still to be solved, in view of what is there: slices of which something lacks that is kept
//! for good, those that hand on what one of these reads, and those that one of these is pushed into where results do
//! not say enough. What was forgotten because everybody had read it is not asked for again, and neither is what only
//! such slices read.

use std::collections::{HashMap, HashSet};

use nimzo_chess::Material;
use nimzo_work::{Interrupted, Task};

use super::keep::{Entry, Pack, Work};
use super::plan::{LARGE, Plan, Step, captured, pushes};
use super::promotions::{Promotion, before_promotion};
use crate::layout::Layout;

/// Tells what is there.
pub trait There {
    /// Whether a packed slice is there, as it was written.
    fn has(&self, pack: Pack, entry: Entry) -> bool;

    /// Whether the depths of all watched positions of a slice are.
    fn has_watched(&self, step: &Step, slice: usize) -> bool;
}

/// What is still to be solved.
#[derive(Debug, Default)]
pub struct ToSolve {
    work: HashMap<(Material, usize), Work>,
    /// What the slices that are to be solved read.
    entries: HashSet<(Pack, Entry)>,
    /// Classes whose values are read as they lie; which slices, is not looked into.
    values: HashSet<Material>,
}

impl ToSolve {
    /// What is to be done about a slice of a class.
    pub fn work(&self, class: Material, slice: usize) -> Work {
        self.work.get(&(class, slice)).copied().unwrap_or_default()
    }

    /// Whether a slice that is to be solved reads a packed slice.
    pub fn reads(&self, pack: Pack, entry: Entry) -> bool {
        let values = pack.is_values() && self.values.contains(&pack.written_by());
        values || self.entries.contains(&(pack, entry))
    }
}

impl Step {
    /// Whether the results of a slice are all that its class reads of it.
    fn is_read_as_results(&self, layout: &Layout) -> bool {
        let small = (layout.slots() as u64) < LARGE;
        self.keeps_results && small && !self.goals.count && self.goals.depths().count() == 0
    }
}

impl Plan {
    /// What is to be done about each slice.
    pub fn to_solve(&self, there: &impl There, task: &Task) -> Result<ToSolve, Interrupted> {
        let mut found = ToSolve::default();
        for step in self.steps.iter().rev() {
            let Some(layout) = self.layouts.get(&step.class) else { continue };
            let mut open = Vec::new();
            for slice in 0..layout.slices() {
                task.check()?;
                let work = self.lacks(step, layout, slice, &found, there);
                found.work.insert((step.class, slice), work);
                open.extend((work == Work::Solve).then_some(slice));
            }
            while let Some(slice) = open.pop() {
                self.note_read(step, layout, slice, &mut found);
                for push in pushes(layout, slice) {
                    let results = step.is_read_as_results(layout)
                        && !push.passes
                        && there.has(Pack::Results(step.class), Entry::results(push.to));
                    let Some(work) = found.work.get_mut(&(step.class, push.to)) else { continue };
                    if !results && *work != Work::Solve {
                        *work = Work::Solve;
                        open.push(push.to);
                    }
                }
            }
        }
        Ok(found)
    }

    /// What of a slice lacks, in view of what later classes read.
    fn lacks(
        &self,
        step: &Step,
        layout: &Layout,
        slice: usize,
        later: &ToSolve,
        there: &impl There,
    ) -> Work {
        let lacks = |&(pack, entry): &(Pack, Entry)| {
            (!self.passes(pack) || later.reads(pack, entry)) && !there.has(pack, entry)
        };
        let handed_on = self.handed_on(step, layout, slice);
        let (promotions, values): (Vec<_>, Vec<_>) =
            handed_on.into_iter().partition(|(pack, _)| matches!(pack, Pack::Promotions { .. }));
        if values.iter().any(lacks) || !there.has_watched(step, slice) {
            return Work::Solve;
        }
        if !promotions.iter().any(lacks) {
            return Work::Nothing;
        }
        let results = (Pack::Results(step.class), Entry::results(slice));
        if step.keeps_results && there.has(results.0, results.1) {
            Work::ReadOff
        } else {
            Work::Solve
        }
    }

    /// All that a slice hands on, and what is kept of it.
    pub fn handed_on(&self, step: &Step, layout: &Layout, slice: usize) -> Vec<(Pack, Entry)> {
        let (class, entry) = (step.class, Entry::results(slice));
        let mut found = Vec::new();
        if step.keeps_results {
            found.push((Pack::Results(class), entry));
        }
        if step.keeps_depths {
            found.extend(step.goals.dtz50.then_some((Pack::Rule(class), entry)));
            found.extend(step.goals.depths().map(|metric| (Pack::Depths(class, metric), entry)));
        }
        for &(_, window) in step.windows.iter().filter(|(of, _)| *of == slice) {
            found.push((Pack::Windows(class, window.man), Entry::window(slice, window)));
        }
        for promotion in &step.promotions {
            let Some(before) = self.layouts.get(&promotion.before) else { continue };
            let pack = Pack::Promotions { after: class, before: promotion.before };
            let pawns = promotion.pawns_before(before, layout, slice).into_iter();
            found.extend(pawns.map(|from| {
                let (slice, side) = (from.slice as u32, promotion.side);
                (pack, Entry { slice, side, square: from.square })
            }));
        }
        found
    }

    /// Notes what a slice reads of what passes.
    fn note_read(&self, step: &Step, layout: &Layout, slice: usize, wanted: &mut ToSolve) {
        let class = step.class;
        for promotion in Promotion::of(class, self.colors) {
            let after = promotion.after();
            let (Some(to), false) = (self.layouts.get(&after), self.known.contains(&after)) else {
                continue;
            };
            let windowed = self.step(after).is_some_and(|step| !step.windows.is_empty());
            if self.folds {
                let pack = Pack::Promotions { after, before: class };
                for square in before_promotion(layout, slice, promotion.side) {
                    let (slice, side) = (slice as u32, promotion.side);
                    wanted.entries.insert((pack, Entry { slice, side, square }));
                }
            } else if windowed {
                for (slice, window) in promotion.windows(layout, slice, to) {
                    let pack = Pack::Windows(after, window.man);
                    wanted.entries.insert((pack, Entry::window(slice, window)));
                }
            } else {
                wanted.values.insert(after);
            }
        }
        let subs = captured(class, self.colors);
        wanted.values.extend(subs.filter(|sub| self.layouts.contains_key(sub)));
    }
}

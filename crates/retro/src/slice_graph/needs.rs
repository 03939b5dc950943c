//! What of a plan is still to be solved, in view of what is there: groups of which something lacks that is kept
//! for good, and those that hand on what one of these reads. What was forgotten because everybody had read it is
//! not asked for again, and neither is what only such groups read.

use std::collections::HashSet;

use nimzo_chess::Material;
use nimzo_work::{Interrupted, Task};

use super::keep::{Entry, Pack};
use super::plan::{Plan, Step, captured, groups};
use super::promotions::{Promotion, before_promotion};
use crate::layout::Layout;

/// Tells what is there.
pub trait There {
    /// Whether a packed slice is there, as it was written.
    fn has(&self, pack: Pack, entry: Entry) -> bool;

    /// Whether the depths of all watched positions of a slice are.
    fn has_watched(&self, step: &Step, slice: usize) -> bool;
}

/// What groups that are to be solved read.
#[derive(Default)]
struct Wanted {
    entries: HashSet<(Pack, Entry)>,
    /// Classes whose values are read as they lie; which slices, is not looked into.
    values: HashSet<Material>,
}

impl Wanted {
    fn has(&self, pack: Pack, entry: Entry) -> bool {
        let values = pack.is_values() && self.values.contains(&pack.written_by());
        values || self.entries.contains(&(pack, entry))
    }
}

impl Plan {
    /// The groups that are to be solved, each by its class and number.
    pub fn to_solve(
        &self,
        there: &impl There,
        task: &Task,
    ) -> Result<HashSet<(Material, usize)>, Interrupted> {
        let (mut wanted, mut found) = (Wanted::default(), HashSet::new());
        for step in self.steps.iter().rev() {
            let Some(layout) = self.layouts.get(&step.class) else { continue };
            for (number, group) in groups(layout).iter().enumerate() {
                task.check()?;
                let lacks = |&slice: &usize| {
                    let mut handed_on = self.handed_on(step, layout, slice).into_iter();
                    handed_on.any(|(pack, entry)| {
                        let asked = !self.passes(pack) || wanted.has(pack, entry);
                        asked && !there.has(pack, entry)
                    }) || !there.has_watched(step, slice)
                };
                if group.iter().any(lacks) {
                    found.insert((step.class, number));
                    group.iter().for_each(|&slice| self.want(step, layout, slice, &mut wanted));
                }
            }
        }
        Ok(found)
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
    fn want(&self, step: &Step, layout: &Layout, slice: usize, wanted: &mut Wanted) {
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

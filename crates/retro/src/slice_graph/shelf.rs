//! What is kept, unpacked for the class being solved: the sub-tables of a plan.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use shakmaty::{ByColor, Color};

use super::keep::{Entry, Keep, Pack};
use super::pack::{Damaged, raise_to_packed, unpack_results};
use super::pack_depths::{unpack_depths, unpack_rule};
use super::plan::{Layouts, Plan, layout_in};
use super::promotions::{Promotion, before_promotion};
use crate::Error;
use crate::layout::{Colors, Layout};
use crate::planes::{BitPlane, DepthPlane, ResultPlanes, RulePlanes, WdlPlanes};
use crate::sweep::SubTables;

/// Reads from a [`Keep`]; of what was unpacked the latest stays, up to a number of bytes.
pub struct Shelf<'a> {
    keep: &'a dyn Keep,
    layouts: Layouts,
    folds: bool,
    beyond: Option<Color>,
    colors: Colors,
    budget: u64,
    unpacked: Mutex<Unpacked>,
}

#[derive(Default)]
struct Unpacked {
    slices: HashMap<(Material, usize), Held>,
    bytes: u64,
    clock: u64,
}

struct Held {
    results: Arc<ByColor<WdlPlanes>>,
    bytes: u64,
    used: u64,
}

impl<'a> Shelf<'a> {
    /// What a plan reads; as much as it says is held unpacked, beside what is in use.
    pub fn new(keep: &'a dyn Keep, plan: &Plan) -> Self {
        let Plan { layouts, folds, beyond, colors, held, .. } = plan;
        let layouts = Arc::clone(layouts);
        let (folds, beyond, colors, budget) = (*folds, *beyond, *colors, *held);
        Self { keep, layouts, folds, beyond, colors, budget, unpacked: Mutex::default() }
    }

    fn unpacked(&self) -> MutexGuard<'_, Unpacked> {
        self.unpacked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a promotion leads to a slice of the plan.
    fn leads_into_plan(
        &self,
        promotion: Promotion,
        before: &Layout,
        slice: usize,
        square: u8,
    ) -> bool {
        let after = self.layouts.get(&promotion.after());
        after.is_some_and(|after| {
            after.slice_of(promotion.pawns_after(before, slice, square)).is_some()
        })
    }

    fn read(&self, pack: Pack, entry: Entry) -> Result<Vec<u8>, Error> {
        let class = pack.written_by();
        let unsolved = Error::Unsolved { class, metric: Metric::Wdl };
        self.keep.get(pack, entry)?.ok_or(unsolved)
    }
}

fn damaged(pack: Pack) -> impl Fn(Damaged) -> Error {
    move |damaged| Error::Outside(format!("{pack}: {damaged}").into())
}

impl SubTables for Shelf<'_> {
    fn layout(&self, class: Material) -> Result<Option<Arc<Layout>>, Error> {
        Ok(self.layouts.get(&class).cloned())
    }

    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<ByColor<WdlPlanes>>, Error> {
        if let Some(results) = self.unpacked().find((class, slice)) {
            return Ok(results);
        }
        // Not under the lock: threads share the unpacking, and one that waits for the others may take up
        // work that asks here again.
        let pack = Pack::Results(class);
        let bytes = self.read(pack, Entry::results(slice))?;
        let words = layout_in(&self.layouts, class)?.slots() / 64;
        let results = Arc::new(unpack_results(&bytes, words).map_err(damaged(pack))?);
        self.unpacked().hold((class, slice), Arc::clone(&results), self.budget);
        Ok(results)
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<ByColor<RulePlanes>>, Error> {
        let pack = Pack::Rule(class);
        let bytes = self.read(pack, Entry::results(slice))?;
        let words = layout_in(&self.layouts, class)?.slots() / 64;
        Ok(Arc::new(unpack_rule(&bytes, words).map_err(damaged(pack))?))
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<ByColor<DepthPlane>>, Error> {
        let pack = Pack::Depths(class, Metric::Dtm);
        let bytes = self.read(pack, Entry::results(slice))?;
        let slots = layout_in(&self.layouts, class)?.slots();
        Ok(Arc::new(unpack_depths(&bytes, slots, Metric::Dtm).map_err(damaged(pack))?))
    }

    fn colors(&self) -> Colors {
        self.colors
    }

    fn beyond(&self) -> Option<Color> {
        self.beyond
    }

    fn promotions(
        &self,
        class: Material,
        slice: usize,
        side: Color,
    ) -> Result<Option<Arc<ResultPlanes>>, Error> {
        let layout = layout_in(&self.layouts, class)?;
        let pawns = before_promotion(&layout, slice, side);
        if pawns.is_empty() || !self.folds {
            return Ok(None);
        }
        let words = layout.slots() / 64;
        let mut best =
            ResultPlanes { unwon: BitPlane::zeroed(words), decided: BitPlane::zeroed(words) };
        for promotion in
            Promotion::of(class, self.colors).into_iter().filter(|one| one.side == side)
        {
            let after = promotion.after();
            let pack = Pack::Promotions { after, before: class };
            for &square in &pawns {
                if !self.leads_into_plan(promotion, &layout, slice, square) {
                    continue;
                }
                let entry = Entry { slice: slice as u32, side, square };
                let bytes = self.read(pack, entry)?;
                raise_to_packed(&mut best, &bytes).map_err(damaged(pack))?;
            }
        }
        Ok(Some(Arc::new(best)))
    }
}

impl Unpacked {
    fn find(&mut self, key: (Material, usize)) -> Option<Arc<ByColor<WdlPlanes>>> {
        self.clock += 1;
        let held = self.slices.get_mut(&key)?;
        held.used = self.clock;
        Some(Arc::clone(&held.results))
    }

    fn hold(&mut self, key: (Material, usize), results: Arc<ByColor<WdlPlanes>>, budget: u64) {
        let bytes = 6 * 8 * results.white.win.len() as u64;
        let used = self.clock;
        if self.slices.insert(key, Held { results, bytes, used }).is_none() {
            self.bytes += bytes;
        }
        if self.bytes <= budget {
            return;
        }
        // Somewhat more than needed, so that it is not done for every slice.
        let mut by_age: Vec<_> = self.slices.iter().map(|(&key, held)| (held.used, key)).collect();
        by_age.sort_unstable_by_key(|&(used, _)| used);
        for (_, key) in by_age {
            if self.bytes <= budget / 8 * 7 {
                break;
            }
            if let Some(gone) = self.slices.remove(&key) {
                self.bytes -= gone.bytes;
            }
        }
    }
}

//! What is kept, unpacked for the class being solved: the sub-tables of a plan.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use shakmaty::{ByColor, Color};

use super::keep::{Entry, Keep, Pack};
use super::pack::{Damaged, raise_to_packed, unpack_results, unpack_results_of};
use super::pack_depths::{unpack_depths, unpack_rule, unpack_window};
use super::plan::{Layouts, Plan, layout_in};
use super::promotions::{Promotion, before_promotion};
use crate::Error;
use crate::layout::{Colors, Layout};
use crate::planes::{BitPlane, DepthPlane, ResultPlanes, RulePlanes, WdlPlanes};
use crate::reach::Beyond;
use crate::sweep::{Depths, PromotionFrom, SubTables, Window, fold_promotions};

/// Reads from a [`Keep`]; of what was unpacked the latest stays, up to a number of bytes.
pub struct Shelf<'a> {
    keep: &'a dyn Keep,
    layouts: Layouts,
    /// The classes of which windows are all that is kept.
    windowed: HashSet<Material>,
    /// The classes whose tables are read.
    known: Arc<HashSet<Material>>,
    folds: bool,
    /// Slices that are not solved, and who wins them.
    edges: Arc<HashSet<(Material, usize)>>,
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
        let Plan { layouts, known, edges, folds, beyond, colors, held, .. } = plan;
        let (layouts, known, edges) = (Arc::clone(layouts), Arc::clone(known), Arc::clone(edges));
        // Tables keep what they have read of them themselves.
        let budget = if known.is_empty() { *held } else { *held / 2 };
        let (folds, beyond, colors) = (*folds, *beyond, *colors);
        let windowed = plan.steps.iter().filter(|step| !step.windows.is_empty());
        let windowed = windowed.map(|step| step.class).collect();
        Self {
            keep,
            layouts,
            windowed,
            known,
            folds,
            edges,
            beyond,
            colors,
            budget,
            unpacked: Mutex::default(),
        }
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

    /// The tables, for a class that is read from them.
    fn table_of(&self, class: Material, metric: Metric) -> Result<Option<&dyn SubTables>, Error> {
        if !self.known.contains(&class) {
            return Ok(None);
        }
        self.keep.tables().map(Some).ok_or(Error::Unsolved { class, metric })
    }

    /// The promotion, in the colours in which the class after it is told.
    fn told(&self, promotion: Promotion) -> Promotion {
        let class = Promotion { colors: Colors::OfClass, ..promotion };
        if self.known.contains(&class.after()) { class } else { promotion }
    }

    /// Whether a promotion leads to a slice that is not solved.
    fn leads_to_edge(&self, promotion: Promotion, before: &Layout, from: PromotionFrom) -> bool {
        let pawns = promotion.pawns_after(before, from.slice, from.square);
        let after = self.layouts.get(&promotion.after());
        let found = after.and_then(|layout| layout.slice_of(pawns));
        found.is_some_and(|(slice, _)| self.edges.contains(&(promotion.after(), slice)))
    }

    /// Raises moves to promotions into a slice whose values are read as they lie.
    fn raise_to_values(
        &self,
        best: &mut ResultPlanes,
        promotion: Promotion,
        before: &Layout,
        slice: usize,
        square: u8,
    ) -> Result<(), Error> {
        let class = promotion.after();
        let after = layout_in(&self.layouts, class)?;
        let pawns = promotion.pawns_after(before, slice, square);
        let Some((number, _)) = after.slice_of(pawns) else { return Ok(()) };
        let results = self.wdl(class, number)?;
        let from = PromotionFrom { slice, square };
        for worth in fold_promotions(before, &[from], promotion.role, &after, &results) {
            best.raise_to(&worth);
        }
        Ok(())
    }

    /// The depths that were kept of a slice.
    pub fn depths(&self, class: Material, slice: usize, metric: Metric) -> Result<Depths, Error> {
        let pack = Pack::Depths(class, metric);
        let bytes = self.read(pack, Entry::results(slice))?;
        let slots = layout_in(&self.layouts, class)?.slots();
        Ok(Arc::new(unpack_depths(&bytes, slots, metric).map_err(damaged(pack))?))
    }

    /// The results that were kept of a slice, with one side to move.
    pub(super) fn results_of(
        &self,
        class: Material,
        slice: usize,
        side: Color,
    ) -> Result<Arc<ByColor<WdlPlanes>>, Error> {
        let pack = Pack::Results(class);
        let bytes = self.read(pack, Entry::results(slice))?;
        let words = layout_in(&self.layouts, class)?.slots() / 64;
        Ok(Arc::new(unpack_results_of(side, &bytes, words).map_err(damaged(pack))?))
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
        if let Some(tables) = self.table_of(class, Metric::Wdl)? {
            return tables.wdl(class, slice);
        }
        if let (Some(winner), true) = (self.beyond, self.edges.contains(&(class, slice))) {
            let values = Beyond { winner }.values(&*layout_in(&self.layouts, class)?, slice);
            let results = Arc::new(values);
            self.unpacked().hold((class, slice), Arc::clone(&results), self.budget);
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
        if let Some(tables) = self.table_of(class, Metric::Dtz50)? {
            return tables.rule(class, slice);
        }
        let pack = Pack::Rule(class);
        let bytes = self.read(pack, Entry::results(slice))?;
        let words = layout_in(&self.layouts, class)?.slots() / 64;
        Ok(Arc::new(unpack_rule(&bytes, words).map_err(damaged(pack))?))
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<ByColor<DepthPlane>>, Error> {
        if let Some(tables) = self.table_of(class, Metric::Dtm)? {
            return tables.dtm(class, slice);
        }
        self.depths(class, slice, Metric::Dtm)
    }

    fn window(
        &self,
        class: Material,
        slice: usize,
        window: Window,
    ) -> Result<Option<Depths>, Error> {
        if !self.windowed.contains(&class) {
            return Ok(None);
        }
        let unsolved = || Error::Unsolved { class, metric: Metric::Dtm };
        let pack = Pack::Windows(class, window.man);
        let bytes = self.read(pack, Entry::window(slice, window))?;
        let cells = window.cells(&*layout_in(&self.layouts, class)?).ok_or_else(unsolved)?;
        let depths = unpack_window(&bytes, cells, window.side()).map_err(damaged(pack))?;
        Ok(Some(Arc::new(depths)))
    }

    fn class(&self, material: Material) -> (Material, bool) {
        let of_class = Colors::OfClass.class(material);
        if self.known.contains(&of_class.0) { of_class } else { self.colors.class(material) }
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
            let promotion = self.told(promotion);
            let after = promotion.after();
            let pack = Pack::Promotions { after, before: class };
            for &square in &pawns {
                if !self.leads_into_plan(promotion, &layout, slice, square) {
                    continue;
                }
                let edge =
                    || self.leads_to_edge(promotion, &layout, PromotionFrom { slice, square });
                if self.known.contains(&after) || edge() {
                    self.raise_to_values(&mut best, promotion, &layout, slice, square)?;
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

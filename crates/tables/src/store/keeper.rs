//! The sub-tables of a build: what was solved or read lately stays in memory, the rest is read
//! from files again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Store;
use crate::error::Error;
use crate::layout::Layout;
use crate::material::Material;
use crate::metric::Metric;
use crate::planes::{Cells, DepthPlane, RulePlanes, WdlPlanes};
use crate::sweep::{Solved, SubTables};

/// Slices in memory, up to a number of bytes; the one not used for longest goes first.
pub(super) struct Keeper<'a> {
    store: &'a Store,
    budget: u64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    slices: HashMap<(Material, usize, Metric), Entry>,
    bytes: u64,
    clock: u64,
}

struct Entry {
    planes: Planes,
    bytes: u64,
    used: u64,
}

#[derive(Clone)]
enum Planes {
    Wdl(Arc<[WdlPlanes; 2]>),
    Rule(Arc<[RulePlanes; 2]>),
    Dtm(Arc<[DepthPlane; 2]>),
}

impl<'a> Keeper<'a> {
    /// Keeps up to `budget` bytes of the tables in `store`.
    pub(super) fn new(store: &'a Store, budget: u64) -> Self {
        Self { store, budget, kept: Mutex::default() }
    }

    /// Keeps what larger classes will want of a class just solved.
    pub(super) fn keep(&self, solved: &Solved) {
        let (class, slots) = (solved.layout.material(), solved.layout.slots() as u64);
        for (slice, values) in solved.slices.iter().enumerate() {
            self.put(
                (class, slice, Metric::Wdl),
                Planes::Wdl(Arc::clone(&values.wdl)),
                2 * 3 * slots / 8,
            );
            if let Some(rule) = &values.rule {
                self.put(
                    (class, slice, Metric::Dtz50),
                    Planes::Rule(Arc::clone(rule)),
                    2 * 2 * slots / 8,
                );
            }
            if let Some(dtm) = &values.dtm {
                let width = if matches!(dtm[0].cells, Cells::Narrow(_)) { 1 } else { 2 };
                self.put(
                    (class, slice, Metric::Dtm),
                    Planes::Dtm(Arc::clone(dtm)),
                    2 * width * slots,
                );
            }
        }
    }

    fn put(&self, key: (Material, usize, Metric), planes: Planes, bytes: u64) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let used = kept.clock;
        if let Some(before) = kept.slices.insert(key, Entry { planes, bytes, used }) {
            kept.bytes -= before.bytes;
        }
        kept.bytes += bytes;
        if kept.bytes > self.budget {
            kept.forget_down_to(self.budget / 4 * 3);
        }
    }

    fn find(&self, key: (Material, usize, Metric)) -> Option<Planes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let used = kept.clock;
        let entry = kept.slices.get_mut(&key)?;
        entry.used = used;
        Some(entry.planes.clone())
    }

    fn slots(class: Material) -> u64 {
        Layout::new(class).map_or(0, |layout| layout.slots() as u64)
    }
}

impl Kept {
    fn forget_down_to(&mut self, budget: u64) {
        let mut by_use: Vec<(u64, (Material, usize, Metric))> =
            self.slices.iter().map(|(&key, entry)| (entry.used, key)).collect();
        by_use.sort_unstable_by_key(|&(used, _)| used);
        for (_, key) in by_use {
            if self.bytes <= budget {
                break;
            }
            if let Some(entry) = self.slices.remove(&key) {
                self.bytes -= entry.bytes;
            }
        }
    }
}

impl SubTables for Keeper<'_> {
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error> {
        if let Some(Planes::Wdl(planes)) = self.find((class, slice, Metric::Wdl)) {
            return Ok(planes);
        }
        let planes = self.store.require(class, Metric::Wdl)?.load_wdl(slice)?;
        let kept = Planes::Wdl(Arc::clone(&planes));
        self.put((class, slice, Metric::Wdl), kept, 2 * 3 * Self::slots(class) / 8);
        Ok(planes)
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<[RulePlanes; 2]>, Error> {
        if let Some(Planes::Rule(planes)) = self.find((class, slice, Metric::Dtz50)) {
            return Ok(planes);
        }
        let planes = self.store.require(class, Metric::Dtz50)?.load_rule(slice)?;
        let kept = Planes::Rule(Arc::clone(&planes));
        self.put((class, slice, Metric::Dtz50), kept, 2 * 2 * Self::slots(class) / 8);
        Ok(planes)
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        if let Some(Planes::Dtm(planes)) = self.find((class, slice, Metric::Dtm)) {
            return Ok(planes);
        }
        let planes = self.store.require(class, Metric::Dtm)?.load_depths(Metric::Dtm, slice)?;
        let width = if matches!(planes[0].cells, Cells::Narrow(_)) { 1 } else { 2 };
        let kept = Planes::Dtm(Arc::clone(&planes));
        self.put((class, slice, Metric::Dtm), kept, 2 * width * Self::slots(class));
        Ok(planes)
    }
}

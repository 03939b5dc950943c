//! The sub-tables of a build: what was solved or read lately stays in memory, the rest is read
//! from files again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::load::UnderRule;
use super::{Store, Table};
use crate::error::Error;
use crate::material::Material;
use crate::metric::Metric;
use crate::planes::{Cells, DepthPlane, RulePlanes, WdlPlanes};
use crate::sweep::{Goals, Solved, SubTables};

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
        let class = solved.layout.material();
        for (slice, values) in solved.slices.iter().enumerate() {
            self.put_wdl(class, slice, &values.wdl);
            if let Some(rule) = &values.rule {
                self.put_rule(class, slice, rule);
            }
            if let Some(dtm) = &values.dtm {
                self.put_dtm(class, slice, dtm);
            }
        }
    }

    /// Reads what a class will ask for again and again, before several threads ask at once: the
    /// classes without pawns that its men may be exchanged or promoted into.
    pub(super) fn prefetch(&self, class: Material, goals: &Goals) -> Result<(), Error> {
        for sub in class.sub_games().into_iter().filter(|sub| !sub.has_pawns()) {
            if sub == Material::BARE_KINGS {
                continue;
            }
            self.wdl(sub, 0)?;
            if goals.dtz50 {
                self.rule(sub, 0)?;
            }
            if goals.dtm {
                self.dtm(sub, 0)?;
            }
        }
        Ok(())
    }

    /// Reads the results of a slice with and without the fifty-move rule, which are stored as one.
    fn load_under_rule(&self, table: &Table, slice: usize) -> Result<UnderRule, Error> {
        let (wdl, rule) = table.load_under_rule(slice)?;
        self.put_wdl(table.class(), slice, &wdl);
        self.put_rule(table.class(), slice, &rule);
        Ok((wdl, rule))
    }

    fn put_wdl(&self, class: Material, slice: usize, planes: &Arc<[WdlPlanes; 2]>) {
        let kept = Planes::Wdl(Arc::clone(planes));
        self.put((class, slice, Metric::Wdl), kept, 2 * 3 * 8 * planes[0].win.len() as u64);
    }

    fn put_rule(&self, class: Material, slice: usize, planes: &Arc<[RulePlanes; 2]>) {
        let kept = Planes::Rule(Arc::clone(planes));
        self.put((class, slice, Metric::Dtz50), kept, 2 * 2 * 8 * planes[0].win.len() as u64);
    }

    fn put_dtm(&self, class: Material, slice: usize, planes: &Arc<[DepthPlane; 2]>) {
        let width = if matches!(planes[0].cells, Cells::Narrow(_)) { 1 } else { 2 };
        let kept = Planes::Dtm(Arc::clone(planes));
        self.put((class, slice, Metric::Dtm), kept, 2 * width * planes[0].len() as u64);
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
        let table = self.store.require(class, Metric::Wdl)?;
        if table.file().stream(Metric::Dtz50).is_some() {
            return Ok(self.load_under_rule(&table, slice)?.0);
        }
        let planes = table.load_wdl(slice)?;
        self.put_wdl(class, slice, &planes);
        Ok(planes)
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<[RulePlanes; 2]>, Error> {
        if let Some(Planes::Rule(planes)) = self.find((class, slice, Metric::Dtz50)) {
            return Ok(planes);
        }
        let table = self.store.require(class, Metric::Dtz50)?;
        Ok(self.load_under_rule(&table, slice)?.1)
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        if let Some(Planes::Dtm(planes)) = self.find((class, slice, Metric::Dtm)) {
            return Ok(planes);
        }
        let planes = self.store.require(class, Metric::Dtm)?.load_depths(Metric::Dtm, slice)?;
        self.put_dtm(class, slice, &planes);
        Ok(planes)
    }
}

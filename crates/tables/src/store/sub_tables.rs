//! The sub-tables of a build: what was solved or read and is wanted again stays in memory, the rest
//! is read from files.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::planes::{self, Cells, RulePlanes, WdlPlanes};
use nimzo_retro::sweep::{Depths, SliceValues, SubTables};
use nimzo_work::Task;
use shakmaty::ByColor;

use super::{Store, Table};
use crate::error::Error;

/// Slices in memory, up to a number of bytes. Which classes will be worked on is known, so what is
/// wanted last goes first.
pub(crate) struct KeptSubTables<'a> {
    store: &'a Store,
    budget: u64,
    /// What is read of a table, as far as it has it.
    metrics: Vec<Metric>,
    /// The classes to be worked on, in order.
    order: Vec<Material>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    slices: HashMap<(Material, usize), Entry>,
    bytes: u64,
    clock: u64,
    /// When each class that is still wanted is wanted next.
    wanted: HashMap<Material, usize>,
    /// That of which tables are read.
    task: Task,
}

struct Entry {
    values: SliceValues,
    bytes: u64,
    used: u64,
}

impl<'a> KeptSubTables<'a> {
    /// Keeps up to `budget` bytes of the tables in `store` while these classes are worked on, one
    /// after the other, for these metrics.
    pub(super) fn new(
        store: &'a Store,
        budget: u64,
        order: Vec<Material>,
        metrics: &[Metric],
    ) -> Self {
        let below = [Metric::Dtm, Metric::Dtz50].into_iter();
        let metrics = below.filter(|metric| metrics.contains(metric)).collect();
        Self { store, budget, metrics, order, kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Turns to a class, which is worked on until the task is stopped, and forgets what neither it nor a
    /// later one leads to.
    pub(super) fn begin(&self, class: Material, task: &Task) {
        let now = self.order.iter().position(|&one| one == class).unwrap_or(0);
        let mut wanted = HashMap::new();
        for (turn, later) in self.order.iter().enumerate().skip(now).rev() {
            wanted.extend(later.sub_games().into_iter().map(|sub| (sub, turn)));
        }
        let mut kept = self.kept();
        kept.look_forward_to(wanted);
        kept.task = task.unwatched();
        drop(kept);
        planes::trim();
    }

    fn task(&self) -> Task {
        self.kept().task.clone()
    }

    /// Keeps a slice if its class is wanted later: results and depths to mate.
    pub(super) fn keep(&self, class: Material, slice: usize, values: SliceValues) {
        let values = values.with_depths_of(&[Metric::Dtm]);
        let bytes = bytes_of(&values);
        let mut kept = self.kept();
        kept.clock += 1;
        let used = kept.clock;
        if !kept.wanted.contains_key(&class) {
            return;
        }
        if let Some(before) = kept.slices.insert((class, slice), Entry { values, bytes, used }) {
            kept.bytes -= before.bytes;
        }
        kept.bytes += bytes;
        if kept.bytes > self.budget {
            // Somewhat more than needed, so that it is not done for every slice.
            kept.forget_down_to(self.budget / 32 * 31);
        }
    }

    /// A slice of a table that has this metric; `has` tells whether what is kept will do.
    fn slice(
        &self,
        (class, slice): (Material, usize),
        metric: Metric,
        has: impl Fn(&SliceValues) -> bool,
    ) -> Result<SliceValues, Error> {
        if let Some(values) = self.kept().find((class, slice)).filter(has) {
            return Ok(values);
        }
        let table = self.store.require(class, metric)?;
        if metric == Metric::Dtm && table.left_out(metric).is_some() {
            return self.filled(&table, slice);
        }
        // Results under the rule come with results; only where they do not, with depths.
        let has_results = table.file().stream(Metric::Wdl).is_some();
        let is_read = |&metric: &Metric| match metric {
            Metric::Dtz50 => !has_results,
            metric => table.left_out(metric).is_none(),
        };
        let metrics: Vec<Metric> = self.metrics.iter().copied().filter(is_read).collect();
        let values = table.load_slice(&metrics, slice, self, &self.task())?;
        self.keep(class, slice, values.clone());
        Ok(values)
    }

    /// A slice of a table that leaves depths to mate out: all slices are filled in, one from the other, and
    /// kept.
    fn filled(&self, table: &Table, slice: usize) -> Result<SliceValues, Error> {
        let all = self.store.filled(table, &[Metric::Dtm], &self.task())?;
        let asked = all.get(slice).cloned();
        for (slice, values) in all.into_iter().enumerate() {
            self.keep(table.class(), slice, values);
        }
        asked.ok_or_else(|| self.store.missing(table.class(), Metric::Dtm))
    }
}

impl Store {
    /// The tables as sub-tables of what leads to them, while these classes are worked on; up to `budget`
    /// bytes of what was read stay in memory.
    pub(crate) fn sub_tables(
        &self,
        budget: u64,
        classes: Vec<Material>,
        metrics: &[Metric],
        task: &Task,
    ) -> KeptSubTables<'_> {
        let first = classes.first().copied();
        let tables = KeptSubTables::new(self, budget, classes, metrics);
        first.into_iter().for_each(|class| tables.begin(class, task));
        tables
    }
}

impl Kept {
    fn find(&mut self, key: (Material, usize)) -> Option<SliceValues> {
        self.clock += 1;
        let entry = self.slices.get_mut(&key)?;
        entry.used = self.clock;
        Some(entry.values.clone())
    }

    fn look_forward_to(&mut self, wanted: HashMap<Material, usize>) {
        self.slices.retain(|(class, _), _| wanted.contains_key(class));
        self.bytes = self.slices.values().map(|entry| entry.bytes).sum();
        self.wanted = wanted;
    }

    /// What is wanted last goes first, then what has not been used for longest.
    fn forget_down_to(&mut self, budget: u64) {
        let order = |(key, entry): (&(Material, usize), &Entry)| {
            (Reverse(self.wanted.get(&key.0).copied()), entry.used, *key)
        };
        let mut keys: Vec<_> = self.slices.iter().map(order).collect();
        keys.sort_unstable_by_key(|&(turn, used, _)| (turn, used));
        for (_, _, key) in keys {
            if self.bytes <= budget {
                break;
            }
            if let Some(entry) = self.slices.remove(&key) {
                self.bytes -= entry.bytes;
            }
        }
    }
}

fn bytes_of(values: &SliceValues) -> u64 {
    let plane = 2 * 8 * values.wdl.white.win.len() as u64;
    let rule = if values.rule.is_some() { 2 } else { 0 };
    let depths = |planes: &Depths| {
        let width = if matches!(planes.white.cells, Cells::Narrow(_)) { 1 } else { 2 };
        2 * width * planes.white.len() as u64
    };
    plane * (3 + rule) + values.depths[Metric::Dtm].as_ref().map_or(0, depths)
}

impl SubTables for KeptSubTables<'_> {
    fn wdl(
        &self,
        class: Material,
        slice: usize,
    ) -> Result<Arc<ByColor<WdlPlanes>>, nimzo_retro::Error> {
        Ok(self.slice((class, slice), Metric::Wdl, |_| true)?.wdl)
    }

    fn rule(
        &self,
        class: Material,
        slice: usize,
    ) -> Result<Arc<ByColor<RulePlanes>>, nimzo_retro::Error> {
        let metric = Metric::Dtz50;
        let values = self.slice((class, slice), metric, |values| values.rule.is_some())?;
        values.rule.ok_or(nimzo_retro::Error::Unsolved { class, metric })
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Depths, nimzo_retro::Error> {
        let metric = Metric::Dtm;
        let values =
            self.slice((class, slice), metric, |values| values.depths[metric].is_some())?;
        values.depths[metric].clone().ok_or(nimzo_retro::Error::Unsolved { class, metric })
    }
}

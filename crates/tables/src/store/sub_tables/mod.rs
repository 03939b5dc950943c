//! The sub-tables of a build: what was solved or read and is wanted again stays in memory, packed where there
//! is not enough of it, and on the disk where there is not enough for that; the rest is read from files.

mod packed;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::planes::{self, Cells, RulePlanes, WdlPlanes};
use nimzo_retro::sweep::{Depths, SliceValues, SubTables};
use nimzo_work::{Task, memory};
use rayon::prelude::*;
use shakmaty::ByColor;

use packed::{Aside, Packed};

use super::{Store, Table};
use crate::error::Error;

/// A slice of a class.
type Key = (Material, usize);

/// Slices in memory, up to a number of bytes. Which classes will be worked on is known, so what is
/// wanted last goes first.
pub(crate) struct KeptSubTables<'a> {
    store: &'a Store,
    /// Bytes of planes, and of packed slices beside them.
    budget: u64,
    packed: u64,
    /// What is read of a table, as far as it has it.
    metrics: Vec<Metric>,
    /// The classes to be worked on, in order.
    order: Vec<Material>,
    kept: Mutex<Kept>,
    /// Where packed slices go for which there is no room.
    aside: Option<Aside>,
    /// Held by who packs what is in the way. Nobody waits for it.
    packing: Mutex<()>,
}

#[derive(Default)]
struct Kept {
    slices: HashMap<Key, Entry>,
    /// Bytes of their planes, and of what is packed.
    bytes: u64,
    packed: u64,
    clock: u64,
    /// When each class that is still wanted is wanted next.
    wanted: HashMap<Material, usize>,
    /// That of which tables are read.
    task: Task,
}

#[derive(Default)]
struct Entry {
    values: Option<SliceValues>,
    /// The same packed, from when it was first in the way.
    packed: Option<Packed>,
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
        let packed = budget.min(memory::available().unwrap_or(0) / 8);
        let (kept, packing) = (Mutex::default(), Mutex::default());
        Self { store, budget, packed, metrics, order, kept, aside: None, packing }
    }

    /// Lets packed slices take so much beside.
    pub(super) fn with_packed(self, packed: u64) -> Self {
        Self { packed, ..self }
    }

    /// Puts packed slices for which there is no room into this folder, up to so many bytes, instead of forgetting
    /// them.
    pub(super) fn with_aside(self, folder: &Path, most: u64) -> Self {
        Self { aside: Some(Aside::within(folder.to_owned(), most)), ..self }
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
            let mut looked_at = HashSet::new();
            let mut left = later.sub_games();
            while let Some(sub) = left.pop() {
                if looked_at.insert(sub) {
                    wanted.insert(sub, turn);
                    left.extend(self.needed_to_fill(sub));
                }
            }
        }
        if let Some(aside) = &self.aside {
            aside.retain(|class| wanted.contains_key(&class));
        }
        let mut kept = self.kept();
        kept.look_forward_to(wanted);
        kept.task = task.unwatched();
        drop(kept);
        planes::trim();
    }

    /// What has to be read to fill in what the table of a class leaves out, if that is not known before.
    fn needed_to_fill(&self, class: Material) -> Vec<Material> {
        let has_to_be_filled = || {
            let table = self.store.table(class).ok().flatten();
            table.is_some_and(|table| table.left_out(Metric::Dtm).is_some())
        };
        let is_known = self.order.contains(&class) || !self.metrics.contains(&Metric::Dtm);
        if !is_known && has_to_be_filled() { class.sub_games() } else { Vec::new() }
    }

    fn task(&self) -> Task {
        self.kept().task.clone()
    }

    /// Keeps a slice if its class is wanted later: results and depths to mate.
    pub(super) fn keep(&self, class: Material, slice: usize, values: SliceValues) {
        let values = values.with_depths_of(&[Metric::Dtm]);
        self.kept().put((class, slice), values, None);
        self.make_room();
    }

    /// Packs what is kept, and then forgets it, until it is no more than it may be.
    fn make_room(&self) {
        if self.kept().bytes <= self.budget {
            return;
        }
        let Ok(_packing) = self.packing.try_lock() else { return };
        // Somewhat more than needed, so that it is not done for every slice.
        let in_the_way = self.kept().put_away(self.budget / 32 * 31);
        // Nothing is held while it is packed.
        let pack = |(key, values): (Key, SliceValues)| (key, Packed::of(&values));
        let packed: Vec<_> = in_the_way.into_par_iter().map(pack).collect();
        self.kept().put_packed(packed);
        let too_many = self.kept().packed_above(self.packed);
        for (key, packed) in too_many {
            let elsewhere = self.aside.as_ref().and_then(|aside| aside.put(key.0, &packed));
            self.kept().put_elsewhere(key, elsewhere);
        }
    }

    /// A slice that is kept.
    fn find(&self, key: Key) -> Option<SliceValues> {
        let packed = match self.kept().find(key)? {
            Found::Values(values) => return Some(values),
            Found::Packed(packed) => packed,
        };
        let Some(values) = packed.unpacked() else {
            self.kept().put_elsewhere(key, None);
            return None;
        };
        self.kept().put(key, values.clone(), Some(packed));
        self.make_room();
        Some(values)
    }

    /// A slice of a table that has this metric; `has` tells whether what is kept will do.
    fn slice(
        &self,
        (class, slice): (Material, usize),
        metric: Metric,
        has: impl Fn(&SliceValues) -> bool,
    ) -> Result<SliceValues, Error> {
        if let Some(values) = self.find((class, slice)).filter(has) {
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
        let asked = OnceLock::new();
        let checked = |found: usize, values: SliceValues| {
            if found == slice {
                let _ = asked.set(values.clone());
            }
            self.keep(table.class(), found, values);
        };
        self.store.fill(table, &[Metric::Dtm], self, &checked, &self.task())?;
        let missing = || self.store.missing(table.class(), Metric::Dtm);
        asked.into_inner().ok_or_else(missing)
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

enum Found {
    Values(SliceValues),
    Packed(Packed),
}

impl Kept {
    fn find(&mut self, key: Key) -> Option<Found> {
        self.clock += 1;
        let entry = self.slices.get_mut(&key)?;
        entry.used = self.clock;
        match (&entry.values, &entry.packed) {
            (Some(values), _) => Some(Found::Values(values.clone())),
            (None, packed) => packed.clone().map(Found::Packed),
        }
    }

    /// Keeps a slice, if its class is still wanted.
    fn put(&mut self, key: Key, values: SliceValues, packed: Option<Packed>) {
        self.clock += 1;
        if self.wanted.contains_key(&key.0) {
            let entry = Entry { values: Some(values), packed, used: self.clock };
            let before = self.slices.insert(key, entry);
            self.count_anew(key, &before.unwrap_or_default());
        }
    }

    fn look_forward_to(&mut self, wanted: HashMap<Material, usize>) {
        self.slices.retain(|(class, _), _| wanted.contains_key(class));
        self.bytes = self.slices.values().map(Entry::bytes).sum();
        self.packed = self.slices.values().map(Entry::packed_bytes).sum();
        self.wanted = wanted;
    }

    /// Counts a slice as it is now, instead of as it was before.
    fn count_anew(&mut self, key: Key, before: &Entry) {
        let nothing = Entry::default();
        let now = self.slices.get(&key).unwrap_or(&nothing);
        self.bytes = self.bytes + now.bytes() - before.bytes();
        self.packed = self.packed + now.packed_bytes() - before.packed_bytes();
    }

    /// The slices: what is wanted last first, then what has not been used for longest.
    fn in_the_order_of_going(&self) -> Vec<Key> {
        let order = |(key, entry): (&Key, &Entry)| {
            (Reverse(self.wanted.get(&key.0).copied()), entry.used, *key)
        };
        let mut keys: Vec<_> = self.slices.iter().map(order).collect();
        keys.sort_unstable_by_key(|&(turn, used, _)| (turn, used));
        keys.into_iter().map(|(_, _, key)| key).collect()
    }

    /// Gives up planes until what is left of them takes no more than `goal`; hands those out that have to be packed
    /// first.
    fn put_away(&mut self, goal: u64) -> Vec<(Key, SliceValues)> {
        let mut to_pack = Vec::new();
        let mut left = self.bytes;
        for key in self.in_the_order_of_going() {
            let Some(entry) = self.slices.get_mut(&key).filter(|_| left > goal) else { break };
            let Some(values) = &entry.values else { continue };
            let bytes = bytes_of(values);
            left -= bytes;
            if entry.packed.is_none() {
                to_pack.push((key, values.clone()));
            } else {
                entry.values = None;
                self.bytes -= bytes;
            }
        }
        to_pack
    }

    /// Takes packed slices instead of what they were packed from.
    fn put_packed(&mut self, packed: Vec<(Key, Option<Packed>)>) {
        for (key, packed) in packed {
            if let Some(entry) = self.slices.get_mut(&key) {
                let used = entry.used;
                let before = std::mem::replace(entry, Entry { values: None, packed, used });
                self.count_anew(key, &before);
            }
        }
    }

    /// Packed slices that are too many where they may take no more than `most` bytes of memory.
    fn packed_above(&self, most: u64) -> Vec<(Key, Packed)> {
        let mut left = self.packed;
        let mut found = Vec::new();
        if left > most {
            for key in self.in_the_order_of_going() {
                let packed = self.slices.get(&key).and_then(|entry| entry.packed.clone());
                let Some(packed) = packed.filter(|packed| packed.bytes() > 0) else { continue };
                if left <= most {
                    break;
                }
                left -= packed.bytes();
                found.push((key, packed));
            }
        }
        found
    }

    /// Has a packed slice from somewhere else than memory, or not at all.
    fn put_elsewhere(&mut self, key: Key, packed: Option<Packed>) {
        let Some(entry) = self.slices.get_mut(&key) else { return };
        let before = entry.packed_bytes();
        entry.packed = packed;
        self.packed = self.packed + entry.packed_bytes() - before;
        if entry.values.is_none() && entry.packed.is_none() {
            self.slices.remove(&key);
        }
    }
}

impl Entry {
    fn bytes(&self) -> u64 {
        self.values.as_ref().map_or(0, bytes_of)
    }

    fn packed_bytes(&self) -> u64 {
        self.packed.as_ref().map_or(0, Packed::bytes)
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

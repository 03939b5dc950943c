//! Holding a table against itself: checksums of all blocks, and every position's value against
//! those of its successors, in this table and in those it leads to.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use nimzo_chess::Metric;
use nimzo_chess::material::{Material, depth_first_order};
use nimzo_retro::layout::{Address, BLOCK_WORDS, Layout};
use nimzo_retro::planes;
use nimzo_retro::sweep::{Goals, SliceValues, Solved, SubTables, Subject, plan_bytes, verify};
use nimzo_work::{Task, files, memory};
use rayon::prelude::*;

use super::sub_tables::KeptSubTables;
use super::{KEPT_BYTES, Store, Table};
use crate::error::Error;
use crate::stats::fen_of;

/// What verifying a table found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Legal positions, both sides to move, each counted once.
    pub positions: u64,
    /// Slots whose value does not follow from their successors', over all metrics.
    pub faults: u64,
    /// Some of these.
    pub examples: Vec<String>,
}

/// Verifies tables of a store, and keeps what it has read of one for those that lead to it.
pub struct Verifier<'a> {
    store: &'a Store,
    classes: Vec<Material>,
    sub_tables: KeptSubTables<'a>,
}

/// A table with all its values, those that its file leaves out or open filled in.
pub struct Whole {
    table: Arc<Table>,
    filled: Option<Solved>,
}

impl Whole {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The metrics of which something is left out, in memory and whole; of a table with open cells all.
    pub(crate) fn filled(&self) -> Option<&Solved> {
        self.filled.as_ref()
    }
}

impl Store {
    /// The table of a class with all its depths. Filling in what the file leaves out reads the tables
    /// that its captures and promotions lead to, and checks it.
    pub fn whole(&self, material: Material, task: &Task) -> Result<Whole, Error> {
        let table = self.require(material, Metric::Wdl)?;
        let header = table.file().header();
        let of_streams = || header.streams.iter().map(|stream| stream.metric);
        let left_out: Vec<Metric> = table.all_left_out().into_iter().map(|(m, _)| m).collect();
        let slices = match (left_out.is_empty(), header.is_open()) {
            (true, false) => return Ok(Whole { table, filled: None }),
            (true, true) => {
                let metrics: Vec<Metric> = of_streams().collect();
                let goals = Goals::of_metrics(&metrics, header.queen_only);
                let needed = plan_bytes(table.layout(), &goals);
                memory::require(&format!("reading {}", table.class()), needed)?;
                let slices = self.slices(&table, &metrics, task);
                let load = |slice| slices.load(&metrics, slice, task);
                (0..table.layout().slices()).map(load).collect::<Result<_, Error>>()?
            }
            (false, false) => self.filled(&table, &left_out, task)?,
            (false, true) => self.filled(&table, &of_streams().collect::<Vec<_>>(), task)?,
        };
        let layout = Arc::clone(table.layout());
        let solved = Solved { layout, slices, statistics: Vec::new() };
        Ok(Whole { table, filled: Some(solved) })
    }

    /// All slices of a table with these metrics, those that it leaves out filled in, and checked.
    pub(crate) fn filled(
        &self,
        table: &Table,
        metrics: &[Metric],
        task: &Task,
    ) -> Result<Vec<SliceValues>, Error> {
        let sub_tables = self.sub_tables(KEPT_BYTES, vec![table.class()], metrics, task);
        let filled: Vec<OnceLock<SliceValues>> = vec![OnceLock::new(); table.layout().slices()];
        let checked = |slice: usize, values| drop(filled[slice].set(values));
        self.fill(table, metrics, &sub_tables, &checked, task)?;
        Ok(filled.into_iter().filter_map(OnceLock::into_inner).collect())
    }

    /// Hands out all slices of a table with these metrics, those that it leaves out filled in above these tables and
    /// checked.
    pub(super) fn fill(
        &self,
        table: &Table,
        metrics: &[Metric],
        below: &dyn SubTables,
        checked: &(dyn Fn(usize, SliceValues) + Sync),
        task: &Task,
    ) -> Result<(), Error> {
        let class = table.class();
        let goals = Goals::of_metrics(metrics, table.file().header().queen_only);
        let needed = plan_bytes(table.layout(), &goals);
        memory::require(&format!("filling in what {class} leaves out"), needed)?;
        let slices = Stored { table, metrics, below, task, checked };
        let left_out = table.all_left_out();
        let found = verify(table.layout(), &slices, &left_out, below, goals, task)?;
        if found.faults > 0 {
            let why = format!("{} depths do not follow from their successors'", found.faults);
            return Err(Error::Damaged { path: table.file().path().to_owned(), why });
        }
        Ok(())
    }

    /// One for these classes, which has not read anything yet.
    pub fn verifier(&self, classes: &[Material]) -> Verifier<'_> {
        let wanted = |class: &Material| classes.iter().any(|one| one.canonical() == *class);
        let order = depth_first_order(classes.iter().copied());
        let classes: Vec<Material> = order.into_iter().filter(wanted).collect();
        // Where nothing can be written what there is no room for is read again.
        let aside = files::free_space(&self.folder).unwrap_or(0) / 4;
        let sub_tables = KeptSubTables::new(self, KEPT_BYTES, classes.clone(), &Metric::ALL)
            .with_aside(&self.folder, aside);
        Verifier { store: self, classes, sub_tables }
    }
}

impl Verifier<'_> {
    /// Keeps no more than so many bytes of what it has read, and a quarter of that packed; the rest waits in this
    /// folder.
    pub fn keeping(mut self, bytes: u64, folder: &Path) -> Self {
        let free = files::free_space(folder).unwrap_or(0);
        let (store, classes) = (self.store, self.classes.clone());
        self.sub_tables = KeptSubTables::new(store, bytes, classes, &Metric::ALL)
            .with_packed(bytes / 4)
            .with_aside(folder, free / 4);
        self
    }

    /// Hands out all slices of the table of a class with all its metrics, once each. What the file leaves out or open
    /// is filled in; what is left out of depths is checked with it.
    pub fn read(
        &self,
        material: Material,
        see: &(dyn Fn(usize, &SliceValues) + Sync),
        task: &Task,
    ) -> Result<Arc<Table>, Error> {
        let table = self.store.require(material, Metric::Wdl)?;
        let class = table.class();
        self.sub_tables.begin(class, task);
        let seen = |slice: usize, values: SliceValues| {
            see(slice, &values);
            self.sub_tables.keep(class, slice, values);
        };
        let streams = table.file().header().streams.iter();
        let metrics: Vec<Metric> = streams.map(|stream| stream.metric).collect();
        if !table.all_left_out().is_empty() {
            self.store.fill(&table, &metrics, &self.sub_tables, &seen, task)?;
            return Ok(table);
        }
        let one = |slice: usize| {
            seen(slice, table.load_slice(&metrics, slice, &self.sub_tables, task)?);
            Ok::<(), Error>(())
        };
        let slices = table.layout().slices();
        if slices > SLICES_OF_A_BOARD {
            (0..slices).into_par_iter().with_max_len(1).try_for_each(one)?;
        } else {
            (0..slices).try_for_each(one)?;
        }
        Ok(table)
    }

    /// The classes in the order in which they should be verified: those that others lead to first.
    pub fn classes(&self) -> &[Material] {
        &self.classes
    }

    /// Verifies the table of a class. A damaged block is an error; a wrong value is a fault.
    pub fn verify(&self, material: Material, task: &Task) -> Result<Verified, Error> {
        let table = self.store.require(material, Metric::Wdl)?;
        let (class, layout) = (table.class(), table.layout());
        table.file().check_blocks(task)?;
        let header = table.file().header();
        let metrics: Vec<Metric> = header.streams.iter().map(|stream| stream.metric).collect();
        let goals = Goals::of_metrics(&metrics, header.queen_only);
        memory::require(&format!("verifying {class}"), plan_bytes(layout, &goals))?;
        self.sub_tables.begin(class, task);
        let positions = AtomicU64::new(0);
        let checked = |slice: usize, values: SliceValues| {
            positions.fetch_add(positions_of(layout, slice, &values), Ordering::Relaxed);
            self.sub_tables.keep(class, slice, values);
        };
        let below = &self.sub_tables;
        let slices = Stored { table: &table, metrics: &metrics, below, task, checked: &checked };
        let left_out = table.all_left_out();
        let found = verify(layout, &slices, &left_out, &self.sub_tables, goals, task)?;
        let example = |fault: &nimzo_retro::sweep::Fault| {
            let at = Address { slice: fault.slice, slot: fault.slot };
            let fen = fen_of(layout, class, at, fault.side).unwrap_or_default();
            let (found, expected) = (fault.found, fault.expected);
            format!("{fen} {}: {found:?}, its successors say {expected:?}", fault.metric)
        };
        let examples = found.examples.iter().map(example).collect();
        Ok(Verified { positions: positions.into_inner(), faults: found.faults, examples })
    }
}

/// Where a class has more slices than one pawn has squares they are small, and read at the same time.
const SLICES_OF_A_BOARD: usize = 24;

/// The slices of a table, read when they are asked for.
struct Stored<'a> {
    table: &'a Table,
    metrics: &'a [Metric],
    below: &'a dyn SubTables,
    task: &'a Task,
    /// Who gets them when they are checked.
    checked: &'a (dyn Fn(usize, SliceValues) + Sync),
}

impl Subject for Stored<'_> {
    fn load(&self, slice: usize) -> Result<SliceValues, nimzo_retro::Error> {
        Ok(self.table.load_slice(self.metrics, slice, self.below, self.task)?)
    }

    fn checked(&self, slice: usize, values: SliceValues) {
        (self.checked)(slice, values);
    }
}

impl Drop for Verifier<'_> {
    fn drop(&mut self) {
        planes::release();
    }
}

fn positions_of(layout: &Layout, slice: usize, values: &SliceValues) -> u64 {
    let mut positions = 0;
    for wdl in values.wdl.iter() {
        for block in 0..layout.blocks() {
            let counted = layout.counted(slice, block);
            for (row, counted) in counted.iter().enumerate() {
                let word = block * BLOCK_WORDS + row;
                let legal = wdl.win[word] | wdl.draw[word] | wdl.loss[word];
                positions += u64::from((legal & counted).count_ones());
            }
        }
    }
    positions
}

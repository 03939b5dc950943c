//! Writing tables anew in another version of the format, value for value.

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::planes;
use nimzo_retro::sweep::{Goals, SliceValues, Solved, plan_bytes};
use nimzo_work::{Task, memory};

use super::{KEPT_BYTES, Store, Table};
use crate::error::Error;

impl Store {
    /// Writes the table of a class into another store (or one of the same folder) in that store's version, and
    /// tells its size. Depths that the file leaves out are filled in first, for which the tables that its captures and
    /// promotions lead to must be here.
    pub fn convert(&self, class: Material, into: &Store, task: &Task) -> Result<u64, Error> {
        let table = self.require(class, Metric::Wdl)?;
        let solved = self.all_values(&table, task)?;
        let metrics = held(&table);
        let queen_only = table.file().header().queen_only;
        let below = self.sub_tables(KEPT_BYTES, vec![table.class()], &metrics, task);
        let bytes = into.save_above(&below, &solved, &metrics, queen_only, task)?;
        drop(below);
        drop(solved);
        planes::trim();
        Ok(bytes)
    }

    /// All values of a table in memory.
    fn all_values(&self, table: &Table, task: &Task) -> Result<Solved, Error> {
        let held = held(table);
        let goals = Goals::of_metrics(&held, table.file().header().queen_only);
        memory::require(&format!("reading {}", table.class()), plan_bytes(table.layout(), &goals))?;
        let left_out: Vec<Metric> = table.all_left_out().into_iter().map(|(m, _)| m).collect();
        let mut slices: Vec<SliceValues> = match left_out.is_empty() {
            true => Vec::new(),
            false => self.filled(table, &left_out, task)?,
        };
        let stored = self.slices(table, &held, task);
        let others: Vec<Metric> = held.iter().copied().filter(|m| !left_out.contains(m)).collect();
        for slice in 0..table.layout().slices() {
            task.check()?;
            let stored = || stored.load(&others, slice, task);
            match slices.get_mut(slice) {
                None => slices.push(stored()?),
                Some(filled) if others.iter().any(|&metric| metric != Metric::Wdl) => {
                    let stored = stored()?;
                    for &metric in &others {
                        filled.depths[metric] = stored.depths[metric].clone();
                    }
                }
                Some(_) => {}
            }
        }
        Ok(Solved { layout: Arc::clone(table.layout()), slices, statistics: Vec::new() })
    }
}

/// The metrics that the file has a stream of.
fn held(table: &Table) -> Vec<Metric> {
    table.file().header().streams.iter().map(|stream| stream.metric).collect()
}

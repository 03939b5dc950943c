//! Holding a table against itself: checksums of all blocks, and every position's value against
//! those of its successors, in this table and in those it leads to.

use std::sync::Arc;

use nimzo_work::{Task, memory};

use super::keeper::Keeper;
use super::{KEPT_BYTES, Store, Table};
use crate::error::Error;
use crate::layout::{Address, BLOCK_WORDS};
use crate::material::Material;
use crate::metric::Metric;
use crate::planes;
use crate::stats::fen_of;
use crate::sweep::{Goals, Solved, Verification, plan_bytes, verify};

/// What a verifier keeps of tables that it has read.
const VERIFIER_BYTES: u64 = 4 << 30;

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

/// Verifies tables of a store, and keeps what it has read of one for those that lead to it: smaller
/// tables should come first.
pub struct Verifier<'a> {
    store: &'a Store,
    keeper: Keeper<'a>,
}

/// A table with all its depths, those that its file leaves out filled in.
pub struct Whole {
    table: Arc<Table>,
    filled: Option<Solved>,
}

impl Whole {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The metric of which something is left out, in memory and whole.
    pub(crate) fn filled(&self) -> Option<&Solved> {
        self.filled.as_ref()
    }
}

impl Store {
    /// The table of a class with all its depths. Filling in what the file leaves out reads the tables
    /// that its captures and promotions lead to, and checks it.
    pub fn whole(&self, material: Material, task: &Task) -> Result<Whole, Error> {
        let table = self.require(material, Metric::Wdl)?;
        let Some(side) = table.left_out(Metric::Dtz50) else {
            return Ok(Whole { table, filled: None });
        };
        let goals = Goals::of_metrics(&[Metric::Dtz50], table.file().header().queen_only);
        let needed = plan_bytes(table.layout(), &goals);
        memory::require(&format!("filling in what {} leaves out", table.class()), needed)?;
        let mut solved = table.load(&[Metric::Dtz50], task)?;
        let keeper = Keeper::new(self, KEPT_BYTES);
        let found = verify(&mut solved, Some(side), &keeper, goals, task)?;
        if found.faults > 0 {
            let why = format!("{} depths do not follow from their successors'", found.faults);
            return Err(Error::Damaged { path: table.file().path().to_owned(), why });
        }
        Ok(Whole { table, filled: Some(solved) })
    }

    /// One that has not read anything yet.
    pub fn verifier(&self) -> Verifier<'_> {
        Verifier { store: self, keeper: Keeper::new(self, VERIFIER_BYTES) }
    }
}

impl Verifier<'_> {
    /// Verifies the table of a class. A damaged block is an error; a wrong value is a fault.
    pub fn verify(&self, material: Material, task: &Task) -> Result<Verified, Error> {
        let table = self.store.require(material, Metric::Wdl)?;
        table.file().check_blocks(task)?;
        let mut all = Verified::default();
        // One metric after the other, each with the results that it implies: half of the memory.
        for stream in &table.file().header().streams {
            let (found, solved) = self.verify_metric(&table, stream.metric, task)?;
            all.positions = positions(&solved);
            all.faults += found.faults;
            all.examples.extend(found.examples.iter().map(|fault| {
                let at = Address { slice: fault.slice, slot: fault.slot };
                let fen = fen_of(&solved.layout, table.class(), at, fault.side).unwrap_or_default();
                let (found, expected) = (fault.found, fault.expected);
                format!("{fen} {}: {found:?}, its successors say {expected:?}", fault.metric)
            }));
            self.keeper.keep(&solved);
        }
        Ok(all)
    }

    fn verify_metric(
        &self,
        table: &Table,
        metric: Metric,
        task: &Task,
    ) -> Result<(Verification, Solved), Error> {
        let goals = Goals::of_metrics(&[metric], table.file().header().queen_only);
        let needed = plan_bytes(table.layout(), &goals);
        memory::require(&format!("verifying {}", table.class()), needed)?;
        self.keeper.prefetch(table.class(), &goals)?;
        let mut solved = table.load(&[metric], task)?;
        let left_out = table.left_out(metric);
        let found = verify(&mut solved, left_out, &self.keeper, goals, task)?;
        Ok((found, solved))
    }
}

impl Drop for Verifier<'_> {
    fn drop(&mut self) {
        planes::release();
    }
}

fn positions(solved: &Solved) -> u64 {
    let layout = &solved.layout;
    let mut positions = 0;
    for (slice, values) in solved.slices.iter().enumerate() {
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
    }
    positions
}

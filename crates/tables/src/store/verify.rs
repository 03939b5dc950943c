//! Holding a table against itself: checksums of all blocks, and every position's value against
//! those of its successors, in this table and in those it leads to.

use nimzo_work::{Task, memory};

use super::keeper::Keeper;
use super::{KEPT_BYTES, Store};
use crate::error::Error;
use crate::layout::{Address, BLOCK_WORDS};
use crate::material::Material;
use crate::metric::Metric;
use crate::planes;
use crate::stats::fen_of;
use crate::sweep::{Goals, Solved, plan_bytes, verify};

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

impl Store {
    /// One that has not read anything yet.
    pub fn verifier(&self) -> Verifier<'_> {
        Verifier { store: self, keeper: Keeper::new(self, KEPT_BYTES) }
    }
}

impl Verifier<'_> {
    /// Verifies the table of a class. A damaged block is an error; a wrong value is a fault.
    pub fn verify(&self, material: Material, task: &Task) -> Result<Verified, Error> {
        let table = self.store.require(material, Metric::Wdl)?;
        table.file().check_blocks(task)?;
        let goals = Goals::of_metrics(&table.metrics(), table.file().header().queen_only);
        let needed = plan_bytes(table.layout(), &goals);
        memory::require(&format!("verifying {}", table.class()), needed)?;
        self.keeper.prefetch(table.class(), &goals)?;
        let solved = table.load(task)?;
        let found = verify(&solved, &self.keeper, goals, task)?;
        let name = |fault: &crate::sweep::Fault| {
            let at = Address { slice: fault.slice, slot: fault.slot };
            let fen = fen_of(&solved.layout, table.class(), at, fault.side).unwrap_or_default();
            format!(
                "{fen} {}: {:?}, its successors say {:?}",
                fault.metric, fault.found, fault.expected
            )
        };
        let examples = found.examples.iter().map(name).collect();
        let positions = positions(&solved);
        self.keeper.keep(&solved);
        Ok(Verified { positions, faults: found.faults, examples })
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

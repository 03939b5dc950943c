//! Holding a table against itself: checksums of all blocks, and every position's value against
//! those of its successors.

use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Setup};

use super::{Store, Table, legal_slots};
use crate::error::Error;
use crate::layout::{Address, BLOCK_SLOTS, color_of};
use crate::material::Material;
use crate::metric::Metric;
use crate::probe::Probe;
use crate::successors::{from_successors, legal};

/// Faults whose positions are named.
const NAMED: usize = 10;

/// What verifying a table found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Positions looked at, both sides to move.
    pub positions: u64,
    /// Positions whose value does not follow from their successors'.
    pub faults: u64,
    /// Some of these.
    pub examples: Vec<String>,
}

impl Verified {
    fn merge(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.faults += other.faults;
        self.examples.extend(other.examples);
        self.examples.truncate(NAMED);
        self
    }
}

impl Store {
    /// Verifies the table of a class. A damaged block is an error; a wrong value is a fault.
    pub fn verify(&self, material: Material, task: &Task) -> Result<Verified, Error> {
        let table = self.require(material, Metric::Wdl)?;
        table.file().check_blocks(task)?;
        let layout = table.layout();
        let blocks = layout.blocks();
        let total = layout.slices() * blocks * 2;
        let stage = task.stage(&format!("verify {}", table.class()), total as u64);
        (0..total)
            .into_par_iter()
            .map(|i| {
                task.check()?;
                stage.advance(1);
                self.verify_block(&table, i / 2 / blocks, i / 2 % blocks, i % 2)
            })
            .try_reduce(Verified::default, |all, part| Ok(all.merge(part)))
    }

    fn verify_block(
        &self,
        table: &Table,
        slice: usize,
        block: usize,
        side: usize,
    ) -> Result<Verified, Error> {
        let layout = table.layout();
        let legal_here = legal_slots(layout, slice, block, side);
        let counted = layout.counted(slice, block);
        let mut found = Verified::default();
        for cell in
            (0..BLOCK_SLOTS).filter(|c| (legal_here[c >> 6] & counted[c >> 6]) >> (c & 63) & 1 != 0)
        {
            let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
            let Some(board) = layout.board(address) else { continue };
            let Some(position) = legal(Setup { board, turn: color_of(side), ..Setup::empty() })
            else {
                continue;
            };
            let expected = from_successors(&position, |next| self.probe(next))?;
            let kept = self.probe(&position)?;
            let same = kept.wdl == expected.wdl
                && Metric::ALL.into_iter().skip(1).all(|metric| {
                    kept.depth(metric).zip(expected.depth(metric)).is_none_or(|(a, b)| a == b)
                });
            found.positions += 1;
            if !same {
                found.faults += 1;
                if found.examples.len() < NAMED {
                    let fen = Fen::from_position(&position, EnPassantMode::Legal);
                    found.examples.push(fen.to_string());
                }
            }
        }
        Ok(found)
    }
}

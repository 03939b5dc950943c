//! Where positions are kept, so that they can be put in the order of tables and blocks.

use std::sync::Arc;

use nimzo_chess::FewMen;
use nimzo_retro::layout::BLOCK_SLOTS;

use crate::store::{Shelf, Store};

/// Where a position is kept: from the highest bits to the lowest its table in the store, the block, the cell, and
/// the position's own number. Blocks that lie side by side follow each other. One number sorts fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct CellPlace(u128);

const NUMBER_BITS: u32 = 40;
const CELL_BITS: u32 = BLOCK_SLOTS.ilog2();
const BLOCK_BITS: u32 = 44;
const BLOCK_AT: u32 = NUMBER_BITS + CELL_BITS;
const TABLE_AT: u32 = BLOCK_AT + BLOCK_BITS;

impl CellPlace {
    /// The place of a position, if there can be so many blocks.
    fn new(table: u32, block: u64, cell: usize, number: usize) -> Option<Self> {
        let fits = block >> BLOCK_BITS == 0;
        let place = u128::from(table) << TABLE_AT
            | u128::from(block) << BLOCK_AT
            | (cell as u128) << NUMBER_BITS;
        fits.then_some(Self(place | number as u128))
    }

    /// No place in any table: that number is never reached.
    pub fn unknown(number: usize) -> Self {
        Self(u128::from(u32::MAX) << TABLE_AT | number as u128)
    }

    pub fn table(self) -> u32 {
        (self.0 >> TABLE_AT) as u32
    }

    pub fn block(self) -> u64 {
        (self.0 >> BLOCK_AT) as u64 & ((1 << BLOCK_BITS) - 1)
    }

    pub fn cell(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize % BLOCK_SLOTS
    }

    pub fn number(self) -> usize {
        (self.0 & ((1 << NUMBER_BITS) - 1)) as usize
    }
}

/// The tables that a thread has asked the store for, so that threads need not wait for each other.
pub(super) struct Shelves<'a> {
    store: &'a Store,
    /// Each with the [signature](FewMen::signature) of its men; none where no table is.
    shelves: Vec<(u64, Option<Arc<Shelf>>)>,
    /// The one that was asked for last: mostly the next position is of it too.
    latest: usize,
}

impl<'a> Shelves<'a> {
    pub fn of(store: &'a Store) -> Self {
        Self { store, shelves: Vec::new(), latest: 0 }
    }

    /// Where a position is kept, if a table holds it.
    pub fn place(&mut self, men: &FewMen, number: usize) -> Option<CellPlace> {
        let signature = men.signature();
        let is_of = |shelf: &(u64, _)| shelf.0 == signature;
        if !self.shelves.get(self.latest).is_some_and(is_of) {
            self.latest = self.shelves.iter().position(is_of).unwrap_or(self.shelves.len());
        }
        if self.latest == self.shelves.len() {
            self.shelves.push((signature, self.store.shelf(men).ok().flatten()));
        }
        let shelf = self.shelves[self.latest].1.as_deref()?;
        let (address, turn) = shelf.place(men)?;
        let (block, cell) = shelf.table().block_and_cell(address, turn);
        CellPlace::new(shelf.table().number(), block, cell, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_tables_and_blocks() {
        let (block, cell, number) = ((1 << BLOCK_BITS) - 1, BLOCK_SLOTS - 1, (1 << 40) - 1);
        let last = CellPlace::new(7, block, cell, number).unwrap();
        assert_eq!((last.table(), last.block()), (7, block));
        assert_eq!((last.cell(), last.number()), (cell, number));
        assert!(CellPlace::new(7, block, 0, 0).unwrap() < last);
        assert!(CellPlace::new(7, block - 1, cell, number).unwrap() < last);
        assert!(last < CellPlace::new(8, 0, 0, 0).unwrap());
        assert!(CellPlace::new(8, 0, 0, 0).unwrap() < CellPlace::unknown(3));
        assert_eq!(CellPlace::unknown(3).number(), 3);
        assert_eq!(CellPlace::new(7, 1 << BLOCK_BITS, 0, 0), None);
    }
}

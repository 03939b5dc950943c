//! Where positions are kept, so that they can be put in the order of tables and blocks.

use std::sync::Arc;

use nimzo_chess::FewMen;
use nimzo_chess::few_men::{PIECES, number_of};
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::layout::{BLOCK_SLOTS, MAX_PIECES};
use shakmaty::{Color, Piece, Role};

use crate::store::{Store, Table};

/// Where a position is kept: from the highest bits to the lowest its table in the store, the block, the cell, and
/// the position's own number. Blocks that lie side by side follow each other. One number sorts fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Place(u128);

const NUMBER_BITS: u32 = 40;
const CELL_BITS: u32 = BLOCK_SLOTS.ilog2();
const BLOCK_BITS: u32 = 44;
const BLOCK_AT: u32 = NUMBER_BITS + CELL_BITS;
const TABLE_AT: u32 = BLOCK_AT + BLOCK_BITS;

impl Place {
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
    shelves: Vec<Shelf>,
    /// The one that was asked for last: mostly the next position is of it too.
    latest: usize,
}

impl<'a> Shelves<'a> {
    pub fn of(store: &'a Store) -> Self {
        Self { store, shelves: Vec::new(), latest: 0 }
    }

    /// Where a position is kept, if a table holds it.
    pub fn place(&mut self, men: &FewMen, number: usize) -> Option<Place> {
        let signature = men.signature();
        let is_of = |shelf: &Shelf| shelf.signature == signature;
        if !self.shelves.get(self.latest).is_some_and(is_of) {
            self.latest = self.shelves.iter().position(is_of).unwrap_or(self.shelves.len());
        }
        if self.latest == self.shelves.len() {
            self.shelves.push(Shelf::of(men, self.store));
        }
        self.shelves[self.latest].place(men, number)
    }
}

/// All positions with the same men in the same colours.
struct Shelf {
    /// The men, see [`FewMen::signature`].
    signature: u64,
    /// The table of their class; none if it is not there, or if there are more or fewer kings than two.
    table: Option<Arc<Table>>,
    /// Whether the table has the colours exchanged.
    is_turned: bool,
    /// Where in the order of the table's men the first man of each kind is.
    first: [u8; PIECES],
    /// For each of the table's men, where the next one of its kind is.
    following: [u8; MAX_PIECES],
}

impl Shelf {
    fn of(men: &FewMen, store: &Store) -> Self {
        let (signature, material) = (men.signature(), men.material());
        let is_turned = !material.is_canonical();
        let table = store.table(material).ok().flatten();
        let kings = Color::ALL.map(|color| 1 << (4 * number_of(color.king())));
        let kings_alone = (15 * kings[0]) | (15 * kings[1]);
        let (mut first, mut following) = ([0; PIECES], [0; MAX_PIECES]);
        let men = table.as_ref().map_or(&[][..], |table| table.layout().men());
        for (at, man) in men.iter().enumerate().rev() {
            let color = if is_turned { !man.side } else { man.side };
            let kind = usize::from(number_of(Piece { color, role: man.role }));
            following[at] = std::mem::replace(&mut first[kind], at as u8);
        }
        let table = table.filter(|_| signature & kings_alone == kings[0] | kings[1]);
        Self { signature, table, is_turned, first, following }
    }

    /// Where a position with these men is kept; `None` if the kings touch or a pawn stands where none can.
    fn place(&self, men: &FewMen, number: usize) -> Option<Place> {
        let table = self.table.as_ref()?;
        let turn_round = if self.is_turned { 56 } else { 0 };
        let of_class = |color: Color| if self.is_turned { !color } else { color };
        let mut next = self.first;
        let mut squares = [0; MAX_PIECES];
        let mut pawns = Pawns::default();
        for man in men.men() {
            let square = man.square ^ turn_round;
            if man.piece == WHITE_PAWN {
                pawns.sides[of_class(Color::White)] |= 1 << square;
            } else if man.piece == BLACK_PAWN {
                pawns.sides[of_class(Color::Black)] |= 1 << square;
            } else {
                let at = &mut next[usize::from(man.piece)];
                squares[usize::from(*at)] = square;
                *at = self.following[usize::from(*at)];
            }
        }
        let address = table.layout().address(pawns, squares)?;
        let (block, cell) = table.block_and_cell(address, of_class(men.turn));
        Place::new(table.number(), block, cell, number)
    }
}

const WHITE_PAWN: u8 = number_of(Piece { color: Color::White, role: Role::Pawn });
const BLACK_PAWN: u8 = number_of(Piece { color: Color::Black, role: Role::Pawn });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_tables_and_blocks() {
        let (block, cell, number) = ((1 << BLOCK_BITS) - 1, BLOCK_SLOTS - 1, (1 << 40) - 1);
        let last = Place::new(7, block, cell, number).unwrap();
        assert_eq!((last.table(), last.block()), (7, block));
        assert_eq!((last.cell(), last.number()), (cell, number));
        assert!(Place::new(7, block, 0, 0).unwrap() < last);
        assert!(Place::new(7, block - 1, cell, number).unwrap() < last);
        assert!(last < Place::new(8, 0, 0, 0).unwrap());
        assert!(Place::new(8, 0, 0, 0).unwrap() < Place::unknown(3));
        assert_eq!(Place::unknown(3).number(), 3);
        assert_eq!(Place::new(7, 1 << BLOCK_BITS, 0, 0), None);
    }
}

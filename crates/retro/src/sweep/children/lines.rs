//! Parts of a block: where a man stands, and which positions a line of 64 values belongs to.

use super::view::{Along, Line, LineBits, View};
use crate::kernel::Block;
use crate::sweep::geometry::OutsideMen;

/// Where a man stands while a block is looked at. The men of a child are told by it too, in terms of
/// the parent's block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManSquare {
    /// Where this man outside the block stands.
    Outside(usize),
    /// Where the row man stands.
    Row,
    /// Where the column man stands.
    Column,
    /// On this square, as a pawn or what has become of one.
    Fixed(u8),
}

impl ManSquare {
    /// The square, unless it is that of a man of the block.
    #[inline(always)]
    pub(crate) fn square(self, outside: &OutsideMen) -> Option<u8> {
        match self {
            Self::Outside(man) => Some(outside.squares[man]),
            Self::Fixed(square) => Some(square),
            Self::Row | Self::Column => None,
        }
    }
}

/// Which positions of a block a line of 64 values belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The row man on this square.
    Row(u8),
    /// The column man on this square.
    Column(u8),
    /// Both men on the same square.
    Diagonal,
    /// Only the row and column man on these squares; of the line one place counts, the column's.
    Cell(u8, u8),
}

impl Target {
    /// Adds a line of bits to a block.
    #[inline(always)]
    pub fn add(self, line: u64, block: &mut Block) {
        match self {
            Self::Row(row) => block[usize::from(row)] |= line,
            Self::Column(column) => {
                for (row, word) in block.iter_mut().enumerate() {
                    *word |= (line >> row & 1) << column;
                }
            }
            Self::Diagonal => {
                for (row, word) in block.iter_mut().enumerate() {
                    *word |= line & (1 << row);
                }
            }
            Self::Cell(row, column) => block[usize::from(row)] |= line & (1 << column),
        }
    }

    /// Adds three lines to three blocks.
    #[inline(always)]
    pub fn add_three(self, line: LineBits, blocks: &mut [Block; 3]) {
        for (bits, block) in [line.win, line.draw, line.loss].into_iter().zip(blocks) {
            if bits != 0 {
                self.add(bits, block);
            }
        }
    }

    /// The slot within the block of a line's place.
    #[inline(always)]
    pub fn slot(self, place: usize) -> usize {
        match self {
            Self::Row(row) | Self::Cell(row, _) => usize::from(row) << 6 | place,
            Self::Column(column) => place << 6 | usize::from(column),
            Self::Diagonal => place << 6 | place,
        }
    }
}

/// The part of a block in which something has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    Whole,
    Part(Target),
}

impl Region {
    /// The positions in which this man of the slice stands on `square`; `None` if there are none.
    pub fn standing(place: ManSquare, square: u8, outside: &OutsideMen) -> Option<Self> {
        match place {
            ManSquare::Row => Some(Self::Part(Target::Row(square))),
            ManSquare::Column => Some(Self::Part(Target::Column(square))),
            _ => (place.square(outside) == Some(square)).then_some(Self::Whole),
        }
    }

    /// Visits the child's values of all positions of the region, line by line.
    #[inline(always)]
    pub fn each_line(self, view: &View, outside: &OutsideMen, mut visit: impl FnMut(Line, Target)) {
        let mut one = |along, fixed, target| {
            if let Some(line) = view.line(outside, along, fixed) {
                visit(line, target);
            }
        };
        match self {
            Self::Whole => (0..64).for_each(|row| one(Along::Column, row, Target::Row(row))),
            Self::Part(Target::Row(row)) => one(Along::Column, row, Target::Row(row)),
            Self::Part(Target::Column(column)) if view.needs_row() => {
                (0..64).for_each(|row| one(Along::Column, row, Target::Cell(row, column)));
            }
            Self::Part(Target::Column(column)) => one(Along::Row, column, Target::Column(column)),
            Self::Part(target) => one(Along::Column, 0, target),
        }
    }
}

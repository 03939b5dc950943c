//! Parts of a block: where a man stands, and which positions a line of 64 values belongs to.

use std::ops::Range;

use super::line::{Along, Line, LineBits};
use super::view::View;
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
}

/// Lines of a child and the positions that they belong to, one after the other.
///
/// An iterator, because what is done with a line has to stand in the function that has the kernel's
/// instructions: a closure of some size is compiled without them.
pub(crate) struct Lines<'a> {
    view: &'a View,
    outside: &'a OutsideMen,
    along: Along,
    /// Where the man of the block stands who does not run.
    fixed: Range<u8>,
    each: Each,
}

/// What a line belongs to.
#[derive(Clone, Copy)]
enum Each {
    /// The row of the man who does not run.
    Row,
    /// In that row this column alone.
    Cell(u8),
    One(Target),
}

impl<'a> Lines<'a> {
    /// The lines at all positions of a region, if there are any.
    #[inline(always)]
    pub fn of(region: Option<Region>, view: &'a View, outside: &'a OutsideMen) -> Self {
        let (fixed, each) = match region {
            None => (0..0, Each::Row),
            Some(Region::Whole) => (0..64, Each::Row),
            Some(Region::Part(Target::Column(column))) if view.needs_row() => {
                (0..64, Each::Cell(column))
            }
            Some(Region::Part(target)) => {
                let standing = match target {
                    Target::Row(row) => (Along::Column, row),
                    Target::Column(column) => (Along::Row, column),
                    Target::Diagonal | Target::Cell(..) => (Along::Column, 0),
                };
                return Self::one(view, outside, standing, target);
            }
        };
        Self { view, outside, along: Along::Column, fixed, each }
    }

    /// One line, with the man who does not run on a square.
    #[inline(always)]
    pub fn one(
        view: &'a View,
        outside: &'a OutsideMen,
        (along, fixed): (Along, u8),
        target: Target,
    ) -> Self {
        Self { view, outside, along, fixed: fixed..fixed + 1, each: Each::One(target) }
    }
}

impl Iterator for Lines<'_> {
    type Item = (Line, Target);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        for fixed in self.fixed.by_ref() {
            if let Some(line) = self.view.line(self.outside, self.along, fixed) {
                let target = match self.each {
                    Each::Row => Target::Row(fixed),
                    Each::Cell(column) => Target::Cell(fixed, column),
                    Each::One(target) => target,
                };
                return Some((line, target));
            }
        }
        None
    }
}

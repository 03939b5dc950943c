//! Captures by kings and pieces.
//!
//! A capture puts a man on the square of an enemy man. In the sets of the side whose man was
//! taken, the otherwise impossible position with both on one square stands for the position after
//! the capture and has its value. The ordinary moves of the capturing man then cover its captures.

use super::children::{Children, MoveKind};
use super::codes::Code;
use super::geometry::{Geometry, Spot};
use super::view::{Along, Line, LineBits, Source, View};
use crate::Error;
use crate::kernel::{Block, Kernel};
use crate::layout::Man;
use crate::layout::slices::squares;

/// Where a man of the slice is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Outside(usize),
    Row,
    Column,
    /// A pawn on this square.
    Pawn(u8),
}

impl Place {
    /// The place of the layout's man number `man`.
    pub fn of(geometry: &Geometry<'_>, man: usize) -> Self {
        match man.checked_sub(geometry.outside()) {
            None => Self::Outside(man),
            Some(0) => Self::Row,
            Some(_) => Self::Column,
        }
    }

    /// The square, unless it is a man of the block.
    #[inline(always)]
    pub fn square(self, spot: &Spot) -> Option<u8> {
        match self {
            Self::Outside(man) => Some(spot.squares[man]),
            Self::Pawn(square) => Some(square),
            Self::Row | Self::Column => None,
        }
    }
}

/// Which positions of a block a line of 64 values belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
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
pub(super) enum Region {
    Whole,
    Part(Target),
}

impl Region {
    /// The positions in which this man of the slice stands on `square`; `None` if there are none.
    pub fn standing(place: Place, square: u8, spot: &Spot) -> Option<Self> {
        match place {
            Place::Row => Some(Self::Part(Target::Row(square))),
            Place::Column => Some(Self::Part(Target::Column(square))),
            _ => (place.square(spot) == Some(square)).then_some(Self::Whole),
        }
    }

    /// Visits the child's values of all positions of the region, line by line.
    #[inline(always)]
    pub fn each_line(self, view: &View, spot: &Spot, mut visit: impl FnMut(Line, Target)) {
        let mut one = |along, fixed, target| {
            if let Some(line) = view.line(spot, along, fixed) {
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

/// A man of one side that a man of the other side can take.
#[derive(Debug)]
pub(super) struct Capture {
    view: View,
    victim: Place,
    capturer: Place,
}

impl Capture {
    #[inline(always)]
    fn each_line(&self, spot: &Spot, mut visit: impl FnMut(Line, Target)) {
        let region = match (self.victim.square(spot), self.capturer.square(spot)) {
            (Some(victim), None) => Region::standing(self.capturer, victim, spot),
            (None, Some(capturer)) => Region::standing(self.victim, capturer, spot),
            (Some(victim), Some(capturer)) => (victim == capturer).then_some(Region::Whole),
            (None, None) if self.victim == Place::Column => {
                // The child has no column man; its row man runs down the diagonal.
                if let Some(line) = self.view.line(spot, Along::Row, 0) {
                    visit(line, Target::Diagonal);
                }
                None
            }
            (None, None) => Some(Region::Part(Target::Diagonal)),
        };
        if let Some(region) = region {
            region.each_line(&self.view, spot, visit);
        }
    }
}

/// The captures of a slice, by the side whose man is taken.
#[derive(Debug)]
pub(super) struct Captures {
    sides: [Vec<Capture>; 2],
}

/// The men of a slice with their places as sources for a child.
pub(super) fn sources(geometry: &Geometry<'_>) -> Vec<(Man, Source)> {
    (geometry.men().iter().enumerate())
        .map(|(i, &man)| {
            let source = match Place::of(geometry, i) {
                Place::Row => Source::Row,
                Place::Column => Source::Column,
                _ => Source::Outside(i),
            };
            (man, source)
        })
        .collect()
}

impl Captures {
    pub fn new(geometry: &Geometry<'_>, children: &Children<'_>) -> Result<Self, Error> {
        let men = sources(geometry);
        let mut sides = [Vec::new(), Vec::new()];
        for (side, captures) in sides.iter_mut().enumerate() {
            let mut victims = Vec::new();
            for (i, (man, _)) in men.iter().enumerate().skip(2) {
                if man.side == side {
                    let mut rest = men.clone();
                    rest.remove(i);
                    let kind = MoveKind::Conversion;
                    let view = children.view(&rest, geometry.pawns, side, kind)?;
                    victims.push((Place::of(geometry, i), view));
                }
            }
            for square in squares(geometry.pawns.sides[side]) {
                let mut pawns = geometry.pawns;
                pawns.sides[side] &= !(1 << square);
                let view = children.view(&men, pawns, side, MoveKind::Conversion)?;
                victims.push((Place::Pawn(square), view));
            }
            for (victim, view) in victims {
                for (i, (man, _)) in men.iter().enumerate() {
                    if man.side != side {
                        let capturer = Place::of(geometry, i);
                        captures.push(Capture { view: view.clone(), victim, capturer });
                    }
                }
            }
        }
        Ok(Self { sides })
    }

    /// Whether this side has anything to lose.
    pub fn any(&self, side: usize) -> bool {
        !self.sides[side].is_empty()
    }

    /// Whether some child's depths take two bytes.
    pub fn is_wide(&self) -> bool {
        self.sides.iter().flatten().any(|capture| capture.view.is_wide())
    }

    /// Adds to a block what `pick` picks from the results after the captures.
    #[inline(always)]
    pub fn add_results<K: Kernel>(
        &self,
        side: usize,
        spot: &Spot,
        block: &mut Block,
        pick: impl Fn(LineBits, &dyn Fn() -> (u64, u64)) -> u64,
    ) -> bool {
        let mut any = 0;
        for capture in &self.sides[side] {
            capture.each_line(spot, |line, target| {
                let standing = || capture.view.standing::<K>(line);
                let picked = pick(capture.view.results::<K>(line), &standing);
                if picked != 0 {
                    any |= picked;
                    target.add(picked, block);
                }
            });
        }
        any != 0
    }

    /// Visits the codes of all positions after captures, as they are worth to the capturing side.
    #[inline(always)]
    pub fn each_code_before<K: Kernel, T: Code>(
        &self,
        side: usize,
        spot: &Spot,
        mut visit: impl FnMut(usize, T),
    ) {
        let step = self.sides[side].first().map(|capture| capture.view.step());
        self.each_code::<K, T>(side, spot, |slot, code| {
            // All captures of a metric pass back alike.
            visit(slot, step.map_or(code, |step| code.before(step)));
        });
    }

    /// Visits the codes of all positions after captures: slot within the block, and code.
    #[inline(always)]
    pub fn each_code<K: Kernel, T: Code>(
        &self,
        side: usize,
        spot: &Spot,
        mut visit: impl FnMut(usize, T),
    ) {
        for capture in &self.sides[side] {
            capture.each_line(spot, |line, target| {
                let codes = capture.view.codes::<K, T>(line);
                for (place, code) in codes.into_iter().enumerate() {
                    let counts = !matches!(target, Target::Cell(_, c) if usize::from(c) != place);
                    if counts && code != T::default() {
                        visit(target.slot(place), code);
                    }
                }
            });
        }
    }
}

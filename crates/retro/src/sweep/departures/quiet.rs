//! Moves of kings and pieces that take nothing.

use shakmaty::{Color, Square, attacks};

use super::layers::Way;
use super::{Departures, MoveGroup, Planes, ThreeSets};
use crate::kernel::{Block, Kernel};
use crate::layout::slices::squares;
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, Man, Squares};
use crate::sweep::geometry::OutsideMen;

impl Departures<'_> {
    #[inline(always)]
    pub(super) fn quiet_moves<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        visit: &mut dyn FnMut(&MoveGroup) -> bool,
    ) -> bool {
        let geometry = &self.geometry;
        let count = geometry.outside_count();
        for (i, &man) in geometry.men()[..count].iter().enumerate() {
            if man.side == side && !self.outside_man::<K>(i, man, outside, visit) {
                return false;
            }
        }
        let blockers = outside.blockers.set;
        let (row, column) = geometry.row_and_column();
        for (man, way) in
            [(row, Way::Row(row.role, blockers)), (column, Way::Column(column.role, blockers))]
        {
            if man.side != side {
                continue;
            }
            let mut group = MoveGroup::single(man.role);
            group.way = way;
            self.read::<K>(side, block, Symmetry::IDENTITY, &mut group);
            if !visit(&group) {
                return false;
            }
        }
        true
    }

    /// The moves of a man outside the block, each a group: it leads to another block.
    #[inline(always)]
    fn outside_man<K: Kernel>(
        &self,
        i: usize,
        man: Man,
        outside: &OutsideMen,
        visit: &mut dyn FnMut(&MoveGroup) -> bool,
    ) -> bool {
        let from = outside.squares[i];
        for to in squares(reach(man, from, outside.blockers.set) & !outside.blockers.set) {
            let mut men = outside.squares;
            men[i] = to;
            let Some((block, symmetry)) = block_of(self.geometry.layout, &men) else { continue };
            let mut group = MoveGroup::single(man.role);
            self.read::<K>(man.side, block, symmetry, &mut group);
            let between = between(from, to);
            keep_clear::<K>(between, &mut group.results);
            if self.marks.is_some() {
                keep_clear::<K>(between, &mut group.marks);
            }
            if !visit(&group) {
                return false;
            }
        }
        true
    }

    /// Fills in what is known of a block's positions with the other side to move.
    #[inline(always)]
    fn read<K: Kernel>(
        &self,
        side: Color,
        block: usize,
        symmetry: Symmetry,
        group: &mut MoveGroup,
    ) {
        read_planes::<K>(&self.results, side, block, symmetry, &mut group.results);
        if let Some(marks) = &self.marks {
            read_planes::<K>(marks, side, block, symmetry, &mut group.marks);
        }
    }
}

#[inline(always)]
fn read_planes<K: Kernel>(
    planes: &Planes<'_>,
    side: Color,
    block: usize,
    symmetry: Symmetry,
    into: &mut ThreeSets,
) {
    let planes = &planes.own[!side];
    for (plane, into) in [&planes.win, &planes.draw, &planes.loss].into_iter().zip(into) {
        let words: &Block = plane[block * 64..].first_chunk().expect("planes have whole blocks");
        if symmetry == Symmetry::IDENTITY {
            *into = *words;
        } else {
            K::store(&K::pull(&K::load(words), symmetry), into);
        }
    }
}

/// Takes out the positions with a man of the block on one of these squares.
#[inline(always)]
fn keep_clear<K: Kernel>(between: u64, sets: &mut ThreeSets) {
    if between == 0 {
        return;
    }
    for words in sets {
        let mut set = K::load(words);
        for square in squares(between) {
            K::pass_over(&mut set, square);
        }
        K::store(&set, words);
    }
}

/// The block of men on these squares, and the symmetry that brings them there; `None` where kings
/// touch.
fn block_of(layout: &Layout, men: &Squares) -> Option<(usize, Symmetry)> {
    let found = layout.frames().find(men[0], men[1])?;
    let g = found.symmetry;
    let outer = layout.outer_place([men[2], men[3], men[4]].map(|square| g.square(square & 63)));
    Some((usize::from(found.frame) * layout.outer_places() + outer, g))
}

/// Where a man on a square reaches with these squares occupied.
pub(in crate::sweep) fn reach(man: Man, from: u8, occupied: u64) -> u64 {
    let piece = man.role.of(man.side);
    attacks::attacks(Square::new(from.into()), piece, occupied.into()).into()
}

/// The squares between two that are on a line.
pub(in crate::sweep) fn between(from: u8, to: u8) -> u64 {
    attacks::between(Square::new(from.into()), Square::new(to.into())).into()
}

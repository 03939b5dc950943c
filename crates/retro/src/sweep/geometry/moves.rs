//! From which positions of a block a side has a move into a set.

use shakmaty::{Color, Role};

use super::rays::{attacks, rays};
use super::{Geometry, OutsideMen};
use crate::kernel::{Block, Blockers, Job, Kernel};
use crate::layout::slices::squares;
use crate::layout::{BLOCK_WORDS, Man};
use crate::sweep::company::ghosts::{GhostLosses, Ghosts};
use crate::sweep::shared::{SharedFlags, SharedSets};

/// Adds the positions from which the row man has a move into `x`.
#[inline(always)]
pub(crate) fn row_man<K: Kernel>(role: Role, x: &K::Set, blockers: Blockers, out: &mut K::Set) {
    match role {
        Role::King => K::king(x, out),
        Role::Queen => {
            K::rook(x, blockers, out);
            K::bishop(x, blockers, out);
        }
        Role::Rook => K::rook(x, blockers, out),
        Role::Bishop => K::bishop(x, blockers, out),
        Role::Knight => K::knight(x, out),
        Role::Pawn => {}
    }
}

/// The same for the column man.
#[inline(always)]
pub(crate) fn column_man<K: Kernel>(role: Role, x: &K::Set, blockers: Blockers, out: &mut K::Set) {
    let mut found = K::empty();
    row_man::<K>(role, &K::transpose(x), blockers, &mut found);
    K::add(out, &K::transpose(&found));
}

/// Takes out of a block every position from which `side` has a move into `field`; says whether
/// anything is left. Nobody may write `field` during the job.
pub(crate) struct WithoutMoves<'a> {
    pub geometry: &'a Geometry<'a>,
    pub side: Color,
    pub outside: &'a OutsideMen,
    pub field: &'a SharedSets,
    pub block: &'a mut Block,
}

impl Job for WithoutMoves<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self) -> bool {
        let mut from = K::load(self.block);
        // SAFETY: nobody writes the field.
        unsafe {
            without_moves::<K>(self.geometry, self.side, self.outside, self.field, &mut from)
        };
        K::store(&from, self.block);
        K::any(&from)
    }
}

/// # Safety
/// Nobody may write `field` now.
#[inline(always)]
unsafe fn without_moves<K: Kernel>(
    geometry: &Geometry<'_>,
    side: Color,
    outside: &OutsideMen,
    field: &SharedSets,
    from: &mut K::Set,
) {
    // SAFETY: by the caller's promise, for all blocks read here.
    unsafe {
        let king_first = geometry.king_first[side];
        if king_first {
            without_king_moves::<K>(geometry, side, outside, field, from);
            if !K::any(from) {
                return;
            }
        }
        // The last man's moves lead to blocks near by, so they come first.
        for man in (2..geometry.outside_count()).rev() {
            let Man { side: owner, role } = geometry.men()[man];
            if owner != side {
                continue;
            }
            let shift = geometry.shift(man);
            let rest = outside.outer & !(63 << shift);
            for ray in &rays(role)[usize::from(outside.squares[man])] {
                let mut seen = K::empty();
                for &square in visible(&ray.squares, outside.blockers.set).iter().rev() {
                    let outer = rest | usize::from(square) << shift;
                    K::pass_over(&mut seen, square);
                    K::add(&mut seen, &K::load(field.block(geometry.block(outside.frame, outer))));
                }
                K::remove(from, &seen);
                if !K::any(from) {
                    return;
                }
            }
        }
        let (row, column) = geometry.row_and_column();
        if row.side == side || column.side == side {
            let own = K::load(field.block(geometry.block(outside.frame, outside.outer)));
            let mut found = K::empty();
            if row.side == side {
                row_man::<K>(row.role, &own, outside.blockers, &mut found);
            }
            if column.side == side {
                column_man::<K>(column.role, &own, outside.blockers, &mut found);
            }
            K::remove(from, &found);
        }
        if !king_first && K::any(from) {
            without_king_moves::<K>(geometry, side, outside, field, from);
        }
    }
}

/// # Safety
/// Nobody may write `field` now.
#[inline(always)]
unsafe fn without_king_moves<K: Kernel>(
    geometry: &Geometry<'_>,
    side: Color,
    outside: &OutsideMen,
    field: &SharedSets,
    from: &mut K::Set,
) {
    for king_move in &geometry.layout.frames().moves[side][outside.frame] {
        let outer = geometry.turned(outside.outer, king_move.symmetry);
        let block = geometry.block(usize::from(king_move.frame), outer);
        // SAFETY: by the caller's promise.
        let mut set = K::load(unsafe { field.block(block) });
        if king_move.symmetry.0 != 0 {
            set = K::pull(&set, king_move.symmetry);
        }
        K::remove(from, &set);
    }
}

/// Brings the blocks nearer that king moves out of a block lead to.
///
/// # Safety
/// Nobody may write `flags` now.
#[inline(always)]
pub(crate) unsafe fn prefetch_king_moves(
    geometry: &Geometry<'_>,
    side: Color,
    frame: usize,
    outer: usize,
    field: &SharedSets,
    flags: Option<&SharedFlags>,
) {
    for king_move in &geometry.layout.frames().moves[side][frame] {
        let (frame, outer) =
            (usize::from(king_move.frame), geometry.turned(outer, king_move.symmetry));
        // SAFETY: by the caller's promise.
        if flags.is_none_or(|flags| unsafe { flags.get(frame, outer) }) {
            field.prefetch(geometry.block(frame, outer));
        }
    }
}

/// The squares of a ray up to the first blocker, which is included.
#[inline(always)]
pub(crate) fn visible(ray: &[u8], blockers: u64) -> &[u8] {
    let blocked = ray.iter().position(|&square| blockers >> square & 1 != 0);
    &ray[..blocked.map_or(ray.len(), |at| at + 1)]
}

/// Writes into a block the positions from which `side` has a move into a flagged block of `field`;
/// says whether there is such a block. Nobody may write `field` or `flags` during the job.
///
/// Blocks of frames that others sweep are not in `field` but in `ghosts`.
pub(crate) struct MovesInto<'a> {
    pub geometry: &'a Geometry<'a>,
    pub side: Color,
    pub outside: &'a OutsideMen,
    pub field: &'a SharedSets,
    pub flags: &'a SharedFlags,
    pub ghosts: Option<(&'a Ghosts, &'a GhostLosses)>,
    pub block: &'a mut Block,
}

impl Job for MovesInto<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self) -> bool {
        // SAFETY: nobody writes the field and its flags.
        let found = unsafe { moves_into::<K>(&self) };
        if let Some(set) = &found {
            K::store(set, self.block);
        }
        found.is_some()
    }
}

/// # Safety
/// Nobody may write the field or the flags now.
#[inline(always)]
unsafe fn moves_into<K: Kernel>(job: &MovesInto<'_>) -> Option<K::Set> {
    let MovesInto { geometry, side, outside, field, flags, ghosts, .. } = *job;
    let mut out = K::empty();
    let mut touched = false;
    // SAFETY: by the caller's promise, for all blocks and flags read here.
    unsafe {
        for king_move in &geometry.layout.frames().moves[side][outside.frame] {
            let frame = usize::from(king_move.frame);
            let outer = geometry.turned(outside.outer, king_move.symmetry);
            if flags.get(frame, outer) {
                touched = true;
                let block = geometry.block(frame, outer);
                let elsewhere = ghosts.and_then(|(ghosts, losses)| {
                    Some((losses, losses.place(ghosts, !side, frame, block)?))
                });
                let mut set = match elsewhere {
                    Some((losses, place)) => {
                        let mut words = [0; 64];
                        losses.add(place, &mut words);
                        K::load(&words)
                    }
                    None => K::load(field.block(block)),
                };
                if king_move.symmetry.0 != 0 {
                    set = K::pull(&set, king_move.symmetry);
                }
                K::add(&mut out, &set);
            }
        }
        for man in 2..geometry.outside_count() {
            let Man { side: owner, role } = geometry.men()[man];
            if owner != side {
                continue;
            }
            let shift = geometry.shift(man);
            let rest = outside.outer & !(63 << shift);
            for ray in &rays(role)[usize::from(outside.squares[man])] {
                let seen = visible(&ray.squares, outside.blockers.set);
                let outer = |square: u8| rest | usize::from(square) << shift;
                let Some(last) = seen.iter().rposition(|&s| flags.get(outside.frame, outer(s)))
                else {
                    continue;
                };
                touched = true;
                let mut set = K::empty();
                for &square in seen[..=last].iter().rev() {
                    K::pass_over(&mut set, square);
                    if flags.get(outside.frame, outer(square)) {
                        let block = geometry.block(outside.frame, outer(square));
                        K::add(&mut set, &K::load(field.block(block)));
                    }
                }
                K::add(&mut out, &set);
            }
        }
        let (row, column) = geometry.row_and_column();
        if (row.side == side || column.side == side) && flags.get(outside.frame, outside.outer) {
            touched = true;
            let own = K::load(field.block(geometry.block(outside.frame, outside.outer)));
            if row.side == side {
                row_man::<K>(row.role, &own, outside.blockers, &mut out);
            }
            if column.side == side {
                column_man::<K>(column.role, &own, outside.blockers, &mut out);
            }
        }
    }
    touched.then_some(out)
}

/// SharedFlags of the blocks `(frame, 64 word + …)` from which `side` may have a move into a flagged
/// block.
///
/// # Safety
/// Nobody may write `flags` now.
#[inline(always)]
pub(crate) unsafe fn candidates(
    geometry: &Geometry<'_>,
    side: Color,
    frame: usize,
    word: usize,
    flags: &SharedFlags,
) -> u64 {
    let (row, column) = geometry.row_and_column();
    let outer_men = geometry.layout.outer_men();
    // SAFETY: by the caller's promise.
    unsafe {
        let own = flags.word(frame, word);
        let mut found = if row.side == side || column.side == side { own } else { 0 };
        for king_move in &geometry.layout.frames().moves[side][frame] {
            let g = king_move.symmetry;
            let from = match outer_men {
                3 => (0..2).fold(0, |all, man| {
                    all << 6 | usize::from(g.square((word >> (6 * (1 - man)) & 63) as u8))
                }),
                2 => usize::from(g.square(word as u8)),
                _ => 0,
            };
            let set = flags.word(usize::from(king_move.frame), from);
            if set != 0 {
                found |= if outer_men == 0 { set } else { g.pull(set) };
            }
        }
        if outer_men > 0 && own != 0 {
            let last = geometry.men()[geometry.outside_count() - 1];
            if last.side == side {
                let reach = attacks(last.role);
                squares(own).for_each(|square| found |= reach[usize::from(square)]);
            }
        }
        // The men before the last one number the words.
        for man in 2..(outer_men + 1).max(2) {
            let Man { side: owner, role } = geometry.men()[man];
            if owner == side {
                let shift = geometry.shift(man) - 6;
                let rest = word & !(63 << shift);
                for square in squares(attacks(role)[word >> shift & 63]) {
                    found |= flags.word(frame, rest | usize::from(square) << shift);
                }
            }
        }
        found
    }
}

/// The positions of a block in which all men stand on different squares.
#[inline(always)]
pub(crate) fn distinct(outside: &OutsideMen, block: &mut Block) {
    if !outside.distinct {
        *block = [0; BLOCK_WORDS];
        return;
    }
    let free = !outside.blockers.set;
    for (square, word) in block.iter_mut().enumerate() {
        let open = (outside.blockers.set >> square & 1).wrapping_sub(1);
        *word = open & free & !(1 << square);
    }
}

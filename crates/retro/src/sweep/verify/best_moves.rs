//! The best of the values that the moves of each position of a block lead to.

use shakmaty::{ByColor, Color, Role};

use super::check::{Check, CodeBlock};
use crate::kernel::{Block, Kernel};
use crate::layout::{BLOCK_SLOTS, Man};
use crate::sweep::codes::Code;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::legality::Legal;
use crate::sweep::geometry::moves::visible;
use crate::sweep::geometry::rays::rays;
use crate::sweep::shared::{SharedCells, row_of_mut};

impl Check<'_> {
    /// The value of each position of a block by its successors; tells which are stalemates.
    #[inline(always)]
    pub(super) fn best<K: Kernel, T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        worth: &ByColor<SharedCells<T>>,
        best: &mut CodeBlock<T>,
    ) -> Block {
        let geometry = self.geometry;
        let mut legal = ByColor { white: [0; 64], black: [0; 64] };
        for (to_move, block) in legal.as_mut().zip_color() {
            K::enter(Legal { geometry, side: to_move, outside, block });
        }
        best.fill(T::default());
        if outside.distinct {
            self.best_moves(side, outside, worth, best);
            if self.pawn_moves.any(side) {
                let block = geometry.block(outside.frame, outside.outer);
                self.pawn_moves.fold::<K, T>(side, outside, block, best);
            }
        }
        let mut stalemates = [0; 64];
        for (row, stalemates) in stalemates.iter_mut().enumerate() {
            let best = row_of_mut(best, row);
            T::put::<K>(best, !legal[side][row], T::default());
            let stuck = legal[side][row] & T::equal::<K>(best, T::default());
            if stuck != 0 {
                let quiet = stuck & legal[!side][row];
                T::put::<K>(best, stuck & !quiet, self.mated());
                T::put::<K>(best, quiet, T::draw());
                *stalemates = quiet;
            }
        }
        stalemates
    }

    /// The best value that kings and pieces can move to.
    #[inline(always)]
    fn best_moves<T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        worth: &ByColor<SharedCells<T>>,
        best: &mut CodeBlock<T>,
    ) {
        let geometry = self.geometry;
        let worth = &worth[!side];
        // SAFETY: all values were written before this pass, and none is written in it.
        let at = |frame: usize, outer: usize| unsafe { worth.block(geometry.block(frame, outer)) };
        for king_move in &geometry.layout.frames().moves[side][outside.frame] {
            let g = king_move.symmetry;
            let from = at(usize::from(king_move.frame), geometry.turned(outside.outer, g));
            if g.0 == 0 {
                raise(best, from);
                continue;
            }
            let images: [u8; 64] = std::array::from_fn(|square| g.square(square as u8));
            for (row, best) in best.chunks_exact_mut(64).enumerate() {
                let start = usize::from(images[row]) * 64;
                let from: &[T; 64] = from[start..].first_chunk().expect("rows have 64 cells");
                for (best, &image) in best.iter_mut().zip(&images) {
                    *best = from[usize::from(image & 63)].max(*best);
                }
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
                let mut seen = [T::default(); BLOCK_SLOTS];
                for &square in visible(&ray.squares, outside.blockers.set).iter().rev() {
                    hide(&mut seen, square);
                    raise(&mut seen, at(outside.frame, rest | usize::from(square) << shift));
                }
                raise(best, &seen);
            }
        }
        let (row, column) = geometry.row_and_column();
        let own = at(outside.frame, outside.outer);
        if row.side == side {
            row_moves(row.role, own, outside.blockers.set, best);
        }
        if column.side == side {
            let mut found = [T::default(); BLOCK_SLOTS];
            row_moves(column.role, &transposed(own), outside.blockers.set, &mut found);
            raise(best, &transposed(&found));
        }
    }
}

#[inline(always)]
fn raise<T: Code>(best: &mut CodeBlock<T>, more: &CodeBlock<T>) {
    for (best, &more) in best.iter_mut().zip(more) {
        *best = more.max(*best);
    }
}

/// Forgets what stands behind a man of the block on this square.
#[inline(always)]
fn hide<T: Code>(seen: &mut CodeBlock<T>, square: u8) {
    row_of_mut(seen, usize::from(square)).fill(T::default());
    for row in 0..64 {
        seen[row * 64 + usize::from(square)] = T::default();
    }
}

#[inline(always)]
fn transposed<T: Code>(cells: &CodeBlock<T>) -> CodeBlock<T> {
    let mut out = [T::default(); BLOCK_SLOTS];
    for row in 0..64 {
        for column in 0..64 {
            out[column * 64 + row] = cells[row * 64 + column];
        }
    }
    out
}

/// Raises each position to the best that the row man can move to.
#[inline(always)]
fn row_moves<T: Code>(role: Role, worth: &CodeBlock<T>, blockers: u64, best: &mut CodeBlock<T>) {
    for from in 0..64 {
        let best = row_of_mut(best, from);
        for ray in &rays(role)[from] {
            let mut seen = [T::default(); 64];
            for &square in visible(&ray.squares, blockers).iter().rev() {
                seen[usize::from(square)] = T::default();
                let start = usize::from(square) * 64;
                for (seen, &more) in seen.iter_mut().zip(&worth[start..start + 64]) {
                    *seen = more.max(*seen);
                }
            }
            for (best, &more) in best.iter_mut().zip(&seen) {
                *best = more.max(*best);
            }
        }
    }
}

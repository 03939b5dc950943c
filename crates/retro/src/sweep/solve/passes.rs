//! What the two passes of a ply share: what comes in from outside, what is noted of new positions.

use shakmaty::Color;

use super::ply::{Mode, Pass, PassResult, Sweep};
use super::watch;
use crate::kernel::{Block, Kernel};
use crate::layout::slices::squares;
use crate::sweep::codes::Code;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::moves::prefetch_king_moves;
use crate::sweep::shared::{SharedFlags, SharedSets, row_of, row_of_mut};

impl<T: Code> Sweep<'_, T> {
    /// Notes new positions: depth, count, first slot.
    ///
    /// # Safety
    /// This thread alone has this side of the block.
    #[inline(always)]
    pub(super) unsafe fn record<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        new: &Block,
        code: T,
        found: &mut PassResult,
    ) {
        let rows = K::rows(&K::load(new));
        if let Some(plane) = &self.plane {
            // SAFETY: by the caller's promise.
            let cells = unsafe { plane[side].block_mut(block) };
            for row in squares(rows).map(usize::from) {
                T::put::<K>(row_of_mut(cells, row), new[row], code);
            }
        }
        if !self.watched[side].is_empty() {
            watch::note(&self.watched[side], block, new, code);
        }
        for window in &self.windows[side] {
            // SAFETY: by the caller's promise.
            unsafe { window.put::<K>(self.geometry.layout, outside, new, code) };
        }
        if self.counting {
            let counted = self.geometry.layout.counted(self.slice, block);
            for row in squares(rows).map(usize::from) {
                let word = new[row] & counted[row];
                found.count += u64::from(word.count_ones());
                if found.first.is_none() && word != 0 {
                    found.first = Some(block * 4096 + row * 64 + word.trailing_zeros() as usize);
                }
            }
        }
    }

    /// Adds the values after captures that come in at this ply: losses, or wins.
    ///
    /// # Safety
    /// Nobody may write this side of the block now.
    #[inline(always)]
    pub(super) unsafe fn incoming_captures<K: Kernel>(
        &self,
        pass: Pass,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        ply: u32,
        out: &mut Block,
    ) -> bool {
        let pick_win = pass == Pass::Wins;
        match self.mode {
            Mode::Mate => {
                let code = if pick_win { self.win_code(ply) } else { self.loss_code(ply) };
                let Some(plane) = &self.plane else {
                    return self.captures.add_equal::<K, T>(side, outside, code, out);
                };
                // SAFETY: by the caller's promise.
                let cells = unsafe { plane[side].block(block) };
                let mut any = 0;
                for (row, word) in out.iter_mut().enumerate() {
                    let equal = T::equal::<K>(row_of(cells, row), code);
                    any |= equal;
                    *word |= equal;
                }
                any != 0
            }
            Mode::Results => self.captures.add_results::<K>(side, outside, out, |bits, _| {
                if pick_win { bits.win } else { bits.loss }
            }),
            Mode::Plies { limit } => {
                self.captures.add_results::<K>(side, outside, out, |bits, standing| {
                    let all = if pick_win { bits.win } else { bits.loss };
                    if limit.is_none() || all == 0 {
                        return all;
                    }
                    let (win, loss) = standing();
                    let stands = if pick_win { win } else { loss };
                    if ply == 0 { all & stands } else { all & !stands }
                })
            }
        }
    }

    /// The flags of blocks of a frame into which captures bring something at this ply.
    #[inline(always)]
    pub(super) fn blocks_with_captures(
        &self,
        pass: Pass,
        side: Color,
        frame: usize,
        word: usize,
        ply: u32,
    ) -> u64 {
        if !self.captures.any(side) {
            return 0;
        }
        let all = self.geometry.stored[word];
        match self.mode {
            Mode::Mate => {
                let Some(notes) = &self.capture_notes else { return 0 };
                let wins = pass == Pass::Wins;
                let code = if wins { self.win_code(ply) } else { self.loss_code(ply) };
                if !notes[side].frame_has(frame, code) {
                    return 0;
                }
                squares(all).fold(0, |set, bit| {
                    let block = self.geometry.block(frame, word * 64 + usize::from(bit));
                    set | u64::from(notes[side].block_has(block, code)) << bit
                })
            }
            Mode::Results if ply == u32::from(pass == Pass::Wins) => all,
            Mode::Plies { limit } if ply == 0 || limit == Some(ply) => all,
            _ => 0,
        }
    }

    /// The flags of blocks in which pawn moves decide something at this ply. When only results are
    /// asked for, wins by a pawn move come in with the first winning pass, and losses for want of a
    /// better one with the losing pass after it.
    #[inline(always)]
    pub(super) fn pawn_blocks(
        &self,
        pass: Pass,
        side: Color,
        frame: usize,
        word: usize,
        ply: u32,
    ) -> u64 {
        if let Some(results) = &self.pawn_results[side] {
            // SAFETY: written before the first pass.
            return unsafe {
                match (pass, ply) {
                    (Pass::Wins, 1) => results.winning(frame, word),
                    (Pass::Losses, 2) => results.losing(frame, word),
                    _ => 0,
                }
            };
        }
        let Some(notes) = &self.pawn_notes[side] else { return 0 };
        let code = match pass {
            Pass::Wins => self.win_code(ply),
            Pass::Losses => self.loss_code(ply),
        };
        if !notes.frame_has(frame, code) {
            return 0;
        }
        squares(self.geometry.stored[word]).fold(0, |set, bit| {
            let block = self.geometry.block(frame, word * 64 + usize::from(bit));
            set | u64::from(notes.block_has(block, code)) << bit
        })
    }

    /// Brings nearer what a block soon needs: its open positions, and the blocks of `field` that king
    /// moves lead to (the flagged ones, if flags are given).
    ///
    /// # Safety
    /// Nobody may write the flags now.
    #[inline(always)]
    pub(super) unsafe fn fetch(
        &self,
        side: Color,
        frame: usize,
        outer: usize,
        field: &SharedSets,
        flags: Option<&SharedFlags>,
    ) {
        self.sides[side].open.prefetch(self.geometry.block(frame, outer));
        // SAFETY: by the caller's promise.
        unsafe { prefetch_king_moves(self.geometry, side, frame, outer, field, flags) };
    }
}

/// The flags of two sets in order, each with the next one of the first set.
#[inline(always)]
pub(super) fn each_with_next(look: u64, more: u64) -> impl Iterator<Item = (u8, Option<u8>)> {
    squares(look | more).map(move |bit| {
        let later = look & (!1 << bit);
        (bit, (later != 0).then(|| later.trailing_zeros() as u8))
    })
}

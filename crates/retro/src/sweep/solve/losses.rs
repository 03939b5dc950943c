//! The losing pass of a ply: open positions of which no move leads to a position that is not won.

use shakmaty::Color;

use super::passes::each_with_next;
use super::ply::{Pass, PassResult, Sweep};
use crate::kernel::{Block, Kernel};
use crate::sweep::codes::Code;
use crate::sweep::company::changes::Fate;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::moves::{WithoutMoves, candidates, distinct};
use crate::sweep::shared::row_of;

impl<T: Code> Sweep<'_, T> {
    /// The losing pass over the blocks of one word of a frame's flags.
    #[inline(always)]
    pub fn losses<K: Kernel>(
        &self,
        side: Color,
        frame: usize,
        word: usize,
        ply: u32,
        flags: bool,
    ) -> PassResult {
        let mut found = PassResult::default();
        let own = &self.sides[side];
        let other = &self.sides[!side];
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let Some(lost) = &own.lost[now] else { return found };
        let stored = self.geometry.stored[word];
        let mut look = if ply == 0 {
            stored
        } else if flags {
            // SAFETY: flags and `unwon` of the other side are not written in this pass; of this
            // side of these blocks this thread is the only reader and writer.
            unsafe { candidates(self.geometry, side, frame, word, &other.won_flags[before]) }
        } else {
            0
        };
        look = (look | self.pawn_blocks(Pass::Losses, side, frame, word, ply)) & stored;
        let incoming = self.blocks_with_captures(Pass::Losses, side, frame, word, ply);
        let mut flagged = 0u64;
        let king_first = self.geometry.king_first[side];
        for (bit, next) in each_with_next(look, incoming) {
            if let Some(next) = next.filter(|_| king_first) {
                let next = word * 64 + usize::from(next);
                // SAFETY: as above.
                unsafe { self.fetch(side, frame, next, &other.unwon, None) };
            }
            let outer = word * 64 + usize::from(bit);
            let outside = self.geometry.outside_men(frame, outer);
            let block = self.geometry.block(frame, outer);
            let mut new = [0; 64];
            // SAFETY: as above.
            unsafe {
                let mut any = false;
                if look >> bit & 1 != 0 && outside.distinct {
                    any = self.new_losses::<K>(side, &outside, block, ply, &mut new, &mut found);
                    if !any {
                        new = [0; 64];
                    }
                }
                if incoming >> bit & 1 != 0 {
                    any |= self.incoming_captures::<K>(
                        Pass::Losses,
                        side,
                        &outside,
                        block,
                        ply,
                        &mut new,
                    );
                }
                if any {
                    flagged |= 1 << bit;
                    self.part.changed::<K>(Fate::Lost, side, frame, outer, &new);
                    *lost.block_mut(block) = new;
                }
            }
        }
        found.flagged |= flagged != 0;
        // SAFETY: as above.
        unsafe { own.lost_flags[now].set_word(frame, word, flagged) };
        found
    }

    /// Positions of a block newly lost at this ply; takes them out of the open ones.
    ///
    /// # Safety
    /// This thread alone has this side of the block, and nobody writes the other side's `unwon`.
    #[inline(always)]
    unsafe fn new_losses<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        ply: u32,
        new: &mut Block,
        found: &mut PassResult,
    ) -> bool {
        // SAFETY: by the caller's promise.
        unsafe {
            let open_words = self.sides[side].open.block_mut(block);
            let open = K::load(open_words);
            if !K::any(&open) {
                return false;
            }
            let unwon = &self.sides[!side].unwon;
            match &self.pawn_results[side] {
                None => *new = *open_words,
                Some(results) => {
                    let mut unsaved = open;
                    K::remove(&mut unsaved, &results.saved::<K>(block, ply == 0));
                    if !K::any(&unsaved) {
                        return false;
                    }
                    K::store(&unsaved, new);
                }
            }
            let geometry = self.geometry;
            let any = K::enter(WithoutMoves { geometry, side, outside, field: unwon, block: new });
            if !any {
                return false;
            }
            let mut lost = K::load(new);
            if let Some(pawns) = &self.pawns[side] {
                let (cells, code) = (pawns.block(block), self.loss_code(ply));
                for (row, word) in new.iter_mut().enumerate() {
                    if *word != 0 {
                        *word &= !T::above::<K>(row_of(cells, row), code);
                    }
                }
                lost = K::load(new);
                if !K::any(&lost) {
                    return false;
                }
            }
            let mut rest = open;
            K::remove(&mut rest, &lost);
            K::store(&rest, open_words);
            if ply == 0 {
                // Without a move: mate if in check, which is where the other side may not move.
                let mut free = [0; 64];
                distinct(outside, &mut free);
                let mut stalemate = K::load(unwon.block(block));
                K::keep(&mut stalemate, &K::load(&free));
                K::keep(&mut stalemate, &lost);
                if K::any(&stalemate) {
                    let mut words = [0; 64];
                    K::store(&stalemate, &mut words);
                    let mut list = self.stalemates[side].lock().unwrap_or_else(|e| e.into_inner());
                    list.push((block as u32, words));
                }
                K::remove(&mut lost, &stalemate);
                K::store(&lost, new);
                if !K::any(&lost) {
                    return false;
                }
            }
            self.record::<K>(side, outside, block, new, self.loss_code(ply), found);
            true
        }
    }
}

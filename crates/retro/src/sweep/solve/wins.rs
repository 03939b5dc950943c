//! The winning pass of a ply: open positions with a move into a position lost before.

use shakmaty::Color;

use super::passes::each_with_next;
use super::ply::{Pass, PassResult, Sweep};
use crate::kernel::{Block, Kernel};
use crate::sweep::codes::Code;
use crate::sweep::company::changes::Fate;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::moves::{MovesInto, candidates};
use crate::sweep::shared::row_of;

impl<T: Code> Sweep<'_, T> {
    /// The winning pass over the blocks of one word of a frame's flags.
    #[inline(always)]
    pub fn wins<K: Kernel>(
        &self,
        side: Color,
        frame: usize,
        word: usize,
        ply: u32,
        flags: bool,
    ) -> PassResult {
        let mut found = PassResult::default();
        let own = &self.sides[side];
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let other = &self.sides[!side];
        let Some(last_losses) = &other.lost[before] else { return found };
        let stored = self.geometry.stored[word];
        let reach = if flags {
            // SAFETY: flags and losses of the other side are not written in this pass; of this
            // side of these blocks this thread is the only reader and writer.
            unsafe { candidates(self.geometry, side, frame, word, &other.lost_flags[before]) }
        } else {
            0
        };
        let pawns = if ply == 0 { 0 } else { self.pawn_blocks(Pass::Wins, side, frame, word, ply) };
        let look = (reach | pawns) & stored;
        let incoming = self.blocks_with_captures(Pass::Wins, side, frame, word, ply);
        let mut flagged = 0u64;
        for (bit, next) in each_with_next(look, incoming) {
            if let Some(next) = next {
                let next = word * 64 + usize::from(next);
                // SAFETY: as above.
                unsafe {
                    self.fetch(side, frame, next, last_losses, Some(&other.lost_flags[before]))
                };
            }
            let outer = word * 64 + usize::from(bit);
            let outside = self.geometry.outside_men(frame, outer);
            let block = self.geometry.block(frame, outer);
            let mut new = [0; 64];
            // SAFETY: as above.
            unsafe {
                let mut any = false;
                if look >> bit & 1 != 0 && outside.distinct {
                    let sources =
                        WinSources { moves: reach >> bit & 1 != 0, pawns: pawns >> bit & 1 != 0 };
                    any = self
                        .new_wins::<K>(side, &outside, block, ply, sources, &mut new, &mut found);
                    if !any {
                        new = [0; 64];
                    }
                }
                if incoming >> bit & 1 != 0 {
                    any |= self.incoming_captures::<K>(
                        Pass::Wins,
                        side,
                        &outside,
                        block,
                        ply,
                        &mut new,
                    );
                }
                if any {
                    flagged |= 1 << bit;
                    self.part.changed::<K>(Fate::Won, side, frame, outer, &new);
                    let unwon = own.unwon.block_mut(block);
                    let mut rest = K::load(unwon);
                    K::remove(&mut rest, &K::load(&new));
                    K::store(&rest, unwon);
                }
            }
        }
        found.flagged |= flagged != 0;
        // SAFETY: as above.
        unsafe { own.won_flags[now].set_word(frame, word, flagged) };
        found
    }

    /// Positions of a block newly won at this ply; takes them out of the open ones.
    ///
    /// # Safety
    /// This thread alone has this side of the block, and nobody writes the other side's losses.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    unsafe fn new_wins<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        ply: u32,
        sources: WinSources,
        new: &mut Block,
        found: &mut PassResult,
    ) -> bool {
        // SAFETY: by the caller's promise.
        unsafe {
            let other = &self.sides[!side];
            let before = self.turn(ply.wrapping_sub(1));
            let mut won = K::empty();
            if let (true, Some(lost)) = (sources.moves, &other.lost[before]) {
                let (geometry, flags) = (self.geometry, &other.lost_flags[before]);
                let others = self.part.others.as_ref();
                let ghosts = others.map(|others| (&others.ghosts, &others.losses[before]));
                let job =
                    MovesInto { geometry, side, outside, field: lost, flags, ghosts, block: new };
                if K::enter(job) {
                    won = K::load(new);
                }
            }
            if let (true, Some(pawns)) = (sources.pawns, &self.pawns[side]) {
                let (cells, code) = (pawns.block(block), self.win_code(ply));
                let equal: Block =
                    std::array::from_fn(|row| T::equal::<K>(row_of(cells, row), code));
                K::add(&mut won, &K::load(&equal));
            }
            if let (true, Some(results)) = (sources.pawns, &self.pawn_results[side]) {
                K::add(&mut won, &results.wins::<K>(block));
            }
            let open_words = self.sides[side].open.block_mut(block);
            let mut open = K::load(open_words);
            K::keep(&mut won, &open);
            if !K::any(&won) {
                return false;
            }
            K::remove(&mut open, &won);
            K::store(&open, open_words);
            K::store(&won, new);
            self.record::<K>(side, outside, block, new, self.win_code(ply), found);
            true
        }
    }
}

/// Where wins of a block may come from.
#[derive(Debug, Clone, Copy)]
struct WinSources {
    moves: bool,
    pawns: bool,
}

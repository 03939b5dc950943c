//! What the best pawn move of each position is worth when only results are asked for: two bits a
//! position, and flags of the blocks in which pawn moves decide something.

use crate::kernel::{Block, Kernel};
use crate::sweep::children::result_block::ResultBlock;
use crate::sweep::shared::{SharedFlags, SharedSets};

/// The best pawn moves of one side in a slice.
pub(crate) struct PawnResults {
    unwon: SharedSets,
    decided: SharedSets,
    winning: SharedFlags,
    losing: SharedFlags,
}

impl PawnResults {
    /// Nothing of it may be read before it has been written.
    pub fn unfilled(blocks: usize, frames: usize, flag_words: usize) -> Self {
        Self {
            unwon: SharedSets::unfilled(blocks),
            decided: SharedSets::unfilled(blocks),
            winning: SharedFlags::new(frames, flag_words),
            losing: SharedFlags::new(frames, flag_words),
        }
    }

    /// Writes a block, given as its number and as the flag of its frame; codes of positions that are
    /// not open are left out.
    ///
    /// # Safety
    /// This thread alone has this side of the frame.
    #[inline(always)]
    pub unsafe fn write<K: Kernel>(
        &self,
        block: usize,
        (frame, flag): (usize, usize),
        codes: &ResultBlock,
        open: &Block,
    ) {
        let open = K::load(open);
        let (mut unwon, mut decided) = (K::load(&codes.unwon), K::load(&codes.decided));
        K::keep(&mut unwon, &open);
        K::keep(&mut decided, &open);
        let (mut wins, mut losses) = (decided, decided);
        K::keep(&mut wins, &unwon);
        K::remove(&mut losses, &unwon);
        // SAFETY: by the caller's promise.
        unsafe {
            K::store(&unwon, self.unwon.block_mut(block));
            K::store(&decided, self.decided.block_mut(block));
            for (flags, set) in [(&self.winning, wins), (&self.losing, losses)] {
                let word = flags.word(frame, flag >> 6) & !(1 << (flag & 63));
                let any = u64::from(K::any(&set)) << (flag & 63);
                flags.set_word(frame, flag >> 6, word | any);
            }
        }
    }

    /// Flags of the blocks of a frame in which a pawn move wins.
    ///
    /// # Safety
    /// Nobody may write now; the same holds below.
    #[inline(always)]
    pub unsafe fn winning(&self, frame: usize, word: usize) -> u64 {
        // SAFETY: by the caller's promise.
        unsafe { self.winning.word(frame, word) }
    }

    /// Flags of the blocks of a frame in which the best pawn move of some position loses.
    ///
    /// # Safety
    /// Nobody may write now.
    #[inline(always)]
    pub unsafe fn losing(&self, frame: usize, word: usize) -> u64 {
        // SAFETY: by the caller's promise.
        unsafe { self.losing.word(frame, word) }
    }

    /// The positions of a block in which a pawn move wins.
    ///
    /// # Safety
    /// Nobody may write now.
    #[inline(always)]
    pub unsafe fn wins<K: Kernel>(&self, block: usize) -> K::Set {
        // SAFETY: by the caller's promise.
        let (mut wins, decided) =
            unsafe { (K::load(self.unwon.block(block)), K::load(self.decided.block(block))) };
        K::keep(&mut wins, &decided);
        wins
    }

    /// The positions of a block that pawn moves keep from being lost: those with one that holds or,
    /// before anything else is known, with any.
    ///
    /// # Safety
    /// Nobody may write now.
    #[inline(always)]
    pub unsafe fn saved<K: Kernel>(&self, block: usize, by_any: bool) -> K::Set {
        // SAFETY: by the caller's promise.
        unsafe {
            let mut saved = K::load(self.unwon.block(block));
            if by_any {
                K::add(&mut saved, &K::load(self.decided.block(block)));
            }
            saved
        }
    }
}

//! What a sweep over one slice works on: sets of positions, block by block, and flags that say
//! which blocks have changed.
//!
//! All threads of a sweep share it. Each pass hands out words of the flags of frames; the thread
//! that has a word and side writes only that word and its blocks of that side, and reads only
//! fields which nobody writes during the pass. That is what the `unsafe` accessors rely on.

use crate::kernel::Block;
use crate::planes::Buffer;

/// A row of blocks that several threads share under the rule above.
pub(super) struct Field(Buffer<u64>);

impl Field {
    pub fn zeroed(blocks: usize) -> Self {
        Self(Buffer::zeroed(blocks * 64))
    }

    /// For fields of which nothing is read before it has been written.
    pub fn stale(blocks: usize) -> Self {
        Self(Buffer::stale(blocks * 64))
    }

    /// # Safety
    /// No other thread may write this block now.
    #[inline(always)]
    pub unsafe fn block(&self, block: usize) -> &Block {
        debug_assert!(block * 64 < self.0.len());
        // SAFETY: in bounds by construction; not written by the caller's promise.
        unsafe { &*self.0.as_ptr().add(block * 64).cast() }
    }

    /// # Safety
    /// No other thread may read or write this block now.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn block_mut(&self, block: usize) -> &mut Block {
        debug_assert!(block * 64 < self.0.len());
        // SAFETY: as above, exclusively.
        unsafe { &mut *self.0.as_ptr().cast_mut().add(block * 64).cast() }
    }

    /// Has the block brought nearer, before it is read.
    #[inline(always)]
    pub fn prefetch(&self, block: usize) {
        debug_assert!(block * 64 < self.0.len());
        #[cfg(target_arch = "x86_64")]
        for line in 0..8 {
            // SAFETY: a hint; the address is within the field.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(self.0.as_ptr().add(block * 64 + line * 8).cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = block;
    }

    pub fn into_plane(self) -> Buffer<u64> {
        self.0
    }
}

/// One bit for each block, `words` words to a frame.
pub(super) struct Flags {
    bits: Buffer<u64>,
    words: usize,
}

impl Flags {
    pub fn new(frames: usize, words: usize) -> Self {
        Self { bits: Buffer::zeroed(frames * words), words }
    }

    /// # Safety
    /// No other thread may write the flags of this frame now.
    #[inline(always)]
    pub unsafe fn word(&self, frame: usize, word: usize) -> u64 {
        debug_assert!(frame * self.words + word < self.bits.len());
        // SAFETY: in bounds by construction.
        unsafe { *self.bits.as_ptr().add(frame * self.words + word) }
    }

    /// # Safety
    /// No other thread may read or write the flags of this frame now.
    #[inline(always)]
    pub unsafe fn set_word(&self, frame: usize, word: usize, value: u64) {
        debug_assert!(frame * self.words + word < self.bits.len());
        // SAFETY: in bounds by construction.
        unsafe { *self.bits.as_ptr().cast_mut().add(frame * self.words + word) = value }
    }

    /// # Safety
    /// As for [`Flags::word`].
    #[inline(always)]
    pub unsafe fn get(&self, frame: usize, outer: usize) -> bool {
        // SAFETY: by the caller's promise.
        unsafe { self.word(frame, outer >> 6) >> (outer & 63) & 1 != 0 }
    }

    /// The flags of a frame with two outer men, as a block: one word to each square of the first.
    ///
    /// # Safety
    /// As for [`Flags::set_word`]; the frame must have 64 words.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn as_block(&self, frame: usize) -> &mut Block {
        debug_assert!(self.words == 64);
        // SAFETY: 64 words belong to the frame.
        unsafe { &mut *self.bits.as_ptr().cast_mut().add(frame * 64).cast() }
    }
}

/// The sets of one side to move.
pub(super) struct Side {
    /// Legal positions not yet decided.
    pub open: Field,
    /// Positions not won so far: the legal ones, and the impossible ones (a man of this side on
    /// the square of an enemy man) that stand for having just been captured.
    pub unwon: Field,
    /// Losses found last, with those that captures lead to; two sets, used in turn when plies of
    /// both parities can occur.
    pub lost: [Option<Field>; 2],
    pub lost_flags: [Flags; 2],
    pub won_flags: [Flags; 2],
}

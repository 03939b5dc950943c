//! What the threads of a sweep share: sets of positions and depth codes, block by block, and flags
//! that say which blocks have changed.
//!
//! Each pass hands out words of the flags of frames; the thread that has a word and side writes only
//! that word and its blocks of that side, and reads only what nobody writes during the pass. That is
//! what the `unsafe` accessors rely on; they are the only way to write into a buffer that is shared.

use crate::kernel::Block;
use crate::layout::{BLOCK_SLOTS, BLOCK_WORDS};
use crate::planes::{Buffer, SharedBuffer};
use crate::sweep::codes::Code;

/// Sets of positions, block by block.
pub(crate) struct SharedSets(SharedBuffer<u64>);

impl SharedSets {
    pub fn zeroed(blocks: usize) -> Self {
        Self(Buffer::zeroed(blocks * BLOCK_WORDS).into())
    }

    /// Nothing of it may be read before it has been written.
    pub fn unfilled(blocks: usize) -> Self {
        Self(Buffer::unfilled(blocks * BLOCK_WORDS).into())
    }

    /// # Safety
    /// There is such a block, and no other thread may write it now.
    #[inline(always)]
    pub unsafe fn block(&self, block: usize) -> &Block {
        // SAFETY: by the caller's promise.
        unsafe { self.0.part(block * BLOCK_WORDS) }
    }

    /// # Safety
    /// There is such a block, no other thread may read or write it now, and this one has no other
    /// reference to it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn block_mut(&self, block: usize) -> &mut Block {
        // SAFETY: by the caller's promise.
        unsafe { self.0.part_mut(block * BLOCK_WORDS) }
    }

    /// Has the block brought nearer, before it is read.
    #[inline(always)]
    pub fn prefetch(&self, block: usize) {
        self.0.prefetch::<BLOCK_WORDS>(block * BLOCK_WORDS);
    }

    pub fn into_plane(self) -> Buffer<u64> {
        self.0.into()
    }
}

/// Depth codes, block by block.
pub(crate) struct SharedCells<T: Code>(SharedBuffer<T>);

impl<T: Code> SharedCells<T> {
    /// Nothing of it may be read before it has been written.
    pub fn unfilled(blocks: usize) -> Self {
        Self(Buffer::unfilled(blocks * BLOCK_SLOTS).into())
    }

    /// # Safety
    /// There is such a block, and no other thread may write it now.
    #[inline(always)]
    pub unsafe fn block(&self, block: usize) -> &[T; BLOCK_SLOTS] {
        // SAFETY: by the caller's promise.
        unsafe { self.0.part(block * BLOCK_SLOTS) }
    }

    /// # Safety
    /// There is such a block, no other thread may read or write it now, and this one has no other
    /// reference to it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn block_mut(&self, block: usize) -> &mut [T; BLOCK_SLOTS] {
        // SAFETY: by the caller's promise.
        unsafe { self.0.part_mut(block * BLOCK_SLOTS) }
    }

    pub fn into_buffer(self) -> Buffer<T> {
        self.0.into()
    }
}

/// One bit for each block, `words` words to a frame.
pub(crate) struct SharedFlags {
    bits: SharedBuffer<u64>,
    words: usize,
}

impl SharedFlags {
    pub fn new(frames: usize, words: usize) -> Self {
        Self { bits: Buffer::zeroed(frames * words).into(), words }
    }

    /// # Safety
    /// There is such a word, and no other thread may write it now.
    #[inline(always)]
    pub unsafe fn word(&self, frame: usize, word: usize) -> u64 {
        // SAFETY: by the caller's promise.
        let [flags] = unsafe { self.bits.part(frame * self.words + word) };
        *flags
    }

    /// # Safety
    /// There is such a word, and no other thread may read or write it now.
    #[inline(always)]
    pub unsafe fn set_word(&self, frame: usize, word: usize, value: u64) {
        // SAFETY: by the caller's promise.
        let [flags] = unsafe { self.bits.part_mut(frame * self.words + word) };
        *flags = value;
    }

    /// Sets a flag, whoever else sets flags of its word in the same way.
    ///
    /// Panics if there is no such flag.
    ///
    /// # Safety
    /// Its word is read and written in no other way now.
    pub unsafe fn raise(&self, frame: usize, outer: usize) {
        // SAFETY: by the caller's promise.
        unsafe { self.bits.raise(frame * self.words + (outer >> 6), 1 << (outer & 63)) };
    }

    /// # Safety
    /// There is such a flag, and no other thread may write its word now.
    #[inline(always)]
    pub unsafe fn get(&self, frame: usize, outer: usize) -> bool {
        // SAFETY: by the caller's promise.
        unsafe { self.word(frame, outer >> 6) >> (outer & 63) & 1 != 0 }
    }

    /// The flags of a frame with two outer men, as a block: one word to each square of the first.
    pub fn as_block(&mut self, frame: usize) -> &mut Block {
        debug_assert!(self.words == BLOCK_WORDS);
        self.of_frame(frame).try_into().expect("a word for each square")
    }

    /// The flags of a frame.
    pub fn of_frame(&mut self, frame: usize) -> &mut [u64] {
        &mut self.bits.as_mut()[frame * self.words..][..self.words]
    }
}

/// A row of a block of cells.
#[inline(always)]
pub(crate) fn row_of<T>(block: &[T; BLOCK_SLOTS], row: usize) -> &[T; 64] {
    (&block[row * 64..row * 64 + 64]).try_into().expect("64 cells")
}

/// A row of a block of cells, to be written.
#[inline(always)]
pub(crate) fn row_of_mut<T>(block: &mut [T; BLOCK_SLOTS], row: usize) -> &mut [T; 64] {
    (&mut block[row * 64..row * 64 + 64]).try_into().expect("64 cells")
}

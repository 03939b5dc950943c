//! Values that come from outside the slice, as codes: those after captures (kept in the depth
//! plane's impossible positions) and the best pawn moves, with notes of which codes occur where.

use super::codes::Code;
use crate::layout::BLOCK_SLOTS;
use crate::planes::Buffer;

/// Which codes occur in a block, by their last eight bits; exact for narrow codes, otherwise a
/// code may be reported that is not there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Presence([u64; 4]);

impl Presence {
    #[inline(always)]
    pub fn note<T: Code>(&mut self, code: T) {
        let low = code.code() & 255;
        self.0[(low >> 6) as usize] |= 1 << (low & 63);
    }

    #[inline(always)]
    pub fn has<T: Code>(&self, code: T) -> bool {
        let low = code.code() & 255;
        self.0[(low >> 6) as usize] >> (low & 63) & 1 != 0
    }

    #[inline(always)]
    pub fn join(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

/// A row of cells, block by block, shared between threads under the rule of
/// [`state`](super::state).
pub(super) struct CellField<T: Code>(Buffer<T>);

impl<T: Code> CellField<T> {
    /// Nothing of it may be read before it has been written.
    pub fn stale(blocks: usize) -> Self {
        Self(Buffer::stale(blocks * BLOCK_SLOTS))
    }

    /// # Safety
    /// No other thread may read or write this block now.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn block(&self, block: usize) -> &mut [T; BLOCK_SLOTS] {
        debug_assert!(block * BLOCK_SLOTS < self.0.len());
        // SAFETY: in bounds by construction, exclusive by the caller's promise.
        unsafe { &mut *self.0.as_ptr().cast_mut().add(block * BLOCK_SLOTS).cast() }
    }

    pub fn into_buffer(self) -> Buffer<T> {
        self.0
    }
}

/// The row of a block of cells.
#[inline(always)]
pub(super) fn row_of<T>(block: &mut [T; BLOCK_SLOTS], row: usize) -> &mut [T; 64] {
    (&mut block[row * 64..row * 64 + 64]).try_into().expect("64 cells")
}

/// Presence notes of a slice: for every block, and for every frame together.
#[derive(Debug)]
pub(super) struct Notes {
    blocks: Vec<Presence>,
    frames: Vec<Presence>,
    places: usize,
}

impl Notes {
    /// From the notes of each frame's blocks.
    pub fn new(blocks: Vec<Presence>, places: usize) -> Self {
        let frames = blocks
            .chunks(places)
            .map(|chunk| {
                let mut all = Presence::default();
                chunk.iter().for_each(|&presence| all.join(presence));
                all
            })
            .collect();
        Self { blocks, frames, places }
    }

    #[inline(always)]
    pub fn frame_has<T: Code>(&self, frame: usize, code: T) -> bool {
        self.frames[frame].has(code)
    }

    #[inline(always)]
    pub fn block_has<T: Code>(&self, block: usize, code: T) -> bool {
        self.frames[block / self.places].has(code) && self.blocks[block].has(code)
    }

    /// Whether any block has it.
    pub fn any<T: Code>(&self, code: T) -> bool {
        self.frames.iter().any(|frame| frame.has(code))
    }
}

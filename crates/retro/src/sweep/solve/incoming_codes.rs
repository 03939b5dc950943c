//! Which codes come in from outside the slice, and in which blocks: those after captures (kept in the
//! depth plane's impossible positions) and those of the best pawn moves.

use crate::sweep::codes::Code;

/// Which codes occur in a block, by their last eight bits; exact for narrow codes, otherwise a
/// code may be reported that is not there.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Presence([u64; 4]);

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

/// Presence notes of a slice: for every block, and for every frame together.
#[derive(Debug)]
pub(crate) struct Notes {
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

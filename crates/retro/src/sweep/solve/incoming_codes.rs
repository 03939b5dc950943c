//! Which codes come in from outside the slice, and in which blocks: those after captures (kept in the
//! depth plane's impossible positions) and those of the best pawn moves.

use super::ply::Mode;
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

/// The plies at which values of these notes come in.
pub(super) fn plies_noted<T: Code>(notes: &Notes, mode: Mode) -> Vec<u32> {
    let plies_of = |units: u32| if mode == Mode::Mate { 2 * units } else { units };
    let mut plies = Vec::new();
    let deepest = T::LIMIT.min(1200);
    // A wide code may be reported that is not there; a pass too many does no harm. A move into the
    // deepest loss is a win that is too deep: its ply is where the sweep finds that out.
    for units in 0..=deepest + 1 {
        if units <= deepest && notes.any(T::loss(units)) {
            plies.push(plies_of(units));
        }
        if units > 0 && notes.any(T::win(units)) {
            plies.push(plies_of(units) - u32::from(mode == Mode::Mate));
        }
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::codes::Counting;

    #[test]
    fn the_deepest_values_come_in_too() {
        let limit = u8::LIMIT;
        let noted = |codes: &[u8]| {
            let mut presence = Presence::default();
            codes.iter().for_each(|&code| presence.note(code));
            plies_noted::<u8>(&Notes::new(vec![presence], 1), Mode::Mate)
        };
        assert_eq!(noted(&[u8::win(limit), u8::loss(limit)]), [2 * limit, 2 * limit - 1]);
        let too_deep = u8::loss(limit).before(Counting::Moves);
        assert_eq!(noted(&[too_deep, u8::draw()]), [2 * limit + 1]);
    }
}

//! What the members of a company tell each other after a pass.

use shakmaty::Color;

use super::ply::{Pass, Sweep};
use crate::Error;
use crate::sweep::codes::Code;

impl<T: Code> Sweep<'_, T> {
    /// After a pass, what it has found in the frames of others that are read here. Tells whether it has
    /// found anything anywhere.
    pub(super) fn exchange(&mut self, pass: Pass, ply: u32, flagged: bool) -> Result<bool, Error> {
        let now = self.turn(ply);
        let (geometry, sides) = (self.geometry, &self.sides);
        let Some(others) = &mut self.part.others else { return Ok(flagged) };
        let flags_of = |side: Color| match pass {
            Pass::Losses => &sides[side].lost_flags[now],
            Pass::Wins => &sides[side].won_flags[now],
        };
        for (side, frames) in others.ghosts.frames.as_ref().zip_color() {
            for (frame, word) in
                frames.iter().flat_map(|&f| (0..geometry.flag_words).map(move |w| (f, w)))
            {
                // SAFETY: no pass is under way.
                unsafe { flags_of(side).set_word(usize::from(frame), word, 0) };
            }
        }
        let is_stored = |outer: usize| {
            geometry.stored.get(outer >> 6).is_some_and(|stored| stored >> (outer & 63) & 1 != 0)
        };
        // Sets the flag of a block and tells where it is stored.
        let flag = |side: Color, frame: usize, outer: usize| {
            let (word, bit) = (outer >> 6, 1 << (outer & 63));
            let flags = flags_of(side);
            // SAFETY: no pass is under way, and a frame's blocks are shown by one thread.
            unsafe { flags.set_word(frame, word, flags.word(frame, word) | bit) };
            geometry.block(frame, outer)
        };
        match pass {
            Pass::Losses => others.exchange_losses(flagged, now, |side, frame, outer| {
                is_stored(outer).then(|| flag(side, frame, outer))
            }),
            Pass::Wins => others.exchange_wins(flagged, |side, frame, outer, new| {
                if is_stored(outer) {
                    // SAFETY: as above.
                    let unwon = unsafe { sides[side].unwon.block_mut(flag(side, frame, outer)) };
                    unwon.iter_mut().zip(new).for_each(|(unwon, new)| *unwon &= !new);
                }
            }),
        }
    }
}

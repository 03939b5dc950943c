//! What the members of a company tell each other at a ply.

use rayon::prelude::*;
use shakmaty::Color;

use super::ply::{Pass, Sweep};
use crate::Error;
use crate::sweep::codes::Code;
use crate::sweep::company::Piece;
use crate::sweep::company::changes::{Fate, Header};

impl<T: Code> Sweep<'_, T> {
    /// Before a ply in which these passes are made: forgets what it is going to say anew of the frames of others
    /// that are read here.
    pub(super) fn begin_ply(&mut self, passes: &[Pass], ply: u32) {
        let now = self.turn(ply);
        let (sides, words) = (&self.sides, self.geometry.flag_words);
        let Some(others) = &mut self.part.others else { return };
        for &pass in passes {
            for (side, frames) in others.ghosts.frames.as_ref().zip_color() {
                let flags = match pass {
                    Pass::Losses => &sides[side].lost_flags[now],
                    Pass::Wins => &sides[side].won_flags[now],
                };
                for (frame, word) in frames.iter().flat_map(|&f| (0..words).map(move |w| (f, w))) {
                    // SAFETY: no pass is under way.
                    unsafe { flags.set_word(usize::from(frame), word, 0) };
                }
            }
            if pass == Pass::Losses {
                others.losses[now].clear();
            }
        }
    }

    /// After the passes of a ply, with what they have found: what others have found in frames that are read here.
    /// Tells whether losses and wins have been found anywhere.
    pub(super) fn end_ply(
        &mut self,
        passes: &[Pass],
        ply: u32,
        [lost, won]: [bool; 2],
    ) -> Result<[bool; 2], Error> {
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let Some(others) = &mut self.part.others else { return Ok([lost, won]) };
        if passes.contains(&Pass::Wins) {
            // They have been read.
            others.losses[before].clear();
        }
        let (pieces, lost, won) = others.end_ply(lost, won)?;
        // SAFETY: no pass is under way.
        pieces.into_par_iter().try_for_each(|piece| unsafe { self.work_off(piece, ply) })?;
        if let (Some(others), true) = (&mut self.part.others, lost) {
            others.losses[now].settle();
        }
        Ok([lost, won])
    }

    /// Works off what has come before the end of a ply.
    ///
    /// # Safety
    /// As for `work_off`.
    pub(super) unsafe fn work_off_arrived(&self, ply: u32) -> Result<(), Error> {
        let Some(others) = &self.part.others else { return Ok(()) };
        for piece in others.arrived() {
            // SAFETY: by the caller's promise.
            unsafe { self.work_off(piece, ply)? };
        }
        Ok(())
    }

    /// # Safety
    /// No losing pass is under way in a ply that has wins: nobody reads the positions not won of ghosts.
    unsafe fn work_off(&self, piece: Piece, ply: u32) -> Result<(), Error> {
        let now = self.turn(ply);
        let (geometry, sides) = (self.geometry, &self.sides);
        let Some(others) = &self.part.others else { return Ok(()) };
        let is_stored = |outer: usize| {
            geometry.stored.get(outer >> 6).is_some_and(|stored| stored >> (outer & 63) & 1 != 0)
        };
        // Sets the flag of a block and tells where it is stored.
        let changed = |Header { fate, side, frame, outer }: Header| {
            let flags = match fate {
                Fate::Lost => &sides[side].lost_flags[now],
                Fate::Won => &sides[side].won_flags[now],
            };
            is_stored(outer).then(|| {
                // SAFETY: flags of ghosts are read in the next ply, and until then raised by such calls alone.
                unsafe { flags.raise(frame, outer) };
                geometry.block(frame, outer)
            })
        };
        let won = |side: Color, block: usize, row: usize, new: u64| {
            // SAFETY: nobody reads the blocks of ghosts now, and in no two pieces is the same block won.
            let unwon = unsafe { sides[side].unwon.block_mut(block) };
            unwon[row] &= !new;
        };
        Ok(others.work_off(piece, now, changed, won)?)
    }
}

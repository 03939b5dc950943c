//! The start of a slice: legal positions, and what captures and pawn moves bring into each block.

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::incoming_codes::{Notes, Presence};
use super::ply::{Mode, Sweep};
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::Layout;
use crate::sweep::children::captures::Captures;
use crate::sweep::children::result_block::ResultBlock;
use crate::sweep::codes::Code;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::legality::Legal;
use crate::sweep::shared::{SharedCells, row_of_mut};

/// Which codes captures and pawn moves bring, block by block.
type BlockNotes = (Vec<Presence>, Vec<Presence>);

struct StartJob<'s, 'a, T: Code> {
    sweep: &'s Sweep<'a, T>,
    side: Color,
    frames: &'s [u16],
}

impl<T: Code> Job for StartJob<'_, '_, T> {
    type Output = BlockNotes;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Self::Output {
        let mut notes = (Vec::new(), Vec::new());
        for &frame in self.frames {
            self.sweep.start_frame::<K>(self.side, usize::from(frame), &mut notes);
        }
        notes
    }
}

/// Fills the positions that are not won of a frame that others sweep.
struct GhostJob<'s, 'a, T: Code> {
    sweep: &'s Sweep<'a, T>,
    /// What is legal after captures; whose results are not known here.
    captures: &'s Captures,
    side: Color,
    frame: usize,
}

impl<T: Code> Job for GhostJob<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { sweep, captures, side, frame } = self;
        let geometry = sweep.geometry;
        for outer in geometry.stored_outers() {
            let outside = geometry.outside_men(frame, outer);
            let mut legal = [0; 64];
            K::enter(Legal { geometry, side, outside: &outside, block: &mut legal });
            // SAFETY: this thread alone has this side of this frame.
            let unwon = unsafe { sweep.sides[side].unwon.block_mut(geometry.block(frame, outer)) };
            *unwon = legal;
            captures.add_results::<K>(side, &outside, unwon, |bits, _| bits.legal());
        }
    }
}

/// Notes of the blocks of some frames as notes of all blocks, if there are any.
fn spread(notes: Vec<Presence>, frames: &[u16], layout: &Layout) -> Vec<Presence> {
    if notes.is_empty() || frames.len() == layout.frames().len() {
        return notes;
    }
    let places = layout.outer_places();
    let mut all = vec![Presence::default(); layout.blocks()];
    for (&frame, notes) in frames.iter().zip(notes.chunks(places)) {
        all[usize::from(frame) * places..][..places].copy_from_slice(notes);
    }
    all
}

impl<T: Code> Sweep<'_, T> {
    /// The frames that are swept here, some at a time, with each side to move.
    pub fn frames_in_chunks(&self) -> impl IndexedParallelIterator<Item = (Color, &[u16])> {
        let chunk = (64 / self.geometry.layout.outer_places()).clamp(1, 64);
        let both = Color::ALL
            .map(|side| self.part.frames.par_chunks(chunk).map(move |frames| (side, frames)));
        let [white, black] = both;
        white.chain(black)
    }

    /// Fills the fields from legality, captures and pawn moves.
    pub fn start(&mut self, task: &Task) -> Result<(), Interrupted> {
        let layout = self.geometry.layout;
        let places = layout.outer_places();
        self.start_ghosts();
        let one = |(side, frames)| -> Result<(Color, BlockNotes), Interrupted> {
            task.check()?;
            Ok((side, kernel::run(StartJob { sweep: self, side, frames })))
        };
        let all = if self.parallel {
            self.frames_in_chunks().map(one).collect::<Result<Vec<_>, _>>()?
        } else {
            let both = Color::ALL.into_iter().map(|side| (side, &self.part.frames[..]));
            both.map(one).collect::<Result<Vec<_>, _>>()?
        };
        let mut captures: ByColor<Vec<Presence>> = ByColor::default();
        let mut pawns: ByColor<Vec<Presence>> = ByColor::default();
        for (side, notes) in all {
            captures[side].extend(notes.0);
            pawns[side].extend(notes.1);
        }
        let spread = |notes| spread(notes, &self.part.frames, layout);
        let (captures, pawns) = (captures.map(spread), pawns.map(spread));
        if self.mode == Mode::Mate {
            self.capture_notes = Some(captures.map(|notes| Notes::new(notes, places)));
        }
        for (side, notes) in pawns.zip_color() {
            self.pawn_notes[side] = self.pawns[side].as_ref().map(|_| Notes::new(notes, places));
        }
        Ok(())
    }

    /// Of the frames of others, what is read here: the positions that are not won.
    fn start_ghosts(&self) {
        let Some(others) = &self.part.others else { return };
        let captures = &self.captures.legal_only();
        for (side, ghosts) in others.ghosts.frames.as_ref().zip_color() {
            ghosts.par_iter().for_each(|&frame| {
                let frame = usize::from(frame);
                kernel::run(GhostJob { sweep: self, captures, side, frame });
            });
        }
    }

    #[inline(always)]
    fn start_frame<K: Kernel>(
        &self,
        side: Color,
        frame: usize,
        notes: &mut (Vec<Presence>, Vec<Presence>),
    ) {
        for outer in self.geometry.stored_outers() {
            let outside = self.geometry.outside_men(frame, outer);
            let block = self.geometry.block(frame, outer);
            // SAFETY: this thread alone has this side of this frame.
            unsafe {
                let words = self.sides[side].open.block_mut(block);
                let (geometry, outside_ref) = (self.geometry, &outside);
                K::enter(Legal { geometry, side, outside: outside_ref, block: words });
                let open = K::load(words);
                let unwon = self.sides[side].unwon.block_mut(block);
                *unwon = [0; 64];
                if self.mode == Mode::Mate {
                    notes.0.push(self.take_capture_codes::<K>(side, &outside, block, unwon));
                } else {
                    self.captures.add_results::<K>(side, &outside, unwon, |bits, _| bits.legal());
                }
                let mut all = K::load(unwon);
                K::add(&mut all, &open);
                K::store(&all, unwon);
                if let Some(pawns) = &self.pawns[side] {
                    notes.1.push(self.fold_pawn_moves::<K>(side, &outside, block, pawns));
                }
                if let Some(results) = &self.pawn_results[side] {
                    let mut best = ResultBlock::NONE;
                    if outside.distinct {
                        self.pawn_moves.fold_results::<K>(side, &outside, block, &mut best);
                    }
                    let open = self.sides[side].open.block(block);
                    results.write::<K>(block, (frame, outer), &best, open);
                }
            }
        }
    }

    /// Marks the positions after captures in `unwon`, and writes their codes into the plane if there is
    /// one.
    ///
    /// # Safety
    /// This thread alone has this side of the block.
    #[inline(always)]
    unsafe fn take_capture_codes<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        unwon: &mut Block,
    ) -> Presence {
        let mut presence = Presence::default();
        // SAFETY: by the caller's promise.
        let mut cells = self.plane.as_ref().map(|plane| unsafe { plane[side].block_mut(block) });
        if let Some(cells) = &mut cells {
            cells.fill(T::default());
        }
        self.captures.each_code::<K, T>(side, outside, |slot, code| {
            if let Some(cells) = &mut cells {
                cells[slot] = code;
            }
            unwon[slot >> 6] |= 1 << (slot & 63);
            presence.note(code);
        });
        presence
    }

    /// # Safety
    /// This thread alone has this side of the block.
    #[inline(always)]
    unsafe fn fold_pawn_moves<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        pawns: &SharedCells<T>,
    ) -> Presence {
        let mut presence = Presence::default();
        // SAFETY: by the caller's promise.
        let (cells, open) = unsafe { (pawns.block_mut(block), self.sides[side].open.block(block)) };
        cells.fill(T::default());
        if !outside.distinct {
            return presence;
        }
        self.pawn_moves.fold::<K, T>(side, outside, block, cells);
        for (row, &word) in open.iter().enumerate() {
            let row = row_of_mut(cells, row);
            T::put::<K>(row, !word, T::default());
            let mut left = T::above::<K>(row, T::default());
            while left != 0 {
                let code = row[left.trailing_zeros() as usize];
                presence.note(code);
                left &= !T::equal::<K>(row, code);
            }
        }
        presence
    }
}

//! One metric of a slice held against its successors.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_chess::{Depth, Metric};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::{EXAMPLES, Fault, Verification};
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::BLOCK_SLOTS;
use crate::planes::{Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes, decode};
use crate::sweep::children::captures::Captures;
use crate::sweep::children::pawn_moves::PawnMoves;
use crate::sweep::children::stalemates::Stalemates;
use crate::sweep::codes::{Code, Counting, before_all};
use crate::sweep::geometry::Geometry;
use crate::sweep::shared::{SharedCells, row_of, row_of_mut};

/// Whether some depth of a narrow plane might not fit once it is passed back a ply.
pub(super) fn near_the_limit(plane: &DepthPlane) -> bool {
    match &plane.cells {
        Cells::Wide(_) => true,
        Cells::Narrow(cells) => cells.par_chunks(1 << 16).any(|chunk| {
            chunk.iter().any(|&code| (120..0x80).contains(&code) || (0x81..136).contains(&code))
        }),
    }
}

pub(super) struct Check<'a> {
    pub(super) slice: usize,
    pub(super) metric: Metric,
    pub(super) rule_limit: u32,
    pub(super) geometry: &'a Geometry<'a>,
    pub(super) captures: &'a Captures,
    pub(super) pawn_moves: &'a PawnMoves<'a>,
    pub(super) wdl: Arc<ByColor<WdlPlanes>>,
    pub(super) rule: Option<Arc<ByColor<RulePlanes>>>,
    pub(super) planes: Option<Arc<ByColor<DepthPlane>>>,
}

impl Check<'_> {
    /// How a value passes back over a quiet move.
    fn quiet(&self) -> Counting {
        match self.metric {
            Metric::Wdl => Counting::Zeroing,
            Metric::Dtm => Counting::Moves,
            _ => Counting::Plies,
        }
    }

    /// The code of a position without moves in check.
    pub(super) fn mated<T: Code>(&self) -> T {
        if self.metric == Metric::Wdl { T::loss(1) } else { T::loss(0) }
    }

    /// The frames in pieces for the threads.
    fn pieces(&self) -> Vec<Range<usize>> {
        let frames = self.geometry.layout.frames().len();
        let piece = (64 / self.geometry.layout.outer_places()).clamp(1, 64);
        (0..frames).step_by(piece).map(|start| start..(start + piece).min(frames)).collect()
    }

    /// Checks both sides. Of a side that is left out the values are taken from the successors and put
    /// into the planes, which is what `cells` makes of them.
    pub(super) fn run<T: Code>(
        &mut self,
        left_out: Option<Color>,
        cells: fn(Buffer<T>) -> Cells,
        task: &Task,
    ) -> Result<(Verification, ByColor<Stalemates>), Interrupted> {
        let blocks = self.geometry.layout.blocks();
        let worth = ByColor::new_with(|_| SharedCells::<T>::unfilled(blocks));
        let stalemates: ByColor<Mutex<Vec<(u32, Block)>>> = Default::default();
        let first = left_out.unwrap_or(Color::White);
        self.find_worth(&worth, !first, task)?;
        let mut seen = match left_out {
            None => self.compare(&worth, &stalemates, first, None, task)?,
            Some(side) => {
                let filled = SharedCells::<T>::unfilled(blocks);
                let seen = self.compare(&worth, &stalemates, side, Some(&filled), task)?;
                self.replace(side, cells(filled.into_buffer()));
                seen
            }
        };
        self.find_worth(&worth, first, task)?;
        seen = seen.join(self.compare(&worth, &stalemates, !first, None, task)?);
        let lists = stalemates
            .map(|list| Stalemates::new(list.into_inner().unwrap_or_else(PoisonError::into_inner)));
        Ok((seen, lists))
    }

    /// Fills in what each position with this side to move is worth to the player who moves into it.
    fn find_worth<T: Code>(
        &self,
        worth: &ByColor<SharedCells<T>>,
        side: Color,
        task: &Task,
    ) -> Result<(), Interrupted> {
        self.pieces().par_iter().try_for_each(|frames| {
            task.check()?;
            kernel::run(WorthJob { check: self, worth, side, frames: frames.clone() });
            Ok(())
        })
    }

    /// Compares the positions with this side to move with their successors, or with `filled` puts
    /// there what the successors say.
    fn compare<T: Code>(
        &self,
        worth: &ByColor<SharedCells<T>>,
        stalemates: &ByColor<Mutex<Vec<(u32, Block)>>>,
        side: Color,
        filled: Option<&SharedCells<T>>,
        task: &Task,
    ) -> Result<Verification, Interrupted> {
        let one = |frames: &Range<usize>| {
            task.check()?;
            let frames = frames.clone();
            Ok(kernel::run(CompareJob { check: self, worth, stalemates, side, frames, filled }))
        };
        let pieces = self.pieces();
        pieces.par_iter().map(one).try_reduce(Verification::default, |a, b| Ok(a.join(b)))
    }

    fn replace(&mut self, side: Color, cells: Cells) {
        if let Some(planes) = &mut self.planes {
            let stored = planes[!side].clone();
            let filled = DepthPlane { unit: stored.unit, cells };
            *planes = Arc::new(match side {
                Color::White => ByColor { white: filled, black: stored },
                Color::Black => ByColor { white: stored, black: filled },
            });
        }
    }

    /// The table's own code of every position of a block.
    #[inline(always)]
    fn codes<K: Kernel, T: Code>(&self, side: Color, block: usize, codes: &mut [T; BLOCK_SLOTS]) {
        let slots = block * BLOCK_SLOTS..(block + 1) * BLOCK_SLOTS;
        match self.planes.as_ref().map(|planes| &planes[side].cells) {
            Some(Cells::Narrow(cells)) => {
                for (code, &cell) in codes.iter_mut().zip(&cells[slots]) {
                    *code = T::from_narrow(cell);
                }
            }
            Some(Cells::Wide(cells)) => {
                for (code, &cell) in codes.iter_mut().zip(&cells[slots]) {
                    *code = T::from_wide(cell);
                }
            }
            None => {
                let wdl = &self.wdl[side];
                for row in 0..64 {
                    let cells = row_of_mut(codes, row);
                    cells.fill(T::default());
                    T::put::<K>(cells, wdl.win[block * 64 + row], T::win(1));
                    T::put::<K>(cells, wdl.draw[block * 64 + row], T::draw());
                    T::put::<K>(cells, wdl.loss[block * 64 + row], T::loss(1));
                }
            }
        }
    }

    /// The marks of a row that the bit planes would have for these codes.
    #[inline(always)]
    fn bits_agree<K: Kernel, T: Code>(&self, side: Color, word: usize, codes: &[T; 64]) -> u64 {
        let legal = T::above::<K>(codes, T::default());
        let win = T::above::<K>(codes, T::draw());
        let draw = T::equal::<K>(codes, T::draw());
        let planes = &self.wdl[side];
        let mut wrong = (planes.win[word] ^ win)
            | (planes.draw[word] ^ draw)
            | (planes.loss[word] ^ (legal & !win & !draw));
        if let (Metric::Dtz50, Some(rule)) = (self.metric, &self.rule) {
            let won = T::above::<K>(codes, T::win(self.rule_limit + 1));
            let lost = legal & !T::above::<K>(codes, T::loss(self.rule_limit));
            wrong |= (rule[side].win[word] ^ won) | (rule[side].loss[word] ^ lost);
        }
        wrong
    }

    fn value<T: Code>(&self, code: T) -> Option<Depth> {
        let unit = if self.metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
        decode(code.code(), T::HALF, unit)
    }
}

/// Fills what each position is worth to the player who moves into it.
struct WorthJob<'s, 'a, T: Code> {
    check: &'s Check<'a>,
    worth: &'s ByColor<SharedCells<T>>,
    side: Color,
    frames: Range<usize>,
}

impl<T: Code> Job for WorthJob<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let geometry = self.check.geometry;
        for frame in self.frames.clone() {
            for outer in geometry.stored_outers() {
                let outside = geometry.outside_men(frame, outer);
                let block = geometry.block(frame, outer);
                // SAFETY: this thread alone has this side of this frame.
                let cells = unsafe { self.worth[self.side].block_mut(block) };
                self.check.codes::<K, T>(self.side, block, cells);
                for row in 0..64 {
                    before_all(row_of_mut(cells, row), self.check.quiet());
                }
                self.check.captures.each_code_before::<K, T>(self.side, &outside, |slot, code| {
                    cells[slot] = code;
                });
            }
        }
    }
}

/// Compares each position with the best of its moves.
struct CompareJob<'s, 'a, T: Code> {
    check: &'s Check<'a>,
    worth: &'s ByColor<SharedCells<T>>,
    stalemates: &'s ByColor<Mutex<Vec<(u32, Block)>>>,
    side: Color,
    frames: Range<usize>,
    /// Where the values go if they are not there yet; then only their results are compared.
    filled: Option<&'s SharedCells<T>>,
}

/// The codes of a block.
pub(super) type CodeBlock<T> = [T; BLOCK_SLOTS];

impl<T: Code> Job for CompareJob<'_, '_, T> {
    type Output = Verification;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Verification {
        let geometry = self.check.geometry;
        let mut seen = Verification::default();
        for frame in self.frames.clone() {
            for outer in geometry.stored_outers() {
                self.block::<K>(frame, outer, &mut seen);
            }
        }
        seen
    }
}

impl<T: Code> CompareJob<'_, '_, T> {
    #[inline(always)]
    fn block<K: Kernel>(&self, frame: usize, outer: usize, seen: &mut Verification) {
        let (geometry, side) = (self.check.geometry, self.side);
        let outside = geometry.outside_men(frame, outer);
        let block = geometry.block(frame, outer);
        let mut best = [T::default(); BLOCK_SLOTS];
        let stalemates = self.check.best::<K, T>(side, &outside, self.worth, &mut best);
        let mut codes = best;
        match self.filled {
            // SAFETY: this thread alone has this frame.
            Some(filled) => *unsafe { filled.block_mut(block) } = best,
            None => self.check.codes::<K, T>(side, block, &mut codes),
        }
        for row in 0..64 {
            let expected = row_of(&best, row);
            let found = row_of(&codes, row);
            let mut wrong = self.check.bits_agree::<K, T>(side, block * 64 + row, found);
            for i in 0..64 {
                wrong |= u64::from(found[i] != expected[i]) << i;
            }
            seen.slots += 64;
            if wrong != 0 {
                seen.faults += u64::from(wrong.count_ones());
                if seen.examples.len() < EXAMPLES {
                    let at = wrong.trailing_zeros() as usize;
                    seen.examples.push(Fault {
                        metric: self.check.metric,
                        slice: self.check.slice,
                        slot: block * BLOCK_SLOTS + row * 64 + at,
                        side,
                        found: self.check.value(found[at]),
                        expected: self.check.value(expected[at]),
                    });
                }
            }
        }
        if stalemates.iter().any(|&word| word != 0) {
            let mut list = self.stalemates[side].lock().unwrap_or_else(PoisonError::into_inner);
            list.push((block as u32, stalemates));
        }
    }
}

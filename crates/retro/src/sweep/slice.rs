//! Solves one slice for one metric: start, sweeps, and the planes that come out.

use std::ops::Range;
use std::sync::PoisonError;

use rayon::prelude::*;

use nimzo_work::Task;

use super::captures::Captures;
use super::codes::Code;
use super::geometry::Geometry;
use super::legality::Legal;
use super::pawn_moves::PawnMoves;
use super::prepared::{Ahead, Prepared};
use super::run::{Mode, Sweep, Tally, TooDeep};
use super::seeds::{CellField, row_of};
use super::stale::Stalemates;
use super::state::{Field, Flags, Side};
use crate::Error;
use crate::kernel::{self, Job, Kernel};
use crate::planes::{Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};
use nimzo_chess::Metric;

/// How to do it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    pub metric: Metric,
    /// Keep the depths.
    pub keep_depths: bool,
    /// Count positions ply by ply.
    pub counting: bool,
    /// Share the slice between threads.
    pub parallel: bool,
    /// Begin with wide cells.
    pub wide: bool,
}

/// What comes out.
pub(super) struct SliceRun {
    pub wdl: [WdlPlanes; 2],
    pub depths: Option<[DepthPlane; 2]>,
    pub rule: Option<[RulePlanes; 2]>,
    pub stalemates: [Stalemates; 2],
    pub tally: [Tally; 2],
    /// Wins, draws and losses, each position once.
    pub totals: [[u64; 3]; 2],
    /// Whether wide cells were needed.
    pub wide: bool,
}

/// A kind of cell together with the planes made of it.
trait PlaneCode: Code {
    fn cells(buffer: Buffer<Self>) -> Cells;
}

impl PlaneCode for u8 {
    fn cells(buffer: Buffer<Self>) -> Cells {
        Cells::Narrow(buffer)
    }
}

impl PlaneCode for u16 {
    fn cells(buffer: Buffer<Self>) -> Cells {
        Cells::Wide(buffer)
    }
}

/// Solves a slice for one of its metrics.
pub(super) fn solve_slice(
    prepared: &Prepared<'_>,
    ahead: &Ahead<'_>,
    manner: Manner,
    task: &Task,
) -> Result<SliceRun, Error> {
    let Prepared { slice, ref geometry, rule_limit, .. } = *prepared;
    let Ahead { captures, pawn_moves, .. } = ahead;
    let mut work = Work { slice, geometry, captures, pawn_moves };
    let wide = manner.wide || ahead.is_wide();
    if !wide && let Ok(done) = work.sweep::<u8>(manner, rule_limit, task)? {
        return Ok(done);
    }
    match work.sweep::<u16>(manner, rule_limit, task)? {
        Ok(done) => Ok(done),
        Err(TooDeep) => Err(Error::TooDeep(geometry.layout.material())),
    }
}

struct Work<'a> {
    slice: usize,
    geometry: &'a Geometry<'a>,
    captures: &'a Captures,
    pawn_moves: &'a PawnMoves<'a>,
}

impl Work<'_> {
    fn sweep<T: PlaneCode>(
        &mut self,
        manner: Manner,
        rule_limit: u32,
        task: &Task,
    ) -> Result<Result<SliceRun, TooDeep>, Error> {
        let blocks = self.geometry.layout.blocks();
        let mode = match manner.metric {
            Metric::Wdl => Mode::Results,
            Metric::Dtm => Mode::Mate,
            Metric::Dtc | Metric::Dtz => Mode::Plies { limit: None },
            Metric::Dtz50 => Mode::Plies { limit: Some(rule_limit) },
        };
        let needs_plane = match manner.metric {
            Metric::Wdl => false,
            Metric::Dtm | Metric::Dtz50 => true,
            Metric::Dtc | Metric::Dtz => manner.keep_depths,
        };
        let pawns = |side| self.pawn_moves.any(side).then(|| CellField::stale(blocks));
        let mut sweep = Sweep::<T> {
            geometry: self.geometry,
            slice: self.slice,
            mode,
            captures: self.captures,
            pawn_moves: self.pawn_moves,
            sides: [0, 1].map(|_| self.side(mode)),
            plane: needs_plane.then(|| [0, 1].map(|_| CellField::stale(blocks))),
            pawns: [pawns(0), pawns(1)],
            capture_notes: None,
            pawn_notes: [None, None],
            stalemates: Default::default(),
            tally: Default::default(),
            counting: manner.counting && manner.metric != Metric::Wdl,
            parallel: manner.parallel,
        };
        task.check()?;
        sweep.start();
        if let Err(too_deep) = sweep.run(task)? {
            return Ok(Err(too_deep));
        }
        Ok(Ok(finish(sweep, manner, rule_limit)))
    }

    fn side(&self, mode: Mode) -> Side {
        let layout = self.geometry.layout;
        let (blocks, frames) = (layout.blocks(), layout.frames().len());
        let flags = || Flags::new(frames, self.geometry.flag_words);
        let second = matches!(mode, Mode::Plies { .. }).then(|| Field::stale(blocks));
        Side {
            open: Field::stale(blocks),
            unwon: Field::stale(blocks),
            lost: [Some(Field::stale(blocks)), second],
            lost_flags: [flags(), flags()],
            won_flags: [flags(), flags()],
        }
    }
}

/// Turns the fields into planes: `open` becomes the draws, `unwon` the wins, `lost` the losses.
struct FinishJob<'s, 'a, T: Code> {
    sweep: &'s Sweep<'a, T>,
    stalemates: &'s [Stalemates; 2],
    /// Where the wins and losses within this many plies go.
    rule: Option<(&'s [[Field; 2]; 2], u32)>,
    counting: bool,
    side: usize,
    frames: Range<usize>,
}

impl<T: Code> Job for FinishJob<'_, '_, T> {
    type Output = [u64; 3];

    #[inline(always)]
    fn run<K: Kernel>(self) -> [u64; 3] {
        let mut totals = [0; 3];
        for frame in self.frames.clone() {
            for outer in 0..self.sweep.geometry.outers {
                if self.sweep.geometry.stored[outer >> 6] >> (outer & 63) & 1 != 0 {
                    // SAFETY: this thread alone has this side of this frame.
                    unsafe { self.block::<K>(frame, outer, &mut totals) };
                }
            }
        }
        totals
    }
}

impl<T: Code> FinishJob<'_, '_, T> {
    /// # Safety
    /// This thread alone has this side of the frame.
    #[inline(always)]
    unsafe fn block<K: Kernel>(&self, frame: usize, outer: usize, totals: &mut [u64; 3]) {
        let geometry = self.sweep.geometry;
        let fields = &self.sweep.sides[self.side];
        let block = geometry.block(frame, outer);
        let spot = geometry.spot(frame, outer);
        let mut legal = [0; 64];
        K::enter(Legal { geometry, side: self.side, spot: &spot, block: &mut legal });
        let legal = K::load(&legal);
        let Some(lost) = &fields.lost[0] else { return };
        // SAFETY: by the caller's promise.
        unsafe {
            let (draw_words, win_words) =
                (fields.open.block_mut(block), fields.unwon.block_mut(block));
            let loss_words = lost.block_mut(block);
            let mut draw = K::load(draw_words);
            if let Some(stalemates) = self.stalemates[self.side].block(block) {
                K::add(&mut draw, &K::load(stalemates));
            }
            let unwon = K::load(win_words);
            let mut loss = legal;
            K::keep(&mut loss, &unwon);
            K::remove(&mut loss, &draw);
            let mut win = legal;
            K::remove(&mut win, &unwon);
            K::store(&draw, draw_words);
            K::store(&win, win_words);
            K::store(&loss, loss_words);
            if let Some(plane) = &self.sweep.plane {
                let cells = plane[self.side].block(block);
                for row in 0..64 {
                    let legal = draw_words[row] | win_words[row] | loss_words[row];
                    T::put::<K>(row_of(cells, row), !legal, T::default());
                    T::put::<K>(row_of(cells, row), draw_words[row], T::draw());
                }
                if let Some((rule, limit)) = self.rule {
                    let [wins, losses] = &rule[self.side];
                    let (wins, losses) = (wins.block_mut(block), losses.block_mut(block));
                    let (spoilt, slowest) = (T::win(limit + 1), T::loss(limit));
                    for row in 0..64 {
                        wins[row] = T::above::<K>(row_of(cells, row), spoilt);
                        losses[row] = loss_words[row] & !T::above::<K>(row_of(cells, row), slowest);
                    }
                }
            }
            if self.counting {
                let counted = geometry.layout.counted(self.sweep.slice, block);
                for row in 0..64 {
                    totals[0] += u64::from((win_words[row] & counted[row]).count_ones());
                    totals[1] += u64::from((draw_words[row] & counted[row]).count_ones());
                    totals[2] += u64::from((loss_words[row] & counted[row]).count_ones());
                }
            }
        }
    }
}

fn finish<T: PlaneCode>(mut sweep: Sweep<'_, T>, manner: Manner, rule_limit: u32) -> SliceRun {
    let stalemates = std::mem::take(&mut sweep.stalemates)
        .map(|list| Stalemates::new(list.into_inner().unwrap_or_else(PoisonError::into_inner)));
    let counting = manner.counting;
    let rule = (manner.metric == Metric::Dtz50).then(|| {
        let blocks = sweep.geometry.layout.blocks();
        [0, 1].map(|_| [Field::stale(blocks), Field::stale(blocks)])
    });
    let totals = {
        let rule = rule.as_ref().map(|fields| (fields, rule_limit));
        let (sweep, stalemates) = (&sweep, &stalemates);
        let one = |side, frames| {
            let mut totals = [[0; 3]; 2];
            totals[side] =
                kernel::run(FinishJob { sweep, stalemates, rule, counting, side, frames });
            totals
        };
        let all = 0..sweep.geometry.layout.frames().len();
        if sweep.parallel {
            (sweep.frames_in_chunks())
                .map(|(side, frames)| one(side, frames))
                .reduce(|| [[0; 3]; 2], add_totals)
        } else {
            add_totals(one(0, all.clone()), one(1, all))
        }
    };
    let unit = if manner.metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
    let wide = T::LIMIT != u8::LIMIT;
    let [white, black] = sweep.sides;
    let wdl = [white, black].map(|side| {
        let [lost, _] = side.lost;
        let blocks = sweep.geometry.layout.blocks();
        WdlPlanes {
            win: side.unwon.into_plane(),
            draw: side.open.into_plane(),
            loss: lost.unwrap_or_else(|| Field::zeroed(blocks)).into_plane(),
        }
    });
    let planes = sweep.plane.map(|planes| planes.map(CellField::into_buffer));
    let rule = rule.map(|sides| {
        sides.map(|[win, loss]| RulePlanes { win: win.into_plane(), loss: loss.into_plane() })
    });
    let depths = planes
        .filter(|_| manner.keep_depths)
        .map(|planes| planes.map(|cells| DepthPlane { unit, cells: T::cells(cells) }));
    SliceRun { wdl, depths, rule, stalemates, tally: sweep.tally, totals, wide }
}

fn add_totals(mut a: [[u64; 3]; 2], b: [[u64; 3]; 2]) -> [[u64; 3]; 2] {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a += b;
    }
    a
}

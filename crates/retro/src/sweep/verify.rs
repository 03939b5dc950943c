//! Recomputes every position from its successors, block by block.
//!
//! Other than the sweeps, which find values ply by ply in sets of bits, this looks at each position
//! once and takes the best of the values its moves lead to: a maximum over codes, spread along the
//! moves of whole blocks. For depths, a table in which every value is the best of its successors'
//! is right; for bare results the check is necessary but not sufficient.
//!
//! The same computation fills in depths that a file has left out.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use nimzo_work::Task;
use shakmaty::Role;

use super::captures::Captures;
use super::children::Finished;
use super::codes::{Code, Step, before_all};
use super::geometry::{Geometry, Spot, rays};
use super::legality::Legal;
use super::moves::visible;
use super::pawn_moves::PawnMoves;
use super::prepared::Prepared;
use super::seeds::{CellField, row_of};
use super::stale::Stalemates;
use super::{Goals, SliceValues, Solved, SubTables};
use crate::Error;
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::{BLOCK_SLOTS, Layout, Man};
use crate::planes::{Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes, decode};
use nimzo_chess::Depth;
use nimzo_chess::Metric;

/// A position whose value is not the best of its successors'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The metric.
    pub metric: Metric,
    /// The slice.
    pub slice: usize,
    /// The slot within the slice.
    pub slot: usize,
    /// The side to move, 0 for White.
    pub side: usize,
    /// What the table says.
    pub found: Option<Depth>,
    /// What the successors say.
    pub expected: Option<Depth>,
}

/// What a verification has seen.
#[derive(Debug, Clone, Default)]
pub struct Verification {
    /// Slots looked at, over all metrics and both sides.
    pub slots: u64,
    /// Slots with a wrong value.
    pub faults: u64,
    /// Some of them.
    pub examples: Vec<Fault>,
}

const EXAMPLES: usize = 16;

impl Verification {
    fn join(mut self, other: Self) -> Self {
        self.slots += other.slots;
        self.faults += other.faults;
        let room = EXAMPLES.saturating_sub(self.examples.len());
        self.examples.extend(other.examples.into_iter().take(room));
        self
    }
}

/// The slices of a class to be checked, in whatever way they are kept.
pub trait Subject: Sync {
    /// The values of a slice. Each is asked for once.
    fn load(&self, slice: usize) -> Result<SliceValues, Error>;
    /// Takes over a slice that has been checked, and filled in if something was left out.
    fn checked(&self, slice: usize, values: SliceValues);
}

impl Subject for Solved {
    fn load(&self, slice: usize) -> Result<SliceValues, Error> {
        Ok(self.slices[slice].clone())
    }

    fn checked(&self, _: usize, _: SliceValues) {}
}

/// Checks every slot of a class against its successors, for every metric of `goals`, which also says
/// by which rules it was made. With `left_out` the depths under the fifty-move rule with that side to
/// move are not there yet, only their results: they are filled in from those of the other side, which
/// are then checked against them.
pub fn verify(
    layout: &Arc<Layout>,
    slices: &dyn Subject,
    left_out: Option<usize>,
    subs: &dyn SubTables,
    goals: Goals,
    task: &Task,
) -> Result<Verification, Error> {
    let mut siblings: Vec<OnceLock<Finished>> = Vec::new();
    siblings.resize_with(layout.slices(), OnceLock::new);
    let steps_left = |slice: usize| layout.pawns(slice).steps_left();
    let mut order: Vec<usize> = (0..layout.slices()).collect();
    order.sort_by_key(|&slice| steps_left(slice));
    let stage = task.stage(&format!("verify {}", layout.material()), layout.slices() as u64);
    let mut seen = Verification::default();
    let mut out_of_reach = 0;
    for level in order.chunk_by(|&a, &b| steps_left(a) == steps_left(b)) {
        // A pawn goes at most two steps at a time.
        while steps_left(order[out_of_reach]) + 2 < steps_left(level[0]) {
            siblings[order[out_of_reach]].take();
            out_of_reach += 1;
        }
        for some in level.chunks(Prepared::at_once(layout)) {
            let prepare = |&slice: &usize| {
                task.check()?;
                Prepared::new(slice, layout, &siblings, subs, &goals)
            };
            let prepared = some.iter().map(prepare).collect::<Result<Vec<_>, Error>>()?;
            let one = |prepared: &Prepared<'_>| -> Result<Verification, Error> {
                task.check()?;
                let mut values = slices.load(prepared.slice)?;
                let (found, stalemates) = prepared.verify(&mut values, left_out)?;
                slices.checked(prepared.slice, values.clone());
                if layout.material().has_pawns() {
                    let values = SliceValues { dtz: None, dtz50: None, ..values };
                    let _ = siblings[prepared.slice].set(Finished { values, stalemates });
                }
                stage.advance(1);
                Ok(found)
            };
            let found = prepared
                .par_iter()
                .with_max_len(1)
                .map(one)
                .try_reduce(Verification::default, |a, b| Ok(a.join(b)))?;
            seen = seen.join(found);
        }
    }
    Ok(seen)
}

impl Prepared<'_> {
    /// Checks a slice for every metric; bare results by themselves only where there are no depths, because
    /// each depth is compared with them as well.
    fn verify(
        &self,
        values: &mut SliceValues,
        left_out: Option<usize>,
    ) -> Result<(Verification, [Stalemates; 2]), Error> {
        let mut seen = Verification::default();
        let mut stalemates = Default::default();
        for ahead in &self.metrics {
            let metric = ahead.metric;
            let left_out = left_out.filter(|_| metric == Metric::Dtz50);
            let planes = match metric {
                Metric::Wdl => &None,
                Metric::Dtm => &values.dtm,
                Metric::Dtc => &values.dtc,
                Metric::Dtz => &values.dtz,
                Metric::Dtz50 => &values.dtz50,
            };
            if planes.is_none() && metric != Metric::Wdl {
                let class = self.geometry.layout.material();
                return Err(Error::Unsolved { class, metric });
            }
            let mut check = Check {
                slice: self.slice,
                metric,
                rule_limit: self.rule_limit,
                geometry: &self.geometry,
                captures: &ahead.captures,
                pawn_moves: &ahead.pawn_moves,
                wdl: Arc::clone(&values.wdl),
                rule: values.rule.clone(),
                planes: planes.clone(),
            };
            let wide = ahead.is_wide()
                || check.planes.iter().flat_map(|planes| planes.iter()).any(near_the_limit);
            let (found, stale) = match wide {
                true => check.run::<u16>(left_out, Cells::Wide),
                false => check.run::<u8>(left_out, Cells::Narrow),
            };
            seen = seen.join(found);
            stalemates = stale;
            if left_out.is_some() {
                values.dtz50 = check.planes;
            }
        }
        Ok((seen, stalemates))
    }
}

/// Whether some depth of a narrow plane might not fit once it is passed back a ply.
fn near_the_limit(plane: &DepthPlane) -> bool {
    match &plane.cells {
        Cells::Wide(_) => true,
        Cells::Narrow(cells) => cells.par_chunks(1 << 16).any(|chunk| {
            chunk.iter().any(|&code| (120..0x80).contains(&code) || (0x81..136).contains(&code))
        }),
    }
}

struct Check<'a> {
    slice: usize,
    metric: Metric,
    rule_limit: u32,
    geometry: &'a Geometry<'a>,
    captures: &'a Captures,
    pawn_moves: &'a PawnMoves<'a>,
    wdl: Arc<[WdlPlanes; 2]>,
    rule: Option<Arc<[RulePlanes; 2]>>,
    planes: Option<Arc<[DepthPlane; 2]>>,
}

impl Check<'_> {
    /// How a value passes back over a quiet move.
    fn quiet(&self) -> Step {
        match self.metric {
            Metric::Wdl => Step::Zeroing,
            Metric::Dtm => Step::Moves,
            _ => Step::Plies,
        }
    }

    /// The code of a position without moves in check.
    fn mated<T: Code>(&self) -> T {
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
    fn run<T: Code>(
        &mut self,
        left_out: Option<usize>,
        cells: fn(Buffer<T>) -> Cells,
    ) -> (Verification, [Stalemates; 2]) {
        let blocks = self.geometry.layout.blocks();
        let worth = [0, 1].map(|_| CellField::<T>::stale(blocks));
        let stalemates: [Mutex<Vec<(u32, Block)>>; 2] = Default::default();
        let first = left_out.unwrap_or(0);
        self.find_worth(&worth, 1 - first);
        let mut seen = match left_out {
            None => self.compare(&worth, &stalemates, first, None),
            Some(side) => {
                let filled = CellField::<T>::stale(blocks);
                let seen = self.compare(&worth, &stalemates, side, Some(&filled));
                self.replace(side, cells(filled.into_buffer()));
                seen
            }
        };
        self.find_worth(&worth, first);
        seen = seen.join(self.compare(&worth, &stalemates, 1 - first, None));
        let lists = stalemates
            .map(|list| Stalemates::new(list.into_inner().unwrap_or_else(PoisonError::into_inner)));
        (seen, lists)
    }

    /// Fills in what each position with this side to move is worth to the player who moves into it.
    fn find_worth<T: Code>(&self, worth: &[CellField<T>; 2], side: usize) {
        self.pieces().par_iter().for_each(|frames| {
            kernel::run(WorthJob { check: self, worth, side, frames: frames.clone() });
        });
    }

    /// Compares the positions with this side to move with their successors, or with `filled` puts
    /// there what the successors say.
    fn compare<T: Code>(
        &self,
        worth: &[CellField<T>; 2],
        stalemates: &[Mutex<Vec<(u32, Block)>>; 2],
        side: usize,
        filled: Option<&CellField<T>>,
    ) -> Verification {
        let one = |frames: &Range<usize>| {
            let frames = frames.clone();
            kernel::run(CompareJob { check: self, worth, stalemates, side, frames, filled })
        };
        self.pieces().par_iter().map(one).reduce(Verification::default, Verification::join)
    }

    fn replace(&mut self, side: usize, cells: Cells) {
        if let Some(planes) = &mut self.planes {
            let stored = planes[1 - side].clone();
            let filled = DepthPlane { unit: stored.unit, cells };
            *planes = Arc::new(if side == 0 { [filled, stored] } else { [stored, filled] });
        }
    }

    /// The table's own code of every position of a block.
    #[inline(always)]
    fn codes<K: Kernel, T: Code>(&self, side: usize, block: usize, codes: &mut [T; BLOCK_SLOTS]) {
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
                    let cells = row_of(codes, row);
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
    fn bits_agree<K: Kernel, T: Code>(&self, side: usize, word: usize, codes: &[T; 64]) -> u64 {
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
    worth: &'s [CellField<T>; 2],
    side: usize,
    frames: Range<usize>,
}

impl<T: Code> Job for WorthJob<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let geometry = self.check.geometry;
        for frame in self.frames.clone() {
            for outer in geometry.stored_outers() {
                let spot = geometry.spot(frame, outer);
                let block = geometry.block(frame, outer);
                // SAFETY: this thread alone has this side of this frame.
                let cells = unsafe { self.worth[self.side].block(block) };
                self.check.codes::<K, T>(self.side, block, cells);
                for row in 0..64 {
                    before_all(row_of(cells, row), self.check.quiet());
                }
                self.check.captures.each_code_before::<K, T>(self.side, &spot, |slot, code| {
                    cells[slot] = code;
                });
            }
        }
    }
}

/// Compares each position with the best of its moves.
struct CompareJob<'s, 'a, T: Code> {
    check: &'s Check<'a>,
    worth: &'s [CellField<T>; 2],
    stalemates: &'s [Mutex<Vec<(u32, Block)>>; 2],
    side: usize,
    frames: Range<usize>,
    /// Where the values go if they are not there yet; then only their results are compared.
    filled: Option<&'s CellField<T>>,
}

type Cells4096<T> = [T; BLOCK_SLOTS];

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
        let spot = geometry.spot(frame, outer);
        let block = geometry.block(frame, outer);
        let mut best = [T::default(); BLOCK_SLOTS];
        let stale = self.check.best::<K, T>(side, &spot, self.worth, &mut best);
        let mut codes = best;
        match self.filled {
            // SAFETY: this thread alone has this frame.
            Some(filled) => *unsafe { filled.block(block) } = best,
            None => self.check.codes::<K, T>(side, block, &mut codes),
        }
        for row in 0..64 {
            let expected = row_of(&mut best, row);
            let found = row_of(&mut codes, row);
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
        if stale.iter().any(|&word| word != 0) {
            let mut list = self.stalemates[side].lock().unwrap_or_else(PoisonError::into_inner);
            list.push((block as u32, stale));
        }
    }
}

impl Check<'_> {
    /// The value of each position of a block by its successors; tells which are stalemates.
    #[inline(always)]
    fn best<K: Kernel, T: Code>(
        &self,
        side: usize,
        spot: &Spot,
        worth: &[CellField<T>; 2],
        best: &mut Cells4096<T>,
    ) -> Block {
        let geometry = self.geometry;
        let mut legal = [[0; 64]; 2];
        for (to_move, block) in legal.iter_mut().enumerate() {
            K::enter(Legal { geometry, side: to_move, spot, block });
        }
        best.fill(T::default());
        if spot.distinct {
            self.best_moves(side, spot, worth, best);
            if self.pawn_moves.any(side) {
                self.pawn_moves.fold::<K, T>(side, spot, best);
            }
        }
        let mut stale = [0; 64];
        for (row, stale) in stale.iter_mut().enumerate() {
            let best = row_of(best, row);
            T::put::<K>(best, !legal[side][row], T::default());
            let stuck = legal[side][row] & T::equal::<K>(best, T::default());
            if stuck != 0 {
                let quiet = stuck & legal[1 - side][row];
                T::put::<K>(best, stuck & !quiet, self.mated());
                T::put::<K>(best, quiet, T::draw());
                *stale = quiet;
            }
        }
        stale
    }

    /// The best value that kings and pieces can move to.
    #[inline(always)]
    fn best_moves<T: Code>(
        &self,
        side: usize,
        spot: &Spot,
        worth: &[CellField<T>; 2],
        best: &mut Cells4096<T>,
    ) {
        let geometry = self.geometry;
        let worth = &worth[1 - side];
        // SAFETY: all values were written before this pass, and none is written in it.
        let at =
            |frame: usize, outer: usize| unsafe { &*worth.block(geometry.block(frame, outer)) };
        for king_move in &geometry.layout.frames().moves[side][spot.frame] {
            let g = king_move.symmetry;
            let from = at(usize::from(king_move.frame), geometry.turned(spot.outer, g));
            if g.0 == 0 {
                raise(best, from);
                continue;
            }
            let images: [u8; 64] = std::array::from_fn(|square| g.square(square as u8));
            for (row, best) in best.chunks_exact_mut(64).enumerate() {
                let start = usize::from(images[row]) * 64;
                let from: &[T; 64] = from[start..].first_chunk().expect("rows have 64 cells");
                for (best, &image) in best.iter_mut().zip(&images) {
                    *best = from[usize::from(image & 63)].max(*best);
                }
            }
        }
        for man in 2..geometry.outside() {
            let Man { side: owner, role } = geometry.men()[man];
            if owner != side {
                continue;
            }
            let shift = geometry.shift(man);
            let rest = spot.outer & !(63 << shift);
            for ray in &rays(role)[usize::from(spot.squares[man])] {
                let mut seen = [T::default(); BLOCK_SLOTS];
                for &square in visible(&ray.squares, spot.blockers.set).iter().rev() {
                    hide(&mut seen, square);
                    raise(&mut seen, at(spot.frame, rest | usize::from(square) << shift));
                }
                raise(best, &seen);
            }
        }
        let (row, column) = geometry.row_and_column();
        let own = at(spot.frame, spot.outer);
        if row.side == side {
            row_moves(row.role, own, spot.blockers.set, best);
        }
        if column.side == side {
            let mut found = [T::default(); BLOCK_SLOTS];
            row_moves(column.role, &transposed(own), spot.blockers.set, &mut found);
            raise(best, &transposed(&found));
        }
    }
}

#[inline(always)]
fn raise<T: Code>(best: &mut Cells4096<T>, more: &Cells4096<T>) {
    for (best, &more) in best.iter_mut().zip(more) {
        *best = more.max(*best);
    }
}

/// Forgets what stands behind a man of the block on this square.
#[inline(always)]
fn hide<T: Code>(seen: &mut Cells4096<T>, square: u8) {
    row_of(seen, usize::from(square)).fill(T::default());
    for row in 0..64 {
        seen[row * 64 + usize::from(square)] = T::default();
    }
}

#[inline(always)]
fn transposed<T: Code>(cells: &Cells4096<T>) -> Cells4096<T> {
    let mut out = [T::default(); BLOCK_SLOTS];
    for row in 0..64 {
        for column in 0..64 {
            out[column * 64 + row] = cells[row * 64 + column];
        }
    }
    out
}

/// Raises each position to the best that the row man can move to.
#[inline(always)]
fn row_moves<T: Code>(role: Role, worth: &Cells4096<T>, blockers: u64, best: &mut Cells4096<T>) {
    for from in 0..64 {
        let best = row_of(best, from);
        for ray in &rays(role)[from] {
            let mut seen = [T::default(); 64];
            for &square in visible(&ray.squares, blockers).iter().rev() {
                seen[usize::from(square)] = T::default();
                let start = usize::from(square) * 64;
                for (seen, &more) in seen.iter_mut().zip(&worth[start..start + 64]) {
                    *seen = more.max(*seen);
                }
            }
            for (best, &more) in best.iter_mut().zip(&seen) {
                *best = more.max(*best);
            }
        }
    }
}

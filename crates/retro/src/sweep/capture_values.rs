//! What the best capture of each position is worth, block by block: a file need not say again what the tables
//! below it say already.

use std::sync::Arc;

use nimzo_chess::Metric;
use shakmaty::Color;

use super::SubTables;
use super::children::Children;
use super::children::captures::{Capture, Captures};

use super::children::pawn_moves::PawnMoves;
use super::children::regions::{ManSquare, Target};
use super::codes::Code;
use super::departures::quiet::{between, reach};
use super::geometry::{Geometry, OutsideMen};
use crate::Error;
use crate::kernel::{self, Job, Kernel};
use crate::layout::slices::squares;
use crate::layout::{BLOCK_SLOTS, Layout, Man};
use crate::planes::widened;

/// The captures of a slice, en passant aside, and what they lead to by one metric.
pub struct CaptureValues<'a> {
    geometry: Geometry<'a>,
    captures: Captures,
    by_pawns: PawnMoves<'a>,
}

impl<'a> CaptureValues<'a> {
    /// Asks for what the captures of a slice lead to. By [`Metric::Wdl`] they are worth a result, by
    /// [`Metric::Dtz50`] one under the fifty-move rule: what comes after a capture is counted anew.
    pub fn new(
        slice: usize,
        layout: &'a Arc<Layout>,
        metric: Metric,
        subs: &'a dyn SubTables,
    ) -> Result<Self, Error> {
        let geometry = Geometry::bare(layout, layout.pawns(slice));
        // No capture leads to another slice of the class.
        let children = Children::new(subs, layout, &[], metric);
        let captures = Captures::new(&geometry, &children)?;
        let by_pawns = PawnMoves::captures(&geometry, &children)?;
        Ok(Self { geometry, captures, by_pawns })
    }

    /// Whether this side has anything to take.
    pub fn any(&self, side: Color) -> bool {
        self.captures.any(!side) || self.by_pawns.any(side)
    }

    /// The best that `side` can reach by a capture in each position of a block, as a wide code (see
    /// [`Cells`](crate::planes::Cells)) in the units of the metric; 0 where it can take nothing. Slots that
    /// hold no legal position may have any code.
    pub fn best(&self, side: Color, block: usize, codes: &mut [u16; BLOCK_SLOTS]) {
        codes.fill(0);
        let outside = self.geometry.outside_men_of_block(block);
        if !outside.distinct || !self.any(side) {
            return;
        }
        let is_wide = self.captures.is_wide() || self.by_pawns.is_wide();
        if is_wide {
            return kernel::run(BestCapture { values: self, side, outside, block, best: codes });
        }
        let mut narrow = [0u8; BLOCK_SLOTS];
        kernel::run(BestCapture { values: self, side, outside, block, best: &mut narrow });
        codes.iter_mut().zip(&narrow).for_each(|(code, &narrow)| *code = widened(narrow));
    }
}

struct BestCapture<'s, 'a, T: Code> {
    values: &'s CaptureValues<'a>,
    side: Color,
    outside: OutsideMen,
    block: usize,
    best: &'s mut [T; BLOCK_SLOTS],
}

impl<T: Code> Job for BestCapture<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { values, side, outside, block, best } = self;
        for capture in values.captures.of(!side) {
            let men = values.geometry.men();
            match capture.men().1 {
                ManSquare::Outside(i) => by_outside_man::<K, T>(capture, i, men[i], &outside, best),
                of_block => by_man_of_block::<K, T>(
                    capture,
                    of_block == ManSquare::Row,
                    men,
                    &outside,
                    best,
                ),
            }
        }
        if values.by_pawns.any(side) {
            values.by_pawns.fold::<K, T>(side, &outside, block, best);
        }
    }
}

/// Captures by a man outside the block. Who stands between is in the way.
#[inline(always)]
fn by_outside_man<K: Kernel, T: Code>(
    capture: &Capture,
    i: usize,
    man: Man,
    outside: &OutsideMen,
    best: &mut [T; BLOCK_SLOTS],
) {
    let from = outside.squares[i];
    let blockers = outside.blockers.set;
    let seen = reach(man, from, blockers);
    let to = match capture.men().0.square(outside) {
        Some(square) => seen & 1 << square,
        None => seen & !blockers,
    };
    for to in squares(to) {
        let mut after = *outside;
        after.squares[i] = to;
        let free = !between(from, to);
        for (line, target) in capture.lines(&after) {
            let codes = capture.codes_before::<K, T>(line);
            match target {
                Target::Row(row) => {
                    if free >> row & 1 != 0 {
                        raise(best, usize::from(row), free, &codes);
                    }
                }
                _ => {
                    for (place, &code) in codes.iter().enumerate() {
                        let slot = target.slot(place);
                        let is_meant =
                            !matches!(target, Target::Cell(_, c) if usize::from(c) != place);
                        if is_meant && free >> (slot >> 6) & free >> (slot & 63) & 1 != 0 {
                            best[slot] = code.max(best[slot]);
                        }
                    }
                }
            }
        }
    }
}

/// Captures by the man of the rows or of the columns. He comes from wherever he sees the square.
#[inline(always)]
fn by_man_of_block<K: Kernel, T: Code>(
    capture: &Capture,
    is_row: bool,
    men: &[Man],
    outside: &OutsideMen,
    best: &mut [T; BLOCK_SLOTS],
) {
    let man = men[men.len() - if is_row { 2 } else { 1 }];
    let blockers = outside.blockers.set;
    let to = capture.men().0.square(outside);
    // By the square of the other man of the block, who may be the one that is taken.
    let met =
        codes_after::<K, T>(capture, outside, |slot| if is_row { slot & 63 } else { slot >> 6 });
    if met.iter().all(|&code| code == T::default()) {
        return;
    }
    if !is_row {
        for (row, &code) in met.iter().enumerate().filter(|met| *met.1 != T::default()) {
            let from = match to {
                Some(to) => reach(man, to, blockers | 1 << row),
                None => reach(man, row as u8, blockers),
            };
            raise(best, row, from, &[code; 64]);
        }
        return;
    }
    match to {
        Some(to) => {
            for row in squares(reach(man, to, blockers)) {
                raise(best, usize::from(row), !between(row, to), &met);
            }
        }
        None => {
            for row in 0..64 {
                raise(best, row, reach(man, row as u8, blockers), &met);
            }
        }
    }
}

/// What a capture by a man of the block leads to, by the square of the man who tells the positions apart.
#[inline(always)]
fn codes_after<K: Kernel, T: Code>(
    capture: &Capture,
    outside: &OutsideMen,
    place_of: impl Fn(usize) -> usize,
) -> [T; 64] {
    let mut met = [T::default(); 64];
    for (line, target) in capture.lines(outside) {
        let codes = capture.codes_before::<K, T>(line);
        for (place, &code) in codes.iter().enumerate() {
            if !matches!(target, Target::Cell(_, c) if usize::from(c) != place) {
                let met = &mut met[place_of(target.slot(place))];
                *met = code.max(*met);
            }
        }
    }
    met
}

/// Raises some columns of a row.
#[inline(always)]
fn raise<T: Code>(best: &mut [T; BLOCK_SLOTS], row: usize, columns: u64, codes: &[T; 64]) {
    let cells = &mut best[row * 64..row * 64 + 64];
    if columns == !0 {
        cells.iter_mut().zip(codes).for_each(|(best, &code)| *best = code.max(*best));
        return;
    }
    for (column, (best, &code)) in cells.iter_mut().zip(codes).enumerate() {
        if columns >> column & 1 != 0 {
            *best = code.max(*best);
        }
    }
}

#[cfg(test)]
mod tests {
    use nimzo_chess::rules::{after, legal, step};
    use nimzo_chess::successors::Worth;
    use nimzo_chess::{Dtz50, Known, Material, Probe};
    use nimzo_work::Task;
    use shakmaty::{Position, Setup};

    use super::*;
    use crate::layout::Address;
    use crate::planes::{Unit, decode};
    use crate::sweep::{Goals, Library};

    #[test]
    fn captures_are_worth_what_their_moves_are() {
        let goals = Goals { dtm: true, dtz50: true, ..Goals::default() };
        let mut library = Library::new();
        let mut captures = 0;
        for name in ["KRvKP", "KPvKP", "KQvKQ", "KPPvK", "KBBvKN", "KRNvKB"] {
            let class: Material = name.parse().unwrap();
            let solved = library.solve(class, goals, &Task::silent()).unwrap();
            let layout = &solved.layout;
            let all = layout.slices() * layout.blocks();
            let mut codes = [0; BLOCK_SLOTS];
            for i in (0..all).step_by((all / 12).max(1)) {
                let (slice, block) = (i / layout.blocks(), i % layout.blocks());
                for metric in [Metric::Wdl, Metric::Dtz50, Metric::Dtm] {
                    let values = CaptureValues::new(slice, layout, metric, &library).unwrap();
                    for side in Color::ALL {
                        values.best(side, block, &mut codes);
                        for cell in (i % 3..BLOCK_SLOTS).step_by(3) {
                            let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
                            let setup = |board| Setup { board, turn: side, ..Setup::empty() };
                            let board = layout.board(address);
                            let Some(position) = board.and_then(|b| legal(setup(b))) else {
                                continue;
                            };
                            let worth = |mv| -> Known {
                                let next = after(&position, mv);
                                let known = match next.board().occupied().count() {
                                    2 => Known::DRAW,
                                    _ => {
                                        library.probe(&next, &[Metric::Dtm, Metric::Dtz50]).unwrap()
                                    }
                                };
                                known.before(step(mv))
                            };
                            let best = position.capture_moves().into_iter().map(worth);
                            let best = best.reduce(Known::best);
                            let expected = best.map(|known| match metric {
                                Metric::Dtm => known.dtm.unwrap().0,
                                Metric::Dtz50 => Dtz50::after_zeroing(-known.wdl50.unwrap()).0,
                                _ => nimzo_chess::Dtz::after_zeroing(-known.wdl).0,
                            });
                            let unit =
                                if metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
                            let found = decode(codes[cell].into(), 0x8000, unit);
                            assert_eq!(found, expected, "{name} {metric} {:?}", position.board());
                            captures += u32::from(found.is_some());
                        }
                    }
                }
            }
        }
        assert!(captures > 10_000, "{captures}");
    }
}

//! The end of a slice: what the sweeps worked on becomes planes of values.

use std::sync::PoisonError;

use nimzo_chess::Metric;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::ply::Sweep;
use super::slice::{PlaneCode, SliceOptions, SliceRun};
use super::watch;
use crate::kernel::{self, Job, Kernel};
use crate::planes::{DepthPlane, RulePlanes, Unit, WdlPlanes};
use crate::sweep::children::stalemates::Stalemates;
use crate::sweep::codes::Code;
use crate::sweep::geometry::legality::Legal;
use crate::sweep::shared::{SharedCells, SharedSets, row_of, row_of_mut};
use crate::sweep::window::WindowCells;

/// Turns the fields into planes: `open` becomes the draws, `unwon` the wins, `lost` the losses.
struct FinishJob<'s, 'a, T: Code> {
    sweep: &'s Sweep<'a, T>,
    stalemates: &'s ByColor<Stalemates>,
    /// Where the wins and losses within this many plies go.
    rule: Option<(&'s ByColor<[SharedSets; 2]>, u32)>,
    counting: bool,
    side: Color,
    frames: &'s [u16],
}

impl<T: Code> Job for FinishJob<'_, '_, T> {
    type Output = [u64; 3];

    #[inline(always)]
    fn run<K: Kernel>(self) -> [u64; 3] {
        let mut totals = [0; 3];
        for frame in self.frames.iter().copied().map(usize::from) {
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
        let outside = geometry.outside_men(frame, outer);
        let mut legal = [0; 64];
        K::enter(Legal { geometry, side: self.side, outside: &outside, block: &mut legal });
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
            for window in &self.sweep.windows[self.side] {
                window.put::<K>(geometry.layout, &outside, draw_words, T::draw());
            }
            if let Some(plane) = &self.sweep.plane {
                let cells = plane[self.side].block_mut(block);
                for row in 0..64 {
                    let legal = draw_words[row] | win_words[row] | loss_words[row];
                    T::put::<K>(row_of_mut(cells, row), !legal, T::default());
                    T::put::<K>(row_of_mut(cells, row), draw_words[row], T::draw());
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

pub(super) fn finish<T: PlaneCode>(
    mut sweep: Sweep<'_, T>,
    options: SliceOptions<'_>,
    rule_limit: u32,
) -> SliceRun {
    let stalemates = std::mem::take(&mut sweep.stalemates)
        .map(|list| Stalemates::new(list.into_inner().unwrap_or_else(PoisonError::into_inner)));
    let counting = options.counting;
    let rule = (options.metric == Metric::Dtz50).then(|| {
        let blocks = sweep.geometry.layout.blocks();
        ByColor::new_with(|_| [SharedSets::unfilled(blocks), SharedSets::unfilled(blocks)])
    });
    let totals = {
        let rule = rule.as_ref().map(|fields| (fields, rule_limit));
        let (sweep, stalemates) = (&sweep, &stalemates);
        let one = |side, frames| {
            let mut totals = ByColor::default();
            totals[side] =
                kernel::run(FinishJob { sweep, stalemates, rule, counting, side, frames });
            totals
        };
        if sweep.parallel {
            (sweep.frames_in_chunks())
                .map(|(side, frames)| one(side, frames))
                .reduce(ByColor::default, add_totals)
        } else {
            let all = &sweep.part.frames[..];
            add_totals(one(Color::White, all), one(Color::Black, all))
        }
    };
    let unit = if options.metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
    let wide = T::LIMIT != u8::LIMIT;
    let wdl = sweep.sides.map(|side| {
        let [lost, _] = side.lost;
        let blocks = sweep.geometry.layout.blocks();
        WdlPlanes {
            win: side.unwon.into_plane(),
            draw: side.open.into_plane(),
            loss: lost.unwrap_or_else(|| SharedSets::zeroed(blocks)).into_plane(),
        }
    });
    let seen = watch::depths::<T>(options.watched, &sweep.watched, &wdl, unit);
    let planes = sweep.plane.map(|planes| planes.map(SharedCells::into_buffer));
    let rule = rule.map(|sides| {
        sides.map(|[win, loss]| RulePlanes { win: win.into_plane(), loss: loss.into_plane() })
    });
    let depths = planes
        .filter(|_| options.keep_depths)
        .map(|planes| planes.map(|cells| DepthPlane { unit, cells: T::cells(cells) }));
    let windows = sweep.windows.into_iter().flatten().map(WindowCells::into_plane).collect();
    SliceRun { wdl, depths, rule, stalemates, tally: sweep.tally, totals, seen, windows, wide }
}

fn add_totals(a: ByColor<[u64; 3]>, b: ByColor<[u64; 3]>) -> ByColor<[u64; 3]> {
    a.zip(b).map(|(a, b)| std::array::from_fn(|i| a[i] + b[i]))
}

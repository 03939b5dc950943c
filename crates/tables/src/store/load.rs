//! From a file back to planes in memory, for the generator: what writing left out (which slots are
//! illegal, the slots that repeat others) is put back.

use std::sync::Arc;

use nimzo_work::Task;
use rayon::prelude::*;

use super::legality::stored_slots;
use super::table::Table;
use crate::error::Error;
use crate::file::Stream;
use crate::layout::{BLOCK_SLOTS, BLOCK_WORDS};
use crate::metric::Metric;
use crate::planes::{BitPlane, Buffer, Cell, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};
use crate::sweep::{SliceValues, Solved};
use crate::values::Dtz50;

/// Results, and which of them stand under the fifty-move rule.
pub(super) type UnderRule = (Arc<[WdlPlanes; 2]>, Arc<[RulePlanes; 2]>);

/// The slots whose code has a property; it is also told the code of a draw.
fn plane_of(codes: &Cells, holds: impl Fn(u32, u32) -> bool + Sync) -> BitPlane {
    match codes {
        Cells::Narrow(codes) => plane(codes, |code| holds(u32::from(code), 0x80)),
        Cells::Wide(codes) => plane(codes, |code| holds(u32::from(code), 0x8000)),
    }
}

fn results(codes: &Cells) -> WdlPlanes {
    WdlPlanes {
        win: plane_of(codes, |code, half| code > half),
        draw: plane_of(codes, |code, half| code == half),
        loss: plane_of(codes, |code, half| code != 0 && code < half),
    }
}

/// Of codes under the fifty-move rule: the results, and which of them stand.
fn with_rule(codes: &Cells) -> (WdlPlanes, RulePlanes) {
    let limit = u32::from(Dtz50::LIMIT);
    let rule = RulePlanes {
        win: plane_of(codes, |code, half| code > half && code >= 2 * half - limit),
        loss: plane_of(codes, |code, _| code != 0 && code <= 1 + limit),
    };
    (results(codes), rule)
}

impl Table {
    /// The codes of one metric, slice and side, with 0 where no legal position is.
    fn codes(&self, metric: Metric, slice: usize, side: usize) -> Result<Cells, Error> {
        let missing = || Error::NotATable {
            path: self.file().path().to_owned(),
            why: format!("it holds no {metric}"),
        };
        let stream = self.serving(metric).ok_or_else(missing)?;
        Ok(match stream.width {
            1 => Cells::Narrow(self.read_codes(stream, slice, side, |&[code]: &[u8; 1]| code)?),
            _ => {
                Cells::Wide(self.read_codes(stream, slice, side, |&code| u16::from_le_bytes(code))?)
            }
        })
    }

    fn read_codes<T: Cell, const WIDTH: usize>(
        &self,
        stream: Stream,
        slice: usize,
        side: usize,
        code: impl Fn(&[u8; WIDTH]) -> T + Sync,
    ) -> Result<Buffer<T>, Error> {
        let layout = self.layout();
        let mut codes = Buffer::<T>::stale(layout.slots());
        codes.par_chunks_mut(BLOCK_SLOTS).enumerate().try_for_each_init(
            Vec::new,
            |cells, (block, codes)| {
                let stored = stored_slots(layout, slice, block, side);
                let number = self.file().block_number(slice, side, block);
                self.file().read(stream, number, &stored, cells)?;
                let (cells, _) = cells.as_chunks::<WIDTH>();
                // Mostly whole bytes of a word are stored or not.
                let eights = codes.chunks_exact_mut(8).zip(cells.chunks_exact(8));
                for (i, (found, cells)) in eights.enumerate() {
                    match stored[i >> 3] >> (8 * (i & 7)) & 0xFF {
                        0 => found.fill(T::default()),
                        bits => {
                            for (bit, (found, cell)) in found.iter_mut().zip(cells).enumerate() {
                                let is_stored = bits >> bit & 1 != 0;
                                *found = if is_stored { code(cell) } else { T::default() };
                            }
                        }
                    }
                }
                Ok::<(), Error>(())
            },
        )?;
        self.file().let_go();
        self.repeat(slice, &mut codes);
        Ok(codes)
    }

    /// Copies the value of the slot that counts to those that repeat it, which are legal where it is.
    fn repeat<T: Cell>(&self, slice: usize, codes: &mut Buffer<T>) {
        struct Shared<T>(*mut T);
        // SAFETY: threads write different cells and read only cells that none of them writes.
        unsafe impl<T: Cell> Sync for Shared<T> {}
        let layout = self.layout();
        let shared = &Shared(codes.as_mut_ptr());
        (0..layout.blocks()).into_par_iter().for_each(|block| {
            layout.each_repeat(slice, block, |cell, counting| {
                // SAFETY: both are slots of the layout, which is as long as the buffer. The first
                // does not count and belongs to this block alone, the second counts.
                unsafe {
                    *shared.0.add(block * BLOCK_SLOTS + cell) = *shared.0.add(counting);
                }
            });
        });
    }

    fn both<T>(
        &self,
        metric: Metric,
        slice: usize,
        make: impl Fn(Cells) -> T,
    ) -> Result<Arc<[T; 2]>, Error> {
        let white = make(self.codes(metric, slice, 0)?);
        let black = make(self.codes(metric, slice, 1)?);
        Ok(Arc::new([white, black]))
    }

    /// Win, draw and loss of a slice.
    pub fn load_wdl(&self, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error> {
        self.both(Metric::Wdl, slice, |codes| results(&codes))
    }

    /// Win, draw and loss of a slice, and which wins and losses stand under the fifty-move rule.
    pub(super) fn load_under_rule(&self, slice: usize) -> Result<UnderRule, Error> {
        let white = with_rule(&self.codes(Metric::Dtz50, slice, 0)?);
        let black = with_rule(&self.codes(Metric::Dtz50, slice, 1)?);
        Ok((Arc::new([white.0, black.0]), Arc::new([white.1, black.1])))
    }

    /// Depths of a slice by one metric.
    pub fn load_depths(&self, metric: Metric, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        let unit = self.serving(metric).map_or(Unit::Plies, |stream| stream.unit);
        self.both(metric, slice, |cells| DepthPlane { unit, cells })
    }

    /// Win, draw and loss of the whole table.
    pub fn load_results(&self, task: &Task) -> Result<Solved, Error> {
        let one = |slice: usize| -> Result<SliceValues, Error> {
            task.check()?;
            let wdl = self.load_wdl(slice)?;
            Ok(SliceValues { wdl, rule: None, dtm: None, dtc: None, dtz: None, dtz50: None })
        };
        let slices = (0..self.layout().slices()).map(one).collect::<Result<_, Error>>()?;
        Ok(Solved { layout: Arc::clone(self.layout()), slices, statistics: Vec::new() })
    }

    /// The whole table with some of its metrics, as it was when it had just been solved; but its
    /// statistics are not kept, and of depths that are [left out](Self::left_out) there are only the
    /// results.
    pub fn load(&self, metrics: &[Metric], task: &Task) -> Result<Solved, Error> {
        let slices = self.layout().slices();
        let stage = task.stage(&format!("read {}", self.class()), slices as u64);
        let held = |metric| metrics.contains(&metric) && self.file().stream(metric).is_some();
        let depths = |metric: Metric, slice| -> Result<Option<Arc<[DepthPlane; 2]>>, Error> {
            held(metric).then(|| self.load_depths(metric, slice)).transpose()
        };
        let one = |slice: usize| -> Result<SliceValues, Error> {
            task.check()?;
            stage.advance(1);
            let [dtm, dtc, dtz, dtz50] =
                [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50].map(|m| depths(m, slice));
            let (dtm, dtc, dtz, dtz50) = (dtm?, dtc?, dtz?, dtz50?);
            let (wdl, rule) = match (&dtz50, dtm.as_ref().or(dtc.as_ref()).or(dtz.as_ref())) {
                (Some(depths), _) => {
                    let [white, black] = [0, 1].map(|side| with_rule(&depths[side].cells));
                    (Arc::new([white.0, black.0]), Some(Arc::new([white.1, black.1])))
                }
                (None, Some(depths)) => {
                    (Arc::new([0, 1].map(|side| results(&depths[side].cells))), None)
                }
                (None, None) => (self.load_wdl(slice)?, None),
            };
            Ok(SliceValues { wdl, rule, dtm, dtc, dtz, dtz50 })
        };
        let slices = (0..slices).map(one).collect::<Result<Vec<_>, Error>>()?;
        Ok(Solved { layout: Arc::clone(self.layout()), slices, statistics: Vec::new() })
    }
}

fn plane<T: Cell>(codes: &[T], holds: impl Fn(T) -> bool + Sync) -> BitPlane {
    let mut plane = BitPlane::stale(codes.len() / BLOCK_SLOTS * BLOCK_WORDS);
    plane.par_iter_mut().with_min_len(4096).zip(codes.par_chunks(64)).for_each(|(word, codes)| {
        let bits = codes.iter().enumerate();
        *word = bits.fold(0, |word, (bit, &code)| word | u64::from(holds(code)) << bit);
    });
    plane
}

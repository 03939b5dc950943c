//! From a file back to planes in memory, for the generator: what writing left out (which slots are
//! illegal, the slots that repeat others) is put back.

use std::sync::Arc;

use nimzo_work::Task;
use rayon::prelude::*;

use super::legality::stored_slots;
use super::table::Table;
use crate::error::Error;
use crate::file::Stream;
use crate::kernel::{self, Job, Kernel};
use crate::layout::{BLOCK_SLOTS, BLOCK_WORDS};
use crate::metric::Metric;
use crate::planes::{BitPlane, Buffer, Cell, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};
use crate::sweep::{SliceValues, Solved};
use crate::values::Dtz50;

/// Results, and which of them stand under the fifty-move rule.
pub(super) type UnderRule = (Arc<[WdlPlanes; 2]>, Arc<[RulePlanes; 2]>);

/// Results of codes, and with the fifty-move rule which of them stand.
fn results(codes: &Cells) -> WdlPlanes {
    read_results(codes, false).0
}

fn with_rule(codes: &Cells) -> (WdlPlanes, RulePlanes) {
    read_results(codes, true)
}

/// The planes under the rule are empty unless asked for.
fn read_results(codes: &Cells, under_rule: bool) -> (WdlPlanes, RulePlanes) {
    let words = match codes {
        Cells::Narrow(codes) => codes.len() / BLOCK_SLOTS * BLOCK_WORDS,
        Cells::Wide(codes) => codes.len() / BLOCK_SLOTS * BLOCK_WORDS,
    };
    let plane = || BitPlane::stale(words);
    let rule_plane = || BitPlane::stale(if under_rule { words } else { 0 });
    let mut wdl = WdlPlanes { win: plane(), draw: plane(), loss: plane() };
    let mut rule = RulePlanes { win: rule_plane(), loss: rule_plane() };
    let each = |number: usize, [win, draw, loss]: [&mut [u64]; 3], rule: [&mut [u64]; 2]| {
        for row in 0..win.len() {
            let word = number * PIECE + row;
            let found = match codes {
                Cells::Narrow(codes) => kernel::run(NarrowResults(row_at(codes, word))),
                Cells::Wide(codes) => wide_results(row_at(codes, word)),
            };
            (win[row], draw[row], loss[row]) = (found.win, found.draw, found.loss);
            if under_rule {
                (rule[0][row], rule[1][row]) = (found.standing_win, found.standing_loss);
            }
        }
    };
    let wdl_pieces = (wdl.win.par_chunks_mut(PIECE))
        .zip(wdl.draw.par_chunks_mut(PIECE))
        .zip(wdl.loss.par_chunks_mut(PIECE));
    if under_rule {
        let rule = rule.win.par_chunks_mut(PIECE).zip(rule.loss.par_chunks_mut(PIECE));
        wdl_pieces.zip(rule).enumerate().for_each(|(i, (((win, draw), loss), (won, lost)))| {
            each(i, [win, draw, loss], [won, lost]);
        });
    } else {
        wdl_pieces.enumerate().for_each(|(i, ((win, draw), loss))| {
            each(i, [win, draw, loss], [&mut [], &mut []]);
        });
    }
    (wdl, rule)
}

/// Words that a thread fills at a time.
const PIECE: usize = 4096;

fn row_at<T>(codes: &[T], word: usize) -> &[T; 64] {
    codes[word * 64..].first_chunk().expect("planes have whole blocks")
}

/// Marks of 64 slots.
struct RowResults {
    win: u64,
    draw: u64,
    loss: u64,
    standing_win: u64,
    standing_loss: u64,
}

const LIMIT: u16 = Dtz50::LIMIT;

struct NarrowResults<'a>(&'a [u8; 64]);

impl Job for NarrowResults<'_> {
    type Output = RowResults;

    #[inline(always)]
    fn run<K: Kernel>(self) -> RowResults {
        let legal = K::bytes_above(self.0, 0);
        let win = K::bytes_above(self.0, 0x80);
        let draw = K::bytes_equal(self.0, 0x80);
        RowResults {
            win,
            draw,
            loss: legal & !win & !draw,
            standing_win: K::bytes_above(self.0, (0xFF - LIMIT) as u8),
            standing_loss: legal & !K::bytes_above(self.0, 1 + LIMIT as u8),
        }
    }
}

fn wide_results(codes: &[u16; 64]) -> RowResults {
    let marks = |holds: &dyn Fn(u16) -> bool| {
        codes.iter().rev().fold(0, |word, &code| word << 1 | u64::from(holds(code)))
    };
    RowResults {
        win: marks(&|code| code > 0x8000),
        draw: marks(&|code| code == 0x8000),
        loss: marks(&|code| code != 0 && code < 0x8000),
        standing_win: marks(&|code| code > 0xFFFF - LIMIT),
        standing_loss: marks(&|code| code != 0 && code <= 1 + LIMIT),
    }
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

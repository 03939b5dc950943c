//! From a file back to planes in memory, for the generator: what writing left out (which slots are
//! illegal, the slots that repeat others) is put back.

use std::sync::Arc;

use nimzo_work::Task;
use rayon::prelude::*;

use super::legality::legal_slots;
use super::table::{Table, code};
use crate::error::Error;
use crate::layout::{BLOCK_SLOTS, BLOCK_WORDS};
use crate::metric::Metric;
use crate::planes::{BitPlane, Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};
use crate::sweep::{SliceValues, Solved};
use crate::values::Dtz50;

/// The codes of one metric, slice and side, with 0 where no legal position is.
struct Codes {
    codes: Vec<u16>,
    half: u32,
}

impl Table {
    fn codes(&self, metric: Metric, slice: usize, side: usize) -> Result<Codes, Error> {
        let missing = || Error::NotATable {
            path: self.file().path().to_owned(),
            why: format!("it holds no {metric}"),
        };
        let stream = self.serving(metric).ok_or_else(missing)?;
        let layout = self.layout();
        let mut codes = vec![0u16; layout.slots()];
        codes.par_chunks_mut(BLOCK_SLOTS).enumerate().try_for_each_init(
            Vec::new,
            |cells, (block, codes)| {
                self.file().read(stream, self.file().block_number(slice, side, block), cells)?;
                let legal = legal_slots(layout, slice, block, side);
                for (i, found) in codes.iter_mut().enumerate() {
                    if legal[i >> 6] >> (i & 63) & 1 != 0 {
                        *found = code(stream, cells, i) as u16;
                    }
                }
                Ok::<(), Error>(())
            },
        )?;
        self.repeat(slice, &mut codes);
        Ok(Codes { codes, half: stream.half() })
    }

    /// Copies the value of the slot that counts to those that repeat it.
    fn repeat(&self, slice: usize, codes: &mut [u16]) {
        let layout = self.layout();
        let copied: Vec<(usize, u16)> = (0..layout.blocks())
            .into_par_iter()
            .flat_map_iter(|block| {
                let counted = layout.counted(slice, block);
                let codes = &*codes;
                (0..BLOCK_SLOTS).filter_map(move |i| {
                    let slot = block * BLOCK_SLOTS + i;
                    let repeats = counted[i >> 6] >> (i & 63) & 1 == 0 && codes[slot] != 0;
                    Some((
                        slot,
                        codes[if repeats {
                            layout.counting_slot(slice, slot)?
                        } else {
                            return None;
                        }],
                    ))
                })
            })
            .collect();
        for (slot, code) in copied {
            codes[slot] = code;
        }
    }

    fn both<T>(
        &self,
        metric: Metric,
        slice: usize,
        make: impl Fn(Codes) -> T,
    ) -> Result<Arc<[T; 2]>, Error> {
        let white = make(self.codes(metric, slice, 0)?);
        let black = make(self.codes(metric, slice, 1)?);
        Ok(Arc::new([white, black]))
    }

    /// Win, draw and loss of a slice.
    pub fn load_wdl(&self, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error> {
        self.both(Metric::Wdl, slice, |Codes { codes, half }| {
            let half = half as u16;
            WdlPlanes {
                win: plane(&codes, |code| code > half),
                draw: plane(&codes, |code| code == half),
                loss: plane(&codes, |code| code != 0 && code < half),
            }
        })
    }

    /// Which wins and losses of a slice stand under the fifty-move rule.
    pub fn load_rule(&self, slice: usize) -> Result<Arc<[RulePlanes; 2]>, Error> {
        self.both(Metric::Dtz50, slice, |Codes { codes, half }| {
            let limit = u32::from(Dtz50::LIMIT);
            RulePlanes {
                win: plane(&codes, |code| {
                    u32::from(code) > half && u32::from(code) >= 2 * half - limit
                }),
                loss: plane(&codes, |code| code != 0 && u32::from(code) <= 1 + limit),
            }
        })
    }

    /// Depths of a slice by one metric.
    pub fn load_depths(&self, metric: Metric, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        let unit = self.serving(metric).map_or(Unit::Plies, |stream| stream.unit);
        self.both(metric, slice, |Codes { codes, half }| {
            let cells = if half == 0x80 {
                let mut narrow = Buffer::<u8>::stale(codes.len());
                narrow.iter_mut().zip(&codes).for_each(|(cell, &code)| *cell = code as u8);
                Cells::Narrow(narrow)
            } else {
                let mut wide = Buffer::<u16>::stale(codes.len());
                wide.copy_from_slice(&codes);
                Cells::Wide(wide)
            };
            DepthPlane { unit, cells }
        })
    }

    /// The whole table, as it was when it had just been solved (its statistics are not kept).
    pub fn load(&self, task: &Task) -> Result<Solved, Error> {
        let slices = self.layout().slices();
        let stage = task.stage(&format!("read {}", self.class()), slices as u64);
        let held = |metric| self.file().stream(metric).is_some();
        let depths = |metric: Metric, slice| -> Result<Option<Arc<[DepthPlane; 2]>>, Error> {
            held(metric).then(|| self.load_depths(metric, slice)).transpose()
        };
        let one = |slice: usize| -> Result<SliceValues, Error> {
            task.check()?;
            stage.advance(1);
            Ok(SliceValues {
                wdl: self.load_wdl(slice)?,
                rule: held(Metric::Dtz50).then(|| self.load_rule(slice)).transpose()?,
                dtm: depths(Metric::Dtm, slice)?,
                dtc: depths(Metric::Dtc, slice)?,
                dtz: depths(Metric::Dtz, slice)?,
                dtz50: depths(Metric::Dtz50, slice)?,
            })
        };
        let slices = (0..slices).map(one).collect::<Result<Vec<_>, Error>>()?;
        Ok(Solved { layout: Arc::clone(self.layout()), slices, statistics: Vec::new() })
    }
}

fn plane(codes: &[u16], holds: impl Fn(u16) -> bool + Sync) -> BitPlane {
    let mut plane = BitPlane::stale(codes.len() / BLOCK_SLOTS * BLOCK_WORDS);
    plane.par_iter_mut().zip(codes.par_chunks(64)).for_each(|(word, codes)| {
        let bits = codes.iter().enumerate();
        *word = bits.fold(0, |word, (bit, &code)| word | u64::from(holds(code)) << bit);
    });
    plane
}

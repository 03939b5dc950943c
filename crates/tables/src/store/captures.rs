//! What captures lead to, for tables whose cells are open where a capture settles them: as it is needed to write
//! such tables, and to read them whole.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use nimzo_chess::{Depth, Metric};
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId, Layout};
use nimzo_retro::planes::{Unit, encode, narrowed, widened};
use nimzo_retro::sweep::{CaptureValues, SubTables};

use crate::error::Error;
use crate::file::CaptureCodes;

/// The captures of a slice by some metrics.
pub(super) struct SliceCaptures<'a> {
    values: Vec<(Metric, CaptureValues<'a>)>,
    under_rule: bool,
}

impl<'a> SliceCaptures<'a> {
    /// Those of a slice of a table that has these metrics; its results are under the fifty-move rule if
    /// `under_rule` says so.
    pub fn new(
        layout: &'a Arc<Layout>,
        slice: usize,
        metrics: &[Metric],
        under_rule: bool,
        subs: &'a dyn SubTables,
    ) -> Result<Self, Error> {
        let mut kinds: Vec<Metric> =
            metrics.iter().map(|&metric| kind_of(metric, under_rule)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let values = |kind| Ok((kind, CaptureValues::new(slice, layout, kind, subs)?));
        let values = kinds.into_iter().map(values).collect::<Result<_, nimzo_retro::Error>>()?;
        Ok(Self { values, under_rule })
    }

    /// See [`CaptureCodes::best`].
    pub fn best(&self, metric: Metric, id: BlockId, codes: &mut [u16; BLOCK_SLOTS]) {
        let kind = kind_of(metric, self.under_rule);
        match self.values.iter().find(|(of, _)| *of == kind) {
            Some((_, values)) => values.best(id.turn, id.block, codes),
            None => codes.fill(0),
        }
    }

    /// The same where a stream has bare results instead of depths.
    pub fn best_bare(&self, metric: Metric, id: BlockId, codes: &mut [u16; BLOCK_SLOTS]) {
        self.best(Metric::Wdl, id, codes);
        if metric != Metric::Dtz50 {
            let [win, loss] = [Depth::Win(1), Depth::Loss(1)]
                .map(|depth| encode(Some(depth), 0x8000, Unit::Plies) as u16);
            for code in codes {
                *code = match *code {
                    0 | 0x8000 => *code,
                    1..0x8000 => loss,
                    _ => win,
                };
            }
        }
    }
}

/// By what the best capture is found for a metric: what is counted anew after a capture follows from results.
fn kind_of(metric: Metric, under_rule: bool) -> Metric {
    match metric {
        Metric::Wdl if under_rule => Metric::Dtz50,
        Metric::Wdl | Metric::Dtc | Metric::Dtz => Metric::Wdl,
        Metric::Dtm | Metric::Dtz50 => metric,
    }
}

/// Raises cells of a block, of so many bytes each, to what captures reach; those that are not there stay so.
pub(super) fn raise(cells: &mut [u8], width: u8, captured: &[u16; BLOCK_SLOTS]) {
    if width == 1 {
        for (cell, &captured) in cells.iter_mut().zip(captured) {
            if *cell != 0 && captured > widened(*cell) {
                // Where it does not fit, the file is not what was written.
                *cell = narrowed(captured).unwrap_or(*cell);
            }
        }
        return;
    }
    for (cell, &captured) in cells.as_chunks_mut::<2>().0.iter_mut().zip(captured) {
        let code = u16::from_le_bytes(*cell);
        if code != 0 && captured > code {
            *cell = captured.to_le_bytes();
        }
    }
}

/// The captures of a class, for a table that is written.
pub(super) struct ClassCaptures<'a> {
    layout: &'a Arc<Layout>,
    metrics: Vec<Metric>,
    under_rule: bool,
    subs: &'a dyn SubTables,
    ready: RwLock<HashMap<usize, Arc<SliceCaptures<'a>>>>,
}

impl<'a> ClassCaptures<'a> {
    /// Those of a class by these metrics.
    pub fn new(
        layout: &'a Arc<Layout>,
        metrics: Vec<Metric>,
        under_rule: bool,
        subs: &'a dyn SubTables,
    ) -> Self {
        Self { layout, metrics, under_rule, subs, ready: RwLock::default() }
    }
}

impl CaptureCodes for ClassCaptures<'_> {
    fn prepare(&self, slices: &[usize]) -> Result<(), Error> {
        let mut ready = self.ready.write().unwrap_or_else(PoisonError::into_inner);
        let mut before = std::mem::take(&mut *ready);
        for &slice in slices {
            let captures = match before.remove(&slice) {
                Some(captures) => captures,
                None => {
                    let Self { layout, metrics, under_rule, subs, .. } = self;
                    Arc::new(SliceCaptures::new(layout, slice, metrics, *under_rule, *subs)?)
                }
            };
            ready.insert(slice, captures);
        }
        Ok(())
    }

    fn counted_as(&self, metric: Metric) -> Metric {
        kind_of(metric, self.under_rule)
    }

    fn best(&self, metric: Metric, id: BlockId, codes: &mut [u16; BLOCK_SLOTS]) {
        let ready = self.ready.read().unwrap_or_else(PoisonError::into_inner);
        match ready.get(&id.slice).map(Arc::clone) {
            Some(captures) => captures.best(metric, id, codes),
            None => codes.fill(0),
        }
    }
}

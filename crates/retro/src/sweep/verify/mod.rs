//! Recomputes every position from its successors, block by block.
//!
//! Other than the sweeps, which find values ply by ply in sets of bits, this looks at each position
//! once and takes the best of the values its moves lead to: a maximum over codes, spread along the
//! moves of whole blocks. For depths, a table in which every value is the best of its successors'
//! is right; for bare results the check is necessary but not sufficient.
//!
//! The same computation fills in depths that a file has left out.

mod best_moves;
mod check;

use std::sync::{Arc, OnceLock};

use nimzo_chess::{Depth, Metric};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::Error;
use crate::layout::Layout;
use crate::planes::Cells;
use crate::sweep::children::FinishedSlice;
use crate::sweep::children::inputs::{SliceInputs, slices_at_once};
use crate::sweep::children::stalemates::Stalemates;
use crate::sweep::{Goals, SliceValues, Solved, SubTables};
use check::{Check, near_the_limit};

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
    pub side: Color,
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
/// by which rules it was made. Depths that are `left_out`, by metric and side to move, are not there yet, only
/// their results: they are filled in from those of the other side, which are then checked against them.
pub fn verify(
    layout: &Arc<Layout>,
    slices: &dyn Subject,
    left_out: &[(Metric, Color)],
    subs: &dyn SubTables,
    goals: Goals,
    task: &Task,
) -> Result<Verification, Error> {
    let mut siblings: Vec<OnceLock<FinishedSlice>> = Vec::new();
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
        for some in level.chunks(slices_at_once(layout) as usize) {
            let prepare = |&slice: &usize| {
                task.check()?;
                SliceInputs::new(slice, layout, &siblings, subs, &goals)
            };
            let inputs = some.iter().map(prepare).collect::<Result<Vec<_>, Error>>()?;
            let one = |inputs: &SliceInputs<'_>| -> Result<Verification, Error> {
                task.check()?;
                let mut values = slices.load(inputs.slice)?;
                let (found, stalemates) = inputs.verify(&mut values, left_out, task)?;
                slices.checked(inputs.slice, values.clone());
                if layout.material().has_pawns() {
                    let values = values.with_depths_of(&[Metric::Dtm, Metric::Dtc]);
                    let _ = siblings[inputs.slice].set(FinishedSlice { values, stalemates });
                }
                stage.advance(1);
                Ok(found)
            };
            let found = inputs
                .par_iter()
                .with_max_len(1)
                .map(one)
                .try_reduce(Verification::default, |a, b| Ok(a.join(b)))?;
            seen = seen.join(found);
        }
    }
    Ok(seen)
}

impl SliceInputs<'_> {
    /// Checks a slice for every metric; bare results by themselves only where there are no depths, because
    /// each depth is compared with them as well.
    fn verify(
        &self,
        values: &mut SliceValues,
        left_out: &[(Metric, Color)],
        task: &Task,
    ) -> Result<(Verification, ByColor<Stalemates>), Error> {
        let mut seen = Verification::default();
        let mut stalemates = Default::default();
        for successors in &self.metrics {
            let metric = successors.metric;
            let left_out = left_out.iter().find(|(of, _)| *of == metric).map(|&(_, side)| side);
            let planes = &values.depths[metric];
            if planes.is_none() && metric != Metric::Wdl {
                let class = self.geometry.layout.material();
                return Err(Error::Unsolved { class, metric });
            }
            let mut check = Check {
                slice: self.slice,
                metric,
                rule_limit: self.rule_limit,
                geometry: &self.geometry,
                captures: &successors.captures,
                pawn_moves: &successors.pawn_moves,
                wdl: Arc::clone(&values.wdl),
                rule: values.rule.clone(),
                planes: planes.clone(),
            };
            let wide = successors.is_wide()
                || check.planes.iter().flat_map(|planes| planes.iter()).any(near_the_limit);
            let (found, in_slice) = match wide {
                true => check.run::<u16>(left_out, Cells::Wide, task)?,
                false => check.run::<u8>(left_out, Cells::Narrow, task)?,
            };
            seen = seen.join(found);
            stalemates = in_slice;
            if left_out.is_some() {
                values.depths[metric] = check.planes;
            }
        }
        Ok((seen, stalemates))
    }
}

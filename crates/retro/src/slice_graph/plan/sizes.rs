//! What the steps of a plan take: memory, and what they hand on.

use std::collections::HashMap;

use shakmaty::Role;

use super::groups::{largest_batch, slice_bytes};
use super::outline::{Outline, layout_in};
use super::{Step, TOO_LARGE_TO_KEEP};
use crate::Error;
use crate::layout::Layout;
use crate::slice_graph::keep::Pack;
use crate::slice_graph::promotions::before_promotion;
use crate::sweep::{Goals, Window, slices_at_once, solving_eighths};

/// How far results pack, as measured on five and six men: one byte in so many is left.
const PACKED: u64 = 8;
/// The same of six men without pawns.
const PACKED_LARGE: u64 = 4;
/// The same for depths of one byte.
const PACKED_DEPTHS: u64 = 4;
/// Slices of this many positions are solved one at a time.
pub(in crate::slice_graph) const LARGE: u64 = 256 << 20;

/// Bytes of the depths of a window.
fn depths_of(window: Window, layout: &Layout) -> u64 {
    window.cells(layout).unwrap_or_default() as u64
}

impl Outline {
    /// Bytes of memory that a class takes beside what is kept of the others.
    pub(super) fn memory_of(
        &self,
        step: &Step,
        layout: &Layout,
        others: &[Step],
    ) -> Result<u64, Error> {
        let slots = layout.slots() as u64;
        let (at_once, finished) = if slots >= LARGE || layout.slices() == 1 {
            // A chain of slices of which three are held.
            let held = if step.class.has_pawns() { layout.slices().min(3) as u64 } else { 0 };
            (1, slice_bytes(layout) * held)
        } else {
            let largest = largest_batch(layout);
            (slices_at_once(layout).min(largest), largest * slice_bytes(layout))
        };
        let Goals { dtm, dtc, dtz, dtz50, .. } = step.goals;
        let depths = [dtm, dtc, dtz, dtz50].into_iter().filter(|&wanted| wanted).count();
        let pawn_sides = u64::from(step.class.white.count(Role::Pawn) > 0)
            + u64::from(step.class.black.count(Role::Pawn) > 0);
        // Sets of a sweep; best pawn moves and best promotions; with depths two bytes for each of them.
        let mut eighths = 6 + 4 * pawn_sides;
        let mut finished = finished;
        if step.goals.discard_depths && !step.class.has_pawns() {
            let (kept, work) = solving_eighths(&step.goals, step.class.has_pawns());
            // Which values come in where from outside is noted block by block, 32 bytes for each side.
            eighths = 2 * (kept + work) + 1;
        } else if depths > 0 {
            // A large slice is taken to need one byte only, and two more of its class to be held.
            let width = if slots >= LARGE { 8 } else { 16 };
            eighths += 2 + width * (pawn_sides + 2);
            finished = match slots >= LARGE {
                true => 2 * (slice_bytes(layout) + 2 * slots),
                false => finished + finished / 6 * 32,
            };
        }
        let windows: u64 =
            step.windows.iter().map(|&(_, window)| depths_of(window, layout)).sum::<u64>()
                / layout.slices().max(1) as u64;
        // Slices beyond are held while what leads there is solved.
        finished += self.edges_of(step.class) as u64 * slice_bytes(layout);
        let work = at_once * slots * eighths / 8;
        let mut folded = 0;
        for promotion in &step.promotions {
            let before = layout_in(&self.layouts, promotion.before)?;
            folded = folded.max(8 * before.slots() as u64 * 2 / 8);
        }
        let mut read = 0;
        let pawns = step.class.pawns() as u64;
        for sub in self.read_by(step.class) {
            let step = others.iter().find(|step| step.class == sub);
            let sub = layout_in(&self.layouts, sub)?;
            if let Some(Step { windows, .. }) = step.filter(|step| !step.windows.is_empty()) {
                let each = windows.iter().map(|&(_, window)| depths_of(window, &sub));
                // A pawn looks into one.
                read += each.max().unwrap_or_default() * pawns * at_once;
                continue;
            }
            let slots = sub.slots() as u64;
            let depths = 4 * slots * u64::from(dtm) + slots / 2 * u64::from(dtz50);
            read += (slice_bytes(&sub) + depths) * at_once.min(sub.slices() as u64);
        }
        Ok(work + finished + windows + folded + read)
    }

    /// The packs that a class hands on, with their sizes as far as they can be foretold.
    pub(super) fn kept_sizes(&self, step: &Step) -> Result<Vec<(Pack, u64)>, Error> {
        let mut sizes: HashMap<Pack, u64> = HashMap::new();
        if step.keeps_results {
            let raw = 4 * step.positions / 8;
            let large = !step.class.has_pawns() && step.positions >= TOO_LARGE_TO_KEEP;
            let packed = if large { PACKED_LARGE } else { PACKED };
            sizes.insert(Pack::Results(step.class), raw / packed);
        }
        if step.keeps_depths {
            for metric in step.goals.depths() {
                sizes.insert(Pack::Depths(step.class, metric), 2 * step.positions / PACKED_DEPTHS);
            }
        }
        for &(_, window) in &step.windows {
            let bytes = depths_of(window, &*layout_in(&self.layouts, step.class)?) / PACKED_DEPTHS;
            *sizes.entry(Pack::Windows(step.class, window.man)).or_default() += bytes;
        }
        for promotion in &step.promotions {
            let before = layout_in(&self.layouts, promotion.before)?;
            let pawns: usize = (0..before.slices())
                .map(|slice| before_promotion(&before, slice, promotion.side).len())
                .sum();
            let raw = 2 * (pawns * before.slots()) as u64 / 8;
            let pack = Pack::Promotions { after: step.class, before: promotion.before };
            *sizes.entry(pack).or_default() += raw / PACKED;
        }
        Ok(sizes.into_iter().collect())
    }
}

//! A slice with all that its captures and pawn moves lead to, found before anything is computed.
//!
//! Finding it asks for sub-tables, which may have to be read. One thread prepares several slices, so
//! that nothing is read twice at the same time; then all threads work on them.

use std::sync::{Arc, OnceLock};

use nimzo_chess::{Dtz50, Metric};
use shakmaty::Color;

use super::captures::Captures;
use super::pawn_moves::PawnMoves;
use super::{Children, FinishedSlice};
use crate::Error;
use crate::layout::Layout;
use crate::sweep::geometry::Geometry;
use crate::sweep::{Goals, SubTables};

/// A slice ready to be solved or checked.
pub(crate) struct SliceInputs<'a> {
    pub slice: usize,
    pub geometry: Geometry<'a>,
    /// Plies without a zeroing move after which a game is drawn.
    pub rule_limit: u32,
    /// For each metric of the goals, in the order in which they are run.
    pub metrics: Vec<SliceSuccessors<'a>>,
}

/// What a slice leads to, as one metric sees it.
pub(crate) struct SliceSuccessors<'a> {
    pub metric: Metric,
    pub captures: Captures,
    pub pawn_moves: PawnMoves<'a>,
}

impl<'a> SliceInputs<'a> {
    /// Looks for everything; slices with fewer steps left to the pawns must be among the finished
    /// `siblings`.
    pub fn new(
        slice: usize,
        layout: &'a Arc<Layout>,
        siblings: &'a [OnceLock<FinishedSlice>],
        subs: &'a dyn SubTables,
        goals: &Goals,
    ) -> Result<Self, Error> {
        let geometry = Geometry::new(layout, layout.pawns(slice));
        let rule_limit = goals.rule_limit.unwrap_or(u32::from(Dtz50::LIMIT));
        let queen_only = goals.queen_only;
        let successors = |metric| {
            let children = Children { subs, layout, siblings, metric, rule_limit, queen_only };
            let captures = Captures::new(&geometry, &children)?;
            let pawn_moves = PawnMoves::new(slice, &geometry, &children)?;
            Ok(SliceSuccessors { metric, captures, pawn_moves })
        };
        let metrics = goals.metrics().into_iter().map(successors).collect::<Result<_, Error>>()?;
        Ok(Self { slice, geometry, rule_limit, metrics })
    }
}

/// How many slices to prepare at a time: enough to be shared between threads, and few enough not to
/// hold on to much. A very large one is shared between threads itself.
pub fn slices_at_once(layout: &Layout) -> u64 {
    const SLOTS: usize = 4 << 20;
    const VERY_LARGE: usize = 256 << 20;
    if layout.slots() >= VERY_LARGE {
        return 1;
    }
    (SLOTS / layout.slots()).max(2 * rayon::current_num_threads()) as u64
}

impl SliceSuccessors<'_> {
    /// Whether some depth to come takes two bytes, or might: depths to conversion grow with every
    /// step of a pawn.
    pub fn is_wide(&self) -> bool {
        let pawns = Color::ALL.into_iter().any(|side| self.pawn_moves.any(side));
        self.captures.is_wide()
            || self.pawn_moves.is_wide()
            || (self.metric == Metric::Dtc && pawns)
    }
}

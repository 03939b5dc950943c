//! One way to solve a position: what is solved, and what that takes.

use std::sync::Arc;
use std::time::Duration;

use nimzo_chess::Metric;
use nimzo_retro::castling::RightsReach;
use nimzo_retro::reach::Reach;
use nimzo_retro::slice_graph::Plan;
use shakmaty::Chess;

/// Positions with castling rights that are solved in a second, about.
const RIGHTS_RATE: u32 = 20_000;

/// One way to solve a position.
#[derive(Debug, Clone)]
pub struct Way {
    /// What is left out, if something is.
    pub bounds: Option<Bounds>,
    pub(super) position: Chess,
    /// Whether it is the only position.
    pub(super) alone: bool,
    pub(super) metric: Metric,
    /// What is solved: of a bounded way, as if Black won what lies beyond.
    pub(super) reach: Reach,
    pub(super) plan: Plan,
    /// Of a bounded way, what is solved as if White won it.
    pub(super) other: Option<Box<(Reach, Plan)>>,
    pub(super) rights: Option<Arc<RightsReach>>,
}

/// What a bounded way leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most men beside pawns that a class may have.
    pub pieces: usize,
    /// The most pawn moves and captures between the position and a slice.
    pub changes: Option<u32>,
}

impl Way {
    /// Watches this position as if depths of its class were too many to keep.
    #[cfg(test)]
    pub(super) fn watch_roots(&mut self, position: &Chess) {
        for step in &mut self.plan.steps {
            let watched = self.reach.roots.contains(&step.class);
            (step.goals.discard_depths, step.keeps_depths) = (watched, !watched);
        }
        self.plan.watch(&super::watched::around(position));
    }

    /// The same as if all classes but those that are asked about were too large to stay.
    #[cfg(test)]
    pub(super) fn nothing_stays(&mut self) {
        let goals = nimzo_retro::sweep::Goals::of_metrics(&[self.metric], false);
        let limits = nimzo_retro::slice_graph::Limits { memory: 1 << 40, disk: 1 << 40 };
        self.plan = Plan::of_reach_with(&self.reach, goals, limits, 0).expect("a plan");
    }

    /// How many slices are solved.
    pub fn slices(&self) -> usize {
        self.halves().map(|(reach, _)| reach.slices()).sum()
    }

    /// What is solved one after the other.
    fn halves(&self) -> impl Iterator<Item = (&Reach, &Plan)> {
        let other = self.other.iter().map(|half| (&half.0, &half.1));
        std::iter::once((&self.reach, &self.plan)).chain(other)
    }

    /// How many classes they belong to.
    pub fn classes(&self) -> usize {
        self.halves().map(|(reach, _)| reach.classes.len()).max().unwrap_or_default()
    }

    /// Positions with one side to move.
    pub fn positions(&self) -> u64 {
        self.halves().map(|(_, plan)| plan.positions()).sum()
    }

    /// Positions with castling rights, either side to move.
    pub fn with_rights(&self) -> usize {
        self.rights.as_ref().map_or(0, |rights| rights.len())
    }

    /// Classes whose tables are read.
    pub fn tables(&self) -> usize {
        self.reach.known.len()
    }

    /// The least bytes of memory that it takes.
    pub fn memory(&self) -> u64 {
        let rights = self.with_rights() as u64 * RightsReach::BYTES_EACH;
        let most = self.halves().map(|(_, plan)| plan.memory - plan.held).max();
        rights + most.unwrap_or_default()
    }

    /// The most bytes of disk that it takes at once.
    pub fn disk(&self) -> u64 {
        self.halves().map(|(_, plan)| plan.disk).sum()
    }

    /// How many bytes of disk stay in the end.
    pub fn stays(&self) -> u64 {
        self.halves().map(|(_, plan)| plan.stays).max().unwrap_or_default()
    }

    /// A first estimate of the time.
    pub fn duration(&self) -> Duration {
        // Beside the positions each slice takes some time of its own.
        let rights = Duration::from_secs(1) * self.with_rights() as u32 / RIGHTS_RATE;
        let plans = self.halves().map(|(_, plan)| plan.duration()).sum::<Duration>();
        rights + plans + Duration::from_millis(1) * self.slices() as u32
    }
}

//! A mover's choice: every legal move with what it is worth.

use shakmaty::{Chess, Move, Position};

use super::{Probe, probe_or_mate};
use crate::error::Error;
use crate::metric::Metric;
use crate::rules::{after, step};
use crate::successors::Worth;
use crate::values::{Depth, MaybeRounded, Wdl};

/// What a move is worth to the mover: the result, and the depth where it is known.
pub type MoveWorth = (Wdl, Option<MaybeRounded<Depth>>);

/// A mover's choice.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Each legal move and what it is worth.
    pub moves: Vec<(Move, MoveWorth)>,
}

impl Choice {
    /// Asks about every move, by one metric.
    pub fn of<P: Probe + ?Sized>(
        probe: &P,
        position: &Chess,
        metric: Metric,
    ) -> Result<Self, Error> {
        let worth = |mv: Move| {
            let known = probe_or_mate(probe, &after(position, mv), &[metric])?.before(step(mv));
            Ok((mv, (known.wdl, known.depth(metric))))
        };
        let moves = position.legal_moves().into_iter().map(worth).collect::<Result<_, Error>>()?;
        Ok(Self { moves })
    }

    /// The best moves: by result, then by depth where it is known.
    pub fn best(&self) -> Vec<(Move, MoveWorth)> {
        let best = self.moves.iter().map(|(_, worth)| *worth).max();
        self.moves.iter().filter(|(_, worth)| Some(*worth) == best).copied().collect()
    }
}

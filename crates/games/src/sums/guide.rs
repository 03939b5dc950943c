//! The values of the components as a guide to chess. The solver of positions looks first where this
//! points; it proves nothing.

use std::collections::BTreeSet;

use nimzo_work::Task;

use super::group::{player, side};
use super::split::{Component, Split};
use super::worth::Worths;
use crate::board::{Guide, Man, MaterialGuide, Position, Side, Square};

/// How far ahead in material a side is expected to win once the core has moved.
const LEAD: i32 = 3;
/// Positions played out for one opinion.
const MOST_POSITIONS: u64 = 20_000;

/// Knows the winner of a sum as long as nobody has moved in the core.
pub struct SumGuide {
    core: Vec<(Square, Man)>,
    components: Vec<Component>,
    squares: BTreeSet<Square>,
    worths: Worths,
}

impl SumGuide {
    /// A guide to a position that was taken apart.
    pub fn new(position: &Position, split: &Split, task: &Task) -> Self {
        let core = split.core.iter().filter_map(|&at| Some((at, position.man(at)?)));
        Self {
            core: core.collect(),
            squares: split.core.clone(),
            components: split.components.clone(),
            worths: Worths::limited(MOST_POSITIONS, task),
        }
    }

    fn of_sum(&mut self, position: &Position) -> Option<Side> {
        if self.core.iter().any(|&(at, man)| position.man(at) != Some(man)) {
            return None;
        }
        let groups: Option<Vec<_>> = self
            .components
            .iter()
            .map(|component| component.read(position, &self.squares))
            .collect();
        // A stop shows itself to the solver too, so an opinion more or less does not matter.
        let winner = self.worths.winner(&groups?, player(position.to_move()));
        winner.ok().flatten().map(side)
    }
}

impl Guide for SumGuide {
    fn expects(&mut self, position: &Position) -> Option<Side> {
        self.of_sum(position).or_else(|| MaterialGuide { lead: LEAD }.expects(position))
    }
}

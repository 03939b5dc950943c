//! Tables made in memory for one run.

use nimzo_tables::Material;
use nimzo_tables::sweep::{Goals, Library};
use nimzo_zugzwang::{FiftyMoveRule, Found, InMemory, Metric, Result, mine};
use shakmaty::{Chess, Position};

use crate::reproduce::Context;

/// Tables for counting and tables for depths; a class is solved when first asked for.
#[derive(Default)]
pub struct Workshop {
    results: Library,
    depths: Library,
}

impl Workshop {
    /// Nothing made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every zugzwang of a class, en passant zone included.
    pub fn find(&mut self, class: Material, context: &Context<'_>) -> Result<Found> {
        let solved = self.results.solve(class, Goals::default(), context.task)?;
        let source = InMemory::new(&self.results, FiftyMoveRule::Ignored);
        mine(&*solved, Some(&source), context.task)
    }

    /// Values and depths of a position and all that follows from it. Depth to mate is always
    /// there; `metric` is there for the position's own class.
    pub fn depths(
        &mut self,
        position: &Chess,
        _metric: Metric,
        context: &Context<'_>,
    ) -> Result<InMemory<'_>> {
        let class = Material::of_board(position.board());
        let goals = Goals { dtm: true, dtz: true, dtc: true, ..Goals::default() };
        if class != Material::BARE_KINGS {
            self.depths.solve(class, goals, context.task)?;
        }
        Ok(InMemory::new(&self.depths, FiftyMoveRule::Ignored))
    }
}

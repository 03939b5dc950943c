//! What the classification needs of a set of solved positions, whatever they are: the cells of
//! one diagram, all partitions up to a size, or the blocks of an endless staircase.

use super::map::ValueMap;
use crate::young::Move;

/// Solved positions, numbered, with their options among themselves.
pub(in crate::young) trait Positions {
    /// The normal and misère values of a position.
    fn values(&self, at: usize) -> [u32; 2];

    /// Calls `visit` with each legal move and the option's number until it says `false`.
    fn each_option(&self, at: usize, visit: impl FnMut(Move, usize) -> bool);
}

impl Positions for ValueMap {
    fn values(&self, at: usize) -> [u32; 2] {
        self.raw_at(at)
    }

    fn each_option(&self, at: usize, mut visit: impl FnMut(Move, usize) -> bool) {
        let (row, column) = self.cell(at);
        for &step in self.moveset().steps() {
            let option = self.at(row + step.rows, column + step.columns);
            if option.is_some_and(|option| !visit(step, option)) {
                return;
            }
        }
        for &slide in self.moveset().slides() {
            for made in (1..).map(|times| slide.times(times)) {
                match self.at(row + made.rows, column + made.columns) {
                    None => break,
                    Some(option) if !visit(made, option) => return,
                    Some(_) => {}
                }
            }
        }
    }
}

//! A solved window: bounds on the walls of every position in it.

use nimzo_cgt::Dyadic;
use nimzo_work::{Task, memory};

use super::evaluation::Evaluation;
use crate::echess::bounds::curve::{Curve, Fixed};
use crate::echess::bounds::{Bound, Bounds, FinishedWalls, bounds};
use crate::echess::rules::{Board, Position, State, Window};
use crate::{Error, Result};

/// The windows that are accepted.
pub const REACH: std::ops::RangeInclusive<u64> = 6..=24;

/// Walls for every position of a window.
pub struct Solution {
    pub(crate) window: Window,
    pub(crate) lower: FinishedWalls,
    pub(crate) upper: FinishedWalls,
    cost: Cost,
}

/// What the computation cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// States of the window.
    pub states: usize,
    /// Sweeps for the lower and the upper bound.
    pub sweeps: [u32; 2],
    /// States evaluated for each of them; of two that are reflections of each other only one is.
    pub evaluated: [u64; 2],
    /// Distinct shapes of walls.
    pub shapes: usize,
}

impl Solution {
    /// Computes both bounds for a window of `reach` squares around the Black king on the open
    /// board.
    pub fn compute(reach: u64, task: &Task) -> Result<Self> {
        Self::compute_on(Board::Open, reach, task)
    }

    /// The same on any board.
    pub fn compute_on(board: Board, reach: u64, task: &Task) -> Result<Self> {
        Self::check_reach(reach)?;
        let window = Window::new(board, reach);
        // Both solvers' walls with their bends, and the finished walls.
        memory::require(&format!("the window of {reach}"), window.len() as u64 * 800)?;
        let Bounds { lower, upper, effort } = bounds(window, task)?;
        let cost = Cost {
            states: window.len(),
            sweeps: effort.map(|effort| effort.sweeps),
            evaluated: effort.map(|effort| effort.evaluated),
            shapes: lower.shapes.len() + upper.shapes.len(),
        };
        Ok(Solution { window, lower, upper, cost })
    }

    /// Refuses a window that is asked for beyond the limits.
    pub(crate) fn check_reach(given: u64) -> Result<()> {
        if REACH.contains(&given) {
            return Ok(());
        }
        let (least, most) = (*REACH.start(), *REACH.end());
        Err(Error::Range { what: "the window", given, least, most })
    }

    /// Puts a window together from its bounds, if they are of its size.
    pub(crate) fn from_parts(
        window: Window,
        lower: FinishedWalls,
        upper: FinishedWalls,
    ) -> Option<Self> {
        let states = window.len();
        let shapes = lower.shapes.len() + upper.shapes.len();
        let cost = Cost { states, sweeps: [0; 2], evaluated: [0; 2], shapes };
        let fits = lower.len() == Some(states) && upper.len() == Some(states);
        fits.then_some(Solution { window, lower, upper, cost })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.window.edges.board()
    }

    /// How far the window reaches.
    pub fn reach(&self) -> i32 {
        self.window.reach
    }

    /// What it cost; sweeps and evaluations are zero for a window read from a file.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Whether the window holds the White king.
    pub fn holds(&self, position: &Position) -> bool {
        self.window.sees(position, position.white_king)
    }

    /// The bounds on a position's thermograph; a position off the board is refused.
    pub fn evaluate(&self, position: &Position) -> Result<Evaluation> {
        let position = position.on(self.board())?;
        if !self.holds(&position) {
            return Err(Error::EchessPosition {
                text: position.to_string(),
                reason: format!(
                    "the White king is more than {} squares away, beyond the window; \
                     a greater --window would hold it",
                    self.reach()
                ),
            });
        }
        const FITS: &str = "window values are far inside the exact numbers";
        let cash = Dyadic::from(position.cash());
        let walls = |bound: Bound| {
            let (left, right) = self.walls(bound, self.window.state_of(&position));
            let left = left.to_exact().negate().expect(FITS);
            let right = right.to_exact();
            (left.translate(cash).expect(FITS), right.translate(cash).expect(FITS))
        };
        Ok(Evaluation { lower: walls(Bound::Lower), upper: walls(Bound::Upper) })
    }

    /// Left's wall turned over, and Right's, of one of the bounds; the Black king's own points are
    /// left out. The White king must be in the window.
    pub(crate) fn walls(&self, bound: Bound, state: State) -> (Curve<'_>, Curve<'_>) {
        let walls = match bound {
            Bound::Lower => &self.lower,
            Bound::Upper => &self.upper,
        };
        walls.of(self.window.index(state))
    }

    /// The greatest distance between the bounds; `None` when it is infinite.
    pub(crate) fn gap(&self, state: State) -> Option<Fixed> {
        let (lower, upper) = (self.walls(Bound::Lower, state), self.walls(Bound::Upper, state));
        Some(lower.0.distance(upper.0)?.max(lower.1.distance(upper.1)?))
    }

    /// Whether the bounds meet.
    pub(crate) fn is_exact(&self, state: State) -> bool {
        self.gap(state) == Some(0)
    }

    /// Every state of the window.
    pub(crate) fn states(&self) -> impl Iterator<Item = State> {
        let window = self.window;
        let states = (0..window.len()).map(move |index| window.state(index));
        states.filter(move |&state| window.is_state(state))
    }

    /// Every state with the rook in view.
    pub(crate) fn states_in_view(&self) -> impl Iterator<Item = State> {
        let window = self.window;
        self.states().filter(move |state| !window.is_vague(state.rook))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;

    /// Each window's lower walls are at most the other's upper walls: what is beyond one window,
    /// and only bounded there, is computed in the other.
    #[test]
    fn two_windows_do_not_contradict_each_other() {
        let large = Solution::compute(7, &Task::silent()).expect("a small window fits");
        let mut exact = 0;
        for state in OPEN.states_in_view() {
            for (below, above) in [(&*OPEN, &large), (&large, &*OPEN), (&*OPEN, &*OPEN)] {
                let (lower, upper) =
                    (below.walls(Bound::Lower, state), above.walls(Bound::Upper, state));
                // Left's walls are turned over.
                assert!(upper.0.never_above(lower.0), "{state:?}");
                assert!(lower.1.never_above(upper.1), "{state:?}");
            }
            exact += usize::from(large.is_exact(state));
        }
        assert!(exact > 10_000, "{exact} exact positions");
    }
}

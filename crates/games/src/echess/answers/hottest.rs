//! The hottest positions of a window, and what is proved about the others.

use nimzo_cgt::Dyadic;
use rayon::prelude::*;

use super::evaluation::Interval;
use super::solution::Solution;
use crate::Result;
use crate::echess::bounds::Bound;
use crate::echess::bounds::curve::exact::to_dyadic;
use crate::echess::bounds::curve::{Curve, CurveBuffer, Fixed, ONE};
use crate::echess::bounds::mast::cools_at;
use crate::echess::rules::{Position, State, View, distance};

/// A position with a finite temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotPosition {
    /// The men; on the open board the Black king is on (0, 0).
    pub position: Position,
    /// The mean.
    pub mean: Dyadic,
    /// The temperature: exact if `exact`, otherwise that of the upper walls.
    pub temperature: Dyadic,
    /// Whether the bounds meet.
    pub exact: bool,
}

/// What a window says about the hottest finite temperature.
#[derive(Clone, Debug)]
pub struct Hottest {
    /// The hottest positions, exact ones first among equals.
    pub positions: Vec<HotPosition>,
    /// Exact positions with a finite temperature.
    pub exact: u64,
    /// Positions whose bounds do not meet.
    pub open: u64,
    /// Positions that are exact and hot at every temperature.
    pub infinite: u64,
    /// What is proved about the open positions.
    pub ceiling: Ceiling,
}

/// How hot the open positions of a window can be. The outermost ring of White kings is left out:
/// not all of their followers are in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ceiling {
    /// The greatest of the temperatures that are proved not to be exceeded.
    pub temperature: Option<Dyadic>,
    /// A position for which nothing less is proved.
    pub position: Option<Position>,
    /// Open positions whose temperature is proved to be at most 6.
    pub at_most_six: u64,
    /// Open positions with a finite bound above 6.
    pub above_six: u64,
    /// Open positions that may be hot at every temperature, for all that is proved.
    pub unbounded: u64,
    /// Open positions on the outermost ring.
    pub on_the_rim: u64,
}

/// What is proved about the temperature of one open position; the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Heat {
    AtMost(Fixed),
    Unbounded,
    Rim,
}

impl Solution {
    /// Ranks the positions with the rook in view by temperature, and keeps `most` of them.
    pub fn hottest(&self, most: usize) -> Hottest {
        let (exact, open): (Vec<State>, Vec<State>) =
            self.states_in_view().partition(|&state| self.is_exact(state));
        let ranked = |exact: bool| {
            move |&state: &State| {
                let (mean, temperature) = self.mast_above(state)?;
                let position = self.window.position(state);
                let mean = to_dyadic(mean).checked_add(Dyadic::from(position.cash()))?;
                Some(HotPosition { position, mean, temperature: to_dyadic(temperature), exact })
            }
        };
        let mut positions: Vec<HotPosition> = exact.iter().filter_map(ranked(true)).collect();
        let finite = positions.len();
        positions.extend(open.iter().filter_map(ranked(false)));
        let key = |hot: &HotPosition| {
            let near = distance(self.window.state_of(&hot.position).king, (0, 0));
            (hot.exact, hot.temperature, std::cmp::Reverse(near))
        };
        positions.sort_by_key(|hot| std::cmp::Reverse(key(hot)));
        positions.truncate(most);
        Hottest {
            positions,
            exact: finite as u64,
            open: open.len() as u64,
            infinite: (exact.len() - finite) as u64,
            ceiling: self.ceiling(&open),
        }
    }

    fn ceiling(&self, open: &[State]) -> Ceiling {
        let heats: Vec<(State, Heat)> =
            open.par_iter().map(|&state| (state, self.heat_of_all(state))).collect();
        let mut ceiling = Ceiling::default();
        let mut hottest = None;
        for (state, heat) in heats {
            match heat {
                Heat::Rim => ceiling.on_the_rim += 1,
                Heat::Unbounded => ceiling.unbounded += 1,
                Heat::AtMost(tax) => {
                    if tax <= 6 * ONE {
                        ceiling.at_most_six += 1;
                    } else {
                        ceiling.above_six += 1;
                    }
                    if hottest.is_none_or(|hottest| tax > hottest) {
                        hottest = Some(tax);
                        ceiling.position = Some(self.window.position(state));
                    }
                }
            }
        }
        ceiling.temperature = hottest.map(to_dyadic);
        ceiling
    }

    /// The temperature of a position, as far as it is proved.
    pub fn temperature(&self, position: &Position) -> Result<Interval> {
        let proved = self.evaluate(position)?.temperature();
        match self.heat(position) {
            Heat::AtMost(tax)
                if proved.exact().is_none() && self.window.sees(position, position.rook) =>
            {
                Ok(Interval { high: Some(to_dyadic(tax)), ..proved })
            }
            _ => Ok(proved),
        }
    }

    /// The greatest heat of the positions that a state stands for.
    fn heat_of_all(&self, state: State) -> Heat {
        let heats = self.window.positions(state).map(|position| self.heat(&position));
        heats.max().unwrap_or(Heat::Unbounded)
    }

    /// From the tax on at which even the most that Black may get by a move is no more than the
    /// least that White may leave him, nobody gains by moving.
    fn heat(&self, position: &Position) -> Heat {
        let [king, _] = position.offsets();
        if distance(king, (0, 0)) >= self.window.reach {
            return Heat::Rim;
        }
        let mut spare = Vec::new();
        let (mut black, mut white) = (CurveBuffer::default(), CurveBuffer::default());
        black.set(Curve::Line { base: 0, bends: &[] }, 0);
        let view = View::of(position);
        for View { position: next, .. } in view.black_steps(self.window) {
            let (_, right) = self.walls(Bound::Upper, self.window.state_of(&next));
            black.raise_to(right, (next.cash() - position.cash()) * ONE, &mut spare);
        }
        if position.black_takes_rook(self.board()) {
            black.set_plus();
        }
        for View { position: next, .. } in view.white_moves(self.window) {
            let (left, _) = self.walls(Bound::Lower, self.window.state_of(&next));
            white.raise_to(left, 0, &mut spare);
        }
        if position.in_check() {
            white.set_plus();
        }
        cools_at(black.curve(), white.curve()).map_or(Heat::Unbounded, Heat::AtMost)
    }
}

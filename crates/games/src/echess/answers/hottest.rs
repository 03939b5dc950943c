//! The hottest positions of a window, and what is proved about the others.

use nimzo_cgt::Dyadic;
use rayon::prelude::*;

use crate::Result;
use crate::echess::answers::solution::{Interval, Solution};
use crate::echess::bounds::curve::{Curve, Fixed, ONE, Workpiece, cools_at, to_dyadic};
use crate::echess::rules::position::{Position, Square};
use crate::echess::rules::space::{Men, attacks, distance};

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
        let (exact, open): (Vec<Men>, Vec<Men>) =
            self.men_in_view().partition(|&men| self.is_exact(men));
        let ranked = |exact: bool| {
            move |&men: &Men| {
                let (mean, temperature) = self.mast_above(men)?;
                let position = self.seen(men);
                let mean = to_dyadic(mean).checked_add(Dyadic::from(position.cash()))?;
                Some(HotPosition { position, mean, temperature: to_dyadic(temperature), exact })
            }
        };
        let mut positions: Vec<HotPosition> = exact.iter().filter_map(ranked(true)).collect();
        let finite = positions.len();
        positions.extend(open.iter().filter_map(ranked(false)));
        let key = |hot: &HotPosition| {
            let near = distance(hot.position.men().king, (0, 0));
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

    fn ceiling(&self, open: &[Men]) -> Ceiling {
        let heats: Vec<(Men, Heat)> =
            open.par_iter().map(|&men| (men, self.heat_of_all(men))).collect();
        let mut ceiling = Ceiling::default();
        let mut hottest = None;
        for (men, heat) in heats {
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
                        ceiling.position = Some(self.seen(men));
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
        let men = position.men();
        match self.heat(men) {
            Heat::AtMost(tax) if proved.exact().is_none() && self.space.sees(men.rook) => {
                Ok(Interval { high: Some(to_dyadic(tax)), ..proved })
            }
            _ => Ok(proved),
        }
    }

    /// The greatest heat of the positions that a state stands for: if its distance to an edge is
    /// not counted, the Black king may step into the last room that is counted, or not.
    fn heat_of_all(&self, men: Men) -> Heat {
        let mut hottest = None;
        for men in self.space.distances(men) {
            hottest = hottest.max(Some(self.heat(men)));
        }
        hottest.unwrap_or(Heat::Unbounded)
    }

    /// From the tax on at which even the most that Black may get by a move is no more than the
    /// least that White may leave him, nobody gains by moving.
    fn heat(&self, men: Men) -> Heat {
        if distance(men.king, (0, 0)) >= self.space.reach {
            return Heat::Rim;
        }
        let mut spare = Vec::new();
        let (mut black, mut white) = (Workpiece::default(), Workpiece::default());
        black.set(Curve::Line { base: 0, bends: &[] }, 0);
        for (gain, next) in self.space.black_steps(men) {
            let (_, right) = self.upper_walls(next);
            black.raise_to(right, Fixed::from(gain) * ONE, &mut spare);
        }
        if distance(men.rook, (0, 0)) == 1 && distance(men.rook, men.king) > 1 {
            black.set_plus();
        }
        for next in self.space.white_moves(men) {
            white.raise_to(self.lower_walls(next).0, 0, &mut spare);
        }
        if attacks(men, (0, 0)) {
            white.set_plus();
        }
        cools_at(black.curve(), white.curve()).map_or(Heat::Unbounded, Heat::AtMost)
    }

    /// The men as a position; on the open board the Black king is on (0, 0).
    fn seen(&self, men: Men) -> Position {
        let home = self.space.home(men);
        let square = |(x, y): (i32, i32)| Square::new(x + home.0, y + home.1);
        Position {
            black_king: square((0, 0)),
            white_king: square(men.king),
            rook: square(men.rook),
        }
    }
}

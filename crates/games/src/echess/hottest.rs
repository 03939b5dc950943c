//! The hottest positions of a window.

use nimzo_cgt::Dyadic;

use super::curve::to_dyadic;
use super::position::{Position, Square};
use super::solution::Solution;

/// A position with a finite temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotPosition {
    /// The men, the Black king on (0, 0).
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
    /// Positions whose bounds do not meet, and for which the temperature is not proved.
    pub open: u64,
    /// Positions that are exact and hot at every temperature.
    pub infinite: u64,
}

impl Solution {
    /// Ranks the positions with the rook in view by temperature, and keeps `most` of them.
    pub fn hottest(&self, most: usize) -> Hottest {
        let mut found = Hottest { positions: Vec::new(), exact: 0, open: 0, infinite: 0 };
        for men in self.men_in_view() {
            let exact = self.is_exact(men);
            let mast = self.mast_above(men);
            match (exact, mast) {
                (true, Some(_)) => found.exact += 1,
                (true, None) => found.infinite += 1,
                (false, _) => found.open += 1,
            }
            let Some((mean, temperature)) = mast else { continue };
            let square = |(x, y): (i32, i32)| Square::new(x, y);
            let position = Position {
                black_king: Square::new(0, 0),
                white_king: square(men.king),
                rook: square(men.rook),
            };
            let (mean, temperature) = (to_dyadic(mean), to_dyadic(temperature));
            found.positions.push(HotPosition { position, mean, temperature, exact });
        }
        let key = |hot: &HotPosition| {
            let near = hot.position.white_king;
            (hot.exact, hot.temperature, std::cmp::Reverse(near.x.abs().max(near.y.abs())))
        };
        found.positions.sort_by_key(|hot| std::cmp::Reverse(key(hot)));
        found.positions.truncate(most);
        found
    }
}

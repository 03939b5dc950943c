//! The answers: thermographs with their bounds, and what is read off them.

use std::fmt;

use nimzo_cgt::{Dyadic, Slope, Thermograph, Trajectory, Wall};
use nimzo_work::{Task, memory};

use crate::echess::bounds::curve::{Curve, FRACTION_BITS, Fixed};
use crate::echess::bounds::finished_walls::{Shapes, Walls};
use crate::echess::bounds::{Bounds, bounds};
use crate::echess::rules::edges::Edges;
use crate::echess::rules::position::{Board, Position};
use crate::echess::rules::space::{Men, Space, distance};
use crate::{Error, Result};

/// The windows that are accepted.
pub const REACH: std::ops::RangeInclusive<u64> = 6..=24;

/// A number known exactly, or to lie between two bounds; `None` is infinite on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower bound.
    pub low: Option<Dyadic>,
    /// The upper bound.
    pub high: Option<Dyadic>,
}

impl Interval {
    /// The number, if the bounds meet.
    pub fn exact(self) -> Option<Dyadic> {
        self.low.filter(|_| self.low == self.high)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.exact(), self.low, self.high) {
            (Some(value), ..) => value.fmt(f),
            (None, None, None) => f.write_str("unbounded"),
            (None, low, high) => {
                let text = |v: Option<Dyadic>, open: &str| v.map_or(open.into(), |v| v.to_string());
                write!(f, "[{}, {}]", text(low, "-infinity"), text(high, "+infinity"))
            }
        }
    }
}

/// Who keeps the move at the top of the thermograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// Nobody: whoever moves, the other need not answer.
    Gote,
    /// Black moves and White must answer.
    LeftSente,
    /// White moves and Black must answer.
    RightSente,
    /// Either move must be answered.
    DoubleSente,
    /// Nobody wants to move.
    Quiet,
}

impl fmt::Display for Initiative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Initiative::Gote => "gote",
            Initiative::LeftSente => "Left sente",
            Initiative::RightSente => "Right sente",
            Initiative::DoubleSente => "double sente",
            Initiative::Quiet => "quiet",
        })
    }
}

/// Walls for every position of a window.
pub struct Solution {
    pub(crate) space: Space,
    lower: Half,
    upper: Half,
    cost: Cost,
}

/// One bound: its shapes and its walls.
type Half = (Shapes, Walls);

/// Both bounds on the thermograph of one position, the Black king's own points included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Lower bounds of Left's and Right's wall.
    pub lower: (Wall, Wall),
    /// Upper bounds of Left's and Right's wall.
    pub upper: (Wall, Wall),
}

/// How many positions are known how well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions.
    pub positions: u64,
    /// Those whose bounds meet in both walls.
    pub exact: u64,
    /// For each power of two, in order: positions whose greatest gap is at most that (exponent,
    /// count); an infinite gap has no exponent.
    pub gaps: Vec<(Option<i32>, u64)>,
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
        let space = Self::space(board, reach);
        // Both fields with their bends, and the finished walls.
        memory::require(&format!("the window of {reach}"), space.len() as u64 * 800)?;
        let Bounds { lower, upper, effort } = bounds(space, task)?;
        let cost = Cost {
            states: space.len(),
            sweeps: effort.map(|effort| effort.sweeps),
            evaluated: effort.map(|effort| effort.evaluated),
            shapes: lower.0.len() + upper.0.len(),
        };
        Ok(Solution { space, lower, upper, cost })
    }

    /// Puts a window together from its halves.
    pub(crate) fn from_parts(space: Space, lower: Half, upper: Half) -> Option<Self> {
        let fits = [&lower, &upper]
            .iter()
            .all(|half| half.1.left.len() == space.len() && half.1.right.len() == space.len());
        let shapes = lower.0.len() + upper.0.len();
        let cost = Cost { states: space.len(), sweeps: [0; 2], evaluated: [0; 2], shapes };
        fits.then_some(Solution { space, lower, upper, cost })
    }

    /// The two halves.
    pub(crate) fn parts(&self) -> [(&Shapes, &Walls); 2] {
        [(&self.lower.0, &self.lower.1), (&self.upper.0, &self.upper.1)]
    }

    /// The positions of a window.
    pub(crate) fn space(board: Board, reach: u64) -> Space {
        Space { reach: reach as i32, edges: Edges::of(board) }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.space.edges.board()
    }

    /// How far the window reaches.
    pub fn reach(&self) -> i32 {
        self.space.reach
    }

    /// What it cost; sweeps and evaluations are zero for a window read from a file.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The bounds on a position's thermograph; a position off the board is refused.
    pub fn evaluate(&self, position: &Position) -> Result<Evaluation> {
        let men = position.on(self.board())?.men();
        let reach = self.space.reach;
        if men.king.0.abs() > reach || men.king.1.abs() > reach {
            return Err(Error::EchessPosition {
                text: position.to_string(),
                reason: format!(
                    "the White king is more than {reach} squares away, beyond the window; \
                     a greater --window would hold it"
                ),
            });
        }
        Ok(self.at(self.space.index(men), Dyadic::from(position.cash())))
    }

    fn at(&self, state: usize, cash: Dyadic) -> Evaluation {
        let walls = |(shapes, walls): &Half| {
            const FITS: &str = "window values are far inside the exact numbers";
            let left = shapes.curve(walls.left.wall(state)).to_exact().negate().expect(FITS);
            let right = shapes.curve(walls.right.wall(state)).to_exact();
            (left.translate(cash).expect(FITS), right.translate(cash).expect(FITS))
        };
        Evaluation { lower: walls(&self.lower), upper: walls(&self.upper) }
    }

    /// Left's wall turned over, and Right's, of the upper bound.
    pub(crate) fn upper_walls(&self, men: Men) -> (Curve<'_>, Curve<'_>) {
        let state = self.space.index(men);
        let (shapes, walls) = &self.upper;
        (shapes.curve(walls.left.wall(state)), shapes.curve(walls.right.wall(state)))
    }

    /// The same of the lower bound.
    pub(crate) fn lower_walls(&self, men: Men) -> (Curve<'_>, Curve<'_>) {
        let state = self.space.index(men);
        let (shapes, walls) = &self.lower;
        (shapes.curve(walls.left.wall(state)), shapes.curve(walls.right.wall(state)))
    }

    fn gap(&self, state: usize) -> Option<Fixed> {
        let [lower, upper] = [&self.lower, &self.upper].map(|(shapes, walls)| {
            (shapes.curve(walls.left.wall(state)), shapes.curve(walls.right.wall(state)))
        });
        Some(lower.0.distance(upper.0)?.max(lower.1.distance(upper.1)?))
    }

    /// Whether the bounds meet.
    pub(crate) fn is_exact(&self, men: Men) -> bool {
        self.gap(self.space.index(men)) == Some(0)
    }

    /// Counts states with the White king within `within` squares, the rook anywhere.
    pub fn census(&self, within: i32) -> Census {
        self.census_of(|men| distance(men.king, (0, 0)) <= within)
    }

    /// The same for positions with the rook in view: a far rook stands for many squares, which
    /// need not have one value.
    pub fn census_in_view(&self, within: i32) -> Census {
        self.census_of(|men| distance(men.king, (0, 0)) <= within && self.space.sees(men.rook))
    }

    fn census_of(&self, wanted: impl Fn(Men) -> bool) -> Census {
        let mut census = Census::default();
        let mut gaps = std::collections::BTreeMap::new();
        for state in 0..self.space.len() {
            let men = self.space.men(state);
            if !wanted(men) || !self.space.is_position(men) {
                continue;
            }
            census.positions += 1;
            match self.gap(state) {
                Some(0) => census.exact += 1,
                Some(gap) => {
                    let power = 63 - (gap - 1).leading_zeros() as i32 + 1 - FRACTION_BITS as i32;
                    *gaps.entry((0, power)).or_insert(0) += 1;
                }
                None => *gaps.entry((1, 0)).or_insert(0) += 1,
            }
        }
        census.gaps = gaps
            .into_iter()
            .map(|((infinite, power), count)| ((infinite == 0).then_some(power), count))
            .collect();
        census
    }

    /// Every position of the window, as seen from a Black king on (0, 0), rooks in view only.
    pub(crate) fn men_in_view(&self) -> impl Iterator<Item = Men> + '_ {
        let men = (0..self.space.len()).map(|state| self.space.men(state));
        men.filter(|&men| self.space.sees(men.rook) && self.space.is_position(men))
    }
}

impl Evaluation {
    /// Whether the bounds meet everywhere.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The thermograph, if it is known exactly.
    pub fn thermograph(&self) -> Option<Thermograph> {
        let (left, right) = self.is_exact().then_some(&self.upper)?;
        Thermograph::from_scaffolds(left, right).ok()
    }

    /// The mast value.
    pub fn mean(&self) -> Interval {
        Interval { low: mast(&self.lower.1), high: mast(&self.upper.0) }
    }

    /// The temperature; `None` above means that nothing better than infinity is proved.
    pub fn temperature(&self) -> Interval {
        if let Some(thermograph) = self.thermograph() {
            let temperature = thermograph.mast().map(|mast| mast.temperature);
            return Interval { low: temperature, high: temperature };
        }
        // As long as even the low Left wall is above the high Right wall, the walls are apart.
        let low = match self.lower.0.meeting(&self.upper.1) {
            Ok(nimzo_cgt::Meeting::At(point)) => Some(point.temperature),
            Ok(nimzo_cgt::Meeting::Never) => None,
            _ => Some(Dyadic::ZERO),
        };
        Interval { low, high: None }
    }

    /// Left's stop: what alternating play brings when Black begins.
    pub fn left_stop(&self) -> Interval {
        Interval { low: at_zero(&self.lower.0), high: at_zero(&self.upper.0) }
    }

    /// Right's stop.
    pub fn right_stop(&self) -> Interval {
        Interval { low: at_zero(&self.lower.1), high: at_zero(&self.upper.1) }
    }

    /// Who keeps the move, if that is known.
    pub fn initiative(&self) -> Option<Initiative> {
        let thermograph = self.thermograph()?;
        let temperature = thermograph.mast()?.temperature;
        if temperature <= Dyadic::ZERO {
            return Some(Initiative::Quiet);
        }
        let level = |wall: &Wall| last_slope(wall.trajectory()?, temperature);
        let left = level(thermograph.left())? == Slope::Level;
        let right = level(thermograph.right())? == Slope::Level;
        Some(match (left, right) {
            (false, false) => Initiative::Gote,
            (true, false) => Initiative::LeftSente,
            (false, true) => Initiative::RightSente,
            (true, true) => Initiative::DoubleSente,
        })
    }
}

/// The value a wall ends at, if it ends upright.
fn mast(wall: &Wall) -> Option<Dyadic> {
    let path = wall.trajectory()?;
    (path.beyond() == Slope::Level).then(|| path.points().last().map(|point| point.value))?
}

fn at_zero(wall: &Wall) -> Option<Dyadic> {
    wall.trajectory()?.value_at(Dyadic::ZERO).ok()
}

/// The slope just below a temperature.
fn last_slope(path: &Trajectory, temperature: Dyadic) -> Option<Slope> {
    let before = path.points().iter().rfind(|point| point.temperature < temperature)?;
    let there = path.value_at(temperature).ok()?;
    Some(match there.cmp(&before.value) {
        std::cmp::Ordering::Less => Slope::Falling,
        std::cmp::Ordering::Equal => Slope::Level,
        std::cmp::Ordering::Greater => Slope::Rising,
    })
}

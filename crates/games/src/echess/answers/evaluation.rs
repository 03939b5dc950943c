//! The answer for one position: both bounds on its thermograph, and what is read off them.

use std::fmt;

use nimzo_cgt::{Dyadic, Slope, Thermograph, Trajectory, Wall};

/// Both bounds on the thermograph of one position, the Black king's own points included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Lower bounds of Left's and Right's wall.
    pub lower: (Wall, Wall),
    /// Upper bounds of Left's and Right's wall.
    pub upper: (Wall, Wall),
}

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

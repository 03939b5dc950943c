//! Walls of thermographs: trajectories, or one of the two infinities as a symbol.

use crate::{Dyadic, Point, Result, Slope, Trajectory};

/// One side of a thermograph.
///
/// The infinities are symbols for a whole wall (a king captured, an unstoppable pawn): no tax or
/// number added to them changes them.
///
/// ```
/// use nimzo_cgt::{Dyadic, Slope, Wall};
/// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ONE);
/// assert_eq!(wall.max(&Wall::MinusInfinity).unwrap(), wall);
/// assert_eq!(wall.min(&Wall::MinusInfinity).unwrap(), Wall::MinusInfinity);
/// assert_eq!(Wall::MinusInfinity.tilt(Slope::Rising).unwrap(), Wall::MinusInfinity);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    /// Below every number at every temperature.
    MinusInfinity,
    /// An exact trajectory.
    Finite(Trajectory),
    /// Above every number at every temperature.
    PlusInfinity,
}

/// How a Left scaffold and a Right scaffold lie to each other.
///
/// ```
/// use nimzo_cgt::{Dyadic, Meeting, Wall};
/// let (low, high) = (Wall::constant(Dyadic::ZERO, Dyadic::ZERO), Wall::PlusInfinity);
/// assert_eq!(high.meeting(&low).unwrap(), Meeting::Never);
/// assert_eq!(low.meeting(&high).unwrap(), Meeting::ColdFromStart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// They meet first here.
    At(Point),
    /// Left's lies above Right's for ever: the game is hot at every temperature.
    Never,
    /// Left's lies below Right's from the start on: nobody wants to move.
    ColdFromStart,
}

impl Wall {
    /// A vertical wall.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Wall};
    /// assert_eq!(Wall::constant(Dyadic::ZERO, Dyadic::ONE).to_string(), "(0, 1) level");
    /// ```
    pub fn constant(start: Dyadic, value: Dyadic) -> Wall {
        Wall::Finite(Trajectory::constant(start, value))
    }

    /// The trajectory, if the wall is finite.
    ///
    /// ```
    /// assert!(nimzo_cgt::Wall::PlusInfinity.trajectory().is_none());
    /// ```
    pub fn trajectory(&self) -> Option<&Trajectory> {
        match self {
            Wall::Finite(trajectory) => Some(trajectory),
            _ => None,
        }
    }

    /// The greater of the two at every temperature.
    ///
    /// ```
    /// use nimzo_cgt::Wall;
    /// let infinity = Wall::PlusInfinity;
    /// assert_eq!(infinity.max(&Wall::MinusInfinity).unwrap(), infinity);
    /// ```
    pub fn max(&self, other: &Wall) -> Result<Wall> {
        Ok(match (self, other) {
            (Wall::PlusInfinity, _) | (_, Wall::PlusInfinity) => Wall::PlusInfinity,
            (Wall::MinusInfinity, wall) | (wall, Wall::MinusInfinity) => wall.clone(),
            (Wall::Finite(a), Wall::Finite(b)) => Wall::Finite(a.max(b)?),
        })
    }

    /// The smaller of the two at every temperature.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ZERO);
    /// assert_eq!(wall.min(&Wall::PlusInfinity).unwrap(), wall);
    /// ```
    pub fn min(&self, other: &Wall) -> Result<Wall> {
        Ok(match (self, other) {
            (Wall::MinusInfinity, _) | (_, Wall::MinusInfinity) => Wall::MinusInfinity,
            (Wall::PlusInfinity, wall) | (wall, Wall::PlusInfinity) => wall.clone(),
            (Wall::Finite(a), Wall::Finite(b)) => Wall::Finite(a.min(b)?),
        })
    }

    /// Adds `tilt` times the temperature.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ZERO).tilt(Slope::Falling).unwrap();
    /// assert_eq!(wall.to_string(), "(0, 0) falling");
    /// ```
    pub fn tilt(&self, tilt: Slope) -> Result<Wall> {
        self.map(|trajectory| trajectory.tilt(tilt))
    }

    /// Adds a number.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ZERO).translate(Dyadic::ONE).unwrap();
    /// assert_eq!(wall, Wall::constant(Dyadic::ZERO, Dyadic::ONE));
    /// ```
    pub fn translate(&self, by: Dyadic) -> Result<Wall> {
        self.map(|trajectory| trajectory.translate(by))
    }

    /// The mirror image about zero.
    ///
    /// ```
    /// use nimzo_cgt::Wall;
    /// assert_eq!(Wall::PlusInfinity.negate().unwrap(), Wall::MinusInfinity);
    /// ```
    pub fn negate(&self) -> Result<Wall> {
        Ok(match self {
            Wall::MinusInfinity => Wall::PlusInfinity,
            Wall::Finite(trajectory) => Wall::Finite(trajectory.negate()?),
            Wall::PlusInfinity => Wall::MinusInfinity,
        })
    }

    /// Whether this is at most `other` at every temperature.
    ///
    /// ```
    /// use nimzo_cgt::Wall;
    /// assert!(Wall::MinusInfinity.is_at_most(&Wall::PlusInfinity).unwrap());
    /// ```
    pub fn is_at_most(&self, other: &Wall) -> Result<bool> {
        match (self, other) {
            (Wall::MinusInfinity, _) | (_, Wall::PlusInfinity) => Ok(true),
            (Wall::Finite(a), Wall::Finite(b)) => a.is_at_most(b),
            _ => Ok(false),
        }
    }

    /// How this, as the Left scaffold, lies to the Right scaffold. Two equal infinities count as
    /// never meeting: there is no number where they could.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Meeting, Point, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ONE);
    /// let here = Point { temperature: Dyadic::ZERO, value: Dyadic::ONE };
    /// assert_eq!(wall.meeting(&wall).unwrap(), Meeting::At(here));
    /// ```
    pub fn meeting(&self, right: &Wall) -> Result<Meeting> {
        let (left, right) = match (self, right) {
            (Wall::Finite(left), Wall::Finite(right)) => (left, right),
            (Wall::Finite(_), Wall::PlusInfinity) | (Wall::MinusInfinity, Wall::Finite(_)) => {
                return Ok(Meeting::ColdFromStart);
            }
            (Wall::MinusInfinity, Wall::PlusInfinity) => return Ok(Meeting::ColdFromStart),
            _ => return Ok(Meeting::Never),
        };
        let Some(point) = left.first_crossing(right)? else { return Ok(Meeting::Never) };
        if point.value < right.value_at(point.temperature)? {
            return Ok(Meeting::ColdFromStart);
        }
        Ok(Meeting::At(point))
    }

    /// The same up to `temperature`, and level from there on.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ONE).tilt(Slope::Falling).unwrap();
    /// assert_eq!(wall.level_from(Dyadic::ONE).unwrap().to_string(), "(0, 1) (1, 0) level");
    /// ```
    pub fn level_from(&self, temperature: Dyadic) -> Result<Wall> {
        self.map(|trajectory| trajectory.level_from(temperature))
    }

    /// The same on the domain from `start` on.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Wall};
    /// let wall = Wall::constant(Dyadic::MINUS_ONE, Dyadic::ONE);
    /// let later = Wall::constant(Dyadic::ZERO, Dyadic::ONE);
    /// assert_eq!(wall.starting_at(Dyadic::ZERO).unwrap(), later);
    /// ```
    pub fn starting_at(&self, start: Dyadic) -> Result<Wall> {
        self.map(|trajectory| trajectory.starting_at(start))
    }

    fn map(&self, change: impl Fn(&Trajectory) -> Result<Trajectory>) -> Result<Wall> {
        Ok(match self {
            Wall::Finite(trajectory) => Wall::Finite(change(trajectory)?),
            infinite => infinite.clone(),
        })
    }
}

/// A trajectory as such, an infinity as a word.
impl serde::Serialize for Wall {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Wall::Finite(trajectory) => trajectory.serialize(serializer),
            infinite => serializer.collect_str(infinite),
        }
    }
}

impl std::fmt::Display for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wall::MinusInfinity => f.write_str("-infinity"),
            Wall::Finite(trajectory) => trajectory.fmt(f),
            Wall::PlusInfinity => f.write_str("+infinity"),
        }
    }
}

//! Exact continuous piecewise-linear functions of temperature.

use std::cmp::Ordering;

use super::walk::{Builder, Together, along, merge, slope_between};
use crate::{Dyadic, Error, Point, Result, Slope};

/// A continuous function of temperature, linear with slope -1, 0 or 1 between finitely many
/// dyadic breakpoints, defined from its first breakpoint upwards for ever.
///
/// The breakpoints are the fewest possible, so equal functions on the same domain are equal and
/// hash alike: trajectories can be interned.
///
/// ```
/// use nimzo_cgt::{Dyadic, Slope, Trajectory};
/// let zero = Trajectory::constant(Dyadic::ZERO, Dyadic::ZERO);
/// let falling = Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).tilt(Slope::Falling).unwrap();
/// let upper = zero.max(&falling).unwrap();
/// assert_eq!(upper.to_string(), "(0, 1) (1, 0) level");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Trajectory {
    pub(super) points: Vec<Point>,
    pub(super) beyond: Slope,
}

impl Trajectory {
    /// The same `value` at every temperature from `start` on.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = Trajectory::constant(Dyadic::MINUS_ONE, Dyadic::from(3));
    /// assert_eq!(line.value_at(Dyadic::from(100)).unwrap(), Dyadic::from(3));
    /// ```
    pub fn constant(start: Dyadic, value: Dyadic) -> Trajectory {
        Trajectory { points: vec![Point { temperature: start, value }], beyond: Slope::Level }
    }

    /// The breakpoints in order of temperature, the start first.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// assert_eq!(Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).points().len(), 1);
    /// ```
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The slope after the last breakpoint.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// assert_eq!(Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).beyond(), Slope::Level);
    /// ```
    pub fn beyond(&self) -> Slope {
        self.beyond
    }

    /// The lowest temperature of the domain.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// assert_eq!(Trajectory::constant(Dyadic::MINUS_ONE, Dyadic::ONE).start(), Dyadic::MINUS_ONE);
    /// ```
    pub fn start(&self) -> Dyadic {
        self.points[0].temperature
    }

    /// The value at a temperature of the domain.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// let line = Trajectory::constant(Dyadic::ZERO, Dyadic::ZERO).tilt(Slope::Rising).unwrap();
    /// assert_eq!(line.value_at(Dyadic::new(3, 2).unwrap()).unwrap().to_string(), "3/4");
    /// assert!(line.value_at(Dyadic::MINUS_ONE).is_err());
    /// ```
    pub fn value_at(&self, temperature: Dyadic) -> Result<Dyadic> {
        let after = self.points.partition_point(|point| point.temperature <= temperature);
        let Some(index) = after.checked_sub(1) else {
            return Err(Error::BelowStart { temperature, start: self.start() });
        };
        let from = self.points[index];
        along(from, self.slope_after(index), temperature)
    }

    /// Adds `tilt` times the temperature: a tax or a bonus on the move.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// let taxed = Trajectory::constant(Dyadic::ONE, Dyadic::ONE).tilt(Slope::Falling).unwrap();
    /// assert_eq!(taxed.to_string(), "(1, 0) falling");
    /// assert!(taxed.tilt(Slope::Falling).is_err());
    /// ```
    pub fn tilt(&self, tilt: Slope) -> Result<Trajectory> {
        let mut points = Vec::with_capacity(self.points.len());
        for (index, point) in self.points.iter().enumerate() {
            self.slope_after(index).tilted(tilt)?;
            let value = match tilt {
                Slope::Falling => point.value.checked_sub(point.temperature),
                Slope::Level => Some(point.value),
                Slope::Rising => point.value.checked_add(point.temperature),
            };
            points.push(Point { value: value.ok_or(OVERFLOW)?, ..*point });
        }
        Ok(Trajectory { points, beyond: self.beyond.tilted(tilt)? })
    }

    /// Adds a number at every temperature.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).translate(Dyadic::ONE).unwrap();
    /// assert_eq!(line, Trajectory::constant(Dyadic::ZERO, Dyadic::from(2)));
    /// ```
    pub fn translate(&self, by: Dyadic) -> Result<Trajectory> {
        self.map_values(self.beyond, |value| value.checked_add(by))
    }

    /// The mirror image about zero.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).negate().unwrap();
    /// assert_eq!(line, Trajectory::constant(Dyadic::ZERO, Dyadic::MINUS_ONE));
    /// ```
    pub fn negate(&self) -> Result<Trajectory> {
        self.map_values(Slope::of_sign(-(self.beyond as i64)), Dyadic::checked_neg)
    }

    /// The greater of the two at every temperature, where both are defined.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = |value| Trajectory::constant(Dyadic::ZERO, Dyadic::from(value));
    /// assert_eq!(line(1).max(&line(2)).unwrap(), line(2));
    /// ```
    pub fn max(&self, other: &Trajectory) -> Result<Trajectory> {
        merge(self, other, Ordering::Greater)
    }

    /// The smaller of the two at every temperature, where both are defined.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = |value| Trajectory::constant(Dyadic::ZERO, Dyadic::from(value));
    /// assert_eq!(line(1).min(&line(2)).unwrap(), line(1));
    /// ```
    pub fn min(&self, other: &Trajectory) -> Result<Trajectory> {
        merge(self, other, Ordering::Less)
    }

    /// Whether this is at most `other` at every temperature where both are defined.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Trajectory};
    /// let line = |value| Trajectory::constant(Dyadic::ZERO, Dyadic::from(value));
    /// assert!(line(1).is_at_most(&line(2)).unwrap() && !line(2).is_at_most(&line(1)).unwrap());
    /// ```
    pub fn is_at_most(&self, other: &Trajectory) -> Result<bool> {
        let mut both = Together::new(self, other)?;
        loop {
            if both.first.value > both.second.value {
                return Ok(false);
            }
            if !both.advance()? {
                return Ok(both.first.slope <= both.second.slope);
            }
        }
    }

    /// The first temperature where this is no longer above `other`, with the value of this one
    /// there; `None` if it stays above for ever.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// let line = |value| Trajectory::constant(Dyadic::ZERO, Dyadic::from(value));
    /// let left = line(4).tilt(Slope::Falling).unwrap();
    /// let right = line(1).tilt(Slope::Rising).unwrap();
    /// assert_eq!(left.first_crossing(&right).unwrap().unwrap().to_string(), "(3/2, 5/2)");
    /// assert_eq!(line(4).first_crossing(&line(1)).unwrap(), None);
    /// ```
    pub fn first_crossing(&self, other: &Trajectory) -> Result<Option<Point>> {
        let mut both = Together::new(self, other)?;
        loop {
            if both.first.value <= both.second.value {
                let Together { temperature, first, .. } = both;
                return Ok(Some(Point { temperature, value: first.value }));
            }
            if let Some(crossing) = both.crossing()? {
                return Ok(Some(crossing));
            }
            if !both.advance()? {
                return Ok(None);
            }
        }
    }

    /// The same up to `temperature`, and level from there on: a wall that ends in a mast.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// let line = Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).tilt(Slope::Falling).unwrap();
    /// assert_eq!(line.level_from(Dyadic::ONE).unwrap().to_string(), "(0, 1) (1, 0) level");
    /// ```
    pub fn level_from(&self, temperature: Dyadic) -> Result<Trajectory> {
        let foot = Point { temperature, value: self.value_at(temperature)? };
        let mut shape = Builder::default();
        for &point in self.points.iter().take_while(|point| point.temperature < temperature) {
            shape.push(point);
        }
        shape.push(foot);
        Ok(shape.finish(Slope::Level))
    }

    /// The same on the domain from `start` on.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Slope, Trajectory};
    /// let line = Trajectory::constant(Dyadic::ZERO, Dyadic::ONE).tilt(Slope::Falling).unwrap();
    /// assert_eq!(line.starting_at(Dyadic::ONE).unwrap().to_string(), "(1, 0) falling");
    /// ```
    pub fn starting_at(&self, start: Dyadic) -> Result<Trajectory> {
        let mut points = vec![Point { temperature: start, value: self.value_at(start)? }];
        points.extend(self.points.iter().filter(|point| point.temperature > start));
        Ok(Trajectory { points, beyond: self.beyond })
    }

    fn map_values(
        &self,
        beyond: Slope,
        change: impl Fn(Dyadic) -> Option<Dyadic>,
    ) -> Result<Trajectory> {
        let moved = self
            .points
            .iter()
            .map(|point| Ok(Point { value: change(point.value).ok_or(OVERFLOW)?, ..*point }));
        Ok(Trajectory { points: moved.collect::<Result<_>>()?, beyond })
    }

    pub(super) fn slope_after(&self, index: usize) -> Slope {
        match self.points.get(index + 1) {
            Some(next) => slope_between(self.points[index], *next),
            None => self.beyond,
        }
    }
}

impl std::fmt::Display for Trajectory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for point in &self.points {
            write!(f, "{point} ")?;
        }
        f.write_str(match self.beyond {
            Slope::Falling => "falling",
            Slope::Level => "level",
            Slope::Rising => "rising",
        })
    }
}

/// A value on a wall that does not fit.
pub(super) const OVERFLOW: Error = Error::Overflow { what: "a value on a thermograph" };

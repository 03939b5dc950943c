//! Walls of any whole slope with breakpoints at fractions: what the thermographs of kos are made
//! of, where two moves of one player may come one after the other.

use std::fmt;

use serde::Serialize;

use super::ratio::Ratio;
use crate::{Dyadic, Result, Trajectory};

/// A continuous function of temperature from 0 on, linear between breakpoints.
///
/// ```
/// use nimzo_cgt::{Dyadic, SlantedWall, Trajectory};
/// let wall = SlantedWall::from(&Trajectory::constant(Dyadic::ZERO, Dyadic::ONE));
/// assert_eq!(wall.to_string(), "(0, 1) level");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SlantedWall {
    /// Temperature and value of each breakpoint, the first at temperature 0.
    points: Vec<(Ratio, Ratio)>,
    /// The slope beyond the last.
    beyond: i64,
}

impl SlantedWall {
    /// The breakpoints: temperature and value.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, SlantedWall, Trajectory};
    /// let wall = SlantedWall::from(&Trajectory::constant(Dyadic::ZERO, Dyadic::ONE));
    /// assert_eq!(wall.points().len(), 1);
    /// ```
    pub fn points(&self) -> &[(Ratio, Ratio)] {
        &self.points
    }

    /// The value at a temperature from 0 on.
    pub(crate) fn value_at(&self, temperature: Ratio) -> Result<Ratio> {
        let after = self.points.partition_point(|point| point.0 <= temperature);
        let (from, value) = self.points[after.max(1) - 1];
        let further = temperature.sub(from)?;
        match self.points.get(after) {
            None => value.add(further.times(self.beyond)?),
            Some(&(next, next_value)) => {
                let slope = slope((from, value), (next, next_value))?;
                value.add(further.times(slope)?)
            }
        }
    }

    /// The function plus `tilt` times the temperature.
    pub(crate) fn tilt(&self, tilt: i64) -> Result<SlantedWall> {
        let moved = self.points.iter().map(|&(t, value)| Ok((t, value.add(t.times(tilt)?)?)));
        Ok(SlantedWall { points: moved.collect::<Result<_>>()?, beyond: self.beyond + tilt })
    }

    /// The mirror image about 0.
    pub(crate) fn negate(&self) -> Result<SlantedWall> {
        let moved = self.points.iter().map(|&(t, value)| Ok((t, value.times(-1)?)));
        Ok(SlantedWall { points: moved.collect::<Result<_>>()?, beyond: -self.beyond })
    }

    /// The greater of the two everywhere.
    pub(crate) fn max(&self, other: &SlantedWall) -> Result<SlantedWall> {
        let mut points = Vec::new();
        for t in self.bends_with(other)? {
            points.push((t, self.value_at(t)?.max(other.value_at(t)?)));
        }
        let last = points.last().map_or(Ratio::ZERO, |point| point.0);
        // Behind the last bend nothing crosses any more.
        let (a, b) = (self.value_at(last)?, other.value_at(last)?);
        let beyond = match a.cmp(&b) {
            std::cmp::Ordering::Equal => self.beyond.max(other.beyond),
            std::cmp::Ordering::Greater => self.beyond,
            std::cmp::Ordering::Less => other.beyond,
        };
        SlantedWall::through(points, beyond)
    }

    /// The smaller of the two everywhere.
    pub(crate) fn min(&self, other: &SlantedWall) -> Result<SlantedWall> {
        self.negate()?.max(&other.negate()?)?.negate()
    }

    /// The temperatures where one of the two bends or both cross, in order.
    pub(crate) fn bends_with(&self, other: &SlantedWall) -> Result<Vec<Ratio>> {
        let mut bends: Vec<Ratio> =
            self.points.iter().chain(&other.points).map(|point| point.0).collect();
        bends.sort_unstable();
        bends.dedup();
        let mut all = Vec::new();
        for (index, &t) in bends.iter().enumerate() {
            all.push(t);
            let gap = self.value_at(t)?.sub(other.value_at(t)?)?;
            let (ours, theirs) = (self.slope_from(t)?, other.slope_from(t)?);
            let closing = theirs - ours;
            if closing == 0 || gap == Ratio::ZERO {
                continue;
            }
            let crossing = t.add(gap.over(closing)?)?;
            let before_next = bends.get(index + 1).is_none_or(|&next| crossing < next);
            if crossing > t && before_next {
                all.push(crossing);
            }
        }
        Ok(all)
    }

    /// The slope right above a temperature.
    fn slope_from(&self, temperature: Ratio) -> Result<i64> {
        let after = self.points.partition_point(|point| point.0 <= temperature);
        match (self.points.get(after.max(1) - 1), self.points.get(after)) {
            (Some(&from), Some(&to)) => slope(from, to),
            _ => Ok(self.beyond),
        }
    }

    /// The function through these points, with those left out where nothing bends.
    pub(crate) fn through(points: Vec<(Ratio, Ratio)>, beyond: i64) -> Result<SlantedWall> {
        let mut kept: Vec<(Ratio, Ratio)> = Vec::new();
        for point in points {
            if let [.., before, last] = kept[..]
                && slope(before, last)? == slope(last, point)?
            {
                kept.pop();
            }
            kept.push(point);
        }
        if let [.., before, last] = kept[..]
            && slope(before, last)? == beyond
        {
            kept.pop();
        }
        Ok(SlantedWall { points: kept, beyond })
    }
}

/// The slope between two breakpoints, which is whole.
fn slope((s, a): (Ratio, Ratio), (t, b): (Ratio, Ratio)) -> Result<i64> {
    let (rise, run) = (b.sub(a)?, t.sub(s)?);
    // Slopes are small: the one that fits is soon found.
    for size in 0..=64 {
        for slope in [size, -size] {
            if run.times(slope)? == rise {
                return Ok(slope);
            }
        }
    }
    Err(crate::Error::Overflow { what: "the slope of a wall" })
}

impl From<&Trajectory> for SlantedWall {
    fn from(path: &Trajectory) -> SlantedWall {
        let points = path.points().iter().map(|point| {
            let [t, value]: [Dyadic; 2] = [point.temperature, point.value];
            (Ratio::from(t), Ratio::from(value))
        });
        SlantedWall { points: points.collect(), beyond: path.beyond() as i64 }
    }
}

impl fmt::Display for SlantedWall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (temperature, value) in &self.points {
            write!(f, "({temperature}, {value}) ")?;
        }
        match self.beyond {
            0 => f.write_str("level"),
            slope => write!(f, "slope {slope}"),
        }
    }
}

//! Exact continuous piecewise-linear functions of temperature.

use std::cmp::Ordering;

use crate::{Dyadic, Error, Result};

/// A value at a temperature.
///
/// ```
/// use nimzo_cgt::{Dyadic, Point};
/// let point = Point { temperature: Dyadic::ONE, value: Dyadic::ZERO };
/// assert_eq!(point.to_string(), "(1, 0)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Point {
    /// The temperature.
    pub temperature: Dyadic,
    /// The value there.
    pub value: Dyadic,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.temperature, self.value)
    }
}

/// The change of value for one degree. Only these three occur: two lines of such slopes meet, if
/// at all, at a dyadic temperature, which is what keeps thermographs exact.
///
/// ```
/// use nimzo_cgt::Slope;
/// assert_eq!(Slope::Falling as i8, -1);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(i8)]
pub enum Slope {
    /// One less for each degree.
    Falling = -1,
    /// No change.
    Level = 0,
    /// One more for each degree.
    Rising = 1,
}

impl Slope {
    fn of_sign(sign: i64) -> Slope {
        match sign {
            ..0 => Slope::Falling,
            0 => Slope::Level,
            1.. => Slope::Rising,
        }
    }

    fn tilted(self, tilt: Slope) -> Result<Slope> {
        match self as i8 + tilt as i8 {
            sum @ -1..=1 => Ok(Slope::of_sign(sum.into())),
            _ => Err(Error::TooSteep { slope: self as i8, tilt: tilt as i8 }),
        }
    }
}

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
    points: Vec<Point>,
    beyond: Slope,
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

    fn slope_after(&self, index: usize) -> Slope {
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

const OVERFLOW: Error = Error::Overflow { what: "a value on a thermograph" };

/// Lines have slope -1, 0 or 1, so the sign of the rise is the slope.
fn slope_between(from: Point, to: Point) -> Slope {
    match to.value.cmp(&from.value) {
        Ordering::Less => Slope::Falling,
        Ordering::Equal => Slope::Level,
        Ordering::Greater => Slope::Rising,
    }
}

/// The value at `temperature` on the line through `from`.
fn along(from: Point, slope: Slope, temperature: Dyadic) -> Result<Dyadic> {
    if slope == Slope::Level {
        return Ok(from.value);
    }
    let rise = temperature.checked_sub(from.temperature).ok_or(OVERFLOW)?;
    let value = match slope {
        Slope::Falling => from.value.checked_sub(rise),
        _ => from.value.checked_add(rise),
    };
    value.ok_or(OVERFLOW)
}

/// Collects breakpoints in order and leaves out those where nothing bends.
#[derive(Default)]
struct Builder {
    points: Vec<Point>,
}

impl Builder {
    fn push(&mut self, point: Point) {
        if let [.., before, last] = self.points[..] {
            if last.temperature == point.temperature {
                return;
            }
            if slope_between(before, last) == slope_between(last, point) {
                self.points.pop();
            }
        } else if self.points.last().is_some_and(|last| last.temperature == point.temperature) {
            return;
        }
        self.points.push(point);
    }

    fn finish(mut self, beyond: Slope) -> Trajectory {
        if let [.., before, last] = self.points[..]
            && slope_between(before, last) == beyond
        {
            self.points.pop();
        }
        Trajectory { points: self.points, beyond }
    }
}

/// One of two trajectories on a walk up the temperatures.
#[derive(Clone, Copy)]
struct Walker<'a> {
    path: &'a Trajectory,
    /// Breakpoints already passed.
    passed: usize,
    value: Dyadic,
    slope: Slope,
}

impl<'a> Walker<'a> {
    fn new(path: &'a Trajectory, start: Dyadic) -> Result<Walker<'a>> {
        let passed = path.points.partition_point(|point| point.temperature <= start);
        let value = path.value_at(start)?;
        Ok(Walker { path, passed, value, slope: path.slope_after(passed - 1) })
    }

    fn next_bend(&self) -> Option<Dyadic> {
        self.path.points.get(self.passed).map(|point| point.temperature)
    }

    fn move_to(&mut self, from: Dyadic, to: Dyadic) -> Result<()> {
        if self.next_bend() == Some(to) {
            self.value = self.path.points[self.passed].value;
            self.slope = self.path.slope_after(self.passed);
            self.passed += 1;
        } else {
            self.value = along(Point { temperature: from, value: self.value }, self.slope, to)?;
        }
        Ok(())
    }
}

/// Two trajectories walked together, from breakpoint to breakpoint of either.
struct Together<'a> {
    temperature: Dyadic,
    first: Walker<'a>,
    second: Walker<'a>,
}

impl<'a> Together<'a> {
    fn new(first: &'a Trajectory, second: &'a Trajectory) -> Result<Together<'a>> {
        let temperature = first.start().max(second.start());
        let (first, second) = (Walker::new(first, temperature)?, Walker::new(second, temperature)?);
        Ok(Together { temperature, first, second })
    }

    fn next_bend(&self) -> Option<Dyadic> {
        match (self.first.next_bend(), self.second.next_bend()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Goes to the next breakpoint, if there is one.
    fn advance(&mut self) -> Result<bool> {
        let Some(next) = self.next_bend() else { return Ok(false) };
        self.first.move_to(self.temperature, next)?;
        self.second.move_to(self.temperature, next)?;
        self.temperature = next;
        Ok(true)
    }

    /// Which of the two is on the side `side` just after the present temperature.
    fn leading(&self, side: Ordering) -> Walker<'a> {
        let order = self.first.value.cmp(&self.second.value);
        let order = order.then(self.first.slope.cmp(&self.second.slope));
        if order == side { self.first } else { self.second }
    }

    /// Where the two cross after the present temperature and before the next breakpoint.
    fn crossing(&self) -> Result<Option<Point>> {
        let (first, second) = (self.first, self.second);
        let closing = first.slope as i8 - second.slope as i8;
        let apart = match first.value.cmp(&second.value) {
            Ordering::Greater if closing < 0 => first.value.checked_sub(second.value),
            Ordering::Less if closing > 0 => second.value.checked_sub(first.value),
            _ => return Ok(None),
        };
        let apart = apart.ok_or(OVERFLOW)?;
        let wait = if closing.abs() == 2 { apart.checked_half().ok_or(OVERFLOW)? } else { apart };
        let temperature = self.temperature.checked_add(wait).ok_or(OVERFLOW)?;
        if self.next_bend().is_some_and(|bend| bend <= temperature) {
            return Ok(None);
        }
        let here = Point { temperature: self.temperature, value: first.value };
        let value = along(here, first.slope, temperature)?;
        Ok(Some(Point { temperature, value }))
    }
}

/// The envelope on one side: `Greater` for the maximum, `Less` for the minimum.
fn merge(first: &Trajectory, second: &Trajectory, side: Ordering) -> Result<Trajectory> {
    let mut both = Together::new(first, second)?;
    let mut shape = Builder::default();
    loop {
        let leader = both.leading(side);
        shape.push(Point { temperature: both.temperature, value: leader.value });
        let crossing = both.crossing()?;
        if let Some(crossing) = crossing {
            shape.push(crossing);
        }
        if !both.advance()? {
            let (a, b) = (both.first.slope, both.second.slope);
            let beyond = match (crossing, side) {
                (None, _) => leader.slope,
                (Some(_), Ordering::Greater) => a.max(b),
                (Some(_), _) => a.min(b),
            };
            return Ok(shape.finish(beyond));
        }
    }
}

//! Two trajectories walked together, and the building of a new one from its breakpoints.

use std::cmp::Ordering;

use super::trajectory::OVERFLOW;
use crate::{Dyadic, Point, Result, Slope, Trajectory};

/// Lines have slope -1, 0 or 1, so the sign of the rise is the slope.
pub(super) fn slope_between(from: Point, to: Point) -> Slope {
    match to.value.cmp(&from.value) {
        Ordering::Less => Slope::Falling,
        Ordering::Equal => Slope::Level,
        Ordering::Greater => Slope::Rising,
    }
}

/// The value at `temperature` on the line through `from`.
pub(super) fn along(from: Point, slope: Slope, temperature: Dyadic) -> Result<Dyadic> {
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
pub(super) struct Builder {
    points: Vec<Point>,
}

impl Builder {
    pub(super) fn push(&mut self, point: Point) {
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

    pub(super) fn finish(mut self, beyond: Slope) -> Trajectory {
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
pub(super) struct Walker<'a> {
    path: &'a Trajectory,
    /// Breakpoints already passed.
    passed: usize,
    pub(super) value: Dyadic,
    pub(super) slope: Slope,
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
pub(super) struct Together<'a> {
    pub(super) temperature: Dyadic,
    pub(super) first: Walker<'a>,
    pub(super) second: Walker<'a>,
}

impl<'a> Together<'a> {
    pub(super) fn new(first: &'a Trajectory, second: &'a Trajectory) -> Result<Together<'a>> {
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
    pub(super) fn advance(&mut self) -> Result<bool> {
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
    pub(super) fn crossing(&self) -> Result<Option<Point>> {
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
pub(super) fn merge(first: &Trajectory, second: &Trajectory, side: Ordering) -> Result<Trajectory> {
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

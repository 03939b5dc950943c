//! Loopy values: onside and offside.

use std::cmp::Ordering;
use std::fmt;

use nimzo_work::Task;

use super::evaluate;
use super::graph::{Graph, Side};
use super::sides::SideValue;
use super::stopper::{Stopper, never_stopped, order_of};
use crate::notation::bars;
use crate::{Dyadic, Result, Universe};

/// A loopy value `onside & offside`. On the onside infinite play counts as won by Left, on the
/// offside as won by Right; for a stopper the two are the same.
///
/// ```
/// use nimzo_cgt::Loopy;
/// assert_eq!(Loopy::parse("a{0|a}").unwrap().to_string(), "over");
/// assert_eq!(Loopy::parse("on + off").unwrap().to_string(), "dud");
/// assert_eq!(Loopy::parse("a{1||a|0}").unwrap().to_string(), "2 & +-1");
/// ```
#[derive(Clone, Debug)]
pub struct Loopy {
    onside: SideValue,
    offside: SideValue,
    /// Whether both are equal, so that the value is a stopper.
    agree: bool,
}

/// How play ends when both play well.
///
/// ```
/// use nimzo_cgt::{Loopy, LoopyOutcome, Side};
/// let game = Loopy::parse("over + under").unwrap();
/// assert_eq!(game.outcome(Side::Left), LoopyOutcome::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyOutcome {
    /// Left makes the last move.
    LeftWins,
    /// Nobody does.
    Draw,
    /// Right makes the last move.
    RightWins,
}

impl Loopy {
    /// The value of an expression, short or loopy.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("over + ^").unwrap().to_string(), "over");
    /// assert!(Loopy::parse("a{0|b}").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Loopy> {
        evaluate::value_of(text, &Task::silent())
    }

    /// The value of an expression, unless the task is asked to stop.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let task = nimzo_work::Task::silent();
    /// assert_eq!(Loopy::evaluate("on - 5", &task).unwrap().to_string(), "on");
    /// task.stop();
    /// assert!(Loopy::evaluate("on - 5", &task).is_err());
    /// ```
    pub fn evaluate(text: &str, task: &Task) -> Result<Loopy> {
        evaluate::value_of(text, task)
    }

    /// The value of a graph of positions.
    ///
    /// ```
    /// use nimzo_cgt::{Graph, Loopy};
    /// let dud = Graph::new(vec![(vec![0], vec![0])]).unwrap();
    /// assert_eq!(Loopy::from_graph(&dud).unwrap().to_string(), "dud");
    /// ```
    pub fn from_graph(graph: &Graph) -> Result<Loopy> {
        Loopy::from_sides(graph, graph, &Task::silent())
    }

    /// The value with the onside of one graph and the offside of another.
    pub(super) fn from_sides(onside: &Graph, offside: &Graph, task: &Task) -> Result<Loopy> {
        let on = SideValue::onside_of(onside, task)?;
        if onside == offside && onside.is_stopper() {
            return Ok(Loopy { offside: on.clone(), onside: on, agree: true });
        }
        let off = SideValue::offside_of(offside, task)?;
        Loopy::two_sides(on, off, task)
    }

    /// The value that a stopper is.
    pub(super) fn one_stopper(stopper: Stopper) -> Loopy {
        let onside = SideValue::Stopper(stopper);
        Loopy { offside: onside.clone(), onside, agree: true }
    }

    /// The value with these sides.
    pub(super) fn two_sides(onside: SideValue, offside: SideValue, task: &Task) -> Result<Loopy> {
        let agree = match (onside.as_stopper(), offside.as_stopper()) {
            (Some(on), Some(off)) => on.compare_within(off, task)? == Some(Ordering::Equal),
            _ => false,
        };
        Ok(Loopy { onside, offside, agree })
    }

    /// The onside.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("dud").unwrap().onside().to_string(), "on");
    /// ```
    pub fn onside(&self) -> &SideValue {
        &self.onside
    }

    /// The offside.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("dud").unwrap().offside().to_string(), "off");
    /// ```
    pub fn offside(&self) -> &SideValue {
        &self.offside
    }

    /// The stopper that the value is, if both sides agree.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert!(Loopy::parse("upon").unwrap().as_stopper().is_some());
    /// assert!(Loopy::parse("dud").unwrap().as_stopper().is_none());
    /// ```
    pub fn as_stopper(&self) -> Option<&Stopper> {
        self.onside.as_stopper().filter(|_| self.agree)
    }

    /// The negative.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("over & 0").unwrap().negative().to_string(), "0 & under");
    /// ```
    pub fn negative(&self) -> Loopy {
        Loopy {
            onside: self.offside.negative(),
            offside: self.onside.negative(),
            agree: self.agree,
        }
    }

    /// The sum.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let over = Loopy::parse("over").unwrap();
    /// assert_eq!(over.sum(&over).unwrap().to_string(), "over");
    /// ```
    pub fn sum(&self, other: &Loopy) -> Result<Loopy> {
        self.sum_within(other, &Task::silent())
    }

    /// The sum, unless the task is asked to stop.
    pub(super) fn sum_within(&self, other: &Loopy, task: &Task) -> Result<Loopy> {
        if let Some(number) = other.as_number(task)? {
            return self.plus_number(number, task);
        }
        if let Some(number) = self.as_number(task)? {
            return other.plus_number(number, task);
        }
        let onside = self.onside.graph().sum(other.onside.graph())?;
        if self.agree && other.agree {
            return Loopy::from_sides(&onside, &onside, task);
        }
        let offside = self.offside.graph().sum(other.offside.graph())?;
        Loopy::from_sides(&onside, &offside, task)
    }

    /// The number that the value is, if it is one.
    pub(super) fn as_number(&self, task: &Task) -> Result<Option<Dyadic>> {
        let Some(stopper) = self.as_stopper() else { return Ok(None) };
        let mut universe = Universe::new().watched_by(task);
        let game = stopper.to_short(&mut universe)?;
        Ok(game.and_then(|game| universe.as_number(game)))
    }

    fn plus_number(&self, number: Dyadic, task: &Task) -> Result<Loopy> {
        let mut universe = Universe::new().watched_by(task);
        let onside = plus_number(&mut universe, &self.onside, number, Side::Left)?;
        let offside = plus_number(&mut universe, &self.offside, number, Side::Right)?;
        Ok(Loopy { onside, offside, agree: self.agree })
    }

    /// Whether this is at least the other, on both sides.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let [over, zero] = ["over", "0"].map(|text| Loopy::parse(text).unwrap());
    /// assert!(over.at_least(&zero) && !zero.at_least(&over));
    /// ```
    pub fn at_least(&self, other: &Loopy) -> bool {
        never_stopped(self.at_least_within(other, &Task::silent()))
    }

    fn at_least_within(&self, other: &Loopy, task: &Task) -> Result<bool> {
        Ok(self.onside.at_least(&other.onside, Side::Left, task)?
            && self.offside.at_least(&other.offside, Side::Right, task)?)
    }

    /// The order of two values, `None` if neither is at least the other.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use nimzo_cgt::Loopy;
    /// let [a, b] = ["{0|over}", "over"].map(|text| Loopy::parse(text).unwrap());
    /// assert_eq!(a.compare(&b), Some(Ordering::Equal));
    /// ```
    pub fn compare(&self, other: &Loopy) -> Option<Ordering> {
        never_stopped(self.compare_within(other, &Task::silent()))
    }

    /// The order of two values, unless the task is asked to stop.
    pub(crate) fn compare_within(&self, other: &Loopy, task: &Task) -> Result<Option<Ordering>> {
        Ok(order_of(self.at_least_within(other, task)?, other.at_least_within(self, task)?))
    }

    /// How play ends when `first` starts.
    ///
    /// ```
    /// use nimzo_cgt::{Loopy, LoopyOutcome, Side};
    /// let over = Loopy::parse("over").unwrap();
    /// assert_eq!(over.outcome(Side::Right), LoopyOutcome::LeftWins);
    /// ```
    pub fn outcome(&self, first: Side) -> LoopyOutcome {
        never_stopped(self.outcome_within(first, &Task::silent()))
    }

    /// How play ends when `first` starts, unless the task is asked to stop.
    pub(crate) fn outcome_within(&self, first: Side, task: &Task) -> Result<LoopyOutcome> {
        use LoopyOutcome::{Draw, LeftWins, RightWins};
        let (on, off) = (Side::Left, Side::Right);
        let zero = SideValue::Stopper(Stopper::zero());
        // Moving second, Left wins if she survives even where infinite play is lost.
        Ok(match first {
            Side::Right if self.offside.at_least(&zero, off, task)? => LeftWins,
            Side::Right if self.onside.at_least(&zero, on, task)? => Draw,
            Side::Right => RightWins,
            Side::Left if zero.at_least(&self.onside, on, task)? => RightWins,
            Side::Left if zero.at_least(&self.offside, off, task)? => Draw,
            Side::Left => LeftWins,
        })
    }
}

/// A side plus a number, endless play being won by `winner`.
fn plus_number(
    universe: &mut Universe,
    side: &SideValue,
    number: Dyadic,
    winner: Side,
) -> Result<SideValue> {
    let SideValue::Stopper(stopper) = side else {
        // Translation is a theorem about stoppers.
        let number = universe.number(number);
        let sum = side.graph().sum(&Graph::of_short(universe, number)?)?;
        let task = universe.task().clone();
        return match winner {
            Side::Left => SideValue::onside_of(&sum, &task),
            Side::Right => SideValue::offside_of(&sum, &task),
        };
    };
    Ok(SideValue::Stopper(match stopper.to_short(universe)? {
        Some(game) => {
            let number = universe.number(number);
            let sum = universe.add(game, number)?;
            Stopper::from_short(universe, sum)?
        }
        None => stopper.translated(universe, number)?,
    }))
}

impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(stopper) = self.as_stopper() {
            return stopper.fmt(f);
        }
        match (self.onside.to_string(), self.offside.to_string()) {
            (on, off) if on == "on" && off == "off" => f.write_str("dud"),
            (on, off) => write!(f, "{} & {}", bars::without_sum(on), bars::without_sum(off)),
        }
    }
}

//! Loopy values: onside and offside.

use std::cmp::Ordering;
use std::fmt;

use super::graph::{Graph, Side};
use super::stopper::Stopper;
use super::{evaluate, print};
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
    pub(super) onside: Stopper,
    pub(super) offside: Stopper,
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
        evaluate::parse(text)
    }

    /// The value of a graph of positions.
    ///
    /// ```
    /// use nimzo_cgt::{Graph, Loopy};
    /// let dud = Graph::new(vec![(vec![0], vec![0])]).unwrap();
    /// assert_eq!(Loopy::from_graph(&dud).unwrap().to_string(), "dud");
    /// ```
    pub fn from_graph(graph: &Graph) -> Result<Loopy> {
        Loopy::from_sides(graph, graph)
    }

    /// The value with the onside of one graph and the offside of another.
    pub(super) fn from_sides(onside: &Graph, offside: &Graph) -> Result<Loopy> {
        let on = Stopper::onside_of(onside)?;
        if onside == offside && onside.is_stopper() {
            return Ok(Loopy { offside: on.clone(), onside: on });
        }
        let off = Stopper::onside_of(&offside.negative())?.negative();
        Ok(Loopy { onside: on, offside: off })
    }

    /// The onside.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("dud").unwrap().onside().to_string(), "on");
    /// ```
    pub fn onside(&self) -> &Stopper {
        &self.onside
    }

    /// The offside.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("dud").unwrap().offside().to_string(), "off");
    /// ```
    pub fn offside(&self) -> &Stopper {
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
        let agree = self.onside.compare(&self.offside) == Some(Ordering::Equal);
        agree.then_some(&self.onside)
    }

    /// The negative.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("over & 0").unwrap().negative().to_string(), "0 & under");
    /// ```
    pub fn negative(&self) -> Loopy {
        Loopy { onside: self.offside.negative(), offside: self.onside.negative() }
    }

    /// The sum.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let over = Loopy::parse("over").unwrap();
    /// assert_eq!(over.sum(&over).unwrap().to_string(), "over");
    /// ```
    pub fn sum(&self, other: &Loopy) -> Result<Loopy> {
        if let Some(number) = other.as_number()? {
            return self.plus_number(number);
        }
        if let Some(number) = self.as_number()? {
            return other.plus_number(number);
        }
        let onside = self.onside.graph().sum(other.onside.graph())?;
        let offside = self.offside.graph().sum(other.offside.graph())?;
        Loopy::from_sides(&onside, &offside)
    }

    /// The number that the value is, if it is one.
    fn as_number(&self) -> Result<Option<Dyadic>> {
        let mut universe = Universe::new();
        let [on, off] =
            [&self.onside, &self.offside].map(|side| match side.to_short(&mut universe) {
                Ok(Some(game)) => Ok(universe.as_number(game)),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            });
        let (on, off) = (on?, off?);
        Ok(if on == off { on } else { None })
    }

    fn plus_number(&self, number: Dyadic) -> Result<Loopy> {
        let mut universe = Universe::new();
        let mut side = |stopper: &Stopper| match stopper.to_short(&mut universe)? {
            Some(game) => {
                let number = universe.number(number);
                let sum = universe.add(game, number)?;
                Stopper::from_short(&mut universe, sum)
            }
            None => stopper.translated(&mut universe, number),
        };
        Ok(Loopy { onside: side(&self.onside)?, offside: side(&self.offside)? })
    }

    /// Whether this is at least the other, on both sides.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let [over, zero] = ["over", "0"].map(|text| Loopy::parse(text).unwrap());
    /// assert!(over.at_least(&zero) && !zero.at_least(&over));
    /// ```
    pub fn at_least(&self, other: &Loopy) -> bool {
        self.onside.at_least(&other.onside) && self.offside.at_least(&other.offside)
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
        match (self.at_least(other), other.at_least(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }

    /// How play ends when `first` starts.
    ///
    /// ```
    /// use nimzo_cgt::{Loopy, LoopyOutcome, Side};
    /// let over = Loopy::parse("over").unwrap();
    /// assert_eq!(over.outcome(Side::Right), LoopyOutcome::LeftWins);
    /// ```
    pub fn outcome(&self, first: Side) -> LoopyOutcome {
        let zero = Stopper::zero();
        // Moving second, Left wins if she survives even where infinite play is lost.
        match first {
            Side::Right if self.offside.at_least(&zero) => LoopyOutcome::LeftWins,
            Side::Right if self.onside.at_least(&zero) => LoopyOutcome::Draw,
            Side::Right => LoopyOutcome::RightWins,
            Side::Left if zero.at_least(&self.onside) => LoopyOutcome::RightWins,
            Side::Left if zero.at_least(&self.offside) => LoopyOutcome::Draw,
            Side::Left => LoopyOutcome::LeftWins,
        }
    }
}

impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_stopper() {
            Some(stopper) => stopper.fmt(f),
            None => match (print::text(&self.onside), print::text(&self.offside)) {
                (on, off) if on == "on" && off == "off" => f.write_str("dud"),
                (onside, offside) => write!(f, "{onside} & {offside}"),
            },
        }
    }
}

impl fmt::Display for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::text(self))
    }
}

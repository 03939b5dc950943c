//! Sums: positions, and any short values beside them (numbers, switches, coupons). What their
//! thermographs say about the sum is told here and in `stops`, the orthodox move with its reason and
//! orthodox play in `orthodox`, the exact stops of a small sum by `search`.
//!
//! Numbers among the summands are counted as points: nobody moves in a number as long as there is
//! anything else (the number avoidance theorem).

mod orthodox;
mod search;
mod stops;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use nimzo_cgt::{Dyadic, Game as Value, Universe, Wall};
use nimzo_work::Task;
pub use orthodox::{Orthodox, SumLine, SumMove, SumPly};
pub use search::{Found, Limits};

use super::advice::Guide;
use crate::echess::answers::{Evaluation, Initiative, Interval, Worth};
use crate::echess::rules::{Player, Position};
use crate::{Error, Result};

/// A summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A position.
    Position(Position),
    /// A short value, in canonical form.
    Value(String),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Position(position) => position.fmt(f),
            Term::Value(text) => f.write_str(text),
        }
    }
}

/// The summands of a sum as users write them: three squares are a position, any other text is an
/// expression for a short value.
pub struct Terms {
    universe: Universe,
    parts: Vec<Part>,
}

impl Terms {
    /// Reads the summands; values are worked out, which ends when the task is stopped.
    pub fn read<S: AsRef<str>>(texts: &[S], task: &Task) -> Result<Self> {
        let mut universe = Universe::new().watched_by(task);
        let of_squares = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-,;[]".contains(c);
        let parts = texts.iter().map(S::as_ref).map(|text| {
            if text.contains([',', ';']) && text.chars().all(of_squares) {
                return Ok(Part::Position(text.parse()?));
            }
            Ok(Part::Value(universe.parse(text)?))
        });
        Ok(Terms { parts: parts.collect::<Result<_>>()?, universe })
    }
}

/// One summand, as its thermograph describes it.
#[derive(Clone, Debug)]
pub struct Summand {
    /// The position, or the value in canonical form.
    pub term: Term,
    /// Its mean.
    pub mean: Interval,
    /// Its temperature; that of a number or an infinitesimal counts as 0.
    pub temperature: Interval,
    /// Who keeps the move there, if that is known.
    pub initiative: Option<Initiative>,
    /// Whether it is hot at every temperature: a king or a rook can be taken.
    pub is_urgent: bool,
}

/// What thermographs tell about a sum.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The summands.
    pub summands: Vec<Summand>,
    /// The mean of the sum.
    pub mean: Interval,
    /// The temperature of the sum: exact when one summand is hotter than all others.
    pub temperature: Interval,
    /// Bounds on the stop when Black begins.
    pub left_stop: Worth,
    /// Bounds on the stop when White begins.
    pub right_stop: Worth,
}

/// A summand at some moment of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Position(Position),
    Value(Value),
}

/// The summands that are left, each with the number of the one that it comes from, and the points
/// that Black has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SumState {
    parts: Vec<(usize, Part)>,
    points: Dyadic,
}

/// What is known of one summand, and the taxes at which its walls bend.
struct Known {
    /// Lower and upper walls, Left's and Right's each.
    evaluation: Evaluation,
    bends: Vec<Dyadic>,
}

/// A sum under study.
pub struct Sum<'a> {
    guide: Guide<'a>,
    universe: Universe,
    terms: Vec<Part>,
    known: HashMap<Part, Rc<Known>>,
}

impl<'a> Sum<'a> {
    /// The sum of `terms`.
    pub fn new(guide: Guide<'a>, terms: Terms) -> Result<Self> {
        let Terms { universe, parts: terms } = terms;
        for part in &terms {
            if let Part::Position(position) = part {
                // What the window does not hold is refused now, by name.
                guide.evaluate(position)?;
            }
        }
        Ok(Sum { guide, universe, terms, known: HashMap::new() })
    }

    /// The sum as it is given.
    fn start(&self) -> Result<SumState> {
        let mut state = SumState { parts: Vec::new(), points: Dyadic::ZERO };
        for (index, &part) in self.terms.iter().enumerate() {
            self.add_to(&mut state, index, part)?;
        }
        Ok(state)
    }

    /// Adds a summand; a number is points.
    fn add_to(&self, state: &mut SumState, index: usize, part: Part) -> Result<()> {
        let number = match part {
            Part::Value(value) => self.universe.as_number(value),
            Part::Position(_) => None,
        };
        match number {
            Some(number) => state.points = plus(state.points, number)?,
            None => state.parts.push((index, part)),
        }
        Ok(())
    }

    /// What the thermographs say.
    pub fn statement(&mut self) -> Result<Statement> {
        let terms = self.terms.clone();
        let summands: Vec<Summand> =
            terms.into_iter().map(|part| self.summand(part)).collect::<Result<_>>()?;
        let add = |pick: fn(&Interval) -> Option<Dyadic>| {
            let sum = |sum: Option<Dyadic>, part: &Summand| sum?.checked_add(pick(&part.mean)?);
            summands.iter().fold(Some(Dyadic::ZERO), sum)
        };
        let mean = Interval { low: add(|mean| mean.low), high: add(|mean| mean.high) };
        let state = self.start()?;
        Ok(Statement {
            mean,
            temperature: temperature(&summands),
            left_stop: self.stop_bounds(&state, Player::Black)?,
            right_stop: self.stop_bounds(&state, Player::White)?,
            summands,
        })
    }

    fn summand(&mut self, part: Part) -> Result<Summand> {
        let known = self.known(part)?;
        let evaluation = &known.evaluation;
        let position = match part {
            Part::Position(position) => position,
            Part::Value(value) => {
                let heat = self.temperature_above(part)?;
                let temperature = Interval { low: heat, high: heat };
                let quiet = heat <= Some(Dyadic::ZERO);
                return Ok(Summand {
                    term: Term::Value(self.universe.show(value)),
                    mean: evaluation.mean(),
                    temperature,
                    initiative: if quiet {
                        Some(Initiative::Quiet)
                    } else {
                        evaluation.initiative()
                    },
                    is_urgent: false,
                });
            }
        };
        let above = self.temperature_above(part)?;
        let mut temperature = evaluation.temperature();
        if !evaluation.is_exact() && temperature.low == above {
            temperature.high = above;
        }
        Ok(Summand {
            term: Term::Position(position),
            mean: evaluation.mean(),
            temperature,
            initiative: evaluation.initiative(),
            is_urgent: above.is_none(),
        })
    }

    /// The temperature of the upper walls, from 0 up; `None` if it is infinite.
    fn temperature_above(&mut self, part: Part) -> Result<Option<Dyadic>> {
        match part {
            Part::Position(position) => Ok(self.guide.temperature_above(&position)),
            Part::Value(value) => Ok(Some(self.universe.temperature(value)?.max(Dyadic::ZERO))),
        }
    }

    fn known(&mut self, part: Part) -> Result<Rc<Known>> {
        if let Some(known) = self.known.get(&part) {
            return Ok(Rc::clone(known));
        }
        let evaluation = match part {
            Part::Position(position) if self.guide.holds(&position) => {
                self.guide.evaluate(&position)?
            }
            Part::Position(position) => beyond(&position),
            Part::Value(value) => {
                let thermograph = self.universe.thermograph(value)?.starting_at(Dyadic::ZERO)?;
                let walls = (thermograph.left().clone(), thermograph.right().clone());
                Evaluation { lower: walls.clone(), upper: walls }
            }
        };
        let walls = [&evaluation.lower, &evaluation.upper];
        let bends =
            walls.iter().flat_map(|(left, right)| [left, right]).filter_map(Wall::trajectory);
        let bends = bends.flat_map(|path| path.points()).map(|point| point.temperature).collect();
        let known = Rc::new(Known { evaluation, bends });
        self.known.insert(part, Rc::clone(&known));
        Ok(known)
    }
}

/// All that is known outside the window: out of check, cashing out is not the worst.
fn beyond(position: &Position) -> Evaluation {
    let cash = Wall::constant(Dyadic::ZERO, Dyadic::from(position.cash()));
    let right = if position.in_check() { Wall::MinusInfinity } else { cash.clone() };
    Evaluation { lower: (cash, right), upper: (Wall::PlusInfinity, Wall::PlusInfinity) }
}

fn plus(a: Dyadic, b: Dyadic) -> Result<Dyadic> {
    a.checked_add(b).ok_or(Error::Value(nimzo_cgt::Error::Overflow { what: "the points of a sum" }))
}

/// The temperature of a sum is at most the greatest of the summands', and equal to it when only
/// one summand has it.
fn temperature(summands: &[Summand]) -> Interval {
    if summands.iter().any(|summand| summand.is_urgent) {
        return Interval { low: None, high: None };
    }
    let high = summands
        .iter()
        .map(|summand| summand.temperature.high)
        .try_fold(Dyadic::ZERO, |most, temperature| {
            temperature.map(|temperature| most.max(temperature))
        });
    let lowest = |summand: &Summand| summand.temperature.low.unwrap_or(Dyadic::ZERO);
    let mut order: Vec<&Summand> = summands.iter().collect();
    order.sort_by_key(|summand| Reverse(lowest(summand)));
    let low = match order[..] {
        [] => Some(Dyadic::ZERO),
        [only] => only.temperature.low,
        [first, ref rest @ ..] => {
            let rest = rest.iter().map(|summand| summand.temperature.high);
            let below = |high: Option<Dyadic>| high.is_some_and(|high| high < lowest(first));
            Some(if rest.into_iter().all(below) { lowest(first) } else { Dyadic::ZERO })
        }
    };
    Interval { low, high }
}

#[cfg(test)]
mod tests;

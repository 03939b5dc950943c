//! Several lines one after the other: values, names for values, comparisons.

use std::fmt;
use std::sync::Arc;

use nimzo_work::Task;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::loopy::komaster;
use crate::notation::{self, Expr, Known, Line, Names, Node, Relation};
use crate::{Analysis, Error, Game, Loopy, Result, Universe};

/// How many games one calculator may hold: about a gigabyte of them.
const MOST_GAMES: usize = 2_000_000;

/// Answers line after line, and remembers the names it was given.
///
/// ```
/// use nimzo_cgt::Calculator;
/// let (mut calculator, task) = (Calculator::new(), nimzo_work::Task::silent());
/// calculator.calculate("x = {1|0}", &task).unwrap();
/// let sum = calculator.calculate("x + x + *", &task).unwrap();
/// assert_eq!(sum.value().unwrap().canonical, "1*");
/// assert!(calculator.calculate("x |> 0", &task).unwrap().holds());
/// assert!(calculator.calculate("y", &task).is_err());
/// ```
pub struct Calculator {
    universe: Universe,
    names: Names,
}

/// What a line gives.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Calculation {
    /// Everything about a value.
    Value(Box<Analysis>),
    /// How two values compare.
    Order(OrderOfTwo),
}

/// How two values compare, and whether that is what was asked.
///
/// ```
/// use nimzo_cgt::{Calculation, Calculator};
/// let answer = Calculator::new().calculate("over >= ^5", &nimzo_work::Task::silent()).unwrap();
/// let Calculation::Order(comparison) = &answer else { panic!() };
/// assert!(comparison.holds && answer.holds());
/// assert_eq!(comparison.order.to_string(), ">");
/// ```
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct OrderOfTwo {
    /// The text as given.
    pub expression: String,
    /// The canonical form of the value on the left.
    pub left: String,
    /// What was asked.
    pub relation: Relation,
    /// The canonical form of the value on the right.
    pub right: String,
    /// Whether it is so.
    pub holds: bool,
    /// How they compare: `<`, `==`, `>` or `<>`.
    pub order: Relation,
    /// What the writer should know about how the text was read.
    pub warnings: Vec<String>,
}

impl fmt::Debug for Calculator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calculator").field("names", &self.names.len()).finish_non_exhaustive()
    }
}

impl Default for Calculator {
    fn default() -> Calculator {
        Calculator::new()
    }
}

impl Calculator {
    /// A calculator that knows no names.
    ///
    /// ```
    /// let calculator = nimzo_cgt::Calculator::new();
    /// assert_eq!(calculator.names().count(), 0);
    /// ```
    pub fn new() -> Calculator {
        Calculator { universe: Universe::with_limit(MOST_GAMES), names: Names::default() }
    }

    /// The names that have values, in no particular order.
    ///
    /// ```
    /// let mut calculator = nimzo_cgt::Calculator::new();
    /// calculator.calculate("x = on", &nimzo_work::Task::silent()).unwrap();
    /// assert_eq!(calculator.names().collect::<Vec<_>>(), ["x"]);
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// The answer to a line: `x = value` names a value, `value <= value` compares, and every
    /// other line is a value.
    ///
    /// ```
    /// let (mut calculator, task) = (nimzo_cgt::Calculator::new(), nimzo_work::Task::silent());
    /// assert!(!calculator.calculate("^ <= *", &task).unwrap().holds());
    /// assert!(calculator.calculate("1 +", &task).is_err());
    /// ```
    pub fn calculate(&mut self, text: &str, task: &Task) -> Result<Calculation> {
        self.within_bounds(task, |calculator| calculator.calculate_within(text, task))
    }

    /// Gives a value a name and says nothing about it: for programs, whose names nobody wrote.
    ///
    /// ```
    /// let (mut calculator, task) = (nimzo_cgt::Calculator::new(), nimzo_work::Task::silent());
    /// calculator.keep("switch", "{1|0}", &task).unwrap();
    /// assert!(calculator.calculate("switch + switch == 1", &task).unwrap().holds());
    /// assert!(calculator.keep("order", "1 < 2", &task).is_err());
    /// ```
    pub fn keep(&mut self, name: &str, text: &str, task: &Task) -> Result<()> {
        self.within_bounds(task, |calculator| {
            let Line::Value(node) = notation::parse_line(text, &calculator.names)?.line else {
                return Err(Error::syntax(text, 0, "a value by itself, not compared or assigned,"));
            };
            let value = calculator.value(&node, text)?;
            calculator.names.insert(name.to_owned(), value);
            Ok(())
        })
    }

    /// Forgets a name.
    ///
    /// ```
    /// let (mut calculator, task) = (nimzo_cgt::Calculator::new(), nimzo_work::Task::silent());
    /// calculator.keep("x", "on", &task).unwrap();
    /// calculator.forget("x");
    /// assert!(calculator.calculate("x", &task).is_err());
    /// ```
    pub fn forget(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// Does something with the universe, and clears that up where it has grown large.
    fn within_bounds<T>(
        &mut self,
        task: &Task,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.universe.watch(task);
        let found = work(self);
        if matches!(found, Err(Error::TooLarge { .. })) || self.universe.len() > MOST_GAMES / 2 {
            self.forget_all_but_names()?;
        }
        found
    }

    fn calculate_within(&mut self, text: &str, task: &Task) -> Result<Calculation> {
        let reading = notation::parse_line(text, &self.names)?;
        let warnings = reading.warnings;
        let (name, node) = match reading.line {
            Line::Value(node) => (None, node),
            Line::Assignment(name, node) => (Some(name), node),
            Line::Comparison(left, relation, right) => {
                let comparison = self.compare(&left, relation, &right, text, warnings)?;
                return Ok(Calculation::Order(comparison));
            }
        };
        let value = self.value(&node, text)?;
        let mut analysis = match &value {
            Known::Short(game) => {
                let components = self.components(&node, *game, text)?;
                Analysis::of_short(&mut self.universe, *game, &components, text)?
            }
            Known::Loopy(value) => {
                let mut analysis = Analysis::of_loopy(value, text, task)?;
                if let Some(form) = Loopy::form_in(&mut self.universe, &node, text)? {
                    analysis.komaster = komaster(&form, task)?;
                }
                analysis
            }
        };
        if let Some(name) = name {
            self.names.insert(name.clone(), value);
            analysis.name = Some(name);
        }
        analysis.warnings.splice(0..0, warnings);
        Ok(Calculation::Value(Box::new(analysis)))
    }

    /// The value of an expression, as a short game wherever it is one.
    fn value(&mut self, node: &Node, text: &str) -> Result<Known> {
        if !node.is_loopy() {
            return self.universe.evaluate(node, text).map(Known::Short);
        }
        let value = Loopy::evaluate_in(&mut self.universe, node, text)?;
        let game = match value.as_stopper() {
            Some(stopper) => stopper.to_short(&mut self.universe)?,
            None => None,
        };
        Ok(game.map_or_else(|| Known::Loopy(Arc::new(value)), Known::Short))
    }

    /// The terms of a sum of short games; of anything else the game itself.
    fn components(&mut self, node: &Node, game: Game, text: &str) -> Result<Vec<Game>> {
        match &node.expr {
            Expr::Sum(terms) if !node.is_loopy() => {
                terms.iter().map(|term| self.universe.evaluate(term, text)).collect()
            }
            _ => Ok(vec![game]),
        }
    }

    fn compare(
        &mut self,
        left: &Node,
        relation: Relation,
        right: &Node,
        text: &str,
        warnings: Vec<String>,
    ) -> Result<OrderOfTwo> {
        let (first, second) = (self.value(left, text)?, self.value(right, text)?);
        let order = match (&first, &second) {
            (Known::Short(first), Known::Short(second)) => {
                self.universe.compare(*first, *second)?
            }
            _ => {
                let (first, second) = (self.loopy(&first)?, self.loopy(&second)?);
                first.compare_within(&second, &self.universe.task().clone())?
            }
        };
        Ok(OrderOfTwo {
            expression: text.to_owned(),
            left: self.show(&first),
            relation,
            right: self.show(&second),
            holds: relation.holds(order),
            order: Relation::of(order),
            warnings,
        })
    }

    fn loopy(&mut self, value: &Known) -> Result<Arc<Loopy>> {
        Ok(match value {
            Known::Loopy(value) => value.clone(),
            Known::Short(game) => Arc::new(Loopy::of_short(&mut self.universe, *game)?),
        })
    }

    fn show(&mut self, value: &Known) -> String {
        match value {
            Known::Short(game) => self.universe.show(*game),
            Known::Loopy(value) => value.to_string(),
        }
    }

    /// A fresh universe with nothing in it but the values of names.
    fn forget_all_but_names(&mut self) -> Result<()> {
        let mut fresh = Universe::with_limit(MOST_GAMES);
        let mut known = FxHashMap::default();
        let mut names = Names::default();
        for (name, value) in &self.names {
            let value = match value {
                Known::Short(game) => {
                    Known::Short(fresh.adopt(&mut self.universe, *game, &mut known)?)
                }
                loopy => loopy.clone(),
            };
            names.insert(name.clone(), value);
        }
        (self.universe, self.names) = (fresh, names);
        Ok(())
    }
}

impl Calculation {
    /// Whether the answer is no "no": a comparison that does not hold is one.
    ///
    /// ```
    /// let answer = nimzo_cgt::Calculator::new().calculate("1 < 0", &nimzo_work::Task::silent());
    /// assert!(!answer.unwrap().holds());
    /// ```
    pub fn holds(&self) -> bool {
        match self {
            Calculation::Value(_) => true,
            Calculation::Order(comparison) => comparison.holds,
        }
    }

    /// The analysis, if a value was asked for.
    ///
    /// ```
    /// let answer = nimzo_cgt::Calculator::new().calculate("1 < 0", &nimzo_work::Task::silent());
    /// assert!(answer.unwrap().value().is_none());
    /// ```
    pub fn value(&self) -> Option<&Analysis> {
        match self {
            Calculation::Value(analysis) => Some(analysis),
            Calculation::Order(_) => None,
        }
    }

    /// The text as given.
    ///
    /// ```
    /// let answer = nimzo_cgt::Calculator::new().calculate("1+1", &nimzo_work::Task::silent());
    /// assert_eq!(answer.unwrap().expression(), "1+1");
    /// ```
    pub fn expression(&self) -> &str {
        match self {
            Calculation::Value(analysis) => &analysis.expression,
            Calculation::Order(comparison) => &comparison.expression,
        }
    }
}

impl fmt::Display for Calculation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Calculation::Value(analysis) => analysis.fmt(f),
            Calculation::Order(comparison) => comparison.fmt(f),
        }
    }
}

impl fmt::Display for OrderOfTwo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(f, "{:<18}{warning}", "note")?;
        }
        writeln!(f, "{:<18}{} {} {}", "order", self.left, self.order, self.right)?;
        write!(f, "{:<18}{}", "holds", if self.holds { "yes" } else { "no" })
    }
}

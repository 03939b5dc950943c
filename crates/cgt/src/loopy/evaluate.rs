//! What an expression means among loopy games.
//!
//! A form with names inside is built as a graph, position by position; everything that is whole
//! by itself is evaluated first and put in with its two sides.

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::stopper::Stopper;
use super::value::Loopy;
use crate::notation::{self, Expr, Function, Name, Node};
use crate::{Dyadic, Error, Game, Nus, Result, Universe};

/// The value of a text.
pub(super) fn value_of(text: &str, task: &Task) -> Result<Loopy> {
    let node = notation::parse(text)?;
    Evaluator { text, universe: Universe::new().watched_by(task), task }.value(&node)
}

struct Evaluator<'a> {
    text: &'a str,
    universe: Universe,
    task: &'a Task,
}

/// Positions under construction, for one of the two sides.
struct Draft {
    positions: Vec<(Vec<usize>, Vec<usize>)>,
    reading: Reading,
    /// The forms around the present one, with their names.
    around: Vec<(String, usize)>,
}

/// Which side of the values inside a draft takes.
#[derive(Clone, Copy)]
enum Reading {
    Onside,
    Offside,
}

impl Evaluator<'_> {
    fn value(&mut self, node: &Node) -> Result<Loopy> {
        if !node.is_loopy() {
            let game = self.universe.evaluate(node, self.text)?;
            return self.short(game);
        }
        self.task.check()?;
        match &node.expr {
            Expr::Name(name) => self.named(*name),
            Expr::Braces { .. } | Expr::Nus(_) => {
                let onside = self.graph(node, Reading::Onside)?;
                let offside = self.graph(node, Reading::Offside)?;
                Loopy::from_sides(&onside, &offside, self.task)
            }
            Expr::Switch(options) => {
                let values =
                    options.iter().map(|option| self.value(option)).collect::<Result<Vec<_>>>()?;
                let negatives: Vec<Loopy> = values.iter().map(Loopy::negative).collect();
                self.braces(&values, &negatives)
            }
            Expr::Neg(inner) => Ok(self.value(inner)?.negative()),
            Expr::Sum(terms) => self.sum(terms),
            Expr::Product(factors) => self.product(node, factors),
            Expr::Sided(onside, offside) => {
                let (on, off) = (self.value(onside)?, self.value(offside)?);
                if !on.onside().at_least_within(off.offside(), self.task)? {
                    return self.wrong(node, "an onside that is at least the offside");
                }
                Loopy::two_sides(on.onside().clone(), off.offside().clone(), self.task)
            }
            Expr::Call(function, arguments) => self.call(node, *function, arguments),
            Expr::Label(_) | Expr::Pass => {
                self.wrong(node, "a name or `pass` only as an option by itself")
            }
        }
    }

    fn zero(&self) -> Loopy {
        Loopy::one_stopper(Stopper::zero())
    }

    fn short(&mut self, game: Game) -> Result<Loopy> {
        Ok(Loopy::one_stopper(Stopper::from_short(&mut self.universe, game)?))
    }

    fn wrong<T>(&self, node: &Node, expected: &str) -> Result<T> {
        Err(Error::syntax(self.text, node.at, expected))
    }

    fn call(&mut self, node: &Node, function: Function, arguments: &[Node]) -> Result<Loopy> {
        let (Function::Tiny | Function::Miny, [argument]) = (function, arguments) else {
            return self.wrong(node, "loop-free arguments for functions other than Tiny and Miny");
        };
        let threat = self.value(argument)?.negative();
        let reply = self.braces(&[self.zero()], &[threat])?;
        let tiny = self.braces(&[self.zero()], &[reply])?;
        Ok(if function == Function::Tiny { tiny } else { tiny.negative() })
    }

    fn sum(&mut self, terms: &[Node]) -> Result<Loopy> {
        let mut sum = self.zero();
        for term in terms {
            sum = sum.sum_within(&self.value(term)?, self.task)?;
        }
        Ok(sum)
    }

    fn product(&mut self, node: &Node, factors: &[Node]) -> Result<Loopy> {
        let (mut times, mut copied) = (1, None);
        for factor in factors {
            let value = self.value(factor)?;
            match value.as_number(self.task)?.and_then(Dyadic::to_integer) {
                Some(integer) => {
                    let Some(product) = i64::checked_mul(times, integer) else {
                        return self.wrong(factor, "factors whose product fits");
                    };
                    times = product;
                }
                None if copied.is_none() => copied = Some(value),
                None => return self.wrong(node, "an integer as one of the factors"),
            }
        }
        match copied {
            Some(value) => self.multiple(node, times, value),
            None => {
                let number = self.universe.integer(times);
                self.short(number)
            }
        }
    }

    fn multiple(&mut self, node: &Node, times: i64, mut value: Loopy) -> Result<Loopy> {
        const MOST: u64 = 1000;
        if times.unsigned_abs() > MOST {
            return self.wrong(node, "at most 1000 copies of a loopy value");
        }
        if times < 0 {
            value = value.negative();
        }
        let mut sum = self.zero();
        for _ in 0..times.unsigned_abs() {
            sum = sum.sum_within(&value, self.task)?;
        }
        Ok(sum)
    }

    /// The form with these values as options, side by side.
    fn braces(&self, left: &[Loopy], right: &[Loopy]) -> Result<Loopy> {
        let graph = |pick: fn(&Loopy) -> &Stopper| {
            let graphs = |values: &[Loopy]| -> Vec<Graph> {
                values.iter().map(|value| pick(value).graph().clone()).collect()
            };
            let (left, right) = (graphs(left), graphs(right));
            Graph::braces(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
        };
        Loopy::from_sides(&graph(Loopy::onside)?, &graph(Loopy::offside)?, self.task)
    }

    fn named(&self, name: Name) -> Result<Loopy> {
        let none = Vec::new;
        let zero = (none(), none());
        let positions = match name {
            Name::On => vec![(vec![0], none())],
            Name::Off => vec![(none(), vec![0])],
            Name::Over => vec![(vec![1], vec![0]), zero],
            Name::Under => vec![(vec![0], vec![1]), zero],
            Name::Dud => vec![(vec![0], vec![0])],
            Name::Upon => vec![(vec![0], vec![1]), (vec![2], vec![2]), zero],
        };
        let graph = Graph::new(positions)?;
        Loopy::from_sides(&graph, &graph, self.task)
    }

    fn graph(&mut self, node: &Node, reading: Reading) -> Result<Graph> {
        let mut draft = Draft { positions: Vec::new(), reading, around: Vec::new() };
        self.place(node, &mut draft)?;
        Graph::new(draft.positions)
    }

    /// Puts an option into the draft and tells at which position it is.
    fn place(&mut self, node: &Node, draft: &mut Draft) -> Result<usize> {
        match &node.expr {
            Expr::Label(name) => {
                let mut around = draft.around.iter().rev();
                match around.find(|(label, _)| label == name) {
                    Some(&(_, position)) => Ok(position),
                    None => self.wrong(node, "a name of a form around"),
                }
            }
            Expr::Pass => match draft.around.last() {
                Some(&(_, position)) => Ok(position),
                None => self.wrong(node, "`pass` inside a form"),
            },
            Expr::Braces { label, left, right } => {
                let position = draft.positions.len();
                draft.positions.push((Vec::new(), Vec::new()));
                draft.around.push((label.clone().unwrap_or_default(), position));
                for (options, side) in [(left, Side::Left), (right, Side::Right)] {
                    for option in options {
                        let option = self.place(option, draft)?;
                        let (to_left, to_right) = &mut draft.positions[position];
                        if side == Side::Left {
                            to_left.push(option)
                        } else {
                            to_right.push(option)
                        }
                    }
                }
                draft.around.pop();
                Ok(position)
            }
            _ => {
                let value = self.value(node)?;
                let stopper = match draft.reading {
                    Reading::Onside => value.onside(),
                    Reading::Offside => value.offside(),
                };
                let start = draft.positions.len();
                draft.positions.extend(stopper.graph().shifted(start));
                Ok(start)
            }
        }
    }
}

impl Stopper {
    /// The game 0.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Stopper::zero().to_string(), "0");
    /// ```
    pub fn zero() -> Stopper {
        let mut universe = Universe::new();
        let zero = universe.nus(Nus::ZERO);
        // 0 has one position and no options: nothing can go wrong.
        Stopper::from_short(&mut universe, zero).unwrap_or_else(|_| unreachable!("0 is a stopper"))
    }
}

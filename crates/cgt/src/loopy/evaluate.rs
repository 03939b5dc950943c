//! What an expression means among loopy games.
//!
//! A form with names inside is built as a graph, position by position; everything that is whole
//! by itself is evaluated first and put in with its two sides.

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::sides::SideValue;
use super::stopper::Stopper;
use super::value::Loopy;
use crate::notation::{self, Expr, Function, Known, Name, Node, Power};
use crate::{Dyadic, Error, Game, Nus, Result, Universe};

/// The value of a text.
pub(super) fn value_of(text: &str, task: &Task) -> Result<Loopy> {
    let node = notation::parse(text)?;
    let mut universe = Universe::new().watched_by(task);
    Loopy::evaluate_in(&mut universe, &node, text)
}

struct Evaluator<'a> {
    text: &'a str,
    universe: &'a mut Universe,
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
            Expr::Known(Known::Loopy(value)) => Ok(value.as_ref().clone()),
            Expr::Power(power) => self.power(*power),
            Expr::Braces { .. } => {
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
                let ordered = match (on.onside().as_stopper(), off.offside().as_stopper()) {
                    (Some(on), Some(off)) => on.at_least_within(off, self.task)?,
                    _ => return self.wrong(node, "sides that are stoppers"),
                };
                if !ordered {
                    return self.wrong(node, "an onside that is at least the offside");
                }
                Loopy::two_sides(on.onside().clone(), off.offside().clone(), self.task)
            }
            Expr::Call(function, arguments) => self.call(node, *function, arguments),
            Expr::OrdinalSum(_) => self.wrong(node, "loop-free games in an ordinal sum"),
            Expr::Nus(_) | Expr::Uptimal(_) | Expr::Known(Known::Short(_)) => {
                // Loop-free, and dealt with above.
                let game = self.universe.evaluate(node, self.text)?;
                self.short(game)
            }
            Expr::Label(_) | Expr::Pass => {
                self.wrong(node, "a name or `pass` only as an option by itself")
            }
        }
    }

    fn zero(&self) -> Loopy {
        Loopy::one_stopper(Stopper::zero())
    }

    fn short(&mut self, game: Game) -> Result<Loopy> {
        Loopy::of_short(self.universe, game)
    }

    fn wrong<T>(&self, node: &Node, expected: &str) -> Result<T> {
        Err(Error::syntax(self.text, node.at, expected))
    }

    fn call(&mut self, node: &Node, function: Function, arguments: &[Node]) -> Result<Loopy> {
        let values =
            arguments.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>>>()?;
        let one_side = |side: &SideValue| match side {
            SideValue::Stopper(stopper) => Ok(Loopy::one_stopper(stopper.clone())),
            SideValue::Endless { .. } => self.wrong(node, "a game whose side is a stopper"),
        };
        match (function, &values[..]) {
            (Function::Tiny, [threat]) => self.tiny(threat),
            (Function::Miny, [threat]) => Ok(self.tiny(threat)?.negative()),
            (Function::Cool, [value, t]) => {
                let t = self.number_of(&arguments[1], t)?;
                self.stopper(node, value)?.cool(t, self.task)
            }
            (Function::Chill, [value]) => self.stopper(node, value)?.cool(Dyadic::ONE, self.task),
            (Function::Freeze, [value]) => {
                let stopper = self.stopper(node, value)?;
                match stopper.temperature(self.task)? {
                    Some(temperature) => stopper.cool(temperature, self.task),
                    None => self.wrong(node, "a game with a temperature"),
                }
            }
            (Function::Heat, [value, bonus]) => {
                let bonus = self.number_of(&arguments[1], bonus)?;
                self.stopper(node, value)?.heat(bonus, self.task)
            }
            (Function::Onside, [value]) => one_side(value.onside()),
            (Function::Offside, [value]) => one_side(value.offside()),
            _ => {
                let expected = "loop-free arguments for this function";
                self.wrong(node, expected)
            }
        }
    }

    fn stopper<'b>(&self, node: &Node, value: &'b Loopy) -> Result<&'b Stopper> {
        match value.as_stopper() {
            Some(stopper) => Ok(stopper),
            None => self.wrong(node, "a stopper, or onside(x) or offside(x),"),
        }
    }

    fn number_of(&self, node: &Node, value: &Loopy) -> Result<Dyadic> {
        match value.as_number(self.task)? {
            Some(number) => Ok(number),
            None => self.wrong(node, "a number as the temperature"),
        }
    }

    /// `{0||0|-threat}`
    fn tiny(&self, threat: &Loopy) -> Result<Loopy> {
        let reply = self.braces(&[self.zero()], &[threat.negative()])?;
        self.braces(&[self.zero()], &[reply])
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
        let graph = |pick: fn(&Loopy) -> &SideValue| {
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
            // {0||0|0,pass}
            Name::Uponth => vec![(vec![2], vec![1]), (vec![2], vec![1, 2]), zero],
            // tis = {tisn|}, tisn = {|tis}
            Name::Tis => vec![(vec![1], none()), (none(), vec![0])],
            Name::Tisn => vec![(none(), vec![1]), (vec![0], none())],
            // {on|0} and {0|off}
            Name::Ono => vec![(vec![1], vec![2]), (vec![1], none()), zero],
            Name::Oof => vec![(vec![2], vec![1]), (none(), vec![1]), zero],
            // {on|oof} and {ono|off}
            Name::Hi => {
                let oof = (vec![3], vec![4]);
                vec![(vec![1], vec![2]), (vec![1], none()), oof, zero, (none(), vec![4])]
            }
            Name::Lo => {
                let ono = (vec![3], vec![4]);
                vec![(vec![2], vec![1]), (none(), vec![1]), ono, (vec![3], none()), zero]
            }
        };
        let graph = Graph::new(positions)?;
        Loopy::from_sides(&graph, &graph, self.task)
    }

    /// `^[on]` and `^<on>`: the only powers of up with loops.
    fn power(&self, power: Power) -> Result<Loopy> {
        let value = self.named(if power.summed { Name::Upon } else { Name::Uponth })?;
        Ok(if power.down { value.negative() } else { value })
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
                let side = match draft.reading {
                    Reading::Onside => value.onside(),
                    Reading::Offside => value.offside(),
                };
                let start = draft.positions.len();
                draft.positions.extend(side.graph().shifted(start));
                Ok(start)
            }
        }
    }
}

impl Loopy {
    /// The value of an expression whose names stand for games of this universe.
    pub(crate) fn evaluate_in(universe: &mut Universe, node: &Node, text: &str) -> Result<Loopy> {
        let task = universe.task().clone();
        Evaluator { text, universe, task: &task }.value(node)
    }

    /// The graph of a form with loops as it is written, where both its sides are read alike.
    pub(crate) fn form_in(
        universe: &mut Universe,
        node: &Node,
        text: &str,
    ) -> Result<Option<Graph>> {
        let task = universe.task().clone();
        let Expr::Braces { .. } = &node.expr else { return Ok(None) };
        let mut evaluator = Evaluator { text, universe, task: &task };
        let onside = evaluator.graph(node, Reading::Onside)?;
        let offside = evaluator.graph(node, Reading::Offside)?;
        Ok((onside == offside).then_some(onside))
    }

    /// The value that a short game is.
    pub(crate) fn of_short(universe: &mut Universe, game: Game) -> Result<Loopy> {
        Ok(Loopy::one_stopper(Stopper::from_short(universe, game)?))
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

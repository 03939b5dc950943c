//! What an expression means among short games.

use super::{Game, Universe};
use crate::notation::{self, Exponent, Expr, Function, Known, Node, Power};
use crate::{Dyadic, Error, Nimber, Result, Uptimal};

impl Universe {
    /// The value of an expression in the notation of the crate's documentation.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{1|0} + 2*{3|1} - ^").unwrap();
    /// assert_eq!(universe.show(game), "{5v|4v}");
    /// let error = universe.parse("{1|0").unwrap_err();
    /// let told = "expected `,`, `|` or `}` at character 5, here: {1|0▸";
    /// assert_eq!(error.to_string(), told);
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Game> {
        let node = notation::parse(text)?;
        self.evaluate(&node, text)
    }

    pub(crate) fn evaluate(&mut self, node: &Node, text: &str) -> Result<Game> {
        match &node.expr {
            Expr::Nus(nus) => Ok(self.nus(*nus)),
            Expr::Braces { left, right, .. } => {
                let (left, right) =
                    (self.evaluate_all(left, text)?, self.evaluate_all(right, text)?);
                self.game_from(left, right)
            }
            Expr::Switch(options) => {
                let left = self.evaluate_all(options, text)?;
                let right = left.iter().map(|&option| self.neg(option)).collect::<Result<_>>()?;
                self.game_from(left, right)
            }
            Expr::Neg(inner) => {
                let inner = self.evaluate(inner, text)?;
                self.neg(inner)
            }
            Expr::Sum(terms) => {
                let mut sum = self.zero();
                for term in terms {
                    let term = self.evaluate(term, text)?;
                    sum = self.add(sum, term)?;
                }
                Ok(sum)
            }
            Expr::Product(factors) => {
                let mut product = self.integer(1);
                for factor in factors {
                    let value = self.evaluate(factor, text)?;
                    let Some(next) = self.product(product, value)? else {
                        let expected = "an integer as one of the factors, or one of the products \
                                        norton(x,u), conway(x,y) and nim(*2,*3),";
                        return Err(Error::syntax(text, node.at, expected));
                    };
                    product = next;
                }
                Ok(product)
            }
            Expr::OrdinalSum(parts) => {
                let mut sum = self.zero();
                for part in parts {
                    let part = self.evaluate(part, text)?;
                    sum = self.ordinal_sum(sum, part)?;
                }
                Ok(sum)
            }
            Expr::Uptimal(digits) => {
                let digits = digits.iter().map(|&digit| digit.into()).collect();
                let (number, star) = (Dyadic::ZERO, Nimber::ZERO);
                self.from_uptimal(&Uptimal { number, digits, star })
            }
            Expr::Power(power) => self.power(*power, text),
            Expr::Known(Known::Short(game)) => Ok(*game),
            Expr::Call(function, arguments) => {
                let values = self.evaluate_all(arguments, text)?;
                self.call(*function, &values, arguments, text)
            }
            Expr::Name(_)
            | Expr::Known(Known::Loopy(_))
            | Expr::Label(_)
            | Expr::Pass
            | Expr::Sided(..) => Err(Error::Loopy { input: text.to_owned() }),
        }
    }

    fn evaluate_all(&mut self, nodes: &[Node], text: &str) -> Result<Vec<Game>> {
        nodes.iter().map(|node| self.evaluate(node, text)).collect()
    }

    fn call(
        &mut self,
        function: Function,
        values: &[Game],
        nodes: &[Node],
        text: &str,
    ) -> Result<Game> {
        let wrong = |index: usize, expected: &str| {
            Err(Error::syntax(text, nodes.get(index).map_or(0, |node| node.at), expected))
        };
        match (function, values) {
            (Function::Tiny, &[threat]) => self.tiny(threat),
            (Function::Miny, &[threat]) => {
                let tiny = self.tiny(threat)?;
                self.neg(tiny)
            }
            (Function::Chill, &[game]) => self.chill(game),
            (Function::Freeze, &[game]) => self.freeze(game),
            (Function::Warm, &[game]) => self.warm(game),
            (Function::Heat, &[game, bonus]) => self.heat(game, bonus),
            (Function::Norton, &[game, unit]) => self.norton(game, unit),
            (Function::Reduced, &[game]) => self.reduced(game),
            (Function::Onside | Function::Offside, &[game]) => Ok(game),
            (Function::Conway, &[game, other]) => self.conway(game, other),
            (Function::Nim, &[game, other]) => {
                match (self.as_nimber(game), self.as_nimber(other)) {
                    (Some(x), Some(y)) => Ok(self.nimber(x * y)),
                    (None, _) => wrong(0, "a nimber"),
                    _ => wrong(1, "a nimber"),
                }
            }
            (Function::Overheat, &[game, unit, bonus]) => self.overheat(game, unit, bonus),
            (Function::Cool, &[game, temperature]) => match self.as_number(temperature) {
                Some(temperature) => self.cool(game, temperature),
                None => wrong(1, "a number as the temperature"),
            },
            _ => wrong(0, "the right number of arguments"),
        }
    }

    fn power(&mut self, power: Power, text: &str) -> Result<Game> {
        let Exponent::Finite(exponent) = power.exponent else {
            return Err(Error::Loopy { input: text.to_owned() });
        };
        let game = match power.summed {
            true => self.powers_of_up(exponent)?,
            false => self.power_of_up(exponent)?,
        };
        if power.down { self.neg(game) } else { Ok(game) }
    }

    /// `{0||0|-threat}`.
    fn tiny(&mut self, threat: Game) -> Result<Game> {
        let (zero, back) = (self.zero(), self.neg(threat)?);
        let reply = self.game(&[zero], &[back])?;
        self.game(&[zero], &[reply])
    }
}

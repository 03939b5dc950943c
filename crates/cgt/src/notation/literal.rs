//! Literals: a number, ups and a nimber written one behind the other without spaces.

use super::lexer::Token;
use super::parser::{Parser, StarMeaning};
use super::syntax::{Expr, Node};
use crate::{Dyadic, Error, Nimber, Nus, Result};

impl Parser<'_> {
    /// `1/2^3*4`, `-1`, `.12*`, `5^<2>`, `5over`.
    pub(super) fn literal(&mut self) -> Result<Node> {
        let at = self.at();
        let mut nus = Nus::ZERO;
        let mut powers = Vec::new();
        let number = self.number()?;
        if let Some(number) = number {
            nus.number = number;
        }
        let ups = self.ups(number.is_some(), &mut nus, &mut powers)?;
        // Behind a number a `*` may multiply; behind arrows it is the nimber.
        let star_ahead = *self.peek() == Token::Star && (self.touches() || self.at() == at);
        let multiplies =
            || number.is_some() && !ups && *self.peek() == Token::Star && self.touches();
        if multiplies() {
            if self.star()? == StarMeaning::Nimber {
                self.next += 1;
                nus.star = Nimber(1);
            } else {
                self.warn_of_product(at);
            }
        } else if star_ahead {
            self.next += 1;
            nus.star = Nimber(self.integer_behind("a nimber below 2^64")?.unwrap_or(1));
        }
        if ups && *self.peek() == Token::Star && !self.touches() {
            return self.error("no space before the nimber (^*2), or the factor first (2*^),");
        }
        let mut parts = Vec::new();
        if nus != Nus::ZERO || powers.is_empty() {
            parts.push(Node { at, expr: Expr::Nus(nus) });
        }
        parts.extend(powers);
        // `5over` and `9Tiny(2)` are sums.
        if matches!(self.peek(), Token::Word(_)) && self.touches() {
            parts.push(self.value()?);
        }
        Ok(super::parser::one_or(parts, at, Expr::Sum))
    }

    /// The number that comes here, with its sign.
    fn number(&mut self) -> Result<Option<Dyadic>> {
        let at = self.at();
        let negative = self.accept(&Token::Minus);
        let Token::Number(text) = self.peek() else { return Ok(None) };
        let Some(number) = dyadic(text) else {
            let expected = if text.contains('.') {
                "a dyadic rational, such as 0.5 or 2.75, whose decimals end in binary too,"
            } else {
                "a number that fits, like 3 or 3/4, with a power of two below the line"
            };
            return self.error(expected);
        };
        let signed = if negative { number.checked_neg() } else { Some(number) };
        let Some(number) = signed else {
            return Err(Error::syntax(self.input, at, "a number that fits"));
        };
        self.next += 1;
        Ok(Some(number))
    }

    /// The ups that come here, if any: arrows into `nus`, other powers and uptimals as nodes.
    fn ups(&mut self, behind: bool, nus: &mut Nus, powers: &mut Vec<Node>) -> Result<bool> {
        if behind && !self.touches() {
            return Ok(false);
        }
        let at = self.at();
        match self.peek().clone() {
            Token::Arrows(arrows) => {
                self.next += 1;
                let times = self.integer_behind("a multiple of up that fits")?;
                if times.is_some() && arrows.abs() != 1 {
                    let expected = "either repeated arrows or one arrow and a number";
                    return Err(Error::syntax(self.input, at, expected));
                }
                let times = i64::try_from(times.unwrap_or(1)).ok();
                let Some(ups) = times.and_then(|times| arrows.checked_mul(times)) else {
                    return Err(Error::syntax(self.input, at, "a multiple of up that fits"));
                };
                if behind && arrows.abs() == 1 && ups.abs() != 1 {
                    let shown = self.shown(at);
                    let told = "a number plus that many ups; there are no powers of numbers here";
                    self.warnings.push(format!("`{shown}` is read as {told}"));
                }
                nus.ups = ups;
                Ok(true)
            }
            Token::Power(power) => {
                self.next += 1;
                powers.push(Node { at, expr: Expr::Power(power) });
                Ok(true)
            }
            Token::Uptimal(digits) => {
                self.next += 1;
                let text: String = digits.iter().map(u8::to_string).collect();
                if dyadic(&format!("0.{text}")).is_some() {
                    let told = format!("`.{text}` is read as an uptimal; the number is 0.{text}");
                    self.warnings.push(told);
                }
                powers.push(Node { at, expr: Expr::Uptimal(digits) });
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The integer that touches what was read last, if there is one.
    fn integer_behind(&mut self, expected: &str) -> Result<Option<u64>> {
        let Token::Number(text) = self.peek() else { return Ok(None) };
        if !self.touches() {
            return Ok(None);
        }
        let Ok(integer) = text.parse() else { return self.error(expected) };
        self.next += 1;
        Ok(Some(integer))
    }

    /// `3*2` is a product, though a number plus a nimber is often written so.
    fn warn_of_product(&mut self, at: usize) {
        let factor = self.ahead(1);
        let Token::Number(heap) = &factor.token else { return };
        if factor.touches && heap.parse::<u64>().is_ok() {
            let number = self.shown(at);
            let told = format!(
                "`{number}*{heap}` is read as a product; the number plus a nimber is {number}+*{heap}"
            );
            self.warnings.push(told);
        }
    }

    /// The text from a character to the present one.
    fn shown(&self, from: usize) -> String {
        let length = self.at().saturating_sub(from);
        self.input.chars().skip(from).take(length).collect::<String>().trim_end().to_owned()
    }
}

/// The number that `3`, `3/4` or `2.5` is, if it is dyadic and fits.
fn dyadic(text: &str) -> Option<Dyadic> {
    let Some((whole, places)) = text.split_once('.') else { return text.parse().ok() };
    let places = places.trim_end_matches('0');
    let length = u32::try_from(places.len()).ok()?;
    let digits: i128 = format!("{whole}{places}").parse().ok()?;
    let fives = 5i128.checked_pow(length)?;
    if digits % fives != 0 {
        return None;
    }
    Dyadic::new(i64::try_from(digits / fives).ok()?, length)
}

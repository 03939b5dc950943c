//! From tokens to the syntax tree, by recursive descent. Every error points at a character.

use super::lexer::{Spot, Token, tokens};
use super::syntax::{Expr, Function, Name, Node};
use crate::{Dyadic, Error, Nimber, Nus, Result};

/// How deep braces, brackets and signs may be nested.
const MAX_NESTING: usize = 200;

/// How many characters an expression may have.
const MAX_LENGTH: usize = 1_000_000;

/// The syntax tree of a whole text.
pub(crate) fn parse(input: &str) -> Result<Node> {
    if input.len() > MAX_LENGTH {
        let what = format!("an expression of more than {MAX_LENGTH} characters");
        return Err(Error::TooLarge { what });
    }
    let mut parser =
        Parser { input, spots: tokens(input)?, next: 0, nesting: 0, labels: Vec::new() };
    let node = parser.sided()?;
    match parser.peek() {
        Token::End => Ok(node),
        _ => parser.error("an operator (+, -, *, &) or the end"),
    }
}

struct Parser<'a> {
    input: &'a str,
    spots: Vec<Spot>,
    next: usize,
    nesting: usize,
    /// Names of the positions around the present one.
    labels: Vec<String>,
}

impl Parser<'_> {
    fn spot(&self) -> &Spot {
        // The list ends in `End`, which is never passed.
        &self.spots[self.next.min(self.spots.len() - 1)]
    }

    fn peek(&self) -> &Token {
        &self.spot().token
    }

    fn at(&self) -> usize {
        self.spot().at
    }

    fn accept(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &Token, expected: &str) -> Result<()> {
        if self.accept(token) { Ok(()) } else { self.error(expected) }
    }

    fn error<T>(&self, expected: &str) -> Result<T> {
        Err(Error::syntax(self.input, self.at(), expected))
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return self.error("fewer than 200 levels of nesting");
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    fn sided(&mut self) -> Result<Node> {
        let at = self.at();
        let first = self.sum()?;
        if !self.accept(&Token::And) {
            return Ok(first);
        }
        let second = self.sum()?;
        Ok(Node { at, expr: Expr::Sided(Box::new(first), Box::new(second)) })
    }

    fn sum(&mut self) -> Result<Node> {
        let at = self.at();
        let first = if self.accept(&Token::Plus) { self.product()? } else { self.signed()? };
        let mut terms = vec![first];
        loop {
            let term = match self.peek() {
                Token::Plus => {
                    self.next += 1;
                    self.product()?
                }
                Token::Minus => {
                    let at = self.at();
                    self.next += 1;
                    let term = self.nested(Self::signed)?;
                    Node { at, expr: Expr::Neg(Box::new(term)) }
                }
                Token::PlusMinus => self.product()?,
                _ => return Ok(one_or(terms, at, Expr::Sum)),
            };
            terms.push(term);
        }
    }

    /// A product with a minus before it, or without.
    fn signed(&mut self) -> Result<Node> {
        let at = self.at();
        if self.negative_number_ahead() || !self.accept(&Token::Minus) {
            return self.product();
        }
        let node = self.nested(Self::signed)?;
        Ok(Node { at, expr: Expr::Neg(Box::new(node)) })
    }

    /// Whether a minus that touches a number comes next: it belongs to the number alone, so that
    /// `-1^` is `(-1) + ^`.
    fn negative_number_ahead(&self) -> bool {
        let number = self.spots.get(self.next + 1);
        *self.peek() == Token::Minus
            && number.is_some_and(|spot| {
                spot.touches && matches!(spot.token, Token::Nus(nus) if !nus.number.is_zero())
            })
    }

    fn product(&mut self) -> Result<Node> {
        let at = self.at();
        let mut factors = vec![self.primary()?];
        loop {
            let factor = if let Some(factor) = self.accept_factor() {
                factor
            } else if self.accept_times() {
                self.primary()?
            } else {
                return Ok(one_or(factors, at, Expr::Product));
            };
            factors.push(factor);
        }
    }

    /// `*3` right behind a value is a multiplication by 3.
    fn accept_factor(&mut self) -> Option<Node> {
        let &Spot { token: Token::Nus(nus), at, touches: true } = self.spot() else { return None };
        let factor = i64::try_from(nus.star.0).ok().filter(|&factor| factor > 1)?;
        if (nus.number, nus.ups) != (Dyadic::ZERO, 0) {
            return None;
        }
        self.next += 1;
        Some(Node { at, expr: Expr::Nus(Nus::number(Dyadic::from(factor))) })
    }

    /// A multiplication sign, or a `*` that stands alone between two values.
    fn accept_times(&mut self) -> bool {
        if self.accept(&Token::Times) {
            return true;
        }
        let star = Nus { star: Nimber(1), ..Nus::ZERO };
        let before_value = self.spots.get(self.next + 1).is_some_and(|spot| {
            let Spot { token, .. } = spot;
            matches!(token, Token::Nus(_) | Token::Word(_) | Token::Open | Token::OpenRound)
        });
        before_value && self.accept(&Token::Nus(star))
    }

    fn primary(&mut self) -> Result<Node> {
        let at = self.at();
        let expr = match self.peek().clone() {
            Token::Nus(nus) => {
                self.next += 1;
                let number = Node { at, expr: Expr::Nus(nus) };
                // `5over` and `9Tiny(2)` are sums.
                if !matches!(self.peek(), Token::Word(_)) || !self.spot().touches {
                    return Ok(number);
                }
                let rest = self.primary()?;
                Expr::Sum(vec![number, rest])
            }
            Token::Word(word) => {
                self.next += 1;
                self.word(word, at)?
            }
            Token::PlusMinus => {
                self.next += 1;
                Expr::Switch(self.nested(Self::switch)?)
            }
            Token::Minus if self.negative_number_ahead() => {
                let Some(&Spot { token: Token::Nus(nus), .. }) = self.spots.get(self.next + 1)
                else {
                    return self.error("a number");
                };
                let Some(number) = nus.number.checked_neg() else {
                    return self.error("a number that fits");
                };
                // The minus is dealt with: what follows is read as if it stood in the number.
                self.next += 1;
                self.spots[self.next].token = Token::Nus(Nus { number, ..nus });
                return self.primary();
            }
            Token::Minus => {
                self.next += 1;
                Expr::Neg(Box::new(self.nested(Self::primary)?))
            }
            Token::OpenRound => {
                self.next += 1;
                let inside = self.nested(Self::sided)?;
                self.expect(&Token::CloseRound, "`)` or an operator")?;
                return Ok(inside);
            }
            Token::Open => self.nested(|parser| parser.braces(None))?,
            _ => return self.error("a value such as 3/4, *2, ^, {1|0} or over"),
        };
        Ok(Node { at, expr })
    }

    fn word(&mut self, word: String, at: usize) -> Result<Expr> {
        if *self.peek() == Token::Open {
            return self.nested(|parser| parser.braces(Some(word)));
        }
        if self.labels.contains(&word) {
            return Ok(Expr::Label(word));
        }
        if let Some(name) = Name::from_text(&word) {
            return Ok(Expr::Name(name));
        }
        if word == "pass" && !self.labels.is_empty() {
            return Ok(Expr::Pass);
        }
        let Some(function) = Function::from_text(&word) else {
            let expected = "a known name, or one given to a position around (`a{0|a}`),";
            return Err(Error::syntax(self.input, at, expected));
        };
        let arguments = self.nested(Self::arguments)?;
        if arguments.len() != function.arguments() {
            let expected = format!("{} argument(s) for {word}", function.arguments());
            return Err(Error::syntax(self.input, at, &expected));
        }
        Ok(Expr::Call(function, arguments))
    }

    fn arguments(&mut self) -> Result<Vec<Node>> {
        self.expect(&Token::OpenRound, "`(` and the arguments")?;
        let mut arguments = vec![self.sum()?];
        while self.accept(&Token::Comma) {
            arguments.push(self.sum()?);
        }
        self.expect(&Token::CloseRound, "`,` or `)`")?;
        Ok(arguments)
    }

    /// What stands after `+-`: one value, or a list in braces.
    fn switch(&mut self) -> Result<Vec<Node>> {
        let at = self.at();
        if *self.peek() != Token::Open {
            return Ok(vec![self.primary()?]);
        }
        let (mut lists, bars) = self.inside_braces(None)?;
        match lists.pop() {
            Some(options) if bars.is_empty() && !options.is_empty() => Ok(options),
            Some(last) => {
                lists.push(last);
                let (left, right) = self.split(lists, &bars)?;
                Ok(vec![Node { at, expr: Expr::Braces { label: None, left, right } }])
            }
            None => self.error("an option"),
        }
    }

    fn braces(&mut self, label: Option<String>) -> Result<Expr> {
        let (lists, bars) = self.inside_braces(label.clone())?;
        let (left, right) = self.split(lists, &bars)?;
        Ok(Expr::Braces { label, left, right })
    }

    /// The lists of options between braces, and the bars between the lists.
    fn inside_braces(&mut self, label: Option<String>) -> Result<(Vec<Vec<Node>>, Vec<Bar>)> {
        self.expect(&Token::Open, "`{`")?;
        self.labels.push(label.unwrap_or_default());
        let mut lists = vec![self.list()?];
        let mut bars = Vec::new();
        while let &Token::Bar(length) = self.peek() {
            bars.push(Bar { length, at: self.at() });
            self.next += 1;
            lists.push(self.list()?);
        }
        self.labels.pop();
        self.expect(&Token::Close, "`,`, `|` or `}`")?;
        Ok((lists, bars))
    }

    /// Values with commas between, up to a bar or a brace; perhaps none.
    fn list(&mut self) -> Result<Vec<Node>> {
        let mut values = Vec::new();
        if matches!(self.peek(), Token::Bar(_) | Token::Close) {
            return Ok(values);
        }
        loop {
            values.push(self.sided()?);
            if !self.accept(&Token::Comma) {
                return Ok(values);
            }
        }
    }

    /// Splits at the longest bar, which must be the only one of its length; what has bars of its
    /// own is one option.
    fn split(&mut self, mut lists: Vec<Vec<Node>>, bars: &[Bar]) -> Result<(Vec<Node>, Vec<Node>)> {
        let longest = bars.iter().map(|bar| bar.length).max().unwrap_or(0);
        let mut places = bars.iter().enumerate().filter(|(_, bar)| bar.length == longest);
        let Some((middle, _)) = places.next() else {
            // The brace that closed the list has been passed.
            self.next = self.next.saturating_sub(1);
            return self.error("`|` between Left's options and Right's");
        };
        if let Some((_, second)) = places.next() {
            let expected = "one bar longer than all others, as in {3||2|1},";
            return Err(Error::syntax(self.input, second.at, expected));
        }
        let right = lists.split_off(middle + 1);
        let left = self.nested(|parser| parser.side(lists, &bars[..middle]))?;
        let right = self.nested(|parser| parser.side(right, &bars[middle + 1..]))?;
        Ok((left, right))
    }

    fn side(&mut self, lists: Vec<Vec<Node>>, bars: &[Bar]) -> Result<Vec<Node>> {
        let Some(first) = bars.first() else {
            return Ok(lists.into_iter().flatten().collect());
        };
        let (left, right) = self.split(lists, bars)?;
        Ok(vec![Node { at: first.at, expr: Expr::Braces { label: None, left, right } }])
    }
}

/// A run of `|` between options.
struct Bar {
    length: usize,
    at: usize,
}

/// The only node there is, or all of them together.
fn one_or(mut nodes: Vec<Node>, at: usize, all: fn(Vec<Node>) -> Expr) -> Node {
    match nodes.pop() {
        Some(only) if nodes.is_empty() => only,
        last => {
            nodes.extend(last);
            Node { at, expr: all(nodes) }
        }
    }
}

//! From tokens to the syntax tree, by recursive descent. Every error points at a character.
//!
//! From the loosest to the tightest: comparison, `&`, sums, ordinal sums, products, values.

use rustc_hash::FxHashMap;

use super::lexer::{Spot, Token, tokens};
use super::relation::Relation;
use super::syntax::{Expr, Function, Known, Line, Name, Node};
use crate::{Error, Nimber, Nus, Result};

/// How deep braces, brackets and signs may be nested.
const MAX_NESTING: usize = 200;

/// How many characters an expression may have.
const MAX_LENGTH: usize = 1_000_000;

/// Names that were given values.
pub(crate) type Names = FxHashMap<String, Known>;

/// A line read, and what its writer should know about how it was read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) line: Line,
    pub(crate) warnings: Vec<String>,
}

/// The syntax tree of an expression.
pub(crate) fn parse(input: &str) -> Result<Node> {
    match parse_line(input, &Names::default())?.line {
        Line::Value(node) => Ok(node),
        _ => Err(Error::syntax(input, 0, "a value by itself, not compared or assigned,")),
    }
}

/// The syntax tree of a line, in which some names have values.
pub(crate) fn parse_line(input: &str, names: &Names) -> Result<Reading> {
    if input.len() > MAX_LENGTH {
        let what = format!("an expression of more than {MAX_LENGTH} characters");
        return Err(Error::TooLarge { what });
    }
    let spots = tokens(input)?;
    let mut parser = Parser {
        input,
        spots,
        names,
        next: 0,
        nesting: 0,
        labels: Vec::new(),
        warnings: Vec::new(),
    };
    let line = parser.line()?;
    match parser.peek() {
        Token::End => Ok(Reading { line, warnings: parser.warnings }),
        Token::Assign => parser.error("`==` to compare, or a new name before `=`,"),
        _ => parser.error("an operator (+, -, *, :, &, <=, ==, ...) or the end"),
    }
}

pub(super) struct Parser<'a> {
    pub(super) input: &'a str,
    spots: Vec<Spot>,
    names: &'a Names,
    pub(super) next: usize,
    nesting: usize,
    /// Names of the positions around the present one.
    pub(super) labels: Vec<String>,
    pub(super) warnings: Vec<String>,
}

impl Parser<'_> {
    /// A token further on. The list ends in `End`, which is never passed.
    pub(super) fn ahead(&self, by: usize) -> &Spot {
        &self.spots[(self.next + by).min(self.spots.len() - 1)]
    }

    pub(super) fn peek(&self) -> &Token {
        &self.ahead(0).token
    }

    pub(super) fn at(&self) -> usize {
        self.ahead(0).at
    }

    /// Whether the next token touches the one before it.
    pub(super) fn touches(&self) -> bool {
        self.ahead(0).touches
    }

    pub(super) fn accept(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, token: &Token, expected: &str) -> Result<()> {
        if self.accept(token) { Ok(()) } else { self.error(expected) }
    }

    pub(super) fn error<T>(&self, expected: &str) -> Result<T> {
        Err(Error::syntax(self.input, self.at(), expected))
    }

    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return self.error("fewer than 200 levels of nesting");
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    fn line(&mut self) -> Result<Line> {
        if let (Token::Word(word), Token::Assign) = (self.peek(), &self.ahead(1).token) {
            let word = word.clone();
            let reserved = Name::from_text(&word).is_some() || Function::from_text(&word).is_some();
            if reserved || word == "pass" {
                return self.error("a name that means nothing yet");
            }
            self.next += 2;
            return Ok(Line::Assignment(word, self.sided()?));
        }
        let first = self.sided()?;
        let relation = match *self.peek() {
            Token::Relation(relation) => relation,
            // Outside braces two bars stand between values.
            Token::Bar(2) => Relation::Confused,
            _ => return Ok(Line::Value(first)),
        };
        self.next += 1;
        Ok(Line::Comparison(first, relation, self.sided()?))
    }

    /// `s & t`. Whether `&` or `+` binds first is not the same everywhere, so sums beside it want
    /// brackets.
    pub(super) fn sided(&mut self) -> Result<Node> {
        let at = self.at();
        let first = self.sum()?;
        if *self.peek() != Token::And {
            return Ok(first.node);
        }
        if first.bare {
            return self.error("brackets around the sum before `&`, as in (x+y) & z,");
        }
        self.next += 1;
        let at_second = self.at();
        let second = self.sum()?;
        if second.bare {
            let expected = "brackets around the sum behind `&`, as in x & (y+z),";
            return Err(Error::syntax(self.input, at_second, expected));
        }
        Ok(Node { at, expr: Expr::Sided(Box::new(first.node), Box::new(second.node)) })
    }

    fn sum(&mut self) -> Result<MaybeSum> {
        let at = self.at();
        let first = if self.accept(&Token::Plus) { self.ordinal_sum()? } else { self.signed()? };
        let mut terms = vec![first];
        loop {
            let term = match self.peek() {
                Token::Plus => {
                    self.next += 1;
                    self.ordinal_sum()?
                }
                Token::Minus => {
                    let at = self.at();
                    self.next += 1;
                    let term = self.nested(Self::ordinal_or_signed)?;
                    Node { at, expr: Expr::Neg(Box::new(term)) }
                }
                Token::PlusMinus => self.ordinal_sum()?,
                _ => {
                    let bare = terms.len() > 1;
                    return Ok(MaybeSum { node: one_or(terms, at, Expr::Sum), bare });
                }
            };
            terms.push(term);
        }
    }

    /// What follows a minus between terms.
    fn ordinal_or_signed(&mut self) -> Result<Node> {
        if *self.peek() == Token::Minus { self.signed() } else { self.ordinal_sum() }
    }

    /// An ordinal sum, or a product with a minus before it.
    fn signed(&mut self) -> Result<Node> {
        let at = self.at();
        if self.negative_number_ahead() || !self.accept(&Token::Minus) {
            return self.ordinal_sum();
        }
        let node = self.nested(|parser| match parser.peek() {
            Token::Minus => parser.signed(),
            _ => parser.product(),
        })?;
        if *self.peek() == Token::Colon {
            return self.error("brackets, as in (-x):y or -(x:y), before `:`");
        }
        Ok(Node { at, expr: Expr::Neg(Box::new(node)) })
    }

    /// Whether a minus that touches a number comes next: it belongs to the number alone, so that
    /// `-1^` is `(-1) + ^`.
    pub(super) fn negative_number_ahead(&self) -> bool {
        let number = self.ahead(1);
        *self.peek() == Token::Minus && number.touches && matches!(number.token, Token::Number(_))
    }

    fn ordinal_sum(&mut self) -> Result<Node> {
        let at = self.at();
        let mut parts = vec![self.product()?];
        while self.accept(&Token::Colon) {
            parts.push(self.product()?);
        }
        Ok(one_or(parts, at, Expr::OrdinalSum))
    }

    fn product(&mut self) -> Result<Node> {
        let at = self.at();
        let mut factors = vec![self.value()?];
        loop {
            if self.accept(&Token::Times) {
                factors.push(self.factor()?);
                continue;
            }
            if *self.peek() != Token::Star {
                return Ok(one_or(factors, at, Expr::Product));
            }
            match self.star()? {
                StarMeaning::Times => {
                    self.next += 1;
                    factors.push(self.factor()?);
                }
                StarMeaning::Nimber => {
                    let star = Node { at: self.at(), expr: Expr::Nus(STAR) };
                    self.next += 1;
                    let product = one_or(factors, at, Expr::Product);
                    return Ok(Node { at, expr: Expr::Sum(vec![product, star]) });
                }
            }
        }
    }

    /// What a `*` behind a value means. With a value to its right it multiplies; with none it is
    /// the nimber. A sign to its right may belong to a factor or to the next term.
    pub(super) fn star(&mut self) -> Result<StarMeaning> {
        let (touches, next) = (self.touches(), self.ahead(1));
        match next.token {
            Token::Minus | Token::PlusMinus if !touches => Ok(StarMeaning::Times),
            Token::Minus | Token::PlusMinus if next.touches => {
                let expected = "brackets, as in x*(-y), or a space, as in x* - y: `*` before a \
                                sign may multiply or be the nimber";
                self.error(expected)
            }
            _ if starts_value(&next.token) => Ok(StarMeaning::Times),
            _ if touches => Ok(StarMeaning::Nimber),
            _ => self.error("a factor behind `*`, or no space before it,"),
        }
    }

    /// What stands behind a multiplication sign.
    fn factor(&mut self) -> Result<Node> {
        let at = self.at();
        if self.negative_number_ahead() || !self.accept(&Token::Minus) {
            return self.value();
        }
        let node = self.nested(Self::factor)?;
        Ok(Node { at, expr: Expr::Neg(Box::new(node)) })
    }

    /// One value: a literal, a name, a call, a form, a switch, or anything in brackets.
    pub(super) fn value(&mut self) -> Result<Node> {
        let at = self.at();
        let expr = match self.peek().clone() {
            Token::Number(_) | Token::Arrows(_) | Token::Star => return self.literal(),
            Token::Power(_) | Token::Uptimal(_) => return self.literal(),
            Token::Minus if self.negative_number_ahead() => return self.literal(),
            Token::Word(word) => {
                self.next += 1;
                self.word(word, at)?
            }
            Token::PlusMinus => {
                self.next += 1;
                Expr::Switch(self.nested(Self::switch)?)
            }
            Token::Minus => {
                self.next += 1;
                Expr::Neg(Box::new(self.nested(Self::value)?))
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
        if let Some(known) = self.names.get(&word) {
            return Ok(Expr::Known(known.clone()));
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
        let mut arguments = vec![self.sided()?];
        while self.accept(&Token::Comma) {
            arguments.push(self.sided()?);
        }
        self.expect(&Token::CloseRound, "`,` or `)`")?;
        Ok(arguments)
    }
}

/// The nimber `*`.
pub(super) const STAR: Nus = Nus { star: Nimber(1), ..Nus::ZERO };

/// What a `*` behind a value means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StarMeaning {
    Times,
    Nimber,
}

/// A node, and whether it is a sum without brackets.
struct MaybeSum {
    node: Node,
    bare: bool,
}

fn starts_value(token: &Token) -> bool {
    use Token::{Arrows, Number, Open, OpenRound, Power, Star, Uptimal, Word};
    matches!(
        token,
        Number(_) | Arrows(_) | Star | Power(_) | Uptimal(_) | Word(_) | Open | OpenRound
    )
}

/// The only node there is, or all of them together.
pub(super) fn one_or(mut nodes: Vec<Node>, at: usize, all: fn(Vec<Node>) -> Expr) -> Node {
    match nodes.pop() {
        Some(only) if nodes.is_empty() => only,
        last => {
            nodes.extend(last);
            Node { at, expr: all(nodes) }
        }
    }
}

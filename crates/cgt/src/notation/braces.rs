//! Forms by options: braces, bars of several lengths, and lists after `+-`.

use super::lexer::Token;
use super::parser::Parser;
use super::syntax::{Expr, Node};
use crate::{Error, Result};

/// A run of `|` between options.
pub(super) struct Bar {
    length: usize,
    at: usize,
}

impl Parser<'_> {
    /// What stands after `+-`: one value, or a list in braces.
    pub(super) fn switch(&mut self) -> Result<Vec<Node>> {
        let at = self.at();
        if *self.peek() != Token::Open {
            return Ok(vec![self.value()?]);
        }
        let (mut lists, bars) = self.inside_braces(None)?;
        match lists.pop() {
            Some(options) if bars.is_empty() && !options.is_empty() => Ok(options),
            last => {
                lists.extend(last);
                let (left, right) = self.split(lists, &bars)?;
                Ok(vec![Node { at, expr: Expr::Braces { label: None, left, right } }])
            }
        }
    }

    pub(super) fn braces(&mut self, label: Option<String>) -> Result<Expr> {
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

//! Reading sets of squares: `d4`, `a-c 2-4`, `7`, `a1-c3`, `edge`, `{a1, h8}`.

use shakmaty::Square;

use super::fault::Fault;
use super::men::Squares;
use super::parse::Parser;
use super::token::Token;

impl Parser {
    /// A set of squares, after `on`.
    pub(super) fn squares(&mut self) -> Result<Squares, Fault> {
        if !self.take_sign("{") {
            return self.some_squares();
        }
        let mut all = self.some_squares()?;
        while self.take_sign(",") {
            all = Squares(all.0 | self.some_squares()?.0);
        }
        self.require("}")?;
        Ok(all)
    }

    fn some_squares(&mut self) -> Result<Squares, Fault> {
        if let Some(ranks) = self.ranks()? {
            return Ok(Squares::rectangle((0, 7), ranks));
        }
        let word = self.word().unwrap_or_default().to_owned();
        if let Some((_, named)) = Squares::NAMED.iter().find(|(name, _)| *name == word) {
            self.step();
            return Ok(*named);
        }
        if let Some(from) = square(&word) {
            self.step();
            let to = if self.take_sign("-") {
                let to = square(self.word().unwrap_or_default());
                let to = to.ok_or_else(|| self.fault(&["a square such as d4"]))?;
                self.step();
                to
            } else {
                from
            };
            return Ok(Squares::rectangle((from & 7, to & 7), (from >> 3, to >> 3)));
        }
        let Some(first) = file(&word) else {
            let mut expected =
                vec!["a square such as d4", "files such as a-c", "ranks such as 2-4", "\"{\""];
            expected.extend(Squares::NAMED.iter().map(|(name, _)| *name));
            return Err(self.fault(&expected));
        };
        self.step();
        let last = if self.take_sign("-") {
            let last = file(self.word().unwrap_or_default());
            let last = last.ok_or_else(|| self.fault(&["a file from a to h"]))?;
            self.step();
            last
        } else {
            first
        };
        let ranks = self.ranks()?.unwrap_or((0, 7));
        Ok(Squares::rectangle((first, last), ranks))
    }

    /// A rank or several, if a number stands here.
    fn ranks(&mut self) -> Result<Option<(u8, u8)>, Fault> {
        if !matches!(self.peek(), Token::Number(_)) {
            return Ok(None);
        }
        let first = self.rank()?;
        let last = if self.take_sign("-") { self.rank()? } else { first };
        Ok(Some((first, last)))
    }

    fn rank(&mut self) -> Result<u8, Fault> {
        match *self.peek() {
            Token::Number(number @ 1..=8) => {
                self.step();
                Ok(number as u8 - 1)
            }
            _ => Err(self.fault(&["a rank from 1 to 8"])),
        }
    }
}

fn square(word: &str) -> Option<u8> {
    word.parse::<Square>().ok().map(|square| u32::from(square) as u8)
}

fn file(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(letter - b'a'),
        _ => None,
    }
}

//! Words of the notation.

use crate::{Dyadic, Error, Nimber, Nus, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Nus(Nus),
    Word(String),
    Open,
    Close,
    OpenRound,
    CloseRound,
    Comma,
    Bar(usize),
    Plus,
    Minus,
    PlusMinus,
    Times,
    And,
    End,
}

/// A token, where it starts, and whether it touches the one before it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) token: Token,
    pub(super) at: usize,
    pub(super) touches: bool,
}

pub(super) fn tokens(input: &str) -> Result<Vec<Spot>> {
    let mut lexer = Lexer { input, chars: input.chars().collect(), at: 0 };
    let mut spots: Vec<Spot> = Vec::new();
    loop {
        let before = lexer.at;
        lexer.skip_spaces();
        let (at, touches) = (lexer.at, lexer.at == before && before > 0);
        let token = lexer.next()?;
        let done = token == Token::End;
        spots.push(Spot { token, at, touches });
        if done {
            return Ok(spots);
        }
    }
}

struct Lexer<'a> {
    input: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn error<T>(&self, at: usize, expected: &str) -> Result<T> {
        Err(Error::syntax(self.input, at, expected))
    }

    fn next(&mut self) -> Result<Token> {
        let Some(first) = self.peek() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            return self.number();
        }
        if matches!(first, '*' | '^' | '↑' | '↓' | '⇑' | '⇓') || self.downs_ahead() {
            return self.infinitesimal(Dyadic::ZERO).map(Token::Nus);
        }
        if first.is_ascii_alphabetic() {
            return Ok(Token::Word(self.take(|c| c.is_ascii_alphanumeric() || c == '_')));
        }
        if first == '|' {
            return Ok(Token::Bar(self.take(|c| c == '|').len()));
        }
        self.at += 1;
        Ok(match first {
            '{' => Token::Open,
            '}' => Token::Close,
            '(' => Token::OpenRound,
            ')' => Token::CloseRound,
            ',' => Token::Comma,
            '+' if self.peek() == Some('-') => {
                self.at += 1;
                Token::PlusMinus
            }
            '+' => Token::Plus,
            '-' | '−' => Token::Minus,
            '±' => Token::PlusMinus,
            '·' | '×' | '.' => Token::Times,
            '&' => Token::And,
            _ => return self.error(self.at - 1, "a value such as 3/4, *2, ^, {1|0} or over"),
        })
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = self.chars[self.at..].iter();
        let text: String = rest.take_while(|&&c| belongs(c)).collect();
        self.at += text.chars().count();
        text
    }

    /// Whether a run of `v` that is no word starts here.
    fn downs_ahead(&self) -> bool {
        let mut rest = self.chars[self.at..].iter().skip_while(|&&c| c == 'v');
        self.peek() == Some('v')
            && rest.next().is_none_or(|&c| !(c.is_ascii_alphabetic() || c == '_' || c == '{'))
    }

    fn number(&mut self) -> Result<Token> {
        let start = self.at;
        let mut text = self.take(|c| c.is_ascii_digit());
        if self.peek() == Some('/') {
            self.at += 1;
            text.push('/');
            text.push_str(&self.take(|c| c.is_ascii_digit()));
        }
        let Ok(number) = text.parse() else {
            let expected = "a number that fits, like 3 or 3/4, with a power of two below the line";
            return self.error(start, expected);
        };
        if self.star_multiplies() {
            return Ok(Token::Nus(Nus::number(number)));
        }
        self.infinitesimal(number).map(Token::Nus)
    }

    /// Whether a `*` comes here that stands before a value: then it multiplies.
    fn star_multiplies(&self) -> bool {
        let mut rest = self.chars[self.at..].iter();
        rest.next() == Some(&'*')
            && rest.find(|c| !c.is_whitespace()).is_some_and(|&c| {
                c.is_ascii_alphabetic()
                    || matches!(c, '{' | '(' | '*' | '^' | '↑' | '↓' | '⇑' | '⇓' | '±')
            })
    }

    /// The ups and the star that may follow a number.
    fn infinitesimal(&mut self, number: Dyadic) -> Result<Nus> {
        let start = self.at;
        let mut nus = Nus::number(number);
        let arrows = self.arrows();
        if arrows != 0 {
            let times = self.digits(start)?;
            if times.is_some() && arrows.abs() != 1 {
                return self.error(start, "either repeated arrows or one arrow and a number");
            }
            let times = times.unwrap_or(1);
            let Some(ups) = i64::try_from(times).ok().and_then(|n| arrows.checked_mul(n)) else {
                return self.error(start, "a multiple of up that fits");
            };
            nus.ups = ups;
        }
        if self.peek() == Some('*') {
            self.at += 1;
            nus.star = Nimber(self.digits(start)?.unwrap_or(1));
        }
        Ok(nus)
    }

    fn arrows(&mut self) -> i64 {
        let mut arrows = 0;
        while let Some(c) = self.peek() {
            let step = match c {
                '^' | '↑' => 1,
                '⇑' => 2,
                'v' if self.downs_ahead() => -1,
                '↓' => -1,
                '⇓' => -2,
                _ => break,
            };
            if arrows * step < 0 {
                break;
            }
            arrows += step;
            self.at += 1;
        }
        arrows
    }

    fn digits(&mut self, start: usize) -> Result<Option<u64>> {
        let text = self.take(|c| c.is_ascii_digit());
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => self.error(start, "a number below 2^64"),
        }
    }
}

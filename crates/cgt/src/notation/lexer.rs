//! Words of the notation. What touches what is kept, because it matters for stars.

use super::relation::Relation;
use super::syntax::{Exponent, Power};
use crate::{Error, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `3`, `3/4` or `2.5`, as written.
    Number(String),
    /// `.12`: how many ups, how many second powers of up, and so on.
    Uptimal(Vec<u8>),
    /// Ups, or downs if negative, as many as arrows were written.
    Arrows(i64),
    /// `^<2>`, `v[on]`
    Power(Power),
    Star,
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
    Colon,
    Assign,
    Relation(Relation),
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
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.chars.get(self.at + by).copied()
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
            return Ok(self.number());
        }
        if matches!(first, '^' | '↑' | '⇑' | '↓' | '⇓') || self.downs_ahead() {
            return self.ups();
        }
        if first.is_ascii_alphabetic() {
            return Ok(Token::Word(self.take(|c| c.is_ascii_alphanumeric() || c == '_')));
        }
        if let Some((relation, length)) = self.relation_ahead() {
            self.at += length;
            return Ok(Token::Relation(relation));
        }
        if first == '|' {
            return Ok(Token::Bar(self.take(|c| c == '|').len()));
        }
        if first == '.' && self.ahead(1).is_some_and(|c| c.is_ascii_digit()) {
            return self.uptimal();
        }
        self.at += 1;
        Ok(match first {
            '*' => Token::Star,
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
            ':' if self.peek() == Some('=') => {
                self.at += 1;
                Token::Assign
            }
            ':' => Token::Colon,
            '=' => Token::Assign,
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

    /// A number and what belongs to it: a denominator or decimal places.
    fn number(&mut self) -> Token {
        let mut text = self.take(|c| c.is_ascii_digit());
        if let Some(sign @ ('/' | '.')) = self.peek()
            && (sign == '/' || self.ahead(1).is_some_and(|c| c.is_ascii_digit()))
        {
            self.at += 1;
            text.push(sign);
            text.push_str(&self.take(|c| c.is_ascii_digit()));
        }
        Token::Number(text)
    }

    /// `.12`, which must not touch a value before it: that would look like a decimal, or like a
    /// product.
    fn uptimal(&mut self) -> Result<Token> {
        let before = self.at.checked_sub(1).map(|index| self.chars[index]);
        if before.is_some_and(|c| c.is_alphanumeric() || ")}]*^↑↓⇑⇓".contains(c)) {
            let expected = "an operator: `.` before a digit begins an uptimal such as .12 or the \
                            decimal places of a number, and does not multiply,";
            return self.error(self.at, expected);
        }
        self.at += 1;
        let digits = self.take(|c| c.is_ascii_digit());
        Ok(Token::Uptimal(digits.bytes().map(|digit| digit - b'0').collect()))
    }

    /// Arrows, or one arrow with an exponent.
    fn ups(&mut self) -> Result<Token> {
        let start = self.at;
        let arrows = self.arrows();
        let close = match self.peek() {
            Some('<') => '>',
            Some('[') => ']',
            _ => return Ok(Token::Arrows(arrows)),
        };
        let open = self.at;
        self.at += 1;
        let text = self.take(|c| c.is_ascii_alphanumeric());
        let exponent = match text.as_str() {
            "on" => Some(Exponent::On),
            text => text.parse().ok().filter(|&n| n > 0).map(Exponent::Finite),
        };
        match exponent {
            Some(exponent) if self.peek() == Some(close) && arrows.abs() == 1 => {
                self.at += 1;
                Ok(Token::Power(Power { down: arrows < 0, summed: close == ']', exponent }))
            }
            // `^<1` compares.
            _ if close == '>' => {
                self.at = open;
                Ok(Token::Arrows(arrows))
            }
            _ => self.error(start, "one arrow and an exponent, as in ^[2] or ^[on],"),
        }
    }

    /// Arrows of one direction.
    fn arrows(&mut self) -> i64 {
        let mut arrows: i64 = 0;
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

    /// A sign of comparison and its length. `||` is not among them: only the parser knows whether
    /// it stands between values or between options.
    fn relation_ahead(&self) -> Option<(Relation, usize)> {
        Some(match (self.peek()?, self.ahead(1)) {
            ('<', Some('=')) => (Relation::AtMost, 2),
            ('<', Some('>')) => (Relation::Confused, 2),
            ('<', Some('|')) => (Relation::LessOrConfused, 2),
            ('<', _) => (Relation::Less, 1),
            ('>', Some('=')) => (Relation::AtLeast, 2),
            ('>', _) => (Relation::Greater, 1),
            ('|', Some('>')) => (Relation::GreaterOrConfused, 2),
            ('=', Some('=')) => (Relation::Equal, 2),
            ('!', Some('=')) => (Relation::Different, 2),
            ('≤', _) => (Relation::AtMost, 1),
            ('≥', _) => (Relation::AtLeast, 1),
            ('≠', _) => (Relation::Different, 1),
            _ => return None,
        })
    }
}

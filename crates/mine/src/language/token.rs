//! From characters to tokens, each with its place.

use super::fault::Fault;

/// The smallest parts of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A word, a man's letter, a file, or a square.
    Word(String),
    /// A number.
    Number(u16),
    /// `(`, `<=`, `..` and the like.
    Sign(&'static str),
    /// Nothing is left.
    End,
}

impl Token {
    /// As a message shows it.
    pub fn shown(&self) -> String {
        match self {
            Self::Word(word) => format!("\"{word}\""),
            Self::Number(number) => format!("\"{number}\""),
            Self::Sign(sign) => format!("\"{sign}\""),
            Self::End => "the end".to_owned(),
        }
    }
}

/// A token and the character it begins with, counted from 0.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub token: Token,
    pub place: usize,
}

/// Longer signs before those that they begin with.
const SIGNS: [&str; 14] =
    ["..", "<=", ">=", "!=", "==", "(", ")", ",", "-", "=", "<", ">", "{", "}"];

/// Cuts a query into tokens; the last is [`Token::End`].
pub(super) fn tokens(query: &str) -> Result<Vec<Placed>, Fault> {
    let letters: Vec<char> = query.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let place = at;
        let run = |of: fn(char) -> bool| -> String {
            letters[place..].iter().copied().take_while(|&c| of(c)).collect()
        };
        if letter.is_whitespace() {
            at += 1;
            continue;
        }
        let token = if letter.is_ascii_alphabetic() {
            let word = run(|c| c.is_ascii_alphanumeric() || c == '_');
            at += word.len();
            Token::Word(word)
        } else if letter.is_ascii_digit() {
            let digits = run(|c| c.is_ascii_digit());
            at += digits.len();
            let number = digits.parse().map_err(|_| {
                Fault::new(place, format!("the number {digits}"), &["a number up to 65535"])
            })?;
            Token::Number(number)
        } else {
            let starts = |sign: &&&str| {
                sign.chars().enumerate().all(|(i, c)| letters.get(place + i) == Some(&c))
            };
            let Some(sign) = SIGNS.iter().find(starts) else {
                let expected = ["a word", "a number", "a bracket", "a comparison"];
                return Err(Fault::new(place, format!("{letter:?}"), &expected));
            };
            at += sign.len();
            Token::Sign(sign)
        };
        found.push(Placed { token, place });
    }
    found.push(Placed { token: Token::End, place: letters.len() });
    Ok(found)
}

//! Games with variations as PGN writes them: tags, moves, variations in brackets; comments and marks
//! are passed over.

use shakmaty::san::{SanError, SanPlus};
use shakmaty::{Chess, Move};

use crate::fen::parse_fen;

/// A move and what may be played instead of it.
#[derive(Debug, Clone)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The same in short algebraic notation, with check and mate.
    pub san: String,
    /// Other continuations from the position before it.
    pub variations: Vec<Vec<PlayedMove>>,
}

/// A game.
#[derive(Debug, Clone)]
pub struct Game {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Chess,
    /// The main line.
    pub moves: Vec<PlayedMove>,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// Why a text is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct PgnFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Tag(String, String),
    Open,
    Close,
    Result,
    Word(String),
}

/// Brackets within brackets that are read.
const DEEPEST: usize = 64;

/// Reads all games of a text.
pub fn parse_pgn(text: &str) -> Result<Vec<Game>, PgnFault> {
    let tokens = tokens(text)?;
    let mut games = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut tags = Vec::new();
        while let Some((_, Token::Tag(name, value))) = tokens.get(at) {
            tags.push((name.clone(), value.clone()));
            at += 1;
        }
        let line = tokens.get(at.min(tokens.len() - 1)).map_or(1, |&(line, _)| line);
        let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen);
        let start = match fen {
            None => Chess::default(),
            Some(fen) => parse_fen(fen)
                .map_err(|fault| PgnFault { line, why: format!("FEN {fen:?}: {fault}") })?,
        };
        let mut reader = Reader { tokens: &tokens, at };
        let moves = reader.moves(&start, 0)?;
        at = reader.at;
        if let Some((line, Token::Close)) = tokens.get(at) {
            return Err(PgnFault { line: *line, why: "a ) without its (".to_owned() });
        }
        if matches!(tokens.get(at), Some((_, Token::Result))) {
            at += 1;
        }
        games.push(Game { tags, start, moves });
    }
    Ok(games)
}

struct Reader<'a> {
    tokens: &'a [(usize, Token)],
    at: usize,
}

impl Reader<'_> {
    fn moves(&mut self, start: &Chess, depth: usize) -> Result<Vec<PlayedMove>, PgnFault> {
        let mut found: Vec<PlayedMove> = Vec::new();
        let (mut before, mut position) = (start.clone(), start.clone());
        while let Some((line, token)) = self.tokens.get(self.at) {
            let fault = |why: String| PgnFault { line: *line, why };
            match token {
                Token::Word(word) => {
                    let mv = read_move(&position, word).map_err(fault)?;
                    before = position.clone();
                    let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
                    found.push(PlayedMove { mv, san, variations: Vec::new() });
                    self.at += 1;
                }
                Token::Open => {
                    if depth == DEEPEST {
                        return Err(fault(format!("variations more than {DEEPEST} deep")));
                    }
                    self.at += 1;
                    let variation = self.moves(&before, depth + 1)?;
                    match (self.tokens.get(self.at), found.last_mut()) {
                        (Some((_, Token::Close)), Some(last)) => last.variations.push(variation),
                        (_, None) => return Err(fault("a variation before any move".to_owned())),
                        _ => return Err(fault("a ( without its )".to_owned())),
                    }
                    self.at += 1;
                }
                Token::Result if depth > 0 => self.at += 1,
                Token::Close | Token::Result | Token::Tag(..) => break,
            }
        }
        Ok(found)
    }
}

fn read_move(position: &Chess, word: &str) -> Result<Move, String> {
    let plain = word.trim_end_matches(['!', '?']);
    let san: SanPlus = plain.parse().map_err(|_| format!("{word:?} is no move"))?;
    san.san.to_move(position).map_err(|fault| match fault {
        SanError::AmbiguousSan => format!("{word} may be several moves"),
        SanError::IllegalSan => {
            let fen = crate::fen::write_fen(position);
            format!("{word} is not legal in {fen}")
        }
    })
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, PgnFault> {
    let mut found = Vec::new();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let fault = |why: &str| PgnFault { line, why: why.to_owned() };
        let length = match first {
            '\n' => {
                line += 1;
                1
            }
            _ if first.is_whitespace() => first.len_utf8(),
            '{' => rest.find('}').ok_or_else(|| fault("a { without its }"))? + 1,
            '}' => return Err(fault("a } without its {")),
            ';' | '%' => rest.find('\n').unwrap_or(rest.len()),
            '[' => {
                let end = rest.find("]\n").or_else(|| rest.find(']'));
                let end = end.ok_or_else(|| fault("a [ without its ]"))?;
                let (name, value) = rest[1..end]
                    .split_once('"')
                    .ok_or_else(|| fault("a tag is [Name \"value\"]"))?;
                let value = value.trim_end().trim_end_matches('"');
                found.push((line, Token::Tag(name.trim().to_owned(), value.to_owned())));
                end + 1
            }
            '(' => {
                found.push((line, Token::Open));
                1
            }
            ')' => {
                found.push((line, Token::Close));
                1
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(){};[".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len());
                word(line, &rest[..length], &mut found);
                length
            }
        };
        if matches!(first, '{' | '[') {
            line += rest[..length].matches('\n').count();
        }
        rest = &rest[length..];
    }
    Ok(found)
}

/// A word without its move number; marks such as `$1` and `!` alone are none.
fn word(line: usize, text: &str, found: &mut Vec<(usize, Token)>) {
    if matches!(text, "1-0" | "0-1" | "1/2-1/2" | "*") {
        found.push((line, Token::Result));
        return;
    }
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if digits.len() < text.len() && (digits.is_empty() || digits.starts_with('.')) {
        digits.trim_start_matches('.')
    } else {
        text
    };
    let text = text.trim_start_matches(['.', '…']);
    let is_mark = text.starts_with('$') || text.chars().all(|c| "!?+-=±∓".contains(c));
    if !text.is_empty() && !is_mark && text != "e.p." {
        found.push((line, Token::Word(text.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_moves_variations_comments_and_marks_are_read() {
        let text = "[White \"Study\"]\n[FEN \"8/8/8/8/8/2k5/7r/K7 b - - 0 1\"]\n[SetUp \"1\"]\n\n\
            {A note (with brackets)} 1... Kb3! $1 (1... Rh1+ 2.Ka2 Rh2+ (2... Kc2 3. Ka3) 3. Kb1) \
            2. Kb1 Rh1# 0-1\n\n1. e4 e5 ; the rest\n2. Nf3 *\n";
        let games = parse_pgn(text).unwrap();
        assert_eq!(games.len(), 2);
        let sans: Vec<&str> = games[0].moves.iter().map(|m| m.san.as_str()).collect();
        assert_eq!(sans, ["Kb3", "Kb1", "Rh1#"]);
        assert_eq!(games[0].tag("White"), Some("Study"));
        let variation = &games[0].moves[0].variations[0];
        assert_eq!(variation.len(), 4);
        assert_eq!(variation[2].variations[0][1].san, "Ka3");
        assert_eq!(games[1].moves.len(), 3);
    }

    #[test]
    fn faults_are_told_with_their_lines() {
        for (text, line, part) in [
            ("1. e4\n(1. d4", 2, "( without"),
            ("1. e4 e5\n2. Ke3", 2, "Ke3 is not legal"),
            ("1. e4)", 1, ") without"),
            ("[FEN \"8/8\"]\n\n1. e4", 3, "ranks"),
            ("1. e4 {open", 1, "{ without"),
            ("1. e4\n} e5", 2, "} without"),
            ("[Event \"on\ntwo lines\"]\n\n1. xyzzy", 4, "no move"),
            ("1. xyzzy", 1, "no move"),
        ] {
            let fault = parse_pgn(text).unwrap_err();
            assert_eq!(fault.line, line, "{fault}");
            assert!(fault.why.contains(part), "{fault}");
        }
    }
}

//! `nimzo find`

use std::fmt;

use nimzo_cgt::Calculator;
use nimzo_chess::{Material, parse_fen, write_fen};
use nimzo_games::board;
use nimzo_games::pawns::Word;
use nimzo_games::young::Partition;
use nimzo_report::reproduce::{Paper, Published};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;

use crate::{Answer, Failure, Question, Session};

/// Say what a text is and which page of the explorer shows it
///
/// A position, an endgame, words of the pawn game, a partition, a combinatorial value, or the name of
/// a published position, figure or table. What can be read in several ways is told in all of them,
/// the likeliest first.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo find F05
  nimzo find 'figure 26'
  nimzo find KRvKN
  nimzo find 5,4^3")]
pub struct Find {
    /// The text, or - to read one a line from standard input
    #[arg(allow_hyphen_values = true)]
    text: String,
}

/// The ways in which a text can be read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindAnswer {
    /// The text.
    text: String,
    /// The likeliest first.
    found: Vec<FoundPage>,
}

/// One way to read a text.
#[derive(Debug, Serialize, JsonSchema)]
struct FoundPage {
    kind: FoundKind,
    /// In words.
    what: String,
    /// The explorer's page: path and query.
    page: String,
}

/// What a text can be.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FoundKind {
    Position,
    Endgame,
    PawnWord,
    Partition,
    Value,
    Published,
}

impl Question for Find {
    const PATH: &'static [&'static str] = &["find"];
    type Answer = FindAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<FindAnswer, Failure> {
        let text = self.text.trim();
        let mut found = published(text)?;
        found.extend(position(text));
        found.extend(endgame(text));
        found.extend(pawn_words(text));
        found.extend(partition(text));
        found.extend(value(text, task));
        task.check()?;
        if found.is_empty() {
            return Err(Failure::input(format!(
                "{text:?} is nothing that can be shown: expected a FEN, an endgame such as KRvKN, a pawn word such as 1000, a partition such as 5,4^3, a value such as {{1|0}}, or a published position, figure or table such as F05 or figure 26"
            )));
        }
        Ok(FindAnswer { text: text.to_owned(), found })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.text)
    }
}

/// Positions with a printed name (`F05`, `6A`), figures and tables (`figure 26`).
fn published(text: &str) -> Result<Vec<FoundPage>, Failure> {
    let wanted: String = text.to_ascii_lowercase().split_whitespace().collect();
    let wants_table = wanted.starts_with("figure") || wanted.starts_with("table");
    let mut found = Vec::new();
    if !wants_table && !is_printed_name(text) {
        return Ok(found);
    }
    for (paper, reproduction) in
        Paper::ALL.into_iter().flat_map(|paper| paper.tables().map(move |table| (paper, table)))
    {
        let in_report = |what: String| FoundPage {
            kind: FoundKind::Published,
            what,
            page: page("papers", &[("report", paper.name())]),
        };
        let published = Published::parse(reproduction.table, reproduction.published)?;
        if wants_table && reproduction.table == wanted {
            found.push(in_report(format!("{}: {}", paper.title(), published.title)));
        }
        for row in published.rows.iter().filter(|_| !wants_table) {
            let Some(name) = row.name.split_whitespace().next() else { continue };
            if !name.eq_ignore_ascii_case(text) {
                continue;
            }
            let what = format!("{name} of {}", published.title);
            let printed = row.name.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
            found.push(match parse_fen(&printed) {
                Ok(position) => shown_position(&position, what),
                Err(_) => in_report(what),
            });
        }
    }
    Ok(found)
}

/// A letter and two digits, or digits and a letter.
fn is_printed_name(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let bytes = text.as_bytes();
    match bytes.len() {
        3 if letter(bytes.first()) => digits(&text[1..]),
        2 | 3 if letter(bytes.last()) => digits(&text[..text.len() - 1]),
        _ => false,
    }
}

fn shown_position(position: &Chess, what: String) -> FoundPage {
    let fen = write_fen(position).replace(' ', "_");
    FoundPage { kind: FoundKind::Position, what, page: page("endgames", &[("fen", &fen)]) }
}

/// A position of chess, or one on a board of another size. Whoever leaves out the side to move means
/// White.
fn position(text: &str) -> Option<FoundPage> {
    if !text.contains('/') {
        return None;
    }
    let text = text.replace('_', " ");
    let text = if text.contains(' ') { text } else { format!("{text} w") };
    if let Ok(position) = parse_fen(&text) {
        let material = Material::of_board(shakmaty::Position::board(&position));
        return Some(shown_position(&position, format!("a position of {material}")));
    }
    text.parse::<board::Position>().ok()?;
    let what = "a position on a board of another size".to_owned();
    Some(FoundPage { kind: FoundKind::Position, what, page: page("sums", &[("fen", &text)]) })
}

fn endgame(text: &str) -> Option<FoundPage> {
    let material: Material = text.parse().ok()?;
    let name = material.to_string();
    let what = format!("the endgame {name}");
    Some(FoundPage { kind: FoundKind::Endgame, what, page: page("classes", &[("class", &name)]) })
}

/// Words and heaps with `+` between them, one of the words longer than a digit.
fn pawn_words(text: &str) -> Option<FoundPage> {
    let sum: String = text.split_whitespace().collect();
    let is_heap = |part: &str| part.strip_prefix('*').is_some_and(|n| n.parse::<u64>().is_ok());
    let mut has_word = false;
    for part in sum.split('+').filter(|part| !is_heap(part)) {
        part.parse::<Word>().ok()?;
        has_word |= part.len() > 1;
    }
    let what = "files of the pawn game".to_owned();
    has_word.then(|| FoundPage {
        kind: FoundKind::PawnWord,
        what,
        page: page("pawns", &[("word", &sum)]),
    })
}

fn partition(text: &str) -> Option<FoundPage> {
    let parts: Partition = text.parse().ok()?;
    let what = format!("the partition {parts}");
    let parts = parts.to_string();
    Some(FoundPage { kind: FoundKind::Partition, what, page: page("young", &[("parts", &parts)]) })
}

fn value(text: &str, task: &Task) -> Option<FoundPage> {
    Calculator::default().calculate(text, task).ok()?;
    let what = "a combinatorial value".to_owned();
    Some(FoundPage { kind: FoundKind::Value, what, page: page("values", &[("expr", text)]) })
}

/// A page's address.
fn page(name: &str, query: &[(&str, &str)]) -> String {
    let pairs: Vec<String> =
        query.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    format!("/{name}?{}", pairs.join("&"))
}

/// A text as part of an address.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte);
    text.bytes().fold(String::new(), |mut all, byte| {
        match plain(byte) {
            true => all.push(char::from(byte)),
            false => all += &format!("%{byte:02X}"),
        }
        all
    })
}

impl fmt::Display for FindAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, FoundPage { what, page, .. }) in self.found.iter().enumerate() {
            let lines = if index == 0 { "" } else { "\n" };
            write!(f, "{lines}{what}: {page}")?;
        }
        Ok(())
    }
}

impl Answer for FindAnswer {}

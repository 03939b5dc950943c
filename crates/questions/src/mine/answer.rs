//! What `nimzo mine` answers: counts, positions, and the text for people in several formats.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};

use nimzo_chess::Probe;
use nimzo_chess::fen::write_fen;
use nimzo_mine::list::{Record, write_csv, write_epd, write_fens, write_pgn};
use nimzo_mine::{EXAMPLES, Example, Found, NAMED};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::files::write_atomically;
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::Position;

use super::{Format, Part};
use crate::{Answer, Failure};

/// The positions in which a query holds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MineAnswer {
    /// The query.
    query: String,
    /// How many positions of each endgame.
    classes: Vec<ClassAnswer>,
    /// The first of them, or the deepest.
    positions: Vec<PositionAnswer>,
    /// The named questions, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    named: Vec<NamedAnswer>,
    /// Examples of queries, likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<ExampleAnswer>,
    #[serde(skip)]
    text: Text,
}

/// What the answer is for people.
#[derive(Debug)]
enum Text {
    /// Counts and positions.
    Summary,
    /// The positions in a format.
    Written(String),
    /// Where they were put instead.
    InFile(PathBuf),
}

/// How many positions of an endgame were found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MineClassAnswer")]
pub(super) struct ClassAnswer {
    name: String,
    /// With White to move.
    wtm: u64,
    /// With Black to move.
    btm: u64,
    /// With either.
    count: u64,
}

impl ClassAnswer {
    pub(super) fn of(found: &Found) -> Self {
        Self {
            name: found.class.to_string(),
            wtm: found.counts.white,
            btm: found.counts.black,
            count: found.count(),
        }
    }
}

/// A position found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MinePositionAnswer")]
struct PositionAnswer {
    fen: String,
    class: String,
    /// Who is to move: `w` or `b`.
    side: String,
    /// The result of the side to move.
    result: &'static str,
    /// Plies to mate, negative where the side to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtm: Option<i32>,
}

/// A named question.
#[derive(Debug, Serialize, JsonSchema)]
struct NamedAnswer {
    name: &'static str,
    query: &'static str,
    explanation: &'static str,
}

/// A query with an endgame to ask it of.
#[derive(Debug, Serialize, JsonSchema)]
struct ExampleAnswer {
    class: &'static str,
    query: &'static str,
    finds: &'static str,
}

impl PositionAnswer {
    fn of(record: &Record) -> Self {
        Self {
            fen: write_fen(&record.position),
            class: record.class.to_string(),
            side: record.position.turn().char().to_string(),
            result: record.result_name(),
            dtm: record.dtm,
        }
    }
}

impl Format {
    /// Positions in this format.
    pub(super) fn written(
        self,
        source: Option<&dyn Probe>,
        records: &[Record],
    ) -> Result<String, Failure> {
        let mut text = Vec::new();
        match self {
            Self::Epd => write_epd(&mut text, records)?,
            Self::Csv => write_csv(&mut text, records)?,
            Self::Fen => write_fens(&mut text, records)?,
            Self::Pgn => write_pgn(&mut text, source, records)?,
            // These are written from the answer itself.
            Self::Json | Self::Table => {}
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Several endgames' positions together: one line of headings is enough.
    fn joined(self, parts: &[Part]) -> String {
        let mut all = String::new();
        for part in parts {
            let text = match (self, all.is_empty(), part.text.split_once('\n')) {
                (Self::Csv, false, Some((_, rest))) => rest,
                _ => &part.text,
            };
            all += text;
        }
        all.trim_end_matches('\n').to_owned()
    }
}

impl MineAnswer {
    pub(super) fn new(
        query: String,
        parts: Vec<Part>,
        listed: Option<Format>,
    ) -> Result<Self, Failure> {
        let records = parts.iter().flat_map(|part| &part.records);
        let positions: Vec<PositionAnswer> = records.map(PositionAnswer::of).collect();
        let written = listed.map(|format| format.joined(&parts));
        let classes: Vec<ClassAnswer> = parts.into_iter().map(|part| part.answer).collect();
        let text = match listed {
            None => Text::Summary,
            Some(Format::Json) => {
                let mut lines = Vec::new();
                for position in &positions {
                    lines.push(serde_json::to_string(position)?);
                }
                Text::Written(format!("[\n{}\n]", lines.join(",\n")))
            }
            Some(Format::Table) => Text::Written(table(&classes, &positions)),
            Some(_) => Text::Written(written.unwrap_or_default()),
        };
        let (named, examples) = (Vec::new(), Vec::new());
        Ok(Self { query, classes, positions, named, examples, text })
    }

    /// The named questions.
    pub(super) fn library() -> Self {
        let named = NAMED.iter().map(|one| NamedAnswer {
            name: one.name,
            query: one.query,
            explanation: one.explanation,
        });
        let example =
            |one: &Example| ExampleAnswer { class: one.class, query: one.query, finds: one.finds };
        Self {
            examples: EXAMPLES.iter().map(example).collect(),
            query: String::new(),
            classes: Vec::new(),
            positions: Vec::new(),
            named: named.collect(),
            text: Text::Summary,
        }
    }

    /// Puts the text into a file, if one is named.
    pub(super) fn into_file(mut self, path: Option<&Path>) -> Result<Self, Failure> {
        if let Some(path) = path {
            let write = |out: &mut dyn Write| writeln!(out, "{self}");
            write_atomically(path, |out| write(out))
                .map_err(|reason: std::io::Error| Failure::machine_at(path, reason))?;
            self.text = Text::InFile(path.to_owned());
        }
        Ok(self)
    }
}

impl fmt::Display for MineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Text::Written(text) => return f.write_str(text),
            Text::InFile(path) => {
                return write!(f, "{} positions in {}", self.positions.len(), path.display());
            }
            Text::Summary => {}
        }
        let mut lines = Vec::new();
        for one in &self.named {
            lines.push(format!("{}\n  {}\n  {}", one.name, one.query, one.explanation));
        }
        for class in &self.classes {
            let ClassAnswer { name, wtm, btm, count } = class;
            let plural = if *count == 1 { "" } else { "s" };
            lines.push(format!(
                "{name}: {count} position{plural}, {wtm} with White to move, {btm} with Black"
            ));
        }
        for position in &self.positions {
            let depth = match position.dtm {
                Some(plies) => format!(", mate in {} plies", plies.unsigned_abs()),
                None => String::new(),
            };
            lines.push(format!("  {}  {}{depth}", position.fen, position.result));
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Answer for MineAnswer {
    /// The first position found.
    fn picture(&self) -> Result<Picture, Failure> {
        let Some(position) = self.positions.first() else {
            return Err(Failure::input(format!("{:?} holds nowhere: nothing to draw", self.query)));
        };
        let title = format!("{}: {}", position.class, self.query);
        Ok(drawings::position(&position.fen, &[], &title, &position.fen)?)
    }
}

/// A line for each endgame in which something was found, and one for all together.
fn table(classes: &[ClassAnswer], positions: &[PositionAnswer]) -> String {
    let mut text =
        "| endgame | White to move | Black to move | first of them | plies |\n".to_owned();
    text += "|---|---:|---:|---|---:|\n";
    for class in classes.iter().filter(|class| class.count > 0) {
        let first = positions.iter().find(|position| position.class == class.name);
        let fen = first.map_or(String::new(), |first| format!("`{}`", first.fen));
        let plies = first.and_then(|first| first.dtm).map(|plies| plies.unsigned_abs());
        let plies = plies.map_or(String::new(), |plies| plies.to_string());
        let ClassAnswer { name, wtm, btm, .. } = class;
        let _ = writeln!(text, "| {name} | {wtm} | {btm} | {fen} | {plies} |");
    }
    let sum = |of: fn(&ClassAnswer) -> u64| classes.iter().map(of).sum::<u64>();
    let (wtm, btm) = (sum(|class| class.wtm), sum(|class| class.btm));
    let _ = write!(text, "| all {} | {wtm} | {btm} | | |", classes.len());
    text
}

/// The examples at the end of the help.
pub(super) fn examples() -> String {
    let mut text = "Examples:".to_owned();
    for one in EXAMPLES {
        let command = format!("nimzo mine {} '{}'", one.class, one.query);
        let _ = write!(text, "\n  {command:<66} {}", one.finds);
    }
    text += "\n  nimzo mine KPvK KRvKP --named underpromotion-only --format pgn";
    text
}

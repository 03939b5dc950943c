//! `nimzo zug list`

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use nimzo_chess::fen::write_fen;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use nimzo_work::files::write_atomically;
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::castling::WithRights;
use nimzo_zugzwang::list::{self, Filter, Record, write_csv, write_epd, write_pgn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Position};

use super::reading::ReadingAnswer;
use super::source::{Need, SourceArgs};
use crate::{Answer, Failure, Question, Session};

/// List the zugzwangs of an endgame, deepest first
///
/// Without --ep those without an en passant right, White first; with it those with one, White or
/// Black first. A position's depth is the sum of the winner's moves in p1 and p2.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo zug list KPPvKP --type A3 --svg kings.svg
  nimzo zug list KPPvKP --ep --format pgn --out kppkp.pgn")]
pub struct List {
    /// The endgame, such as KPPvKP
    #[arg(value_name = "CLASS")]
    class: String,
    /// Only this type: A1 to A6
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// Those with an en passant right instead
    #[arg(long)]
    ep: bool,
    /// Those with castling rights instead, which a null move keeps; up to five men
    #[arg(long)]
    #[serde(default)]
    castling: bool,
    /// Only with this side to move first
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Only at least so deep
    #[arg(long, value_name = "MOVES")]
    min_depth: Option<u16>,
    /// Only at most so deep
    #[arg(long, value_name = "MOVES")]
    max_depth: Option<u16>,
    /// The metric of depths
    #[arg(long, value_enum, default_value_t = DepthMetric::Dtm)]
    metric: DepthMetric,
    /// The format of the text
    #[arg(long, value_enum, default_value_t = Format::Epd)]
    format: Format,
    /// Say what becomes of each under the fifty-move rule
    #[arg(long)]
    under_fifty: bool,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Write the text to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    out: Option<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    source: SourceArgs,
}

/// Who moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Side {
    White,
    Black,
}

/// What a depth is counted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum DepthMetric {
    Dtm,
    Dtz,
    Dtc,
}

/// How the list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Format {
    Epd,
    Csv,
    Pgn,
    Json,
}

/// The zugzwangs, deepest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ZugListAnswer {
    records: Vec<RecordAnswer>,
    #[serde(skip)]
    text: Text,
    #[serde(skip)]
    class: Material,
    #[serde(skip)]
    boards: Vec<Board>,
}

/// What the list is for people.
#[derive(Debug)]
enum Text {
    /// The list itself.
    Written(String),
    /// The records as JSON, one a line.
    Records,
    /// Where it was put instead.
    InFile(PathBuf),
}

/// A zugzwang with all that is known of it.
#[derive(Debug, Serialize, JsonSchema)]
struct RecordAnswer {
    fen: String,
    endgame: String,
    #[serde(rename = "type")]
    kind: String,
    /// Who moves first: `w` or `b`.
    first: String,
    ep: Option<String>,
    metric: &'static str,
    /// Moves of the winner in p1 and p2 together.
    depth: u16,
    flags: Vec<&'static str>,
    /// A proof that no game reaches it.
    unreachable: Option<String>,
    p1: ReadingAnswer,
    p2: ReadingAnswer,
    p3: ReadingAnswer,
    /// What the fifty-move rule does to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fifty: Option<String>,
}

impl Question for List {
    const PATH: &'static [&'static str] = &["zug", "list"];
    const DRAWS: bool = true;
    type Answer = ZugListAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ZugListAnswer, Failure> {
        let class: Material = self.class.parse()?;
        let filter = self.filter()?;
        let metric = match self.metric {
            DepthMetric::Dtm => Metric::Dtm,
            DepthMetric::Dtz => Metric::Dtz,
            DepthMetric::Dtc => Metric::Dtc,
        };
        let source = self.source.open(session)?;
        if self.castling {
            return self.with_castling(class, filter, metric, session, task);
        }
        let found = source.find(class.canonical(), task)?;
        let found = if class.is_canonical() { found } else { found.with_colours_exchanged() };
        let make = |source: &dyn Probe, fifty: Option<&dyn Probe>| {
            let mut list = list::list(source, fifty, class, &found, metric, filter, task)?;
            list.records.truncate(self.limit.unwrap_or(usize::MAX));
            self.answer(class, source, &list)
        };
        source.with(class, Need::Depths, task, |source| match self.under_fifty {
            false => make(source, None),
            true => {
                let ruled = self.source.open_with_rule(session)?;
                ruled.with(class, Need::Results, task, |fifty| make(source, Some(fifty)))
            }
        })
    }
}

impl List {
    fn with_castling(
        &self,
        class: Material,
        filter: Filter,
        metric: Metric,
        session: &Session,
        task: &Task,
    ) -> Result<ZugListAnswer, Failure> {
        let opened = self.source.open(session)?;
        let ruled = self.under_fifty.then(|| self.source.open_with_rule(session)).transpose()?;
        let mut answer = None;
        let canonical = [class.canonical()];
        opened.find_each_with_castling(&canonical, Need::Depths, task, |source, _, found| {
            let found: Vec<WithRights> = match class.is_canonical() {
                true => found,
                false => found.iter().filter_map(WithRights::with_colours_exchanged).collect(),
            };
            let mut make = |fifty: Option<&dyn Probe>| {
                let mut list =
                    list::list_with_rights(source, fifty, class, &found, metric, filter, task)?;
                list.records.truncate(self.limit.unwrap_or(usize::MAX));
                answer = Some(self.answer(class, source, &list)?);
                Ok(())
            };
            match &ruled {
                None => make(None),
                Some(ruled) => ruled.with_castling(class, session, task, |fifty| make(Some(fifty))),
            }
        })?;
        answer.ok_or_else(|| Failure::input(format!("{class} could not be solved")))
    }

    fn filter(&self) -> Result<Filter, Failure> {
        let kind = self.kind.as_deref().map(str::parse::<Kind>).transpose();
        Ok(Filter {
            kind: kind.map_err(Failure::input)?,
            en_passant: self.ep,
            first: self.side.map(|side| match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            }),
            min_depth: self.min_depth,
            max_depth: self.max_depth,
        })
    }

    fn answer(
        &self,
        class: Material,
        source: &dyn Probe,
        list: &list::List,
    ) -> Result<ZugListAnswer, Failure> {
        let mut answer = ZugListAnswer {
            records: list.records.iter().map(|one| RecordAnswer::of(one, list.metric)).collect(),
            text: Text::Records,
            class,
            boards: list.records.iter().map(|one| one.position.board().clone()).collect(),
        };
        if self.format != Format::Json {
            answer.text = Text::Written(self.written(source, list)?);
        }
        if let Some(path) = &self.out {
            let write = |out: &mut dyn Write| writeln!(out, "{answer}");
            write_atomically(path, |out| write(out))
                .map_err(|reason: std::io::Error| Failure::machine_at(path, reason))?;
            answer.text = Text::InFile(path.clone());
        }
        Ok(answer)
    }

    fn written(&self, source: &dyn Probe, list: &list::List) -> Result<String, Failure> {
        let mut text = Vec::new();
        match self.format {
            Format::Epd => write_epd(&mut text, list)?,
            Format::Csv => write_csv(&mut text, list)?,
            Format::Pgn => write_pgn(&mut text, source, list)?,
            Format::Json => {}
        }
        let text = String::from_utf8_lossy(&text);
        Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
    }
}

impl RecordAnswer {
    fn of(record: &Record, metric: Metric) -> Self {
        let [p1, p2, p3] = &record.readings;
        let reading = |reading| ReadingAnswer::of(reading, metric);
        Self {
            fen: write_fen(&record.position),
            endgame: record.class.to_string(),
            kind: record.kind.to_string(),
            first: record.position.turn().char().to_string(),
            ep: record.position.maybe_ep_square().map(|square| square.to_string()),
            metric: metric.name(),
            depth: record.depth,
            flags: record.flags(),
            unreachable: record.unreachable.map(|proof| proof.to_string()),
            p1: reading(p1),
            p2: reading(p2),
            p3: reading(p3),
            fifty: record.under_fifty_moves.map(|fifty| fifty.text()),
        }
    }
}

impl fmt::Display for ZugListAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Text::Written(text) => f.write_str(text),
            Text::InFile(path) => {
                write!(f, "{} zugzwangs in {}", self.records.len(), path.display())
            }
            Text::Records => {
                f.write_str("[")?;
                for (number, record) in self.records.iter().enumerate() {
                    let line = serde_json::to_string(record).map_err(|_| fmt::Error)?;
                    write!(f, "{}\n{line}", if number == 0 { "" } else { "," })?;
                }
                f.write_str("\n]")
            }
        }
    }
}

impl Answer for ZugListAnswer {
    /// Where the kings stand in what is listed.
    fn picture(&self) -> Result<Picture, Failure> {
        let (count, class) = (self.records.len(), self.class);
        let title = format!("Where the kings stand in {count} zugzwangs of {class}");
        Ok(drawings::kings(&self.boards, &title, "Each zugzwang with all its mirror images.")?)
    }
}

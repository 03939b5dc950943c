//! `nimzo zug list`

use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::path::PathBuf;

use nimzo_chess::Material;
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::files::write_atomically;
use nimzo_zugzwang::list::{
    self, Filter, record_json, write_csv, write_epd, write_json, write_pgn,
};
use nimzo_zugzwang::{Kind, Metric, Source};
use shakmaty::{Color, Position};

use super::source::{Need, SourceArgs};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// List the zugzwangs of an endgame, deepest first
///
/// Without --ep those without an en passant right, White first; with it those with one, White or
/// Black first. A position's depth is the sum of the winner's moves in p1 and p2.
#[derive(clap::Args)]
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
    /// The format; --json is the same as --format json
    #[arg(long, value_enum, default_value_t = Format::Epd)]
    format: Format,
    /// Say what becomes of each under the fifty-move rule
    #[arg(long)]
    under_fifty: bool,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    picture: PictureFiles,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DepthMetric {
    Dtm,
    Dtz,
    Dtc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Epd,
    Csv,
    Pgn,
    Json,
}

impl List {
    /// The list in the format asked for, where whoever asks from inside the program may want it.
    fn text(&self, app: &App, source: &dyn Source, list: &list::List) -> Result<String, Failure> {
        let mut text = Vec::new();
        if app.is_inside() && self.format != Format::Json {
            write(&mut text, self.format, source, list)?;
        }
        Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
    }

    /// Lists and writes.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let class: Material = self.class.parse()?;
        let filter = Filter {
            kind: self
                .kind
                .as_deref()
                .map(str::parse::<Kind>)
                .transpose()
                .map_err(Failure::input)?,
            en_passant: self.ep,
            first: self.side.map(|side| match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            }),
            min_depth: self.min_depth,
            max_depth: self.max_depth,
        };
        let metric = match self.metric {
            DepthMetric::Dtm => Metric::Dtm,
            DepthMetric::Dtz => Metric::Dtz,
            DepthMetric::Dtc => Metric::Dtc,
        };
        let source = self.source.open(app)?;
        let found = source.find(class.canonical(), app)?;
        let found = if class.is_canonical() { found } else { found.with_colours_exchanged() };
        let make = |source: &dyn Source, fifty: Option<&dyn Source>| {
            let mut list = list::list(source, fifty, class, &found, metric, filter, &app.task)?;
            list.records.truncate(self.limit.unwrap_or(usize::MAX));
            app.draw(&self.picture, || kings(&list, class))?;
            self.print(app, source, &list)
        };
        source.with(class, Need::Depths, app, |source| match self.under_fifty {
            false => make(source, None),
            true => self
                .source
                .open_with_rule(app)?
                .with(class, Need::Results, app, |fifty| make(source, Some(fifty))),
        })
    }

    fn print(&self, app: &App, source: &dyn Source, list: &list::List) -> Result<Outcome, Failure> {
        let format = if app.json() { Format::Json } else { self.format };
        if let Some(path) = &self.out {
            write_atomically(path, |out| write(out, format, source, list))?;
            return Ok(Outcome::Done);
        }
        if app.json() {
            let records: Vec<_> =
                list.records.iter().map(|record| record_json(record, list.metric)).collect();
            return app.answer(&Answer::new(&records, self.text(app, source, list)?)?);
        }
        let mut out = BufWriter::new(stdout().lock());
        let written = write(&mut out, format, source, list).and_then(|()| Ok(out.flush()?));
        match written {
            Err(nimzo_zugzwang::Error::Write(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Ok(Outcome::ReaderGone)
            }
            other => Ok(other.map(|()| Outcome::Done)?),
        }
    }
}

/// Where the kings stand in what is listed.
fn kings(list: &list::List, class: Material) -> Result<Picture, nimzo_report::Error> {
    let boards = list.records.iter().map(|record| record.position.board());
    let title = format!("Where the kings stand in {} zugzwangs of {class}", list.records.len());
    drawings::kings(boards, &title, "Each zugzwang with all its mirror images.")
}

fn write(
    out: &mut dyn Write,
    format: Format,
    source: &dyn Source,
    list: &list::List,
) -> nimzo_zugzwang::Result<()> {
    match format {
        Format::Epd => write_epd(out, list)?,
        Format::Csv => write_csv(out, list)?,
        Format::Json => write_json(out, list)?,
        Format::Pgn => write_pgn(out, source, list)?,
    }
    Ok(())
}

//! `nimzo reproduce`

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nimzo_report::html;
use nimzo_report::reproduce::{Context, Executors, Paper, Report, TableVerdict, Verdict, run};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::device::DeviceChoice;
use crate::limits::bytes;
use crate::{Answer, Failure, Manner, Question, Session};

/// Recompute the papers' published tables, cell by cell
///
/// Each printed cell is compared with our own computation: it agrees, it differs, or it differs
/// and an erratum explains why ours is right. Exit status 1 if any cell differs unexplained.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo reproduce                 every paper, about two minutes
  nimzo reproduce elkies --full   one paper, with its long tables
  nimzo reproduce --out report    write the report to report/index.html")]
pub struct Reproduce {
    /// Which papers: thompson, bleicher, elkies, gottlieb, berlekamp [default: all]
    #[arg(value_name = "PAPER")]
    papers: Vec<String>,
    /// Add the tables that take long
    #[arg(long)]
    full: bool,
    /// What solves single positions, with --full
    #[arg(long, value_enum, default_value_t = DeviceChoice::Cpu, requires = "full")]
    #[serde(default)]
    device: DeviceChoice,
    /// Memory of the graphics card that it may take, such as 24G [default: what is free]
    #[arg(long, value_name = "SIZE", requires = "full")]
    #[serde(default)]
    device_memory: Option<String>,
    /// Leave out single positions whose plan takes the processor longer, with --full [default: 15, with a card 120]
    #[arg(long, value_name = "MINUTES", requires = "full")]
    #[serde(default)]
    minutes: Option<u32>,
    /// Write the report, with every cell and the pictures, to DIR/index.html [default: nimzo-report]
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    out: Option<PathBuf>,
}

/// The comparison with the papers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReproduceAnswer {
    #[serde(flatten)]
    #[schemars(with = "ReportSchema")]
    report: Report,
    #[serde(skip)]
    page: Option<String>,
}

/// The parts of a report that programs rely on.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ReportSchema {
    papers: Vec<PaperSchema>,
    seconds: f64,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct PaperSchema {
    title: String,
    tables: Vec<TableSchema>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct TableSchema {
    name: String,
    title: String,
    /// Printed cells.
    cells: usize,
    agree: usize,
    /// Cells that differ without an erratum.
    differ: usize,
    /// Cells that differ with one.
    explained: usize,
    /// Cells left out of this run.
    skipped: usize,
}

impl Question for Reproduce {
    const PATH: &'static [&'static str] = &["reproduce"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = ReproduceAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ReproduceAnswer, Failure> {
        let papers: Vec<Paper> = if self.papers.is_empty() {
            Paper::ALL.to_vec()
        } else {
            self.papers.iter().map(|name| name.parse()).collect::<Result<_, _>>()?
        };
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None if session.rights().see_folders => session.reports().to_owned(),
            // From elsewhere each choice of papers has a report of its own.
            None => folder_of(&papers, session.reports()),
        };
        html::prepare(&folder)?;
        let memory = self.device_memory.as_deref();
        let memory = memory.map(|text| bytes("--device-memory", text)).transpose()?;
        let card = if self.full { self.device.card(memory, task)? } else { None };
        let executor = || self.device.executor(card.as_ref(), task);
        let executors = card.is_some().then_some(&executor as &Executors<'_>);
        let patience = self.minutes.map(|minutes| Duration::from_secs(60) * minutes);
        let context = Context::new(task, self.full).with_tables(session.folder().ok());
        let context = context.with_executors(executors).with_patience(patience);
        let report = run(&papers, &context)?;
        let page = html::write(&report, &folder)?;
        Ok(ReproduceAnswer { report, page: session.shown(&page) })
    }
}

/// The whole report in the folder itself, one on some papers in a folder below it.
fn folder_of(papers: &[Paper], folder: &Path) -> PathBuf {
    let chosen = Paper::ALL.into_iter().filter(|paper| papers.contains(paper));
    let names: Vec<String> = chosen.map(|paper| paper.to_string()).collect();
    if names.len() == Paper::ALL.len() { folder.to_owned() } else { folder.join(names.join("-")) }
}

/// Each table's sums, each difference by itself.
impl fmt::Display for ReproduceAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        for paper in &report.papers {
            writeln!(f, "{}", paper.title)?;
            for table in &paper.tables {
                writeln!(f, "  {}", table_line(table))?;
                for cell in table.all.iter().filter(|cell| cell.verdict == Verdict::Differs) {
                    let ours = cell.computed.as_deref().unwrap_or("nothing");
                    write!(f, "    differs: {} / {}: ", cell.row, cell.column)?;
                    writeln!(f, "printed {}, computed {ours}", cell.printed)?;
                }
                for erratum in &table.stale_errata {
                    writeln!(f, "    stale erratum: {erratum}")?;
                }
            }
        }
        let sum = |part: fn(&TableVerdict) -> usize| report.tables().map(part).sum::<usize>();
        write!(
            f,
            "{} cells: {} agree, {} differ with an explanation, {} differ, {} left out of this run; {:.1} s",
            sum(|t| t.cells),
            sum(|t| t.agree),
            sum(|t| t.explained),
            sum(|t| t.differ),
            sum(|t| t.skipped),
            report.seconds
        )?;
        self.page.iter().try_for_each(|page| write!(f, "\nreport: {page}"))
    }
}

fn table_line(table: &TableVerdict) -> String {
    let mut line = format!("{}: {} of {} cells agree", table.title, table.agree, table.cells);
    for (count, what) in [
        (table.explained, "explained"),
        (table.differ, "DIFFER"),
        (table.skipped, "left out of this run"),
    ] {
        if count > 0 {
            let _ = write!(line, ", {count} {what}");
        }
    }
    let _ = write!(line, " ({:.1} s)", table.seconds);
    line
}

impl Answer for ReproduceAnswer {
    fn holds(&self) -> bool {
        self.report.holds()
    }
}

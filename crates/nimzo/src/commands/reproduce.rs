//! `nimzo reproduce`

use std::fmt::Write;
use std::path::PathBuf;

use nimzo_report::html;
use nimzo_report::reproduce::{Paper, Report, TableVerdict, Verdict, run};

use crate::app::{Answer, App, Failure, Outcome};

/// Recompute the papers' published tables, cell by cell
///
/// Each printed cell is compared with our own computation: it agrees, it differs, or it differs
/// and an erratum explains why ours is right. Exit status 1 if any cell differs unexplained.
#[derive(clap::Args)]
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
    /// Write the report, with every cell and the pictures, to DIR/index.html [default: nimzo-report]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Reproduce {
    /// Computes, compares, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let papers: Vec<Paper> = if self.papers.is_empty() {
            Paper::ALL.to_vec()
        } else {
            self.papers.iter().map(|name| name.parse()).collect::<Result<_, _>>()?
        };
        // In the explorer each choice of papers has a report of its own.
        let out = match self.out {
            Some(folder) => folder,
            None if app.is_inside() => folder_of(&papers, app.report()),
            None => app.report(),
        };
        html::prepare(&out)?;
        let report = run(&papers, self.full, app.tables().ok(), &app.task)?;
        let mut text = summary(&report);
        let page = html::write(&report, &out)?;
        if !app.is_inside() {
            let _ = write!(text, "\nreport: {}", page.display());
        }
        app.answer(&Answer::new(&report, text)?.holds(report.holds()))
    }
}

/// The whole report in the folder itself, one on some papers in a folder below it.
fn folder_of(papers: &[Paper], folder: PathBuf) -> PathBuf {
    let chosen = Paper::ALL.into_iter().filter(|paper| papers.contains(paper));
    let names: Vec<String> = chosen.map(|paper| paper.to_string()).collect();
    if names.len() == Paper::ALL.len() { folder } else { folder.join(names.join("-")) }
}

/// The report in a few lines: each table's sums, each difference by itself.
fn summary(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_summary(&mut text, report);
    text
}

fn write_summary(text: &mut String, report: &Report) -> std::fmt::Result {
    for paper in &report.papers {
        writeln!(text, "{}", paper.title)?;
        for table in &paper.tables {
            writeln!(text, "  {}", table_line(table))?;
            for cell in table.all.iter().filter(|cell| cell.verdict == Verdict::Differs) {
                let ours = cell.computed.as_deref().unwrap_or("nothing");
                writeln!(
                    text,
                    "    differs: {} / {}: printed {}, computed {ours}",
                    cell.row, cell.column, cell.printed
                )?;
            }
            for erratum in &table.stale_errata {
                writeln!(text, "    stale erratum: {erratum}")?;
            }
        }
    }
    let sum = |part: fn(&TableVerdict) -> usize| report.tables().map(part).sum::<usize>();
    write!(
        text,
        "{} cells: {} agree, {} differ with an explanation, {} differ, {} left out of this run; {:.1} s",
        sum(|t| t.cells),
        sum(|t| t.agree),
        sum(|t| t.explained),
        sum(|t| t.differ),
        sum(|t| t.skipped),
        report.seconds
    )
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

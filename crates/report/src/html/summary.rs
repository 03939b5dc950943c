//! The first page: what was computed and what came of it.

use std::fmt::Write;

use super::{duration, escape, paper_id, table_id};
use crate::reproduce::{Report, TableVerdict};

/// Sums over some tables.
#[derive(Default)]
struct Sums {
    cells: usize,
    agree: usize,
    explained: usize,
    differ: usize,
    skipped: usize,
    seconds: f64,
}

impl Sums {
    fn of<'a>(tables: impl Iterator<Item = &'a TableVerdict>) -> Self {
        tables.fold(Self::default(), |sum, table| Self {
            cells: sum.cells + table.cells,
            agree: sum.agree + table.agree,
            explained: sum.explained + table.explained,
            differ: sum.differ + table.differ,
            skipped: sum.skipped + table.skipped,
            seconds: sum.seconds + table.seconds,
        })
    }

    fn write_cells(&self, out: &mut String) {
        let _ = write!(out, "<td>{}</td><td>{}</td>", self.cells, self.agree);
        for (count, class) in
            [(self.explained, "explained"), (self.differ, "differs"), (self.skipped, "skipped")]
        {
            let class = if count > 0 { class } else { "none" };
            let _ = write!(out, "<td class=\"{class}\">{count}</td>");
        }
        let _ = write!(out, "<td>{}</td>", duration(self.seconds));
    }
}

/// Writes the summary.
pub(super) fn write(out: &mut String, report: &Report) {
    out.push_str("<section id=\"summary\">\n<h1>Published tables, recomputed</h1>\n");
    let sums = Sums::of(report.tables());
    let _ = writeln!(out, "<p class=\"lead\">{}</p>", escape(&sentence(report, &sums)));
    cards(out, &sums, report.seconds);
    out.push_str(
        "<div class=\"scroll\"><table class=\"sums\">\n<thead><tr><th>table</th><th>cells</th>",
    );
    out.push_str("<th>agree</th><th>explained</th><th>differ</th><th>left out</th><th>time</th></tr></thead>\n");
    for paper in &report.papers {
        let _ = write!(
            out,
            "<tbody><tr class=\"paper-row\"><th scope=\"row\"><a href=\"#{}\">{}</a></th>",
            paper_id(paper),
            escape(&paper.title)
        );
        Sums::of(paper.tables.iter()).write_cells(out);
        out.push_str("</tr>\n");
        for table in &paper.tables {
            let _ = write!(
                out,
                "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th>",
                table_id(paper, table),
                escape(&table.title)
            );
            Sums::of(std::iter::once(table)).write_cells(out);
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n");
    }
    out.push_str("</table></div>\n");
    let again =
        if report.full { "nimzo reproduce --full --out DIR" } else { "nimzo reproduce --out DIR" };
    let _ = writeln!(
        out,
        "<p class=\"soft\">A cell <em>agrees</em> when our computation gives the printed value; \
         it is <em>explained</em> when it does not and an erratum states our value and argues for \
         it; cells <em>left out</em> were not computed in this run and say why. \
         This page: <code>{again}</code>, nimzo {}.</p>\n</section>",
        env!("CARGO_PKG_VERSION")
    );
}

fn sentence(report: &Report, sums: &Sums) -> String {
    if sums.cells == 0 {
        return "No table was computed in this run.".into();
    }
    let verdict = if report.holds() {
        "Every computed cell agrees with the printed one or its difference is explained."
    } else {
        "Not every cell agrees: the differences are marked below."
    };
    let papers = report.papers.len();
    let tables = report.tables().count();
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    format!(
        "{} of {}, {} printed cells. {verdict}",
        plural(tables, "table"),
        plural(papers, "paper"),
        sums.cells
    )
}

fn cards(out: &mut String, sums: &Sums, seconds: f64) {
    out.push_str("<dl class=\"cards\">");
    for (name, value, class) in [
        ("cells", sums.cells.to_string(), ""),
        ("agree", sums.agree.to_string(), "agrees"),
        (
            "explained",
            sums.explained.to_string(),
            if sums.explained > 0 { "explained" } else { "" },
        ),
        ("differ", sums.differ.to_string(), if sums.differ > 0 { "differs" } else { "" }),
        ("left out", sums.skipped.to_string(), ""),
        ("time", duration(seconds), ""),
    ] {
        let _ = write!(out, "<div class=\"{class}\"><dt>{name}</dt><dd>{value}</dd></div>");
    }
    out.push_str("</dl>\n");
}

//! A published table beside ours: every cell, the marks on those that differ, and why.

use std::collections::HashMap;
use std::fmt::Write;

use super::{duration, escape, prose, slug};
use crate::reproduce::{CellVerdict, Erratum, PaperVerdict, TableVerdict, Verdict};

/// Up to this many columns, print and computation stand in columns of their own; in a wider table
/// they stand above each other.
const PAIRED: usize = 7;

/// More remarks are folded.
const MANY_NOTES: usize = 12;

/// A longer table is folded.
const LONG: usize = 40;

/// Writes the heading, the differences, the table and the remarks.
pub(super) fn write(out: &mut String, paper: &PaperVerdict, table: &TableVerdict) {
    let _ = writeln!(out, "<h3>{}</h3>", escape(&table.title));
    let _ =
        writeln!(out, "<p class=\"soft\">{}. {}</p>", escape(&table.source), escape(&tally(table)));
    if !table.transcription.is_empty() {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", prose(&table.transcription));
    }
    let errata = Numbered::of(paper, table);
    write_unexplained(out, table);
    write_grid(out, paper, table, &errata);
    write_errata(out, paper, table, &errata);
    write_skipped(out, table);
    write_beside(out, table);
    write_notes(out, &table.notes);
}

/// Writes the remarks; many of them are folded.
fn write_notes(out: &mut String, notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    let fold = notes.len() > MANY_NOTES;
    if fold {
        let _ = write!(out, "<details><summary>{} remarks</summary>", notes.len());
    }
    out.push_str("<ul class=\"notes\">\n");
    for note in notes {
        let _ = writeln!(out, "<li>{}</li>", prose(note));
    }
    out.push_str("</ul>\n");
    if fold {
        out.push_str("</details>\n");
    }
}

/// Writes how to compute the table again.
pub(super) fn write_rerun(out: &mut String, table: &TableVerdict) {
    let _ = writeln!(
        out,
        "<p class=\"rerun\">Again: <code>{}</code> <span class=\"soft\">({} here)</span></p>",
        escape(&table.rerun),
        duration(table.seconds)
    );
}

/// The errata that explain cells of this table, numbered in order of appearance.
struct Numbered<'a> {
    errata: Vec<&'a Erratum>,
}

impl<'a> Numbered<'a> {
    fn of(paper: &'a PaperVerdict, table: &TableVerdict) -> Self {
        let mut errata: Vec<&Erratum> = Vec::new();
        for id in table
            .all
            .iter()
            .filter(|c| c.verdict == Verdict::Explained)
            .filter_map(|c| c.because.as_ref())
        {
            let known = paper.errata.iter().find(|erratum| erratum.id == *id);
            if let Some(erratum) = known.filter(|e| !errata.iter().any(|seen| seen.id == e.id)) {
                errata.push(erratum);
            }
        }
        Self { errata }
    }

    fn number(&self, id: &str) -> Option<usize> {
        self.errata.iter().position(|erratum| erratum.id == id).map(|index| index + 1)
    }
}

fn erratum_anchor(paper: &PaperVerdict, id: &str) -> String {
    slug(&format!("erratum-{}-{id}", paper.name))
}

fn tally(table: &TableVerdict) -> String {
    let mut words = format!("{} of {} cells agree", table.agree, table.cells);
    for (count, what) in [
        (table.explained, "explained"),
        (table.differ, "differ"),
        (table.skipped, "left out of this run"),
    ] {
        if count > 0 {
            let _ = write!(words, ", {count} {what}");
        }
    }
    words + "."
}

fn write_unexplained(out: &mut String, table: &TableVerdict) {
    let differing: Vec<_> = table.all.iter().filter(|c| c.verdict == Verdict::Differs).collect();
    if differing.is_empty() && table.stale_errata.is_empty() {
        return;
    }
    out.push_str("<div class=\"alarm\"><p><b>Differs without an explanation:</b></p><ul>\n");
    for cell in differing {
        let _ = writeln!(
            out,
            "<li>{} / {}: printed {}, computed {}</li>",
            escape(&cell.row),
            escape(&cell.column),
            escape(&cell.printed),
            escape(cell.computed.as_deref().unwrap_or("nothing"))
        );
    }
    for id in &table.stale_errata {
        let _ = writeln!(out, "<li>erratum {} no longer explains anything</li>", escape(id));
    }
    out.push_str("</ul></div>\n");
}

fn write_grid(out: &mut String, paper: &PaperVerdict, table: &TableVerdict, errata: &Numbered<'_>) {
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    let mut cells: HashMap<(&str, &str), &CellVerdict> = HashMap::new();
    for cell in &table.all {
        if !columns.contains(&cell.column.as_str()) {
            columns.push(&cell.column);
        }
        if rows.last() != Some(&cell.row.as_str()) {
            rows.push(&cell.row);
        }
        cells.insert((&cell.row, &cell.column), cell);
    }
    let paired = columns.len() <= PAIRED;
    let long = rows.len() > LONG;
    if long {
        let _ =
            write!(out, "<details><summary>All {} rows, printed beside ours</summary>", rows.len());
    }
    let class = if paired { "grid paired" } else { "grid stacked" };
    let _ = writeln!(out, "<div class=\"scroll\"><table class=\"{class}\">");
    write_heading(out, table, &columns, paired);
    out.push_str("<tbody>\n");
    for row in rows {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(row));
        for column in &columns {
            match cells.get(&(row, *column)) {
                Some(cell) => write_cell(out, paper, cell, errata, paired),
                None if paired => out.push_str("<td></td><td></td>"),
                None => out.push_str("<td></td>"),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if long {
        out.push_str("</details>\n");
    }
}

fn write_heading(out: &mut String, table: &TableVerdict, columns: &[&str], paired: bool) {
    let corner = escape(&table.corner);
    if !paired {
        let _ = write!(out, "<thead><tr><th>{corner}</th>");
        for column in columns {
            let _ = write!(out, "<th>{}</th>", escape(column));
        }
        out.push_str("</tr></thead>\n");
        return;
    }
    let _ = write!(out, "<thead><tr><th rowspan=\"2\">{corner}</th>");
    for column in columns {
        let _ = write!(out, "<th colspan=\"2\">{}</th>", escape(column));
    }
    out.push_str("</tr><tr>");
    for _ in columns {
        out.push_str("<th class=\"sub\">printed</th><th class=\"sub ours\">ours</th>");
    }
    out.push_str("</tr></thead>\n");
}

fn write_cell(
    out: &mut String,
    paper: &PaperVerdict,
    cell: &CellVerdict,
    errata: &Numbered<'_>,
    paired: bool,
) {
    let class = class(cell.verdict);
    let printed = escape(&cell.printed);
    let ours = match (&cell.computed, cell.verdict) {
        (Some(value), _) => escape(value),
        (None, Verdict::Skipped) => "–".into(),
        (None, _) => "nothing".into(),
    };
    let mark = match (cell.verdict, cell.because.as_deref()) {
        (Verdict::Differs, _) => "<b class=\"mark\"> ≠</b>".to_owned(),
        (Verdict::Explained, Some(id)) => {
            let number = errata.number(id).map_or("†".to_owned(), |number| number.to_string());
            format!("<sup><a href=\"#{}\">{number}</a></sup>", erratum_anchor(paper, id))
        }
        _ => String::new(),
    };
    let _ = if paired {
        write!(
            out,
            "<td class=\"{class}\">{printed}</td><td class=\"{class} ours\">{ours}{mark}</td>"
        )
    } else if ours == printed {
        write!(out, "<td class=\"{class}\">{printed}{mark}</td>")
    } else {
        write!(
            out,
            "<td class=\"{class}\"><span class=\"was\">{printed}</span><br>{ours}{mark}</td>"
        )
    };
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Differs => "differs",
        Verdict::Explained => "explained",
        Verdict::Skipped => "skipped",
    }
}

fn write_errata(
    out: &mut String,
    paper: &PaperVerdict,
    table: &TableVerdict,
    errata: &Numbered<'_>,
) {
    if errata.errata.is_empty() {
        return;
    }
    out.push_str("<ol class=\"errata\">\n");
    for erratum in &errata.errata {
        let _ = write!(out, "<li id=\"{}\">", erratum_anchor(paper, &erratum.id));
        let explained = table.all.iter().filter(|c| c.because.as_ref() == Some(&erratum.id));
        let cells: Vec<_> = explained
            .map(|cell| {
                let ours = cell.computed.as_deref().unwrap_or("nothing");
                format!("{} / {}: printed {}, computed {ours}", cell.row, cell.column, cell.printed)
            })
            .collect();
        let _ = writeln!(
            out,
            "<span class=\"cells\">{}.</span> {} <span class=\"soft\">Checked: {}</span></li>",
            escape(&cells.join("; ")),
            prose(&erratum.argument),
            prose(&erratum.check)
        );
    }
    out.push_str("</ol>\n");
}

/// Why cells were left out, each reason once.
fn write_skipped(out: &mut String, table: &TableVerdict) {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for cell in table.all.iter().filter(|cell| cell.verdict == Verdict::Skipped) {
        let reason = cell.because.as_deref().unwrap_or("");
        let name = format!("{} / {}", cell.row, cell.column);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, cells)) => cells.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    for (reason, cells) in reasons {
        let count = cells.len();
        let which = if count <= 6 { cells.join(", ") } else { format!("{count} cells") };
        let _ = writeln!(
            out,
            "<p class=\"soft\">Left out of this run: {} ({}).</p>",
            escape(&which),
            prose(reason)
        );
    }
}

fn write_beside(out: &mut String, table: &TableVerdict) {
    if table.beside.is_empty() {
        return;
    }
    let count = table.beside.len();
    let _ = writeln!(out, "<details><summary>Computed but not printed ({count})</summary>");
    out.push_str("<div class=\"scroll\"><table class=\"grid\"><tbody>\n");
    for (cell, value) in &table.beside {
        let (cell, value) = (escape(cell), escape(value));
        let _ = writeln!(out, "<tr><th scope=\"row\">{cell}</th><td>{value}</td></tr>");
    }
    out.push_str("</tbody></table></div></details>\n");
}

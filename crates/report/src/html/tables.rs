//! A published table beside ours: every cell, the marks on those that differ, and why.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, html};

use super::{duration, prose, slug};
use crate::reproduce::{CellVerdict, Erratum, PaperVerdict, TableVerdict, Verdict};

/// Up to this many columns, print and computation stand in columns of their own; in a wider table
/// they stand above each other.
const PAIRED: usize = 7;

/// More remarks are folded.
const MANY_NOTES: usize = 12;

/// A longer table is folded.
const LONG: usize = 40;

/// The heading, the differences, the table and the remarks.
pub(super) fn comparison(paper: &PaperVerdict, table: &TableVerdict) -> Markup {
    let errata = Numbered::of(paper, table);
    html! {
        h3 { (table.title) }
        p.soft { (table.source) ". " (tally(table)) }
        @if !table.transcription.is_empty() {
            p.soft { (prose(&table.transcription)) }
        }
        (unexplained(table))
        (grid(paper, table, &errata))
        (explanations(paper, table, &errata))
        (left_out(table))
        (beside(table))
        @if table.notes.len() > MANY_NOTES {
            details {
                summary { (table.notes.len()) " remarks" }
                (notes(&table.notes))
            }
        } @else if !table.notes.is_empty() {
            (notes(&table.notes))
        }
    }
}

fn notes(notes: &[String]) -> Markup {
    html! {
        ul.notes {
            @for note in notes { li { (prose(note)) } }
        }
    }
}

/// How to compute the table again.
pub(super) fn rerun(table: &TableVerdict) -> Markup {
    html! {
        p.rerun {
            "Again: " code { (table.rerun) } " "
            span.soft { "(" (duration(table.seconds)) " here)" }
        }
    }
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

fn unexplained(table: &TableVerdict) -> Markup {
    let differing: Vec<_> = table.all.iter().filter(|c| c.verdict == Verdict::Differs).collect();
    html! {
        @if !differing.is_empty() || !table.stale_errata.is_empty() {
            div.alarm {
                p { b { "Differs without an explanation:" } }
                ul {
                    @for cell in differing { li { (printed_and_computed(cell)) } }
                    @for id in &table.stale_errata {
                        li { "erratum " (id) " no longer explains anything" }
                    }
                }
            }
        }
    }
}

/// A cell with both its values, in a line.
fn printed_and_computed(cell: &CellVerdict) -> String {
    let ours = cell.computed.as_deref().unwrap_or("nothing");
    format!("{} / {}: printed {}, computed {ours}", cell.row, cell.column, cell.printed)
}

fn grid(paper: &PaperVerdict, table: &TableVerdict, errata: &Numbered<'_>) -> Markup {
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
    let grid = html! {
        div.scroll {
            table class=(if paired { "grid paired" } else { "grid stacked" }) {
                (heading(table, &columns, paired))
                tbody {
                    @for row in &rows {
                        tr {
                            th scope="row" { (row) }
                            @for column in &columns {
                                @match cells.get(&(*row, *column)) {
                                    Some(cell) => (value(paper, cell, errata, paired)),
                                    None => {
                                        td {}
                                        @if paired { td {} }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    if rows.len() <= LONG {
        return grid;
    }
    html! {
        details {
            summary { "All " (rows.len()) " rows, printed beside ours" }
            (grid)
        }
    }
}

fn heading(table: &TableVerdict, columns: &[&str], paired: bool) -> Markup {
    html! {
        thead {
            @if paired {
                tr {
                    th rowspan="2" { (table.corner) }
                    @for column in columns { th colspan="2" { (column) } }
                }
                tr {
                    @for _ in columns {
                        th.sub { "printed" }
                        th.sub.ours { "ours" }
                    }
                }
            } @else {
                tr {
                    th { (table.corner) }
                    @for column in columns { th { (column) } }
                }
            }
        }
    }
}

/// What is printed and what was computed: in two cells if paired, or else in one.
fn value(paper: &PaperVerdict, cell: &CellVerdict, errata: &Numbered<'_>, paired: bool) -> Markup {
    let class = class(cell.verdict);
    let ours = match (&cell.computed, cell.verdict) {
        (Some(value), _) => value,
        (None, Verdict::Skipped) => "–",
        (None, _) => "nothing",
    };
    let mark = match (cell.verdict, cell.because.as_deref()) {
        (Verdict::Differs, _) => html! { b.mark { " ≠" } },
        (Verdict::Explained, Some(id)) => {
            let number = errata.number(id).map_or("†".to_owned(), |number| number.to_string());
            html! { sup { a href={ "#" (erratum_anchor(paper, id)) } { (number) } } }
        }
        _ => Markup::default(),
    };
    html! {
        @if paired {
            td class=(class) { (cell.printed) }
            td class={ (class) " ours" } { (ours) (mark) }
        } @else if ours == cell.printed {
            td class=(class) { (ours) (mark) }
        } @else {
            td class=(class) {
                span.was { (cell.printed) }
                br;
                (ours) (mark)
            }
        }
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Differs => "differs",
        Verdict::Explained => "explained",
        Verdict::Skipped => "skipped",
    }
}

fn explanations(paper: &PaperVerdict, table: &TableVerdict, errata: &Numbered<'_>) -> Markup {
    let cells = |erratum: &Erratum| {
        let explained = table.all.iter().filter(|c| c.because.as_ref() == Some(&erratum.id));
        explained.map(printed_and_computed).collect::<Vec<_>>().join("; ")
    };
    html! {
        @if !errata.errata.is_empty() {
            ol.errata {
                @for erratum in &errata.errata {
                    li id=(erratum_anchor(paper, &erratum.id)) {
                        span.cells { (cells(erratum)) "." } " "
                        (prose(&erratum.argument)) " "
                        span.soft { "Checked: " (prose(&erratum.check)) }
                    }
                }
            }
        }
    }
}

/// Why cells were left out, each reason once.
fn left_out(table: &TableVerdict) -> Markup {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for cell in table.all.iter().filter(|cell| cell.verdict == Verdict::Skipped) {
        let reason = cell.because.as_deref().unwrap_or("");
        let name = format!("{} / {}", cell.row, cell.column);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, cells)) => cells.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    let named = |cells: &[String]| match cells.len() {
        ..=6 => cells.join(", "),
        count => format!("{count} cells"),
    };
    html! {
        @for (reason, cells) in reasons {
            p.soft { "Left out of this run: " (named(&cells)) " (" (prose(reason)) ")." }
        }
    }
}

fn beside(table: &TableVerdict) -> Markup {
    html! {
        @if !table.beside.is_empty() {
            details {
                summary { "Computed but not printed (" (table.beside.len()) ")" }
                div.scroll {
                    table.grid {
                        tbody {
                            @for (cell, value) in &table.beside {
                                tr { th scope="row" { (cell) } td { (value) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

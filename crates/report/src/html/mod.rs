//! The report of a run as one HTML page: a summary, then each published table beside ours, with
//! pictures, lines of play that can be replayed, and how to compute each table again.
//!
//! The page needs no network and no other file; without script everything can still be read, only
//! the replaying is missing. Nothing is judged here: that is [`reproduce`](crate::reproduce)'s.

mod lines;
mod replay;
mod summary;
mod tables;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use nimzo_work::files::{self, write_atomically};

use crate::Error;
use crate::pictures::{self, Picture};
use crate::reproduce::{PaperVerdict, Report, TableVerdict};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Makes the folder for the page and proves that files can be written there: better known before a
/// long run than after it.
pub fn prepare(folder: &Path) -> Result<(), Error> {
    let fault = |source| Error::Write { path: folder.display().to_string(), source };
    files::create_folder(folder).and_then(|()| files::require_writable(folder)).map_err(fault)
}

/// Writes the page as `index.html` into `folder`, which is made if it is missing, and gives back
/// the file's path.
pub fn write(report: &Report, folder: &Path) -> Result<PathBuf, Error> {
    prepare(folder)?;
    let path = folder.join("index.html");
    let fault = |source| Error::Write { path: path.display().to_string(), source };
    write_atomically(&path, |file| file.write_all(page(report).as_bytes())).map_err(fault)?;
    Ok(path)
}

/// The whole page.
pub fn page(report: &Report) -> String {
    let replayed = report.tables().any(|table| !table.lines.is_empty());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { "nimzo: published tables, recomputed" }
                style { (PreEscaped(STYLE)) (PreEscaped(pictures::stylesheet())) }
            }
            body {
                (navigation(report))
                main {
                    (summary::section(report))
                    @for paper in &report.papers { (paper_section(paper)) }
                }
                @if replayed {
                    template id="men" { svg { (PreEscaped(pictures::men_markup())) } }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// More pictures than this are drawn small.
const MANY: usize = 4;
/// Wider pictures stand two to a row, and are not made as small as boards.
const WIDE: f64 = 450.0;
/// Still wider ones have a row of their own.
const WHOLE: f64 = 1000.0;

/// The name of a paper's section.
fn paper_id(paper: &PaperVerdict) -> String {
    slug(&paper.name)
}

/// The name of a table's section.
fn table_id(paper: &PaperVerdict, table: &TableVerdict) -> String {
    slug(&format!("{}-{}", paper.name, table.name))
}

/// A remark, with what stands between backticks as code.
fn prose(text: &str) -> Markup {
    // A backtick that nothing closes is one.
    let (paired, alone) = match text.rsplit_once('`') {
        Some((before, after)) if text.matches('`').count() % 2 == 1 => (before, Some(after)),
        _ => (text, None),
    };
    html! {
        @for (i, part) in paired.split('`').enumerate() {
            @if i % 2 == 1 { code { (part) } } @else { (part) }
        }
        @if let Some(rest) = alone { "`" (rest) }
    }
}

/// Letters and digits as they are, everything else a hyphen: fit for an `id`.
fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn navigation(report: &Report) -> Markup {
    html! {
        nav aria-label="Papers" {
            a href="#summary" { b { "nimzo" } }
            @for paper in &report.papers {
                a href={ "#" (paper_id(paper)) } { (paper.name) }
            }
        }
    }
}

fn paper_section(paper: &PaperVerdict) -> Markup {
    html! {
        section.paper id=(paper_id(paper)) {
            h2 { (paper.title) }
            @for table in &paper.tables {
                (table_section(paper, table))
            }
        }
    }
}

fn table_section(paper: &PaperVerdict, table: &TableVerdict) -> Markup {
    let id = table_id(paper, table);
    html! {
        section.table id=(id) {
            (tables::comparison(paper, table))
            @if !table.pictures.is_empty() {
                div.pictures.many[table.pictures.len() > MANY] {
                    @for picture in &table.pictures {
                        (figure(picture, picture.title(), picture.caption()))
                    }
                }
            }
            @for (i, line) in table.lines.iter().enumerate() {
                (lines::section(line, &format!("{id}-line-{}", i + 1)))
            }
            (tables::rerun(table))
        }
    }
}

/// A picture with its title and caption.
fn figure(picture: &Picture, title: &str, caption: &str) -> Markup {
    let width = picture.drawing().width();
    let class = match width {
        width if width > WHOLE => Some("wide whole"),
        width if width > WIDE => Some("wide"),
        _ => None,
    };
    html! {
        figure class=[class] {
            div.scroll { (PreEscaped(picture.inline())) }
            figcaption { b { (title) } " " (caption) }
        }
    }
}

/// Seconds as people say them.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{:.0} ms", s * 1000.0),
        s if s < 99.95 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_remarks_is_marked() {
        assert_eq!(prose("run `a < b` now").into_string(), "run <code>a &lt; b</code> now");
        assert_eq!(prose("one ` alone").into_string(), "one ` alone");
        assert_eq!(prose("`x`").into_string(), "<code>x</code>");
        assert_eq!(prose("`x` and ` <").into_string(), "<code>x</code> and ` &lt;");
    }

    #[test]
    fn durations_are_short() {
        for (seconds, text) in [
            (0.0, "0 ms"),
            (0.0996, "0.1 s"),
            (12.34, "12.3 s"),
            (120.0, "2 min"),
            (9000.0, "2.5 h"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}

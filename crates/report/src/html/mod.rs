//! The report of a run as one HTML page: a summary, then each published table beside ours, with
//! pictures, lines of play that can be replayed, and how to compute each table again.
//!
//! The page needs no network and no other file; without script everything can still be read, only
//! the replaying is missing. Nothing is judged here: that is [`reproduce`](crate::reproduce)'s.

mod lines;
mod replay;
mod summary;
mod tables;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use nimzo_work::files::write_atomically;

use crate::Error;
use crate::pictures::{self, Picture};
use crate::reproduce::{PaperVerdict, Report, TableVerdict};

pub(crate) use crate::pictures::svg::escape;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Makes the folder for the page and proves that files can be written there: better known before a
/// long run than after it.
pub fn prepare(folder: &Path) -> Result<(), Error> {
    let fault = |source| Error::Write { path: folder.display().to_string(), source };
    std::fs::create_dir_all(folder).map_err(fault)?;
    let probe = folder.join(format!(".writable-{}", std::process::id()));
    std::fs::write(&probe, b"").and_then(|()| std::fs::remove_file(&probe)).map_err(fault)
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
    let mut out = String::new();
    out.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.push_str(
        "<link rel=\"icon\" href=\"data:,\">\n<title>nimzo: published tables, recomputed</title>\n",
    );
    let _ = writeln!(out, "<style>{STYLE}{}</style>\n</head>\n<body>", pictures::stylesheet());
    navigation(&mut out, report);
    out.push_str("<main>\n");
    summary::write(&mut out, report);
    for paper in &report.papers {
        paper_section(&mut out, paper);
    }
    out.push_str("</main>\n");
    if report.tables().any(|table| !table.lines.is_empty()) {
        let _ =
            writeln!(out, "<template id=\"men\"><svg>{}</svg></template>", pictures::men_markup());
    }
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>");
    out
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
fn prose(text: &str) -> String {
    let escaped = escape(text);
    let mut parts = escaped.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(after) => out.extend(["<code>", code, "</code>", after]),
            // A backtick that nothing closes is one.
            None => out.extend(["`", code]),
        }
    }
    out
}

/// Letters and digits as they are, everything else a hyphen: fit for an `id`.
fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn navigation(out: &mut String, report: &Report) {
    out.push_str("<nav aria-label=\"Papers\"><a href=\"#summary\"><b>nimzo</b></a>");
    for paper in &report.papers {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", paper_id(paper), escape(&paper.name));
    }
    out.push_str("</nav>\n");
}

fn paper_section(out: &mut String, paper: &PaperVerdict) {
    let _ = writeln!(out, "<section class=\"paper\" id=\"{}\">", paper_id(paper));
    let _ = writeln!(out, "<h2>{}</h2>", escape(&paper.title));
    for table in &paper.tables {
        let id = table_id(paper, table);
        let _ = writeln!(out, "<section class=\"table\" id=\"{id}\">");
        tables::write(out, paper, table);
        if !table.pictures.is_empty() {
            let many = if table.pictures.len() > MANY { " many" } else { "" };
            let _ = writeln!(out, "<div class=\"pictures{many}\">");
            for picture in &table.pictures {
                figure(out, picture, picture.title(), picture.caption());
            }
            out.push_str("</div>\n");
        }
        for (index, line) in table.lines.iter().enumerate() {
            lines::write(out, line, &format!("{id}-line-{}", index + 1));
        }
        tables::write_rerun(out, table);
        out.push_str("</section>\n");
    }
    out.push_str("</section>\n");
}

/// A picture with its title and caption.
fn figure(out: &mut String, picture: &Picture, title: &str, caption: &str) {
    let wide = match picture.drawing().width() {
        width if width > WHOLE => " class=\"wide whole\"",
        width if width > WIDE => " class=\"wide\"",
        _ => "",
    };
    let _ = writeln!(
        out,
        "<figure{wide}><div class=\"scroll\">{}</div><figcaption><b>{}</b> {}</figcaption></figure>",
        picture.inline().trim_end(),
        escape(title),
        escape(caption)
    );
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
        assert_eq!(prose("run `a < b` now"), "run <code>a &lt; b</code> now");
        assert_eq!(prose("one ` alone"), "one ` alone");
        assert_eq!(prose("`x`"), "<code>x</code>");
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

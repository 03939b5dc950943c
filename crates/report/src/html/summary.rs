//! The first page: what was computed and what came of it.

use maud::{Markup, html};

use super::{duration, paper_id, table_id};
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

    fn cells(&self) -> Markup {
        let marked =
            [(self.explained, "explained"), (self.differ, "differs"), (self.skipped, "skipped")];
        html! {
            td { (self.cells) }
            td { (self.agree) }
            @for (count, class) in marked {
                td class=(if count > 0 { class } else { "none" }) { (count) }
            }
            td { (duration(self.seconds)) }
        }
    }
}

/// The summary.
pub(super) fn section(report: &Report) -> Markup {
    let sums = Sums::of(report.tables());
    let again =
        if report.full { "nimzo reproduce --full --out DIR" } else { "nimzo reproduce --out DIR" };
    html! {
        section #summary {
            h1 { "Published tables, recomputed" }
            p.lead { (sentence(report, &sums)) }
            (cards(&sums, report.seconds))
            div.scroll {
                table.sums {
                    thead {
                        tr {
                            @for name in
                                ["table", "cells", "agree", "explained", "differ", "left out", "time"]
                            {
                                th { (name) }
                            }
                        }
                    }
                    @for paper in &report.papers {
                        tbody {
                            tr.paper-row {
                                th scope="row" {
                                    a href={ "#" (paper_id(paper)) } { (paper.title) }
                                }
                                (Sums::of(paper.tables.iter()).cells())
                            }
                            @for table in &paper.tables {
                                tr {
                                    th scope="row" {
                                        a href={ "#" (table_id(paper, table)) } { (table.title) }
                                    }
                                    (Sums::of(std::iter::once(table)).cells())
                                }
                            }
                        }
                    }
                }
            }
            p.soft {
                "A cell " em { "agrees" } " when our computation gives the printed value; it is "
                em { "explained" } " when it does not and an erratum states our value and argues \
                for it; cells " em { "left out" } " were not computed in this run and say why. \
                This page: " code { (again) } ", nimzo " (env!("CARGO_PKG_VERSION")) "."
            }
        }
    }
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

fn cards(sums: &Sums, seconds: f64) -> Markup {
    let cards = [
        ("cells", sums.cells.to_string(), None),
        ("agree", sums.agree.to_string(), Some("agrees")),
        ("explained", sums.explained.to_string(), (sums.explained > 0).then_some("explained")),
        ("differ", sums.differ.to_string(), (sums.differ > 0).then_some("differs")),
        ("left out", sums.skipped.to_string(), None),
        ("time", duration(seconds), None),
    ];
    html! {
        dl.cards {
            @for (name, value, class) in cards {
                div class=[class] {
                    dt { (name) }
                    dd { (value) }
                }
            }
        }
    }
}

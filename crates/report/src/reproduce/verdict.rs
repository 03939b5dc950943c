//! The verdict on each cell, and the sums of them.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::pictures::Picture;

use super::{Computed, Errata, MoveList, Published, compare};

/// What became of a printed cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Our value is the printed one.
    Agrees,
    /// Our value is another one, or there is none, and nothing explains it.
    Differs,
    /// Our value is another one, and an erratum argues for it.
    Explained,
    /// The cell was left out of this run, and the run says so.
    Skipped,
}

/// A printed cell beside ours.
#[derive(Debug, Clone, Serialize)]
pub struct CellVerdict {
    /// Row name.
    pub row: String,
    /// Column name.
    pub column: String,
    /// The text as printed.
    pub printed: String,
    /// Our value; absent when the computation gave none.
    pub computed: Option<String>,
    /// The outcome.
    pub verdict: Verdict,
    /// The erratum that explains a difference, or the reason for skipping.
    pub because: Option<String>,
}

/// A whole table, judged.
#[derive(Debug, Clone, Serialize)]
pub struct TableVerdict {
    /// The data file's name without its ending.
    pub name: String,
    /// What the table is.
    pub title: String,
    /// Where it was printed.
    pub source: String,
    /// The command that computes it.
    pub rerun: String,
    /// Number of printed cells.
    pub cells: usize,
    /// Cells that agree.
    pub agree: usize,
    /// Cells that differ unexplained.
    pub differ: usize,
    /// Cells that differ with an explanation.
    pub explained: usize,
    /// Cells left out of this run.
    pub skipped: usize,
    /// Seconds the computation took.
    pub seconds: f64,
    /// Every printed cell, in printed order.
    #[serde(rename = "verdicts")]
    pub all: Vec<CellVerdict>,
    /// Values we computed that the paper does not print: cell and value.
    pub beside: Vec<(String, String)>,
    /// Errata that no longer explain anything: the cells agree with the print after all.
    pub stale_errata: Vec<String>,
    /// Remarks of the computation.
    pub notes: Vec<String>,
    /// Lines of play.
    pub lines: Vec<MoveList>,
    /// Pictures of our result.
    #[serde(skip)]
    pub pictures: Vec<Picture>,
    /// Heading of the column of row names.
    #[serde(skip)]
    pub corner: String,
    /// What a reader should know about the transcription.
    #[serde(skip)]
    pub transcription: String,
}

/// All tables of a paper.
#[derive(Debug, Clone, Serialize)]
pub struct PaperVerdict {
    /// Short name.
    pub name: String,
    /// Authors and title.
    pub title: String,
    /// Its tables.
    pub tables: Vec<TableVerdict>,
    /// Its errata.
    pub errata: Vec<super::Erratum>,
}

/// The whole run.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The papers asked for.
    pub papers: Vec<PaperVerdict>,
    /// Whether the long computations were included.
    pub full: bool,
    /// Seconds the run took.
    pub seconds: f64,
}

impl Report {
    /// All tables of all papers.
    pub fn tables(&self) -> impl Iterator<Item = &TableVerdict> {
        self.papers.iter().flat_map(|paper| &paper.tables)
    }

    /// Whether every cell agrees, is explained, or is said to be left out.
    pub fn holds(&self) -> bool {
        self.tables().all(|table| table.differ == 0 && table.stale_errata.is_empty())
    }
}

impl TableVerdict {
    /// Judges `computed` against `published`.
    pub fn judge(
        name: &str,
        published: &Published,
        errata: &Errata,
        computed: Computed,
        seconds: f64,
    ) -> Self {
        let mut all = Vec::new();
        let mut printed_names = BTreeSet::new();
        for row in &published.rows {
            for (column, printed) in row.cells() {
                let cell = format!("{}/{column}", row.name);
                let (verdict, because) =
                    judge_cell(name, published, errata, &computed, &cell, column, printed);
                all.push(CellVerdict {
                    row: row.name.clone(),
                    column: column.to_owned(),
                    printed: printed.to_owned(),
                    computed: computed.cell(&cell).map(str::to_owned),
                    verdict,
                    because,
                });
                printed_names.insert(cell);
            }
        }
        let count =
            |verdict| all.iter().filter(|cell: &&CellVerdict| cell.verdict == verdict).count();
        let stale_errata = errata
            .of_table(name)
            .filter(|erratum| {
                let concerned = |cell: &CellVerdict| {
                    erratum.computed.contains_key(&format!("{}/{}", cell.row, cell.column))
                };
                let mut cells = all.iter().filter(|cell| concerned(cell)).peekable();
                cells.peek().is_none() || cells.all(|cell| cell.verdict == Verdict::Agrees)
            })
            .map(|erratum| erratum.id.clone())
            .collect();
        Self {
            name: name.to_owned(),
            title: published.title.clone(),
            source: published.source.clone(),
            rerun: published.rerun.clone(),
            cells: all.len(),
            agree: count(Verdict::Agrees),
            differ: count(Verdict::Differs),
            explained: count(Verdict::Explained),
            skipped: count(Verdict::Skipped),
            seconds,
            beside: computed
                .cells()
                .filter(|(cell, _)| !printed_names.contains(*cell))
                .map(|(cell, value)| (cell.to_owned(), value.to_owned()))
                .collect(),
            stale_errata,
            all,
            notes: computed.notes,
            lines: computed.lines,
            pictures: computed.pictures,
            corner: published.corner.clone(),
            transcription: published.note.clone(),
        }
    }
}

fn judge_cell(
    table: &str,
    published: &Published,
    errata: &Errata,
    computed: &Computed,
    cell: &str,
    column: &str,
    printed: &str,
) -> (Verdict, Option<String>) {
    let how = published.comparison(column);
    let Some(value) = computed.cell(cell) else {
        return match computed.reason_skipped(cell) {
            Some(reason) => (Verdict::Skipped, Some(reason.to_owned())),
            None => (Verdict::Differs, None),
        };
    };
    if compare(how, printed, value) {
        return (Verdict::Agrees, None);
    }
    let explained = errata.of_table(table).find(|erratum| {
        erratum.computed.get(cell).is_some_and(|stated| compare(how, stated, value))
    });
    match explained {
        Some(erratum) => (Verdict::Explained, Some(erratum.id.clone())),
        None => (Verdict::Differs, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r#"
        title = "t"
        source = "s"
        rerun = "r"
        [[row]]
        name = "one"
        a = "1"
        b = "2"
        [[row]]
        name = "two"
        a = "3"
        b = "4"
    "#;
    const ERRATA: &str = r#"
        [[erratum]]
        id = "slip"
        table = "t"
        argument = "because"
        check = "twice"
        [erratum.computed]
        "one/b" = "5"
    "#;

    fn judged(fill: impl FnOnce(&mut Computed)) -> TableVerdict {
        let mut computed = Computed::new();
        fill(&mut computed);
        let published = Published::parse("t.toml", TABLE).unwrap();
        let errata = Errata::parse("errata.toml", ERRATA).unwrap();
        TableVerdict::judge("t", &published, &errata, computed, 0.0)
    }

    #[test]
    fn each_cell_gets_its_verdict() {
        let table = judged(|computed| {
            computed.set("one", "a", 1);
            computed.set("one", "b", 5);
            computed.set("two", "a", 9);
            computed.skip("two", "b", "only with --full");
            computed.set("two", "c", 7);
        });
        let verdicts: Vec<Verdict> = table.all.iter().map(|cell| cell.verdict).collect();
        assert_eq!(
            verdicts,
            [Verdict::Agrees, Verdict::Explained, Verdict::Differs, Verdict::Skipped]
        );
        assert_eq!(
            (table.cells, table.agree, table.explained, table.differ, table.skipped),
            (4, 1, 1, 1, 1)
        );
        assert_eq!(table.beside, [("two/c".to_owned(), "7".to_owned())]);
    }

    #[test]
    fn an_erratum_excuses_only_the_value_it_states() {
        let table = judged(|computed| computed.set("one", "b", 6));
        assert_eq!(table.all[1].verdict, Verdict::Differs);
    }

    #[test]
    fn an_erratum_about_a_cell_that_agrees_is_stale() {
        let table = judged(|computed| computed.set("one", "b", 2));
        assert_eq!(table.stale_errata, ["slip"]);
    }

    #[test]
    fn a_cell_without_a_value_differs() {
        assert_eq!(judged(|_| {}).differ, 4);
    }
}

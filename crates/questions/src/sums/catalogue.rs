//! `nimzo catalogue`

use std::collections::BTreeMap;
use std::fmt;

use nimzo_games::board::{Position, Side};
use nimzo_games::sums::{Catalogue as Components, ValueKind, Worth};
use nimzo_report::pictures::{Board, Gallery, Picture};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// Pawn components on neighbouring files by value: which values occur, and the smallest example of each
///
/// A component has at most one pawn of either colour, and at least one pawn, on each of its files;
/// mirror images count once. Every value is proved by playing the component out beside its negative.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo catalogue
  nimzo catalogue --files 2 --rows 9
  nimzo catalogue --svg values.svg")]
pub struct Catalogue {
    /// The most files
    #[arg(long, value_name = "N", default_value_t = 3)]
    files: usize,
    /// The rows of the board
    #[arg(long, value_name = "N", default_value_t = 8)]
    rows: usize,
}

/// Which values occur.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CatalogueAnswer {
    /// The most files.
    files: usize,
    /// The rows of the board.
    rows: usize,
    /// The number of components.
    components: usize,
    /// How many components have a value of each kind, or none.
    kinds: BTreeMap<&'static str, usize>,
    /// The values, those of smaller components first.
    values: Vec<CatalogueValue>,
}

/// A value.
#[derive(Debug, Serialize, JsonSchema)]
struct CatalogueValue {
    /// Its canonical form.
    value: String,
    /// Its kind.
    kind: &'static str,
    /// How many components have it.
    count: usize,
    /// The smallest of them: the squares of White's pawns and, behind a stroke, of Black's.
    example: String,
    /// The same as ranks of a board that has only its files.
    fen: Shown<Position>,
}

/// The name of a kind.
fn name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Integer => "integer",
        ValueKind::Fraction => "fraction",
        ValueKind::Nimber => "nimber",
        ValueKind::Up => "up",
        ValueKind::Tiny => "tiny",
        ValueKind::Infinitesimal => "infinitesimal",
        ValueKind::Numberish => "number and infinitesimal",
        ValueKind::Switch => "switch",
        ValueKind::Hot => "hot",
        ValueKind::Through => "a pawn gets through",
        ValueKind::Threats => "threats to get through",
        ValueKind::Unknown => "not known",
    }
}

impl Question for Catalogue {
    const PATH: &'static [&'static str] = &["catalogue"];
    const DRAWS: bool = true;
    type Answer = CatalogueAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<CatalogueAnswer, Failure> {
        let mut catalogue = Components::build(self.files, self.rows, task)?;
        let mut kinds = BTreeMap::new();
        let mut counts = BTreeMap::new();
        for entry in catalogue.entries() {
            *kinds.entry(name(entry.kind)).or_insert(0) += 1;
            if let Worth::Short(value) = entry.worth {
                *counts.entry(value).or_insert(0) += 1;
            }
        }
        let mut values = Vec::new();
        for entry in catalogue.first_of_each_value() {
            let Worth::Short(value) = entry.worth else { continue };
            let mut position = Position::empty(entry.group.files(), self.rows, Side::White)
                .ok_or_else(|| Failure::input("a board of this size cannot be drawn"))?;
            entry.group.put_on(&mut position, 0);
            values.push(CatalogueValue {
                value: catalogue.worths().universe().show(value),
                kind: name(entry.kind),
                count: counts[&value],
                example: entry.group.to_string(),
                fen: Shown(position),
            });
        }
        let components = catalogue.entries().len();
        Ok(CatalogueAnswer { files: self.files, rows: self.rows, components, kinds, values })
    }
}

impl fmt::Display for CatalogueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, rows, components, .. } = self;
        let plural = if *files == 1 { "file" } else { "files" };
        write!(f, "{components} components on up to {files} {plural} of {rows} rows")?;
        for (kind, count) in &self.kinds {
            write!(f, "\n  {count:>6}  {kind}")?;
        }
        for one in &self.values {
            write!(f, "\n{}  {} ({}, {})", one.value, one.example, one.kind, one.count)?;
        }
        Ok(())
    }
}

impl Answer for CatalogueAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let board = |one: &CatalogueValue| -> Result<(Board, String), Failure> {
            Ok((Board::parse(&one.fen.to_string())?, one.value.clone()))
        };
        let boards: Result<Vec<_>, Failure> = self.values.iter().map(board).collect();
        let title = format!("{} values of pawn components", self.values.len());
        let caption = format!(
            "The smallest of each value among {} components on up to {} files of {} rows.",
            self.components, self.files, self.rows
        );
        Ok(Gallery::new(boards?).picture(&title, &caption))
    }
}

//! What our computation gives for a published table, and what it shows beside it.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use crate::pictures::Picture;

/// The filled cells of a table, with remarks and move lists.
#[derive(Debug, Clone, Default)]
pub struct Computed {
    cells: BTreeMap<String, String>,
    skipped: BTreeMap<String, String>,
    /// Remarks for the reader: bounds, conventions, results past the paper.
    pub notes: Vec<String>,
    /// Pictures of the result.
    pub pictures: Vec<Picture>,
    /// Lines of play worth replaying.
    pub lines: Vec<MoveList>,
}

/// A line of play from a position.
#[derive(Debug, Clone, Serialize)]
pub struct MoveList {
    /// What the line shows.
    pub title: String,
    /// Where it starts.
    pub fen: String,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// How it ends: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl Computed {
    /// A table with no cell filled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills a cell. A cell that the published table does not have is shown beside it.
    pub fn set(&mut self, row: impl Display, column: impl Display, value: impl Display) {
        self.cells.insert(format!("{row}/{column}"), value.to_string());
    }

    /// Says that a cell was left out of this run, and why (for example: only with `--full`).
    pub fn skip(&mut self, row: impl Display, column: impl Display, reason: impl Display) {
        self.skipped.insert(format!("{row}/{column}"), reason.to_string());
    }

    /// Adds a remark.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The value of a cell named `row/column`.
    pub fn cell(&self, name: &str) -> Option<&str> {
        self.cells.get(name).map(String::as_str)
    }

    /// Why a cell was left out, if it was.
    pub fn reason_skipped(&self, name: &str) -> Option<&str> {
        self.skipped.get(name).map(String::as_str)
    }

    /// All filled cells: name (`row/column`) and value.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cells.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

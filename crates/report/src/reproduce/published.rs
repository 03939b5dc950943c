//! A table as somebody printed it.

use serde::Deserialize;

use super::Comparison;
use crate::Error;

/// A published table, read from a data file:
///
/// ```toml
/// title   = "Table 1: five-man endgames without pawns"
/// source  = "K. Thompson, Retrograde Analysis of Certain Endgames, Table 1"
/// rerun   = "nimzo reproduce thompson"
/// corner  = "endgame"            # heading of the column of row names
/// compare = "exact"              # or "rounded", or { within = "0.15" }
///
/// [compare_columns]              # where a column is compared in another way
/// percent = "rounded"
///
/// [[row]]
/// name    = "KBBvKN"
/// max     = "66"
/// percent = "91.8"
/// ```
///
/// Every value is text, exactly as printed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What the table is, in a line.
    pub title: String,
    /// Where it was printed.
    pub source: String,
    /// The command that computes it.
    pub rerun: String,
    /// Heading of the column of row names.
    #[serde(default)]
    pub corner: String,
    /// What a reader should know about the transcription.
    #[serde(default)]
    pub note: String,
    /// How a cell is compared unless its column says otherwise.
    #[serde(default)]
    pub compare: Comparison,
    /// Columns compared in another way.
    #[serde(default)]
    pub compare_columns: std::collections::BTreeMap<String, Comparison>,
    /// The rows in printed order.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// One printed row: a name, and a text for each column it has.
#[derive(Debug, Clone, Deserialize)]
pub struct Row {
    /// What the row is called; with the column's name it names a cell.
    pub name: String,
    /// Column name and printed text, in the order of the file.
    #[serde(flatten)]
    cells: toml::Table,
}

impl Published {
    /// Reads a data file; `file` is its name, for the error.
    pub fn parse(file: &str, text: &str) -> Result<Self, Error> {
        let fault = |reason: String| Error::Data { file: file.to_owned(), reason };
        let table: Self = toml::from_str(text).map_err(|e| fault(e.to_string()))?;
        for row in &table.rows {
            if let Some((column, _)) = row.cells.iter().find(|(_, value)| !value.is_str()) {
                return Err(fault(format!("cell {}/{column} is not text", row.name)));
            }
        }
        let mut names: Vec<&str> = table.rows.iter().map(|row| row.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(fault(format!("row {} stands twice", pair[0])));
        }
        Ok(table)
    }

    /// Names of the columns, in order of first appearance.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for (column, _) in self.rows.iter().flat_map(Row::cells) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
    }

    /// How the cells of `column` are compared.
    pub fn comparison(&self, column: &str) -> &Comparison {
        self.compare_columns.get(column).unwrap_or(&self.compare)
    }
}

impl Row {
    /// The printed cells: column and text.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cells.iter().filter_map(|(column, value)| Some((column.as_str(), value.as_str()?)))
    }
}

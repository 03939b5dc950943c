//! What `nimzo table build` answers.

use std::fmt;

use nimzo_chess::Material;
use nimzo_tables::store::Built;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::Serialize;

use super::counted::{Counted, CountedTable};
use super::rounded;
use super::together::{BuildCost, ProcessReport};
use crate::Answer;

/// What was built.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TableBuildAnswer {
    /// Into files.
    Kept {
        /// The classes that were solved.
        tables: Vec<BuiltTable>,
        /// How many were there already.
        present: usize,
        /// Of which classes the positions with castling rights were solved.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        castling: Vec<BuiltRights>,
        /// Where they are.
        #[serde(skip_serializing_if = "Option::is_none")]
        folder: Option<String>,
        /// The processes that shared the work. Only the command line can have it shared, so that other
        /// faces know nothing of them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schemars(skip)]
        processes: Vec<ProcessReport>,
    },
    /// To be counted and forgotten.
    Discarded {
        /// The classes that were solved.
        tables: Vec<CountedTable>,
        /// The processes that shared the work. Only the command line can have it shared, so that other
        /// faces know nothing of them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schemars(skip)]
        processes: Vec<ProcessReport>,
    },
    /// Not built: what it would take, asked on the command line.
    #[schemars(skip)]
    Planned(BuildCost),
}

/// A class that was built.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BuiltTable {
    name: String,
    metrics: Vec<&'static str>,
    /// Positions of both sides to move.
    positions: u64,
    seconds: f64,
    bytes: u64,
}

/// A class whose positions with castling rights were built.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BuiltRights {
    name: String,
    seconds: f64,
    bytes: u64,
}

impl BuiltTable {
    /// What is told of a table.
    pub(super) fn of(built: &Built) -> Self {
        Self {
            name: built.class.to_string(),
            metrics: built.metrics.iter().map(|metric| metric.name()).collect(),
            positions: 2 * built.class.positions(),
            seconds: rounded(built.seconds),
            bytes: built.bytes,
        }
    }
}

impl BuiltRights {
    /// What is told of positions with castling rights: of which class, how long it took, bytes.
    pub(super) fn of(class: Material, seconds: f64, bytes: u64) -> Self {
        Self { name: class.to_string(), seconds: rounded(seconds), bytes }
    }
}

impl Answer for TableBuildAnswer {
    fn holds(&self) -> bool {
        match self {
            Self::Discarded { tables, .. } => tables.iter().all(CountedTable::holds),
            _ => true,
        }
    }
}

impl fmt::Display for TableBuildAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept { tables, present, castling, folder, processes } => {
                for BuiltTable { name, positions, seconds, bytes, .. } in tables {
                    let size = human(*bytes);
                    writeln!(
                        f,
                        "{name:<10} {positions:>13} positions {seconds:>9.2} s {size:>10}"
                    )?;
                }
                for BuiltRights { name, seconds, bytes } in castling {
                    let size = human(*bytes);
                    writeln!(f, "{name:<10} with castling rights   {seconds:>9.2} s {size:>10}")?;
                }
                let bytes = human(tables.iter().map(|one| one.bytes).sum());
                // A sum of nothing would be -0.
                let seconds = tables.iter().fold(0.0, |sum, one| sum + one.seconds);
                let count = tables.len();
                write!(f, "{count} tables built in {seconds:.1} s, {bytes}; ")?;
                write!(f, "{present} were there already")?;
                folder.iter().try_for_each(|folder| write!(f, "; in {folder}"))?;
                processes.iter().try_for_each(|process| write!(f, "\n{process}"))
            }
            Self::Planned(cost) => write!(f, "{cost}"),
            Self::Discarded { tables, processes } => {
                for (row, table) in tables.iter().enumerate() {
                    if row > 0 {
                        writeln!(f)?;
                    }
                    write!(f, "{}", Counted(table))?;
                }
                processes.iter().try_for_each(|process| write!(f, "\n{process}"))
            }
        }
    }
}

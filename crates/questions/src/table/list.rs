//! `nimzo table list`

use std::fmt;

use nimzo_work::Task;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// Show which tables are built
///
/// Exit status 1 if a table in the folder is damaged.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo table list --tables ~/tables")]
pub struct List {}

/// The tables in the folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableListAnswer {
    tables: Vec<ListedTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
}

/// A table, or what is wrong with it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedTable {
    /// A table that can be read.
    Whole {
        /// The class.
        name: String,
        /// What it holds.
        metrics: Vec<&'static str>,
        /// Made with promotion to queens only.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        queen_only: bool,
        /// The size of its file.
        bytes: u64,
    },
    /// One that cannot.
    Damaged {
        /// Why.
        error: String,
    },
}

impl Question for List {
    const PATH: &'static [&'static str] = &["table", "list"];
    type Answer = TableListAnswer;

    fn ask(&self, session: &Session, _task: &Task) -> Result<TableListAnswer, Failure> {
        let store = session.tables()?;
        let tables = store.list()?.into_iter().map(|listed| match listed {
            Ok(table) => ListedTable::Whole {
                name: table.class.to_string(),
                metrics: table.metrics.iter().map(|metric| metric.name()).collect(),
                queen_only: table.queen_only,
                bytes: table.bytes,
            },
            Err(error) => ListedTable::Damaged { error: session.told(&error.into()) },
        });
        Ok(TableListAnswer { tables: tables.collect(), folder: session.shown(store.folder()) })
    }
}

impl fmt::Display for TableListAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut total = 0;
        for table in &self.tables {
            match table {
                ListedTable::Whole { name, metrics, queen_only, bytes } => {
                    total += bytes;
                    let rules = if *queen_only { "  promotion to queens only" } else { "" };
                    let metrics = metrics.join(",");
                    writeln!(f, "{name:<10} {:>10}  {metrics}{rules}", human(*bytes))?;
                }
                ListedTable::Damaged { error } => writeln!(f, "error: {error}")?,
            }
        }
        write!(f, "{} tables, {}", self.tables.len(), human(total))?;
        self.folder.iter().try_for_each(|folder| write!(f, ", in {folder}"))
    }
}

impl Answer for TableListAnswer {
    fn holds(&self) -> bool {
        self.tables.iter().all(|table| matches!(table, ListedTable::Whole { .. }))
    }
}

//! `nimzo table list`

use std::fmt;

use nimzo_syzygy::Described;
use nimzo_tables::store;
use nimzo_work::Task;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// Show which tables are built, and which Syzygy files there are beside them
///
/// Exit status 1 if one of them is damaged.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo table list --tables ~/tables")]
pub struct List {}

/// The tables in the folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableListAnswer {
    tables: Vec<ListedTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    /// The Syzygy files in the folder that --syzygy names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    syzygy: Vec<ListedFile>,
}

/// A Syzygy file, or what is wrong with it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedFile {
    /// A file that can be read.
    Whole {
        /// Its name.
        name: String,
        /// What it holds: `wdl50` for the five results, or `dtz50`.
        holds: &'static str,
        /// The side to move of its depths.
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<&'static str>,
        /// Whether some of its depths may be a ply more.
        #[serde(skip_serializing_if = "Option::is_none")]
        rounded: Option<bool>,
        /// Its size.
        bytes: u64,
    },
    /// One that cannot.
    Damaged {
        /// Why.
        error: String,
    },
}

impl ListedFile {
    fn of(described: Result<Described, nimzo_syzygy::Error>, session: &Session) -> Self {
        let described = match described {
            Ok(described) => described,
            Err(error) => return Self::Damaged { error: session.told(&error.into()) },
        };
        let depths = described.depths;
        let name = described.path.file_name().unwrap_or_default();
        Self::Whole {
            name: name.to_string_lossy().into_owned(),
            holds: if depths.is_some() { "dtz50" } else { "wdl50" },
            turn: depths.map(|depths| depths.turn.fold_wb("white", "black")),
            rounded: depths.map(|depths| depths.wins_rounded || depths.losses_rounded),
            bytes: described.bytes,
        }
    }
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
        /// The version of its format.
        format: u32,
        /// What the file is made up of.
        streams: Vec<ListedStream>,
    },
    /// One that cannot.
    Damaged {
        /// Why.
        error: String,
    },
}

/// A stream of a table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedStream {
    /// What it holds.
    metric: &'static str,
    /// Bytes, with its index.
    bytes: u64,
    /// The side to move whose depths it leaves out, because they follow from the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'static str>,
}

impl ListedStream {
    fn of(stream: &store::ListedStream) -> Self {
        Self {
            metric: stream.metric.name(),
            bytes: stream.bytes,
            left_out: stream.left_out.map(|side| side.fold_wb("white", "black")),
        }
    }
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
                format: table.version,
                streams: table.streams.iter().map(ListedStream::of).collect(),
            },
            Err(error) => ListedTable::Damaged { error: session.told(&error.into()) },
        });
        let syzygy = match session.syzygy_folder() {
            Some(folder) => Described::all(folder)?,
            None => Vec::new(),
        };
        Ok(TableListAnswer {
            tables: tables.collect(),
            folder: session.shown(store.folder()),
            syzygy: syzygy.into_iter().map(|one| ListedFile::of(one, session)).collect(),
        })
    }
}

impl fmt::Display for TableListAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut total = 0;
        for table in &self.tables {
            match table {
                ListedTable::Whole { name, metrics, queen_only, bytes, format, streams } => {
                    total += bytes;
                    let rules = if *queen_only { "  promotion to queens only" } else { "" };
                    let metrics = metrics.join(",");
                    write!(
                        f,
                        "{name:<10} {:>10}  {metrics}{rules}  format {format}:",
                        human(*bytes)
                    )?;
                    for ListedStream { metric, bytes, left_out } in streams {
                        write!(f, " {metric} {}", human(*bytes))?;
                        left_out
                            .iter()
                            .try_for_each(|side| write!(f, " without {side} to move"))?;
                    }
                    writeln!(f)?;
                }
                ListedTable::Damaged { error } => writeln!(f, "error: {error}")?,
            }
        }
        write!(f, "{} tables, {}", self.tables.len(), human(total))?;
        self.folder.iter().try_for_each(|folder| write!(f, ", in {folder}"))?;
        for file in &self.syzygy {
            match file {
                ListedFile::Whole { name, holds, turn, rounded, bytes } => {
                    write!(f, "\n{name:<14} {:>10}  {holds}", human(*bytes))?;
                    turn.iter().try_for_each(|turn| write!(f, ", {turn} to move"))?;
                    let how = rounded.map(|rounded| if rounded { "rounded" } else { "exact" });
                    how.iter().try_for_each(|how| write!(f, ", {how}"))?;
                }
                ListedFile::Damaged { error } => write!(f, "\nerror: {error}")?,
            }
        }
        Ok(())
    }
}

impl Answer for TableListAnswer {
    fn holds(&self) -> bool {
        self.tables.iter().all(|table| matches!(table, ListedTable::Whole { .. }))
            && self.syzygy.iter().all(|file| matches!(file, ListedFile::Whole { .. }))
    }
}

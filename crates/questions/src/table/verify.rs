//! `nimzo table verify`

use std::fmt;

use nimzo_chess::Material;
use nimzo_tables::Store;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classes;
use crate::{Answer, Failure, Manner, Question, Session};

/// Check tables: checksums, and every position against its successors
///
/// Exit status 1 if any table is damaged or has a wrong value.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo table verify KQvKR")]
pub struct Verify {
    /// Classes [default: all that are built]
    #[arg(value_name = "CLASS")]
    names: Vec<String>,
    /// Their positions with castling rights instead
    #[arg(long)]
    #[serde(default)]
    castling: bool,
    /// With --castling: only about one position in so many
    #[arg(long, value_name = "N", requires = "castling",
          value_parser = clap::value_parser!(u64).range(1..))]
    #[schemars(range(min = 1))]
    every: Option<u64>,
}

/// What was found in each table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableVerifyAnswer {
    tables: Vec<VerifiedTable>,
}

/// What was found in a table.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct VerifiedTable {
    name: String,
    ok: bool,
    /// Positions looked at, of both sides to move.
    positions: u64,
    /// Values that do not follow from their successors'.
    faults: u64,
    /// Some positions with such values.
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<Vec<String>>,
    /// Why the table could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Question for Verify {
    const PATH: &'static [&'static str] = &["table", "verify"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = TableVerifyAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TableVerifyAnswer, Failure> {
        // Files are read afresh: what was read before may have been damaged since.
        let store = Store::at(session.folder()?);
        let named = classes(&self.names)?;
        for &class in &named {
            store.require_present(class)?;
        }
        let listed = if named.is_empty() { store.list()? } else { Vec::new() };
        let (there, unreadable): (Vec<_>, Vec<_>) = listed.into_iter().partition(Result::is_ok);
        let there = there.into_iter().flatten().map(|listed| listed.class);
        let classes: Vec<Material> = named.into_iter().chain(there).collect();
        let refused = |name: String, error: Failure| VerifiedTable {
            name,
            error: Some(session.told(&error)),
            ..VerifiedTable::default()
        };
        let unreadable = unreadable.into_iter().filter_map(Result::err);
        let mut tables: Vec<_> =
            unreadable.map(|error| refused(String::new(), error.into())).collect();
        if self.castling {
            let every = self.every.unwrap_or(1).max(1);
            for &class in &classes {
                if self.names.is_empty() && !store.castling_path(class).exists() {
                    continue;
                }
                let name = class.to_string();
                let found = store.verify_castling(class, every, task);
                task.check()?;
                tables.push(match found {
                    Ok(positions) => {
                        VerifiedTable { name, ok: true, positions, ..VerifiedTable::default() }
                    }
                    Err(error) => refused(name, error.into()),
                });
            }
            return Ok(TableVerifyAnswer { tables });
        }
        let verifier = store.verifier(&classes);
        for &class in verifier.classes() {
            let found = verifier.verify(class, task);
            task.check()?;
            tables.push(match found {
                Ok(found) => VerifiedTable {
                    name: class.to_string(),
                    ok: found.faults == 0,
                    positions: found.positions,
                    faults: found.faults,
                    examples: Some(found.examples),
                    error: None,
                },
                Err(error) => refused(class.to_string(), error.into()),
            });
        }
        Ok(TableVerifyAnswer { tables })
    }
}

impl fmt::Display for TableVerifyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tables.is_empty() {
            return f.write_str("no tables");
        }
        for (row, table) in self.tables.iter().enumerate() {
            if row > 0 {
                writeln!(f)?;
            }
            let VerifiedTable { name, ok, positions, faults, examples, error } = table;
            match (error, ok) {
                (Some(error), _) => write!(f, "{name:<10} error: {error}")?,
                (None, true) => write!(f, "{name:<10} {positions:>13} positions  ok")?,
                (None, false) => {
                    write!(f, "{name:<10} {positions:>13} positions  {faults} FAULTS")?;
                }
            }
            for fen in examples.iter().flatten() {
                write!(f, "\n    {fen}")?;
            }
        }
        Ok(())
    }
}

impl Answer for TableVerifyAnswer {
    fn holds(&self) -> bool {
        self.tables.iter().all(|table| table.ok)
    }
}

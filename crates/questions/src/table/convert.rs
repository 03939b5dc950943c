//! `nimzo table convert`

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_chess::material::depth_first_order;
use nimzo_tables::Store;
use nimzo_tables::file::FIVE;
use nimzo_work::Task;
use nimzo_work::files::FolderLock;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::version::version_of;
use super::{classes, rounded};
use crate::{Answer, Failure, Manner, Question, Session};

/// Write tables anew in another format, value for value
///
/// Format 4 is what is built unless another is asked for, format 5 takes a third of its space, and of five men and more
/// format 6 answers fastest; smaller tables of that stay in format 4. Depths that a file leaves out are filled in first and
/// checked with it; the tables of captures and promotions must be there. Each file is replaced when the new one is whole.
/// Tables that are in the format already are passed over.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table convert --small
  nimzo table convert --fast
  nimzo table convert KRPvKR --to 4 --out tables-of-format-4")]
pub struct Convert {
    /// Classes [default: all that are built]
    #[arg(value_name = "CLASS")]
    names: Vec<String>,
    /// The format [default: 5]
    #[arg(long, value_name = "FORMAT", value_parser = clap::value_parser!(u32).range(4..=6))]
    #[serde(default)]
    #[schemars(range(min = 4, max = 6))]
    to: Option<u32>,
    /// The format that takes least space: --to 5
    #[arg(long, conflicts_with_all = ["to", "fast"])]
    #[serde(default)]
    small: bool,
    /// The format whose probes are fast wherever they fall: --to 6
    #[arg(long, conflicts_with = "to")]
    #[serde(default)]
    fast: bool,
    /// Another folder for the new files; tables that are in the format already are written there, too
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    out: Option<PathBuf>,
}

/// What was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableConvertAnswer {
    tables: Vec<ConvertedTable>,
    /// Tables that were in the format already.
    passed_over: usize,
    seconds: f64,
}

/// A table that was written anew.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConvertedTable {
    name: String,
    /// Bytes of the old file.
    bytes_before: u64,
    /// Bytes of the new file.
    bytes: u64,
    seconds: f64,
}

impl Question for Convert {
    const PATH: &'static [&'static str] = &["table", "convert"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = TableConvertAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TableConvertAnswer, Failure> {
        let begun = Instant::now();
        let to = version_of("to", self.to, self.small, self.fast)?.unwrap_or(FIVE);
        let folder = match &self.out {
            Some(_) => session.folder()?,
            None => session.writable_folder()?,
        };
        let store = Store::at(&folder);
        let named = classes(&self.names)?;
        let wanted: Vec<Material> = match named.is_empty() {
            false => named.iter().map(|class| class.canonical()).collect(),
            true => {
                let listed = store.list()?.into_iter().collect::<Result<Vec<_>, _>>()?;
                listed.into_iter().map(|listed| listed.class).collect()
            }
        };
        if wanted.is_empty() {
            let place = folder.display();
            return Err(Failure::missing(format!(
                "there are no tables in {place}; --tables says where they are"
            )));
        }
        let is_elsewhere = self.out.is_some();
        let into = Store::at(self.out.as_ref().unwrap_or(&folder)).with_version(to);
        let _lock = FolderLock::enter(into.folder(), task).map_err(nimzo_tables::Error::from)?;
        let order = depth_first_order(wanted.iter().copied());
        let stage = task.stage("tables", wanted.len() as u64);
        let mut answer = TableConvertAnswer { tables: Vec::new(), passed_over: 0, seconds: 0.0 };
        for class in order.into_iter().filter(|class| wanted.contains(class)) {
            task.check()?;
            let table = store.require(class, nimzo_chess::Metric::Wdl)?;
            let (version, bytes_before) = {
                let header = table.file().header();
                (header.version, header.length)
            };
            stage.advance(1);
            if version == into.version_of(class) && !is_elsewhere {
                answer.passed_over += 1;
                continue;
            }
            let begun = Instant::now();
            let bytes = store.convert(class, &into, task)?;
            let seconds = rounded(begun.elapsed().as_secs_f64());
            task.say(&format!("{class}: {} instead of {}", human(bytes), human(bytes_before)));
            let name = class.to_string();
            answer.tables.push(ConvertedTable { name, bytes_before, bytes, seconds });
        }
        session.reopen_tables();
        answer.seconds = rounded(begun.elapsed().as_secs_f64());
        Ok(answer)
    }
}

impl fmt::Display for TableConvertAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut before, mut after) = (0, 0);
        for ConvertedTable { name, bytes_before, bytes, seconds } in &self.tables {
            (before, after) = (before + bytes_before, after + bytes);
            let (old, new) = (human(*bytes_before), human(*bytes));
            writeln!(f, "{name:<10} {old:>10} -> {new:>10} {seconds:>9.3} s")?;
        }
        let (count, seconds) = (self.tables.len(), self.seconds);
        let (before, after) = (human(before), human(after));
        write!(f, "{count} tables written anew in {seconds:.3} s: {after} instead of {before}")?;
        write!(f, "; {} were in the format already", self.passed_over)
    }
}

impl Answer for TableConvertAnswer {}

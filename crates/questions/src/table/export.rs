//! `nimzo table export`

use std::fmt;
use std::path::PathBuf;

use nimzo_chess::Material;
use nimzo_syzygy::{Depths, Export as SyzygyExport, Exported};
use nimzo_work::Task;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classes;
use crate::{Answer, Failure, Manner, Question, Session};

/// Write tables as files that other programs read
///
/// Syzygy's files, .rtbw with results and .rtbz with depths to a zeroing move, are made of tables with
/// dtz50, which the classes that captures lead to must have too. Each file appears when it is whole.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table build --men 4 --metrics dtz50 && nimzo table export --men 4 --format syzygy --out syzygy
  nimzo table export KRPvKR --format syzygy --out syzygy --depths exact")]
pub struct Export {
    /// Classes such as KQRvKQ
    #[arg(value_name = "CLASS", required_unless_present = "men", conflicts_with = "men")]
    names: Vec<String>,
    /// All classes up to this many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=6))]
    #[schemars(range(min = 3, max = 6))]
    men: Option<u8>,
    /// The kind of files
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// The folder for the files; where it is missing it is made
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    out: Option<PathBuf>,
    /// How depths are told
    #[arg(long, value_enum, default_value_t = DepthsKind::Rounded)]
    #[serde(default)]
    depths: DepthsKind,
}

/// Kinds of files that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// .rtbw and .rtbz
    Syzygy,
}

/// How depths are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DepthsKind {
    /// In moves where the fifty-move rule allows it, as Syzygy's own files
    #[default]
    Rounded,
    /// In plies, except those of wins that the rule spoils
    Exact,
}

/// The files that were written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableExportAnswer {
    files: Vec<ExportedFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
}

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExportedFile {
    name: String,
    bytes: u64,
}

impl Question for Export {
    const PATH: &'static [&'static str] = &["table", "export"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = TableExportAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TableExportAnswer, Failure> {
        let ExportFormat::Syzygy = self.format;
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None if session.rights().see_folders => {
                return Err(Failure::input("name a folder for the files with --out DIR"));
            }
            // From elsewhere no folder can be named.
            None => session.writable_folder()?.join("syzygy"),
        };
        let depths = match self.depths {
            DepthsKind::Rounded => Depths::Rounded,
            DepthsKind::Exact => Depths::Exact,
        };
        let export = SyzygyExport { classes: self.classes()?, folder: folder.clone(), depths };
        let exported = export.run(&*session.tables()?, task)?;
        let files = exported.into_iter().flat_map(|Exported { files, .. }| files);
        let files = files.map(|file| ExportedFile { name: file.name, bytes: file.bytes });
        Ok(TableExportAnswer { files: files.collect(), folder: session.shown(&folder) })
    }
}

impl Export {
    fn classes(&self) -> Result<Vec<Material>, Failure> {
        match (self.men, &self.names[..]) {
            (Some(men @ 3..=6), []) => Ok((3..=usize::from(men)).flat_map(Material::all).collect()),
            (Some(men), []) => Err(Failure::input(format!("--men {men}: expected 3 to 6"))),
            (Some(_), _) => Err(Failure::input("name classes or give --men N, not both")),
            (None, []) => Err(Failure::input("name a class such as KQRvKQ, or give --men N")),
            (None, names) => classes(names),
        }
    }
}

impl fmt::Display for TableExportAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ExportedFile { name, bytes } in &self.files {
            writeln!(f, "{name:<16} {:>10}", human(*bytes))?;
        }
        let total = human(self.files.iter().map(|file| file.bytes).sum());
        write!(f, "{} files, {total}", self.files.len())?;
        self.folder.iter().try_for_each(|folder| write!(f, ", in {folder}"))
    }
}

impl Answer for TableExportAnswer {}

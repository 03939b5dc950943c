//! Tests of questions, whichever face they are asked through.

mod beside;
mod definitions;
mod faults;
mod stops;

use std::ffi::OsString;
use std::path::Path;

use nimzo_questions::{ALL, Asked, Folders, Rights, Session};

/// A question by the words of a command line, without the options that all questions share.
fn read(words: &[impl AsRef<str>]) -> Result<Box<dyn Asked>, String> {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let entry = ALL.iter().find(|entry| words.starts_with(entry.path));
    let entry = entry.ok_or_else(|| format!("{words:?} is no question"))?;
    let rest = words[entry.path.len()..].iter().map(OsString::from);
    let command = (entry.command)().no_binary_name(true);
    let matches = command.try_get_matches_from(rest);
    matches.and_then(|matches| entry.read_matches(&matches)).map_err(|why| why.to_string())
}

/// Someone at this machine, whose tables are in a folder.
fn session(tables: &Path) -> Session {
    let (tables, reports) = (Some(tables.to_owned()), tables.join("reports"));
    Session::new(Folders { tables, reports, syzygy: None }, Rights::OWNER)
}

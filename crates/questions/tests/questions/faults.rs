//! Questions that write files, on disks that fail: at every call each file is the old one or the new
//! one, the message says what happened and where, and the same question asked again ends where an
//! undisturbed one does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use nimzo_questions::Failure;
use nimzo_work::Task;
use nimzo_work::files::faults::for_every_fault;

use super::{read, session};

/// Files with their contents, by their path within a folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Where the tables are, within the folder that fails.
const TABLES: &str = "tables";

/// Asks a question given by its words. One that names a folder or file of its own names it within the
/// folder that fails: `HERE` stands for that.
fn ask(folder: &Path, words: &[&str]) -> Result<(), Failure> {
    let here = folder.display().to_string();
    let words: Vec<String> = words.iter().map(|word| word.replace("HERE", &here)).collect();
    read(&words).unwrap().ask(&session(&folder.join(TABLES)), &Task::silent()).map(drop)
}

fn all_files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

fn folder_with(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Whether a file is a draft or a lock: whoever reads a folder passes over it.
fn is_hidden(path: &Path) -> bool {
    path.file_name().unwrap().to_string_lossy().starts_with('.')
}

/// What becomes of the drafts of a killed question.
#[derive(PartialEq)]
enum Drafts {
    /// The next one clears them: it has the folder to itself.
    Cleared,
    /// They stay: a single file is written into a folder that is somebody's.
    Stay,
}

/// Lets every call fail while a question is asked where `before` stands.
fn hold(before: &Files, words: &[&str], drafts: Drafts) {
    let undisturbed = folder_with(before);
    ask(undisturbed.path(), words).unwrap();
    let after = all_files(undisturbed.path());
    assert!(after != *before, "{words:?} writes nothing");
    let tried = for_every_fault(
        || folder_with(before),
        |folder| ask(folder, words),
        |folder, result, injected| {
            let found = all_files(folder);
            for (name, bytes) in found.iter().filter(|(name, _)| !is_hidden(name)) {
                let known = [before.get(name), after.get(name)].contains(&Some(bytes));
                assert!(known, "{injected}: {} is a third state", name.display());
            }
            let missing = before.keys().find(|name| !found.contains_key(*name));
            assert_eq!(missing, None, "{injected}: a file has gone");
            if let Err(error) = result {
                let (message, place) = (error.to_string(), folder.display().to_string());
                assert!(message.contains(&place), "{injected}: {message:?} names no file");
            }
            ask(folder, words).unwrap();
            let mut found = all_files(folder);
            if drafts == Drafts::Stay {
                found.retain(|name, _| !is_hidden(name));
            }
            let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&found), names(&after), "{injected}: other files");
            assert!(found == after, "{injected}: the files differ");
        },
    );
    println!("{}: {tried} faults", words.join(" "));
    assert!(tried >= 10, "only {tried} faults");
}

/// A folder with tables in a format. Small ones: what is read and written is the same of all.
fn tables(classes: &[&str], format: &str) -> Files {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--metrics", "wdl,dtm", "--format", format];
    ask(folder.path(), &[&["table", "build"], classes, &options].concat()).unwrap();
    all_files(folder.path())
}

#[test]
fn tables_that_are_converted_where_they_are() {
    hold(&tables(&["KBvK", "KNvK"], "4"), &["table", "convert", "--to", "5"], Drafts::Cleared);
    hold(&tables(&["KNvK"], "5"), &["table", "convert", "--to", "4"], Drafts::Cleared);
}

#[test]
fn tables_that_are_converted_elsewhere() {
    let new = tables(&["KNvK"], "5");
    let old = tables(&["KNvK"], "4");
    let up = ["table", "convert", "--to", "5", "--out", "HERE/out"];
    hold(&old, &up, Drafts::Cleared);
    // Over a file that is there already, in the other format.
    let mut both = new.clone();
    let elsewhere = |(name, bytes): (&PathBuf, &Vec<u8>)| {
        (Path::new("out").join(name.strip_prefix(TABLES).unwrap()), bytes.clone())
    };
    both.extend(new.iter().map(elsewhere));
    let down = ["table", "convert", "--to", "4", "--out", "HERE/out"];
    hold(&both, &down, Drafts::Cleared);
}

#[test]
fn tables_that_are_exported() {
    let words = ["table", "export", "KNvK", "--format", "syzygy", "--out", "HERE/out"];
    hold(&whole_table(), &words, Drafts::Cleared);
}

/// A folder with a table that has everything in it.
fn whole_table() -> Files {
    let folder = tempfile::tempdir().unwrap();
    ask(folder.path(), &["table", "build", "KNvK"]).unwrap();
    all_files(folder.path())
}

#[test]
fn positions_that_are_mined_into_a_file() {
    let mut before = whole_table();
    before.insert("found.epd".into(), b"what was found before\n".into());
    let mate = ["mine", "KNvK", "check", "--format", "epd", "--out", "HERE/found.epd"];
    hold(&before, &mate, Drafts::Stay);
    let zugzwangs = ["zug", "list", "KNvK", "--out", "HERE/found.epd"];
    hold(&before, &zugzwangs, Drafts::Stay);
}

#[test]
fn what_is_kept_for_the_next_question() {
    hold(&whole_table(), &["table", "stats", "KNvK"], Drafts::Stay);
}

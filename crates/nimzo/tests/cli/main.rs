//! The real binary, run as a user would.

mod cluster;
mod devices;
mod find;
mod map;
mod mine;
mod pictures;
mod probe;
mod program;
mod project;
mod reproduce;
mod solve;
mod table;
mod theory;
mod zug;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use program::Program;

/// The binary under test, with none of the user's settings and tables.
fn nimzo(words: &[&str]) -> Program {
    static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
        let tables = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
        // Left by an earlier run, if there was one.
        let _ = fs::remove_dir_all(&tables);
        tables
    });
    let mut command = Program::new(env!("CARGO_BIN_EXE_nimzo"));
    // Files of the machine's user must not answer in the place of our tables.
    command.env("NIMZO_TABLES", &*TABLES).env_remove("NIMZO_SYZYGY").args(words);
    command
}

/// The one JSON document that a successful run prints.
fn json(words: &[&str]) -> serde_json::Value {
    let output = nimzo(words).arg("--json").output().expect("the binary runs");
    serde_json::from_slice(&output.stdout).expect("standard output is one JSON document")
}

/// Asserts that the words are refused: status 2, nothing on standard output, one line that holds
/// each of `named`.
fn refused(words: &[&str], named: &[&str]) {
    let output = nimzo(words).output().expect("the binary runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {message}");
    assert!(output.stdout.is_empty(), "{words:?} printed an answer");
    assert_eq!(message.trim_end().lines().count(), 1, "{words:?}: {message}");
    for part in named {
        assert!(message.contains(part), "{words:?}: {message:?} does not name {part:?}");
    }
}

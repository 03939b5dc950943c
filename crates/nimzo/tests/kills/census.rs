//! A census of endgames with pawns.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Files, KILLS, assert_same, changes_of, files, finish, kill_after, nimzo, rounds};

fn census(folder: &Path) -> Command {
    let mut command = nimzo(&["zug", "census", "KPPvK", "KPvKP", "KPvKN", "-q"]);
    command.arg("--out").arg(folder.join("census")).arg("--tables").arg(folder.join("tables"));
    command
}

/// What was found, without the seconds that it took.
fn found(folder: &Path) -> Files {
    let mut files = files(folder);
    let record = files.get_mut(&PathBuf::from("census/census.csv")).expect("a record");
    let text = String::from_utf8(std::mem::take(record)).expect("text");
    let heading = text.lines().find(|line| line.starts_with("endgame,")).expect("a heading");
    let seconds = heading.split(',').position(|name| name == "seconds").expect("a column");
    let without = |line: &str| {
        let fields = line.split(',').enumerate().filter(|(at, _)| *at != seconds);
        fields.map(|(_, field)| field).collect::<Vec<_>>().join(",")
    };
    *record = text.lines().map(without).collect::<Vec<_>>().join("\n").into_bytes();
    files
}

/// The same where classes may have been done in another order.
pub fn found_in_any_order(folder: &Path) -> Files {
    let mut files = found(folder);
    let record = files.get_mut(&PathBuf::from("census/census.csv")).expect("a record");
    let text = String::from_utf8(std::mem::take(record)).expect("text");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    *record = lines.join("\n").into_bytes();
    files
}

#[test]
fn a_killed_census_goes_on_to_the_same_zugzwangs() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let changes = changes_of(&mut census(undisturbed.path()), undisturbed.path());
    let expected = found(undisturbed.path());
    rounds("censuses", |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut killed = 0;
        for _ in 0..KILLS {
            let mut process = census(folder.path()).spawn().expect("it starts");
            killed += usize::from(kill_after(&mut process, folder.path(), random.usize(..changes)));
        }
        finish(&mut census(folder.path()));
        assert_same(&found(folder.path()), &expected);
        killed
    });
}

//! Builds on the command line.

use std::path::Path;
use std::process::Command;

use crate::{
    KILLS, assert_same, assert_whole, changes_of, files, finish, kill_after, nimzo, rounds,
};

fn build(folder: &Path) -> Command {
    let mut command = nimzo(&["table", "build", "KNvKP", "-q", "--tables"]);
    command.arg(folder);
    command
}

#[test]
fn a_killed_build_goes_on_to_the_same_tables() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let changes = changes_of(&mut build(undisturbed.path()), undisturbed.path());
    let expected = files(undisturbed.path());
    assert!(expected.len() > 5, "{:?}", expected.keys());
    rounds("builds", |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut killed = 0;
        for _ in 0..KILLS {
            let mut process = build(folder.path()).spawn().expect("it starts");
            killed += usize::from(kill_after(&mut process, folder.path(), random.usize(..changes)));
            assert_whole(&files(folder.path()), &expected);
        }
        finish(&mut build(folder.path()));
        // Whatever was half-written is gone as well.
        assert_same(&files(folder.path()), &expected);
        killed
    });
}

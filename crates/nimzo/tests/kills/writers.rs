//! Two who write into one folder.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{assert_same, files, finish, goes_on_until, nimzo, rounds};

const FIRST: &str = "KRvKP";
const SECOND: &str = "KBvKP";

fn build(class: &str, folder: &Path) -> Command {
    let mut command = nimzo(&["table", "build", class, "-q", "--tables"]);
    command.arg(folder);
    command
}

#[test]
fn the_second_is_told_of_the_first_and_harms_nothing() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    finish(&mut build(FIRST, undisturbed.path()));
    finish(&mut build(SECOND, undisturbed.path()));
    let expected = files(undisturbed.path());
    rounds("writers", |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut first = build(FIRST, folder.path()).spawn().expect("it starts");
        let goes_on = goes_on_until(&mut first, folder.path(), random.usize(1..8));
        let mut second = build(SECOND, folder.path());
        let second = second.stderr(Stdio::piped()).output().expect("it runs");
        let said = String::from_utf8_lossy(&second.stderr);
        // The first may have ended before the second began.
        let told = said.contains(&format!("in use by process {} (", first.id()));
        assert!(second.status.success() || told, "{}: {said}", second.status);
        let dies = goes_on && random.bool();
        if dies {
            first.kill().expect("killed, or ended before");
        }
        let status = first.wait().expect("it has ended");
        assert!(dies || status.success(), "the first was disturbed: {status}");
        // Nobody is kept out by one who is dead.
        finish(&mut build(FIRST, folder.path()));
        finish(&mut build(SECOND, folder.path()));
        assert_same(&files(folder.path()), &expected);
        usize::from(dies)
    });
}

//! Programs that are killed at any moment (SIGKILL: nothing of theirs runs any more) and begun again:
//! what is finished is never wrong, and in the end everything is there, byte for byte.
//!
//! A moment is a state and not a time: a folder is looked at all the time, and the kill comes when it
//! has changed so and so often. `NIMZO_KILLS=100 cargo test --release --test kills` has so many rounds
//! of each, with other moments each time; without the number two, and always the same ones.

mod builds;
mod census;
mod cluster;
mod jobs;
mod writers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Files with their contents, by their path within a folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Rounds where no number is asked for.
const ROUNDS: usize = 2;
/// Kills in a round, before the work may come to its end.
const KILLS: usize = 3;

/// Does `round` so often as is asked for, with random numbers of its own, and tells how many kills met
/// something alive.
fn rounds(what: &str, mut round: impl FnMut(&mut fastrand::Rng) -> usize) {
    let asked: Option<usize> =
        std::env::var("NIMZO_KILLS").ok().map(|text| text.parse().expect("NIMZO_KILLS: a number"));
    let mut random = match asked {
        Some(_) => fastrand::Rng::new(),
        None => fastrand::Rng::with_seed(0),
    };
    let number = asked.unwrap_or(ROUNDS);
    let killed: usize = (0..number).map(|_| round(&mut random)).sum();
    println!("{what}: {killed} kills in {number} rounds");
}

/// The program, to be told more.
fn nimzo(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimzo"));
    command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs a command to its end, which must be a good one.
fn finish(command: &mut Command) {
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {} {said}", output.status);
}

/// Lets a process go on until `folder` has changed so often, and kills it. Whether it was still at work.
fn kill_after(process: &mut Child, folder: &Path, changes: usize) -> bool {
    let ended = !goes_on_until(process, folder, changes);
    process.kill().expect("killed, or ended before");
    process.wait().expect("it has ended");
    !ended
}

/// Waits until a folder has changed so often, or the process has ended; whether it goes on.
fn goes_on_until(process: &mut Child, folder: &Path, changes: usize) -> bool {
    let mut ended = || process.try_wait().expect("a process of ours").is_some();
    wait_for_changes(folder, changes, &mut ended) && !ended()
}

/// Waits until a folder has changed so often, or the work there has ended; whether it has changed so.
fn wait_for_changes(folder: &Path, changes: usize, ended: &mut dyn FnMut() -> bool) -> bool {
    let mut last = sizes(folder);
    let mut seen = 0;
    while seen < changes {
        if ended() {
            return false;
        }
        std::thread::sleep(Duration::from_micros(200));
        let now = sizes(folder);
        seen += usize::from(now != last);
        last = now;
    }
    true
}

/// How often a folder is seen to change while a command is carried out.
fn changes_of(command: &mut Command, folder: &Path) -> usize {
    let mut process = command.spawn().expect("it starts");
    let mut changes = 0;
    while goes_on_until(&mut process, folder, 1) {
        changes += 1;
    }
    assert!(process.wait().expect("it has ended").success(), "{command:?}");
    changes.max(1)
}

/// Everything in a folder, with what it is worth to know that it has changed.
fn sizes(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    each_file(folder, &mut |path| {
        // It may be gone again.
        let bytes = fs::metadata(&path).map_or(0, |about| about.len());
        found.push((path, bytes));
    });
    found.sort();
    found
}

/// All files in a folder.
fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    each_file(folder, &mut |path| {
        let bytes = fs::read(&path).expect("a file");
        found.insert(path.strip_prefix(folder).expect("within").to_owned(), bytes);
    });
    found
}

fn each_file(folder: &Path, visit: &mut dyn FnMut(PathBuf)) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            each_file(&path, visit);
        } else {
            visit(path);
        }
    }
}

/// Holds that two folders have the same files.
fn assert_same(found: &Files, expected: &Files) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (path, bytes) in expected {
        assert!(found[path] == *bytes, "{} has other bytes", path.display());
    }
}

/// Holds that each table that is there is one of those that ought to be, whole.
fn assert_whole(found: &Files, expected: &Files) {
    for (path, bytes) in found.iter().filter(|(path, _)| path.extension() == Some("nimzo".as_ref()))
    {
        assert!(expected.get(path) == Some(bytes), "{} is half a table", path.display());
    }
}

//! Builds and censuses by several processes, one of which is killed.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{
    Files, assert_same, assert_whole, changes_of, files, finish, goes_on_until, kill_after, nimzo,
    rounds, sizes,
};

const BUILD: &[&str] = &["table", "build", "KNvKP", "-q"];
const CENSUS: &[&str] = &["zug", "census", "KPPvK", "KPvKP", "KPvKN", "-q"];
const PROCESSES: usize = 3;

/// A command with the folders it writes into.
fn with_folders(command: &mut Command, words: &[&str], folder: &Path) {
    command.arg("--tables").arg(folder.join("tables"));
    if words[0] == "zug" {
        command.arg("--out").arg(folder.join("census"));
    }
}

/// The work done by processes of this machine.
fn shared(words: &[&str], folder: &Path) -> Command {
    let number = PROCESSES.to_string();
    let start = ["cluster", "local", "--processes", &number, "--workers", "1", "--"];
    let mut command = nimzo(&[&start[..], words].concat());
    with_folders(&mut command, words, folder);
    command
}

/// The processes, begun one by one.
fn begin(words: &[&str], folder: &Path, hosts: &Path) -> Vec<Child> {
    let one = |process: usize| {
        let mut command = nimzo(&[words, &["--workers", "1"]].concat());
        with_folders(&mut command, words, folder);
        command.arg("--hosts").arg(hosts);
        command.args(["--process", &process.to_string()]).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    };
    (0..PROCESSES).map(one).collect()
}

fn hosts(folder: &Path) -> PathBuf {
    let taken: Vec<TcpListener> =
        (0..PROCESSES).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let lines = taken.iter().map(|one| format!("{}\n", one.local_addr().expect("an address")));
    let path = folder.join("hosts");
    std::fs::write(&path, lines.collect::<String>()).expect("a file");
    path
}

/// Whether something is there that is written when all have met.
fn has_begun(folder: &Path) -> bool {
    let written = ["nimzo", "pack", "found", "epd"];
    sizes(folder).iter().any(|(path, _)| {
        path.extension().is_some_and(|ending| written.iter().any(|&one| ending == one))
    })
}

/// One of several processes is killed at some moment: the others name it, and the next run ends with what an
/// undisturbed one finds.
fn named_and_gone_on(what: &str, words: &[&str], found: impl Fn(&Path) -> Files) {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let changes = changes_of(&mut shared(words, undisturbed.path()), undisturbed.path());
    let expected = found(undisturbed.path());
    assert!(expected.len() > 3, "{:?}", expected.keys());
    rounds(what, |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("a folder");
        let mut processes = begin(words, &work, &hosts(folder.path()));
        let victim = random.usize(..PROCESSES);
        // Whoever is killed before all have met is waited for; when something is there, they have.
        while !has_begun(&work) && processes[victim].try_wait().expect("a process").is_none() {
            goes_on_until(&mut processes[victim], &work, 1);
        }
        let killed = kill_after(&mut processes[victim], &work, random.usize(..changes));
        for (process, child) in processes.into_iter().enumerate().filter(|(one, _)| *one != victim)
        {
            let output = child.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!said.contains("panicked"), "process {process}: {said}");
            // It may have been done before the kill, or before it could know of it.
            let names = said.contains(&format!("process {victim} (127.0.0.1:"));
            assert!(output.status.success() || names, "process {process}: {said}");
        }
        if words == BUILD {
            assert_whole(&files(&work), &expected);
        }
        finish(&mut shared(words, &work));
        assert_same(&found(&work), &expected);
        usize::from(killed)
    });
}

#[test]
fn when_a_process_is_killed_the_others_say_so_and_the_build_goes_on_later() {
    named_and_gone_on("clusters", BUILD, files);
}

#[test]
fn when_a_process_is_killed_the_others_say_so_and_the_census_goes_on_later() {
    named_and_gone_on("clusters that take a census", CENSUS, crate::census::found_in_any_order);
}

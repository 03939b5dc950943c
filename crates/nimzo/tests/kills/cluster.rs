//! Builds by several processes, one of which is killed.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{
    assert_same, assert_whole, changes_of, files, finish, goes_on_until, kill_after, nimzo, rounds,
    sizes,
};

const CLASS: &str = "KNvKP";
const PROCESSES: usize = 3;

/// A build by processes of this machine.
fn build(tables: &Path) -> Command {
    let number = PROCESSES.to_string();
    let start = ["cluster", "local", "--processes", &number, "--workers", "1", "--"];
    let mut command = nimzo(&[&start[..], &["table", "build", CLASS, "-q", "--tables"]].concat());
    command.arg(tables);
    command
}

/// The processes of a build, begun one by one.
fn begin(tables: &Path, hosts: &Path) -> Vec<Child> {
    let one = |process: usize| {
        let mut command = nimzo(&["table", "build", CLASS, "-q", "--workers", "1", "--tables"]);
        command.arg(tables).arg("--hosts").arg(hosts);
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

/// Whether a table is there.
fn has_table(folder: &Path) -> bool {
    sizes(folder).iter().any(|(path, _)| path.extension() == Some("nimzo".as_ref()))
}

#[test]
fn when_a_process_is_killed_the_others_say_so_and_the_build_goes_on_later() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let changes = changes_of(&mut build(undisturbed.path()), undisturbed.path());
    let expected = files(undisturbed.path());
    assert!(expected.len() > 5, "{:?}", expected.keys());
    rounds("clusters", |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let tables = folder.path().join("tables");
        let mut processes = begin(&tables, &hosts(folder.path()));
        let victim = random.usize(..PROCESSES);
        // Whoever is killed before all have met is waited for; when there is a table, they have.
        while !has_table(&tables) && processes[victim].try_wait().expect("a process").is_none() {
            goes_on_until(&mut processes[victim], &tables, 1);
        }
        let killed = kill_after(&mut processes[victim], &tables, random.usize(..changes));
        for (process, child) in processes.into_iter().enumerate().filter(|(one, _)| *one != victim)
        {
            let output = child.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!said.contains("panicked"), "process {process}: {said}");
            // It may have been done before the kill, or before it could know of it.
            let names = said.contains(&format!("process {victim} (127.0.0.1:"));
            assert!(output.status.success() || names, "process {process}: {said}");
        }
        assert_whole(&files(&tables), &expected);
        finish(&mut build(&tables));
        assert_same(&files(&tables), &expected);
        usize::from(killed)
    });
}

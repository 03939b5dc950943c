//! Several processes that build together.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::{nimzo, refused};

/// A file that lists so many addresses of this machine that were free a moment ago.
fn hosts(folder: &Path, processes: usize) -> PathBuf {
    let taken: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let lines = taken.iter().map(|one| format!("{}\n", one.local_addr().expect("an address")));
    let path = folder.join("hosts");
    fs::write(&path, lines.collect::<String>()).expect("a file");
    path
}

/// One of several processes, begun.
fn begin(words: &[&str], hosts: &Path, process: usize, tables: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_nimzo"))
        .args(words)
        .args(["-q", "--workers", "1", "--process", &process.to_string(), "--hosts"])
        .arg(hosts)
        .arg("--tables")
        .arg(tables)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// What a process said when it failed.
fn complaint(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let paths = entries.map(|entry| entry.path());
    paths.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

/// Holds that so many processes build what one builds, byte for byte.
fn held_equal(classes: &[&str], sizes: &[usize]) {
    let alone = tempfile::tempdir().expect("a folder");
    let words = [&["table", "build"], classes].concat();
    nimzo(&words).args(["-q", "--tables"]).arg(alone.path()).succeeds();
    let expected = files(alone.path());
    assert!(expected.len() > 2, "{:?}", expected.keys());
    for size in sizes {
        let folder = tempfile::tempdir().expect("a folder");
        let size = size.to_string();
        let start = ["cluster", "local", "--processes", &size, "--"];
        let words = [&start, &words[..], &["-q", "--tables"]].concat();
        nimzo(&words).arg(folder.path()).succeeds();
        let found = files(folder.path());
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &expected {
            assert!(found[name] == *bytes, "{name} by {size} has other bytes");
        }
    }
}

#[test]
fn two_processes_build_the_tables_of_one() {
    held_equal(&["KRvKN", "KPvK"], &[2]);
}

/// The lists of a census, and its record without the seconds that classes took.
fn lists(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut lists = files(folder);
    let record = lists.remove("census.csv").expect("the record");
    let record = String::from_utf8(record).expect("text");
    let without_seconds = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        fields
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != 7)
            .map(|(_, field)| field.to_string())
            .collect()
    };
    let mut lines: Vec<Vec<String>> = record.lines().map(without_seconds).collect();
    lines.sort();
    lists.insert("census.csv".to_owned(), format!("{lines:?}").into_bytes());
    lists
}

#[test]
fn two_and_three_processes_take_the_census_of_one() {
    let alone = tempfile::tempdir().expect("a folder");
    let words = ["zug", "census", "KPvKP", "KPPvK", "KRvKN", "KNvKP", "-q", "--out"];
    nimzo(&words).arg(alone.path()).succeeds();
    let expected = lists(alone.path());
    assert!(expected.len() > 4, "{:?}", expected.keys());
    for size in ["2", "3"] {
        let folder = tempfile::tempdir().expect("a folder");
        let start = ["cluster", "local", "--processes", size, "--workers", "1", "--"];
        nimzo(&[&start, &words[..]].concat()).arg(folder.path()).succeeds();
        assert!(lists(folder.path()) == expected, "by {size}");
    }
}

#[test]
fn two_and_three_processes_count_what_one_counts() {
    let words = ["table", "build", "KPvKP", "KNvKP", "KRvKN", "--metrics", "wdl,dtc,dtz"];
    let words = [&words[..], &["--discard", "-q"]].concat();
    let counted = |words: &[&str]| {
        let mut answer = crate::json(words);
        let tables = answer["tables"].as_array_mut().expect("tables");
        tables.iter_mut().for_each(|table| table["seconds"] = 0.into());
        answer["tables"].take()
    };
    let expected = counted(&words);
    assert_eq!(expected.as_array().map(Vec::len), Some(3));
    for size in ["2", "3"] {
        let start = ["cluster", "local", "--processes", size, "--workers", "1", "--"];
        assert_eq!(counted(&[&start, &words[..]].concat()), expected, "by {size}");
    }
}

#[test]
#[ignore = "takes minutes; cargo test --release -p nimzo --test cli larger_tables -- --ignored"]
fn larger_tables_are_the_same_by_one_two_and_four_processes() {
    held_equal(&["KRvKN", "KRBvKR", "KPPvKP", "KRPvKR"], &[1, 2, 4]);
}

#[test]
fn processes_that_were_asked_for_other_things_say_so_and_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let tables = folder.path().join("tables");
    let first = begin(&["table", "build", "KRvK"], &hosts, 0, &tables);
    let second = begin(&["table", "build", "KQvK"], &hosts, 1, &tables);
    for process in [first, second] {
        let said = complaint(&process.wait_with_output().expect("it ends"));
        assert!(said.contains("process 1 (127.0.0.1:"), "{said}");
        assert!(said.contains("KQvK") && said.contains("KRvK"), "{said}");
    }
    assert!(!tables.exists() || files(&tables).is_empty());
}

#[test]
fn processes_that_see_other_tables_say_so_and_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let [here, there] = ["here", "there"].map(|name| folder.path().join(name));
    nimzo(&["table", "build", "KNvK", "-q", "--tables"]).arg(&there).succeeds();
    let words = ["table", "build", "KRvKN", "--metrics", "wdl"];
    for process in [begin(&words, &hosts, 0, &here), begin(&words, &hosts, 1, &there)] {
        let said = complaint(&process.wait_with_output().expect("it ends"));
        assert!(said.contains("process 1 (127.0.0.1:") && said.contains("folder"), "{said}");
    }
    assert!(!here.exists() || files(&here).is_empty());
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hosts(folder.path(), 3);
    let tables = folder.path().join("tables");
    let words = ["table", "build", "KRvK", "--wait", "3"];
    for process in [begin(&words, &hosts, 0, &tables), begin(&words, &hosts, 2, &tables)] {
        let said = complaint(&process.wait_with_output().expect("it ends"));
        assert!(said.contains("process 1 (127.0.0.1:"), "{said}");
        assert!(said.contains("did not come within 3 s"), "{said}");
    }
}

#[test]
fn what_cannot_be_shared_is_refused() {
    refused(
        &["cluster", "local", "--processes", "2", "--", "devices"],
        &["devices", "table build"],
    );
    refused(&["cluster", "local", "--processes", "0", "--", "table", "build"], &["0", "processes"]);
    refused(&["table", "build", "KRvK", "--hosts", "/no/such", "--process", "0"], &["/no/such"]);
    refused(&["table", "build", "KRvK", "--hosts", "hosts"], &["--process"]);
    refused(&["table", "build", "--men", "7"], &["7", "--dry-run"]);
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let hosts = hosts.to_str().expect("a plain path");
    refused(&["table", "build", "KRvK", "--hosts", hosts, "--process", "2"], &["2", "hosts"]);
    let shared = ["--hosts", hosts, "--process", "0"];
    refused(&[&["table", "build", "KPvK", "--discard"], &shared[..]].concat(), &["KPvK", "pawns"]);
    refused(&[&["table", "build", "KRvK", "--castling"], &shared[..]].concat(), &["--castling"]);
}

#[test]
fn what_it_would_take_is_told_for_any_number_of_machines() {
    let words = ["table", "build", "KQRBvKQN", "--metrics", "wdl", "--dry-run", "--processes", "8"];
    let answer = crate::json(&words);
    let classes = answer["classes"].as_array().expect("a list");
    let largest = classes.last().expect("the class itself");
    assert_eq!(largest["name"], "KQRBvKQN");
    let memory = |name: &str| largest[name].as_u64().expect("a number");
    assert!(memory("memory_of_others_bytes") < memory("memory_of_first_bytes") / 2);
    nimzo(&words).prints(&["together: "]);
}

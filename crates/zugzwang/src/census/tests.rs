//! The census by way of plans against counts over whole tables, and against itself after a stop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use nimzo_retro::sweep::Library;
use nimzo_work::Observer;

use super::*;
use crate::mining::mine;

const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

fn classes(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn a_census_finds_what_whole_tables_hold() {
    let mut wanted: Vec<Material> =
        Material::all(4).into_iter().filter(|c| c.has_pawns()).collect();
    wanted.extend(classes(&["KRvKB"]));
    let mut library = Library::new();
    let mut seen = 0;
    find(&wanted, PLENTY, &Task::silent(), |class, found, _| {
        let solved = library.solve(class, Goals::default(), &Task::silent()).unwrap();
        let expected = mine(&*solved, Some(&library), &Task::silent()).unwrap();
        assert_eq!(found, expected, "{class}");
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, wanted.len());
}

/// Stops the task after so many steps.
struct StopAfter {
    left: AtomicU64,
    task: Mutex<Option<Task>>,
}

impl Observer for StopAfter {
    fn begin(&self, _: u64, _: &str, _: u64) {}
    fn advance(&self, _: u64, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1
            && let Some(task) = &*self.task.lock().unwrap()
        {
            task.stop();
        }
    }
    fn end(&self, _: u64) {}
    fn say(&self, _: &str) {}
}

fn contents(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            // Seconds differ.
            let keep = |line: &str| name != "census.csv" || !line.contains(',');
            let text: Vec<&str> = text.lines().filter(|line| keep(line)).collect();
            (name, text.join("\n"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_census_that_was_stopped_again_and_again_finds_the_same() {
    let wanted = classes(&["KPvKP", "KNvKP", "KPPvK"]);
    let (whole, stopped) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let census = Folder::open(whole.path()).unwrap();
    let expected = census.run(&wanted, PLENTY, &Task::silent(), |_, _| ()).unwrap();
    assert_eq!(expected.len(), 3);
    // Half the memory, too, and stops closer and closer to the end.
    let census = Folder::open(stopped.path()).unwrap();
    let plan = census.plan(&wanted, PLENTY).unwrap().unwrap();
    let least = Limits { memory: plan.memory - plan.held, disk: plan.disk };
    let mut stops = 0;
    let found = loop {
        let left = AtomicU64::new(40 + 300 * stops);
        let observer = Arc::new(StopAfter { left, task: Mutex::new(None) });
        let task = Task::observed(observer.clone());
        *observer.task.lock().unwrap() = Some(task.clone());
        match census.run(&wanted, least, &task, |_, _| ()) {
            Ok(found) => break found,
            Err(Error::Interrupted(_)) => stops += 1,
            Err(other) => panic!("{other}"),
        }
    };
    assert!(stops > 3, "stopped {stops} times");
    let counts = |entries: &[Entry]| -> Vec<_> {
        entries.iter().map(|e| (e.class, e.a1, e.a2, e.a3, e.en_passant, e.checksum)).collect()
    };
    assert_eq!(counts(&found), counts(&expected));
    assert_eq!(contents(stopped.path()), contents(whole.path()));
}

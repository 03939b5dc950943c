//! Plans of which nothing stays but the classes that are asked about.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Two pawns that may both promote, by themselves or by capture of the other.
const TWO: &str = "8/2P5/8/8/8/8/1p6/k1K5 w - - 0 1";

/// The way for a position with everything else dropped.
fn way(fen: &str, metric: Metric, store: &Store) -> Way {
    let (position, task) = (parse_fen(fen).unwrap(), Task::silent());
    let mut way = Ways::of(&position, wish(metric), store).unwrap().next(&task).unwrap().unwrap();
    way.nothing_stays();
    way
}

/// The names of the files that are there, those that pass last.
fn files_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for folder in [folder.join(FOLDER), folder.join(FOLDER).join(PASSING)] {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let name = |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.retain(|name| name.ends_with(ENDING));
        names.sort();
        found.extend(names);
    }
    found
}

/// Holds what a position leads to within its class to the whole class.
fn held_equal(store: &Store, fen: &str, metric: Metric, library: &Library) {
    let root = parse_fen(fen).unwrap();
    let class = |position: &Chess| Material::of_board(position.board()).canonical();
    let (mut open, mut seen) = (vec![root.clone()], 0);
    for _ in 0..4 {
        let mut next = Vec::new();
        for position in open.iter().filter(|position| class(position) == class(&root)) {
            let found = store.probe(position, &[metric]).unwrap();
            assert_eq!(found, library.probe(position, &[metric]).unwrap(), "{position:?}");
            let moves = position.legal_moves();
            next.extend(moves.iter().map(|&mv| nimzo_chess::rules::after(position, mv)));
            seen += 1;
        }
        next.truncate(300);
        open = next;
    }
    assert!(seen > 20, "{seen}");
}

fn library(metric: Metric) -> Library {
    let mut library = Library::new();
    let goals = nimzo_retro::sweep::Goals::of_metrics(&[metric], false);
    library.solve("KPvKP".parse().unwrap(), goals, &Task::silent()).unwrap();
    library
}

#[test]
fn what_has_been_read_is_dropped() {
    for metric in [Metric::Dtm, Metric::Dtz50, Metric::Wdl] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let way = way(TWO, metric, &store);
        let windows = way.plan.steps.iter().filter(|step| !step.windows.is_empty()).count();
        assert_eq!(windows > 0, metric == Metric::Dtm);
        assert!(way.stays() * 3 < way.disk(), "{} of {}", way.stays(), way.disk());
        solve(&way, &store, &Task::silent()).unwrap();
        held_equal(&store, TWO, metric, &library(metric));
        let left = files_in(folder.path());
        assert!(left.iter().all(|name| name.starts_with("KPvKP")), "{left:?}");
        assert!(!folder.path().join(FOLDER).join(PASSING).exists());

        // Nothing of it is asked for again.
        let before = std::fs::read(folder.path().join(FOLDER).join(&left[0])).unwrap();
        solve(&way, &store, &Task::silent()).unwrap();
        assert_eq!(files_in(folder.path()), left);
        assert_eq!(std::fs::read(folder.path().join(FOLDER).join(&left[0])).unwrap(), before);
    }
}

/// Positions of different classes in one plan: what both promote into is solved once and dropped once both have read it.
#[test]
fn positions_that_are_solved_together_share_what_passes() {
    let other = "8/8/8/8/1n6/8/4P3/K1k5 b - - 0 1";
    let task = Task::silent();
    for metric in [Metric::Dtm, Metric::Wdl] {
        let (library, folder) = (library(metric), tempfile::tempdir().unwrap());
        let store = Store::at(folder.path());
        let [one, two] = [TWO, other].map(|fen| parse_fen(fen).unwrap());
        let alone = [way(TWO, metric, &store), way(other, metric, &store)];
        let mut ways = Ways::together(&one, &[two], wish(metric), &store).unwrap();
        let mut both = ways.next(&task).unwrap().unwrap();
        both.nothing_stays();
        let apart: u64 = alone.iter().map(Way::positions).sum();
        assert!(both.positions() < apart, "{metric}: {} of {apart}", both.positions());
        solve(&both, &store, &task).unwrap();
        held_equal(&store, TWO, metric, &library);
        held_equal(&store, other, metric, &library);
        let left = files_in(folder.path());
        let asked = |name: &String| name.starts_with("KPvKP") || name.starts_with("KNvKP");
        assert!(left.iter().all(asked), "{left:?}");
    }
}

/// Stops its task when it has heard so much progress, and notes which classes were begun.
struct Stopper {
    left: AtomicUsize,
    task: OnceLock<Task>,
}

impl Observer for Stopper {
    fn begin(&self, _: u64, _: &str, _: u64) {}
    fn advance(&self, _: u64, amount: u64) {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            Some(left.saturating_sub(usize::from(amount > 0)))
        });
        if let (Ok(0..2), Some(task)) = (left, self.task.get()) {
            task.stop();
        }
    }
    fn end(&self, _: u64) {}
    fn say(&self, _: &str) {}
}

fn stopped_after(advances: usize) -> Task {
    let stopper = Arc::new(Stopper { left: AtomicUsize::new(advances), task: OnceLock::new() });
    let task = Task::observed(Arc::clone(&stopper) as Arc<dyn Observer>);
    let _ = stopper.task.set(task.clone());
    task
}

/// Whatever was done when a run was stopped, and though the last record of a file is torn then and another
/// damaged, going on comes to the same end.
#[test]
fn what_was_stopped_goes_on_with_some_of_it_dropped() {
    for metric in [Metric::Dtm, Metric::Wdl] {
        let library = library(metric);
        let mut numbers = fastrand::Rng::with_seed(6);
        let folder = tempfile::tempdir().unwrap();
        let (mut stops, mut seen, mut dropped) = (0, HashSet::new(), false);
        loop {
            let store = Store::at(folder.path());
            let way = way(TWO, metric, &store);
            // What is there already counts as progress.
            let stop = if stops < 60 { stops + numbers.usize(1..4) } else { usize::MAX };
            match solve(&way, &store, &stopped_after(stop)) {
                Ok(_) => break,
                // A damaged record is named, and found again by the next run.
                Err(error) => assert!(
                    matches!(error, Error::Interrupted(_) | Error::Damaged { .. }),
                    "{error}"
                ),
            }
            stops += 1;
            let passing = folder.path().join(FOLDER).join(PASSING);
            let mut there = files_in(folder.path());
            there.retain(|name| passing.join(name).exists());
            dropped |= seen.iter().any(|name| !there.contains(name));
            seen.extend(there.iter().cloned());
            let torn = there.get(stops % 3);
            if let Some(name) = torn {
                let path = passing.join(name);
                let mut bytes = std::fs::read(&path).unwrap();
                match stops % 2 {
                    0 => bytes.truncate(bytes.len() - 9),
                    _ => *bytes.last_mut().unwrap() ^= 1,
                }
                std::fs::write(&path, bytes).unwrap();
            }
        }
        assert!(stops > 3 && dropped, "{metric}: {stops} stops");
        let store = Store::at(folder.path());
        held_equal(&store, TWO, metric, &library);
        assert!(!folder.path().join(FOLDER).join(PASSING).exists());
        assert!(files_in(folder.path()).iter().all(|name| name.starts_with("KPvKP")));
    }
}

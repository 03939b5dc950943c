//! Tables built on disks that fail: at every call either the old table stands or the new one, the
//! message says what happened, and the next build ends where an undisturbed one does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use nimzo_chess::{Material, Metric, Probe, Wdl, parse_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_tables::Error;
use nimzo_tables::solved::{Search, Ways, Wish, solve};
use nimzo_tables::store::{Request, Store};
use nimzo_work::Task;
use nimzo_work::files::FolderLock;
use nimzo_work::files::faults::for_every_fault;

/// Files by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds a class and whatever it needs; what is finished of it is put aside all the time.
fn build(folder: &Path, class: &str, metrics: &[Metric]) -> Result<(), Error> {
    build_whole_up_to(5, folder, class, metrics)
}

/// The same; what has pawns and more men than so many is solved slice by slice.
fn build_whole_up_to(
    men: usize,
    folder: &Path,
    class: &str,
    metrics: &[Metric],
) -> Result<(), Error> {
    let class: Material = class.parse().unwrap();
    let request = Request { classes: vec![class], metrics: metrics.to_vec(), queen_only: false };
    let store = Store::at(folder).with_parts_every(Duration::ZERO).with_whole_up_to(men);
    let plan = store.plan(&request)?;
    store.build(&plan, false, &Task::silent(), |_| {})
}

/// Everything in a folder.
fn all_files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let entries = entries.filter(|entry| entry.path().is_file());
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    entries.map(|entry| (name(&entry), fs::read(entry.path()).unwrap())).collect()
}

/// A folder with files.
fn folder_with(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    folder
}

/// Lets every call fail while `class` is built where `before` stands already.
fn hold(before: &Files, class: &str, metrics: &[Metric], at_least: usize) {
    hold_whole_up_to(5, before, class, metrics, at_least);
}

/// The same where what has pawns and more men than so many is solved slice by slice.
fn hold_whole_up_to(men: usize, before: &Files, class: &str, metrics: &[Metric], at_least: usize) {
    let undisturbed = folder_with(before);
    let build = |folder: &Path, class: &str, metrics: &[Metric]| {
        build_whole_up_to(men, folder, class, metrics)
    };
    build(undisturbed.path(), class, metrics).unwrap();
    let after = all_files(undisturbed.path());
    let file = format!("{class}.nimzo");
    let work = |folder: &Path| build(folder, class, metrics);
    let tried = for_every_fault(
        || folder_with(before),
        work,
        |folder, result, injected| {
            for (name, bytes) in all_files(folder).iter().filter(|(n, _)| n.ends_with(".nimzo")) {
                let known = [before.get(name), after.get(name)].contains(&Some(bytes));
                assert!(known, "{injected}: {name} is neither the old one nor the new one");
            }
            match result {
                Ok(()) => assert_eq!(all_files(folder).get(&file), after.get(&file), "{injected}"),
                Err(error) => {
                    let message = error.to_string();
                    let place = folder.display().to_string();
                    assert!(message.contains(&place), "{injected}: {message:?} names no file");
                }
            }
            drop(FolderLock::enter(folder, &Task::silent()).unwrap());
            build(folder, class, metrics).unwrap();
            let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&all_files(folder)), names(&after), "{injected}: other files");
            assert!(all_files(folder) == after, "{injected}: the tables differ");
            let mut left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            assert!(left.all(|path| path.is_file()), "{injected}: a folder is left");
        },
    );
    println!("{class}: {tried} faults");
    assert!(tried >= at_least, "only {tried} faults");
}

#[test]
fn a_new_table() {
    hold(&Files::new(), "KRvK", &[Metric::Wdl, Metric::Dtm], 20);
}

#[test]
fn a_table_built_again_with_more_in_it() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "KRvK", &[Metric::Wdl]).unwrap();
    hold(&all_files(folder.path()), "KRvK", &[Metric::Wdl, Metric::Dtm], 20);
}

#[test]
fn a_table_that_is_put_aside_slice_by_slice() {
    let folder = tempfile::tempdir().unwrap();
    for class in ["KQvK", "KRvK", "KBvK", "KNvK"] {
        build(folder.path(), class, &[Metric::Wdl]).unwrap();
    }
    hold(&all_files(folder.path()), "KPvK", &[Metric::Wdl], 60);
}

#[test]
fn a_table_that_is_solved_slice_by_slice() {
    let folder = tempfile::tempdir().unwrap();
    for class in ["KQvK", "KRvK", "KBvK", "KNvK"] {
        build(folder.path(), class, &[Metric::Wdl]).unwrap();
    }
    let metrics = &[Metric::Wdl, Metric::Dtz];
    hold_whole_up_to(2, &all_files(folder.path()), "KPvK", metrics, 60);
}

/// A table stands without depths; slices of one with depths wait until that is gone on with.
#[test]
fn slices_of_more_than_a_table_has_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let build = |metrics: &[Metric]| build_whole_up_to(2, folder.path(), "KPvK", metrics);
    build(&[Metric::Wdl]).unwrap();
    let slices = folder.path().join("KPvK.building");
    for (metrics, stays) in [("wdl,dtz", true), ("wdl", false)] {
        fs::create_dir(&slices).unwrap();
        fs::write(slices.join("plan"), format!("nimzo table KPvK {metrics}\n")).unwrap();
        build(&[Metric::Wdl]).unwrap();
        assert_eq!(slices.exists(), stays, "{metrics}");
        let _ = fs::remove_dir_all(&slices);
    }
}

/// Blocked pawns beside finished tables of what captures leave: few slices, read and written many times.
#[test]
fn a_position_that_is_solved() {
    let tables = tempfile::tempdir().unwrap();
    build(tables.path(), "KPvK", &[Metric::Wdl]).unwrap();
    let before = all_files(tables.path());
    solved_whatever_fails("8/8/4k3/1p6/1P6/3K4/8/8 w - - 0 1", &before);
}

/// What its promotions are worth is written, read and dropped.
#[test]
fn a_position_whose_pawn_promotes() {
    solved_whatever_fails("8/1P6/8/8/8/8/8/k1K5 w - - 0 1", &Files::new());
}

fn solved_whatever_fails(fen: &str, before: &Files) {
    let position = parse_fen(fen).unwrap();
    let work = |folder: &Path| -> Result<Wdl, Error> {
        let store = Store::at(folder);
        let limits = Limits { memory: 1 << 40, disk: 1 << 40 };
        let search = Search::WHOLE;
        let wish = Wish { metric: Metric::Wdl, limits, bounds: false, search };
        let task = &Task::silent();
        let way = Ways::of(&position, wish, &store)?.next(task)?.expect("a way");
        solve(&way, &store, task)?;
        Ok(store.wdl(&position)?)
    };
    let undisturbed = folder_with(before);
    let expected = work(undisturbed.path()).unwrap();
    let tried = for_every_fault(
        || folder_with(before),
        work,
        |folder, result, injected| {
            if let Ok(found) = result {
                assert_eq!(found, expected, "{injected}");
            }
            // Whatever it left, what can be looked up is right, and solving again goes on to the end.
            if let Ok(found) = Store::at(folder).wdl(&position) {
                assert_eq!(found, expected, "{injected}");
            }
            assert_eq!(work(folder).unwrap(), expected, "{injected}");
        },
    );
    println!("a position: {tried} faults");
    assert!(tried >= 20, "only {tried} faults");
}

/// A file of positions with castling rights is there as a whole or not at all.
#[test]
fn positions_with_castling_rights() {
    let class: Material = "KRvK".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "KRvK", &Metric::ALL).unwrap();
    let before = all_files(folder.path());
    let work = |folder: &Path| Store::at(folder).ensure_small_castling(class, &Task::silent());
    work(folder.path()).unwrap();
    let after = all_files(folder.path());
    let tried = for_every_fault(
        || folder_with(&before),
        work,
        |folder, result, injected| {
            let whole = all_files(folder).get("KRvK.castling") == after.get("KRvK.castling");
            let there = all_files(folder).contains_key("KRvK.castling");
            assert!(whole || !there && result.is_err(), "{injected}");
            work(folder).unwrap();
            assert!(all_files(folder).get("KRvK.castling") == after.get("KRvK.castling"));
        },
    );
    println!("castling rights: {tried} faults");
    assert!(tried >= 10, "only {tried} faults");
}

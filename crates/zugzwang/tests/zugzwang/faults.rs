//! A census on a disk that fails: what is recorded is right, and the next run ends where an
//! undisturbed one does.

use std::fs;
use std::path::Path;

use nimzo_chess::Material;
use nimzo_retro::slice_graph::Limits;
use nimzo_work::Task;
use nimzo_work::files::faults::for_every_fault;
use nimzo_zugzwang::census::{Entry, Folder};

/// What does not change from run to run.
fn found(entry: &Entry) -> (Material, u64, u64, u64, u64) {
    (entry.class, entry.a1, entry.a2, entry.a3, entry.checksum)
}

#[test]
fn at_every_fault_the_record_is_right_and_the_census_goes_on() {
    let classes: [Material; 2] = ["KRvK", "KPvK"].map(|class| class.parse().unwrap());
    let run = |folder: &Path| {
        let limits = Limits { memory: 4 << 30, disk: 1 << 30 };
        let entries = Folder::open(folder)?.run(&classes, limits, &Task::silent(), |_, _| {})?;
        Ok::<_, nimzo_zugzwang::Error>(entries.iter().map(found).collect::<Vec<_>>())
    };
    let undisturbed = tempfile::tempdir().unwrap();
    let expected = run(undisturbed.path()).unwrap();
    let positions = |folder: &Path, class| fs::read(folder.join(format!("{class}.epd"))).ok();
    let tried = for_every_fault(
        || tempfile::tempdir().unwrap(),
        run,
        |folder, result, injected| {
            match result {
                Ok(entries) => assert_eq!(entries, expected, "{injected}"),
                Err(error) => {
                    let (message, place) = (error.to_string(), folder.display().to_string());
                    assert!(message.contains(&place), "{injected}: {message:?} names no file");
                }
            }
            for class in classes {
                let left = positions(folder, class);
                let whole = positions(undisturbed.path(), class);
                assert!(left.is_none() || left == whole, "{injected}: half of {class}");
            }
            assert_eq!(run(folder).unwrap(), expected, "{injected}");
        },
    );
    println!("{tried} faults");
    assert!(tried > 30, "only {tried} faults");
}

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use nimzo_chess::Material;
use nimzo_syzygy::{Depths, Error, Export, Exported};
use nimzo_tables::Store;
use nimzo_work::Task;
use nimzo_work::files::faults::for_every_fault;

use super::tables;

/// The files of a folder that are not drafts.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files =
        entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    files
        .filter(|(name, _)| !name.starts_with('.'))
        .map(|(name, path)| (name, fs::read(path).expect("a file")))
        .collect()
}

fn try_export(store: &Store, class: &str, folder: &Path) -> Result<Vec<Exported>, Error> {
    let classes: Vec<Material> = vec![class.parse().expect("a class")];
    Export { classes, folder: folder.to_owned(), depths: Depths::Rounded }
        .run(store, &Task::silent())
}

#[test]
fn a_disk_that_fails_leaves_whole_files_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = tables(&folder.path().join("tables"), 3);
    let whole = folder.path().join("whole");
    try_export(&store, "KRvK", &whole).expect("files");
    let expected = contents(&whole);
    assert_eq!(expected.len(), 2);
    let tried = for_every_fault(
        || tempfile::tempdir().expect("a folder"),
        |folder| try_export(&store, "KRvK", &folder.join("out")),
        |folder, result, injected| {
            let found = contents(&folder.join("out"));
            for (name, bytes) in &found {
                assert_eq!(Some(bytes), expected.get(name), "{injected}: {name}");
            }
            assert!(result.is_err() || found == expected, "{injected}");
        },
    );
    assert!(tried > 10, "{tried}");
}

#[test]
fn what_is_missing_or_damaged_is_told_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables");
    tables(&place, 3);
    let out = folder.path().join("out");
    let refused = |class: &str| {
        let error = try_export(&Store::at(&place), class, &out).expect_err("an error");
        assert!(contents(&out).is_empty(), "{class}");
        error.to_string()
    };
    let told = refused("KQvKR");
    assert!(told.contains("KQvKR") && told.contains("dtz50"), "{told}");
    // A promotion leads to other classes, of which nothing is needed here.
    fs::remove_file(place.join("KQvK.nimzo")).expect("a table");
    try_export(&Store::at(&place), "KPvK", &out).expect("files");
    fs::remove_dir_all(&out).expect("a folder");
    let path = place.join("KRvK.nimzo");
    let mut bytes = fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    fs::write(&path, bytes).expect("a table");
    let told = refused("KRvK");
    assert!(told.contains("KRvK.nimzo") && told.contains("damaged"), "{told}");
    let told = refused("KQRvKQPPP");
    assert!(told.contains("KQRvKQPPP") || told.contains("KQPPPvKQR"), "{told}");
}

//! Tables of either version hold the same values, and are written anew one from the other.
//!
//! The files in `data/version-4` were built with wdl, dtm and dtz50 before there was version 5.

use std::fs;
use std::path::Path;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::layout::Address;
use nimzo_tables::file::{FIVE, FOUR};
use nimzo_tables::store::{Request, Store};
use nimzo_work::Task;
use shakmaty::Color;

const METRICS: [Metric; 3] = [Metric::Wdl, Metric::Dtm, Metric::Dtz50];

fn version_of(store: &Store, class: Material) -> u32 {
    store.require(class, Metric::Wdl).unwrap().file().header().version
}

#[test]
fn tables_of_version_4_are_read_and_converted() {
    let old = tempfile::tempdir().unwrap();
    for file in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/version-4")).unwrap()
    {
        let path = file.unwrap().path();
        fs::copy(&path, old.path().join(path.file_name().unwrap())).unwrap();
    }
    let classes = Material::all(3);
    let old = Store::at(old.path());
    let request =
        Request { classes: classes.clone(), metrics: METRICS.to_vec(), queen_only: false };
    assert!(old.plan(&request).unwrap().todo.is_empty(), "they serve");
    let [built, converted] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [built, converted] =
        [&built, &converted].map(|folder| Store::at(folder.path()).with_version(FIVE));
    let plan = built.plan(&request).unwrap();
    built.build(&plan, false, &Task::silent(), |_| {}).unwrap();
    fs::create_dir_all(converted.folder()).unwrap();
    for &class in &classes {
        old.convert(class, &converted, &Task::silent()).unwrap();
        assert_eq!([&old, &built, &converted].map(|s| version_of(s, class)), [FOUR, FIVE, FIVE]);
        let [as_built, as_converted] =
            [&built, &converted].map(|store| fs::read(store.path(class)).unwrap());
        assert!(as_built == as_converted, "{class}: converted and built differ");
        let again = tempfile::tempdir().unwrap();
        let again = Store::at(again.path());
        converted.convert(class, &again, &Task::silent()).unwrap();
        let [before, after] = [&old, &again].map(|store| fs::read(store.path(class)).unwrap());
        assert!(before == after, "{class}: version 4 has changed");
        for store in [&old, &converted] {
            let found = store.verifier(&[class]).verify(class, &Task::silent()).unwrap();
            assert_eq!(found.faults, 0, "{class}");
        }
        let table = old.require(class, Metric::Dtm).unwrap();
        let layout = table.layout();
        for i in 0..2 * layout.slices() * layout.slots() {
            let (turn, i) = (Color::from_white(i % 2 == 0), i / 2);
            let address = Address { slice: i / layout.slots(), slot: i % layout.slots() };
            let Some(position) = layout.board(address).and_then(|b| set_up(&b, turn, None)) else {
                continue;
            };
            let [before, after] = [&old, &converted]
                .map(|store| store.probe(&position, &[Metric::Dtm, Metric::Dtz50]).unwrap());
            assert_eq!(before, after, "{position:?}");
        }
    }
}

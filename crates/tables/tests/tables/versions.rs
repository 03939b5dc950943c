//! Tables of all versions hold the same values, and are written anew one from the other.
//!
//! The files in `data/version-4` were built with wdl, dtm and dtz50 before there was version 5.

use std::fs;
use std::path::Path;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BlockId};
use nimzo_tables::file::{FIVE, FOUR, SIX};
use nimzo_tables::stats::Blocks;
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

fn built(folder: &Path, version: u32, classes: &[Material]) -> Store {
    // In versions 5 and 6 as tables of five men are written, above smaller ones that are whole: with open cells, and depths
    // of one side left out.
    let men = if version == FOUR { 4 } else { 3 };
    let store = Store::at(folder).with_version(version).with_space_saved_above(men);
    let request =
        Request { classes: classes.to_vec(), metrics: METRICS.to_vec(), queen_only: false };
    let plan = store.plan(&request).unwrap();
    store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
    store
}

/// Open cells of versions 5 and 6 hold less than their value; what is read of them is what version 4 has, whole and by
/// itself: every so manyth block of all, and so many single positions.
fn held_equal(version: u32, classes: &[Material], every: usize, probes: usize) {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [four, five] =
        [(0, FOUR), (1, version)].map(|(i, version)| built(folders[i].path(), version, classes));
    let mut dice = fastrand::Rng::with_seed(5);
    for &class in classes {
        let wholes = [&four, &five].map(|store| store.whole(class, &Task::silent()).unwrap());
        let header = wholes[1].table().file().header();
        assert!(header.is_open() && !wholes[0].table().file().header().is_open(), "{class}");
        let layout = wholes[0].layout();
        let mut codes = [[0; BLOCK_SLOTS]; 2];
        for metric in [Metric::Dtm, Metric::Dtz50] {
            for i in (0..2 * layout.slices() * layout.blocks()).step_by(every) {
                let (turn, i) = (Color::from_white(i % 2 == 0), i / 2);
                let (slice, block) = (i / layout.blocks(), i % layout.blocks());
                for (codes, whole) in codes.iter_mut().zip(&wholes) {
                    whole.block(metric, BlockId { slice, turn, block }, codes).unwrap();
                }
                assert!(codes[0] == codes[1], "{class} {metric} {turn}: {slice} {block}");
            }
        }
        drop(wholes);
        // Slices as the miner of zugzwangs reads them.
        let tables = [&four, &five].map(|store| store.require(class, Metric::Wdl).unwrap());
        let loaded = five.load_results(&tables[1], &Task::silent()).unwrap().slices;
        for (slice, after) in loaded.iter().enumerate() {
            let stored = four.slices(&tables[0], &[Metric::Dtz50], &Task::silent());
            let before = &stored.load(&[Metric::Dtz50], slice, &Task::silent()).unwrap();
            for side in Color::ALL {
                let [one, other] = [&before.wdl[side], &after.wdl[side]];
                let same = one.win[..] == other.win[..] && one.loss[..] == other.loss[..];
                assert!(same && one.draw[..] == other.draw[..], "{class}");
                let [one, other] = [before, after].map(|v| &v.rule.as_ref().unwrap()[side]);
                assert!(one.win[..] == other.win[..] && one.loss[..] == other.loss[..], "{class}");
            }
        }
        let layout = layout_of(&four, class);
        let mut found = 0;
        while found < probes {
            let slice = dice.usize(0..layout.slices());
            let address = Address { slice, slot: dice.usize(0..layout.slots()) };
            let turn = Color::from_white(dice.bool());
            let Some(position) = layout.board(address).and_then(|b| set_up(&b, turn, None)) else {
                continue;
            };
            found += 1;
            for wanted in [&METRICS[..1], &METRICS[1..2], &METRICS[2..], &METRICS] {
                let [before, after] =
                    [&four, &five].map(|store| store.probe(&position, wanted).unwrap());
                assert_eq!(before.wdl, after.wdl, "{position:?}");
                assert_eq!((before.dtm, before.dtz50), (after.dtm, after.dtz50), "{position:?}");
                if wanted != &METRICS[..1] {
                    assert_eq!(before.wdl50, after.wdl50, "{position:?}");
                }
            }
        }
    }
    // What captures lead to is needed to read such a table, and is named where it is not there.
    let class: Material = "KQvKR".parse().unwrap();
    fs::remove_file(five.path("KQvK".parse().unwrap())).unwrap();
    let alone = Store::at(five.folder());
    let refused = alone.whole(class, &Task::silent()).err().expect("refused").to_string();
    assert!(refused.contains("KQvK"), "{refused}");
    let takes = "8/8/8/8/8/2k5/8/KQ1r4 w - - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
    let takes: shakmaty::Chess = takes.into_position(shakmaty::CastlingMode::Standard).unwrap();
    let refused = alone.probe(&takes, &[Metric::Wdl]).unwrap_err().to_string();
    assert!(refused.contains("KQvK"), "{refused}");
}

fn layout_of(store: &Store, class: Material) -> std::sync::Arc<nimzo_retro::layout::Layout> {
    std::sync::Arc::clone(store.require(class, Metric::Wdl).unwrap().layout())
}

#[test]
fn open_cells_hold_what_version_4_has() {
    let names = ["KQvKR", "KRvKN"];
    let classes: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    held_equal(FIVE, &classes, 97, 1000);
    held_equal(SIX, &classes, 97, 1000);
}

#[test]
fn small_tables_of_version_6_are_in_version_4() {
    let folder = tempfile::tempdir().unwrap();
    let class: Material = "KRvKN".parse().unwrap();
    let store = built(folder.path(), SIX, &[class]);
    assert_eq!([class, "KRvK".parse().unwrap()].map(|one| version_of(&store, one)), [SIX, FOUR]);
    let again = tempfile::tempdir().unwrap();
    // There and back again.
    let into = Store::at(again.path()).with_version(FOUR);
    for one in ["KRvK", "KNvK", "KRvKN"] {
        store.convert(one.parse().unwrap(), &into, &Task::silent()).unwrap();
    }
    let back = Store::at(folder.path()).with_version(SIX).with_space_saved_above(3);
    let before = fs::read(back.path(class)).unwrap();
    into.convert(class, &back, &Task::silent()).unwrap();
    assert!(fs::read(back.path(class)).unwrap() == before, "converted and built differ");
    for store in [&back, &into] {
        assert_eq!(store.verifier(&[class]).verify(class, &Task::silent()).unwrap().faults, 0);
    }
}

#[test]
#[ignore = "an hour or more: all 30 classes of four men, value by value"]
fn open_cells_of_all_classes_hold_what_version_4_has() {
    held_equal(FIVE, &Material::all(4), 1, 20_000);
    held_equal(SIX, &Material::all(4), 1, 20_000);
}

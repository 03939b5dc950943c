//! The plain counter and the miner over Syzygy's files: those that are part of the
//! project, and more where `NIMZO_SYZYGY` names a folder of them.

use std::path::{Path, PathBuf};

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::Address;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Syzygy;
use nimzo_work::Task;
use nimzo_zugzwang::{classify, mine, plain};
use shakmaty::Color;

use crate::planes::FromSource;

/// The files, and the classes to look at in them.
fn files() -> (Syzygy, &'static [&'static str]) {
    let (folder, classes): (PathBuf, &[&str]) = match std::env::var_os("NIMZO_SYZYGY") {
        Some(folder) => (folder.into(), &["KPvK", "KRvKB"]),
        None => {
            let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
            (ours, &["KPvK", "KRvKB"])
        }
    };
    (Syzygy::open(&folder).expect("a folder of tables"), classes)
}

#[test]
fn miner_and_plain_counter_find_the_same() {
    let (source, classes) = files();
    for name in classes {
        let class: Material = name.parse().unwrap();
        let task = Task::silent();
        let walked = plain::find(&source, class, &task).unwrap();
        let mined = mine(&FromSource::new(class, &source), Some(&source), &task).unwrap();
        assert_eq!(walked, mined, "{name}");
        assert!(!walked.ordinary.is_empty(), "{name}: nothing was compared");
    }
}

/// Syzygy's files round some depths. Where they do, a move that seems to cost time may cost none.
#[test]
fn a_rounding_is_not_called_a_zugzwang() {
    let (source, _) = files();
    let mut library = Library::new();
    let goals = Goals { dtz: true, ..Goals::default() };
    let (mut found, mut rounded) = (0, 0);
    for name in ["KQvK", "KRvK", "KPvK", "KRvKB"] {
        let solved = library.solve(name.parse().unwrap(), goals, &Task::silent()).unwrap();
        let layout = &solved.layout;
        let slots = layout.slots();
        let all = layout.slices() * slots;
        for i in (0..all).step_by((all / 3000).max(37)) {
            let address = Address { slice: i / slots, slot: i % slots };
            let Some(board) = layout.board(address) else { continue };
            let Some(position) = set_up(&board, Color::White, None) else { continue };
            let theirs = classify(&source, &position).unwrap();
            let readings = std::iter::once(&theirs.p1)
                .chain(theirs.after.iter().flat_map(|(p2, p3)| [p2, p3]));
            let moves = readings.filter_map(|reading| reading.moves(Metric::Dtz));
            rounded += usize::from(moves.into_iter().any(|moves| !moves.is_exact()));
            let ours = classify(&library, &position).unwrap();
            for inconvenience in &theirs.level_b {
                assert!(ours.level_b.contains(inconvenience), "{position:?}");
                found += 1;
            }
        }
    }
    assert!(found > 10 && rounded > 10, "{found} found, {rounded} rounded");
}

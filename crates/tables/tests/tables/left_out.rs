//! Tables that leave depths out, because they follow from the others, are read and verified as if they were there.

use std::sync::Arc;

use nimzo_chess::rules::legal;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::layout::Address;
use nimzo_retro::planes::Cells;
use nimzo_retro::sweep::Solved;
use nimzo_tables::Error;
use nimzo_tables::file::{FIVE, FOUR};
use nimzo_tables::stats::class_stats;
use nimzo_tables::store::{Request, Store};
use nimzo_work::Task;
use shakmaty::{Color, Setup};

/// Tables written for little space have depths under the fifty-move rule with one side to move only;
/// the others must come out as if they were there.
#[test]
fn depths_that_are_left_out_are_found_again() {
    found_again(FOUR, &["KPvKP", "KRvKN", "KBNvK"], &[Metric::Dtz50], 2003);
}

/// In version 5 depths to mate, too.
#[test]
fn all_depths_that_are_left_out_are_found_again() {
    found_again(FIVE, &["KRvKP", "KRvKN"], &[Metric::Dtm, Metric::Dtz50], 20011);
}

fn found_again(version: u32, names: &[&str], wanted: &[Metric], every: usize) {
    let classes: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let metrics = vec![Metric::Dtm, Metric::Dtz50];
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    // What leads on to a table that leaves depths out itself looks further ahead.
    let [spared, full] = [(0, 2), (1, 4)]
        .map(|(folder, men)| Store::at(folders[folder].path()).with_space_saved_above(men));
    let spared = spared.with_version(version);
    for store in [&spared, &full] {
        let (classes, metrics) = (classes.clone(), metrics.clone());
        let plan = store.plan(&Request { classes, metrics, queen_only: false }).unwrap();
        store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
    }
    let verifier = spared.verifier(&classes);
    for &class in &classes {
        let table = spared.require(class, Metric::Dtz50).unwrap();
        assert!(wanted.iter().all(|&metric| table.left_out(metric).is_some()), "{class}");
        assert_eq!(verifier.verify(class, &Task::silent()).unwrap().faults, 0, "{class}");
        let layout = table.layout();
        let mut bare = 0;
        for i in (0..2 * layout.slices() * layout.slots()).step_by(every) {
            let (turn, i) = (Color::from_white(i % 2 == 0), i / 2);
            let address = Address { slice: i / layout.slots(), slot: i % layout.slots() };
            let Some(board) = layout.board(address) else { continue };
            let Some(position) = legal(Setup { board, turn, ..Setup::empty() }) else {
                continue;
            };
            let [found, expected] =
                [&spared, &full].map(|store| store.probe(&position, wanted).unwrap());
            assert_eq!(found, expected, "{position:?}");
            bare += u32::from(table.left_out(Metric::Dtz50) == Some(turn));
        }
        assert!(bare > 50, "{class}");
        let slices: Vec<usize> = (0..layout.slices()).collect();
        let [found, expected] = [&spared, &full].map(|store| {
            let whole = store.whole(class, &Task::silent()).unwrap();
            class_stats(&whole, class, &slices, &Task::silent()).unwrap()
        });
        for turn in Color::ALL {
            for metric in [Metric::Dtm, Metric::Dtz50] {
                let [found, expected] =
                    [&found, &expected].map(|s| s.sides[turn].of(metric).unwrap());
                assert_eq!((&found.wins, &found.losses), (&expected.wins, &expected.losses));
            }
        }
    }
    // A wrong depth of either side is found, whichever is stored.
    let class: Material = "KRvKN".parse().unwrap();
    let table = full.require(class, Metric::Wdl).unwrap();
    let stored = full.slices(&table, &metrics, &Task::silent());
    let slices = vec![stored.load(&metrics, 0, &Task::silent()).unwrap()];
    let layout = table.layout().clone();
    let mut solved = Solved { layout, slices, statistics: Vec::new() };
    let planes = Arc::get_mut(solved.slices[0].depths[Metric::Dtz50].as_mut().unwrap()).unwrap();
    for plane in planes {
        let Cells::Narrow(cells) = &mut plane.cells else { panic!("narrow") };
        let slot = (0..cells.len())
            .find(|&slot| cells[slot] > 0x90 && solved.layout.counting_slot(0, slot) == Some(slot))
            .unwrap();
        cells[slot] -= 1;
    }
    spared.save(&solved, &metrics, false, &Task::silent()).unwrap();
    assert!(spared.verifier(&[class]).verify(class, &Task::silent()).unwrap().faults > 0);
    assert!(matches!(spared.whole(class, &Task::silent()), Err(Error::Damaged { .. })));
    // A probe looks ahead by the ordinary rules, so a table made by others has all its depths.
    spared.save(&solved, &metrics, true, &Task::silent()).unwrap();
    assert_eq!(spared.require(class, Metric::Dtz50).unwrap().left_out(Metric::Dtz50), None);
}

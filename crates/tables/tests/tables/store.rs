//! Tables written, read, probed and read back as planes.

use std::fs;
use std::sync::OnceLock;

use nimzo_chess::probe::{Category, Known, LineMove, Probe, line, respond};
use nimzo_chess::{FewMen, Material, Metric, Wdl};
use nimzo_retro::plain::PlainTables;
use nimzo_tables::Error;
use nimzo_tables::store::{QUEEN_ONLY, Request, Store};
use nimzo_work::Task;
use nimzo_work::files::FolderLock;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position};

/// A store of the five three-man classes, and the plain tables they were made from.
struct Three {
    plain: PlainTables,
    store: Store,
    _folder: tempfile::TempDir,
}

fn three() -> &'static Three {
    static THREE: OnceLock<Three> = OnceLock::new();
    THREE.get_or_init(|| {
        let mut plain = PlainTables::new();
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("tables"));
        for class in Material::all(3) {
            plain.solve(class, &Task::silent()).unwrap();
            let solved = plain.solved(class).unwrap();
            store.save(&solved, &Metric::ALL, false, &Task::silent()).unwrap();
        }
        Three { plain, store, _folder: folder }
    })
}

fn position(fen: &str) -> Chess {
    let fen: shakmaty::fen::Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn many_positions_at_once_are_answered_like_one_by_one() {
    let Three { plain, store, .. } = three();
    let mut positions = vec![position("8/8/8/8/8/2k5/7q/K6R w - - 0 1")];
    for class in Material::all(3) {
        let mut seen = 0;
        plain.for_each(class, |position, _| {
            seen += 1;
            if seen % 37 == 0 {
                positions.push(position.clone());
            }
        });
    }
    fastrand::Rng::with_seed(7).shuffle(&mut positions);
    let many = |wanted: &[Metric], task: &Task| {
        let men = |n: usize| FewMen::of(&positions[n].to_setup(EnPassantMode::PseudoLegal));
        let position = |n: usize| Ok::<_, Error>(positions[n].clone());
        store.probe_many(positions.len(), men, position, wanted, task, |n, known| {
            Ok((n, known.ok()))
        })
    };
    // Results are found block by block, depths one by one.
    for wanted in [&[Metric::Wdl][..], &[Metric::Dtz50, Metric::Dtm]] {
        let found = many(wanted, &Task::silent()).unwrap();
        assert!(found.len() == positions.len() && found.len() > 5000, "{}", found.len());
        for (number, position) in positions.iter().enumerate() {
            assert_eq!(found[number], (number, store.probe(position, wanted).ok()));
        }
        let missing = found.iter().filter(|(_, known)| known.is_none()).count();
        assert_eq!(missing, 1, "KQvKR was not built");
    }
    let stopped = Task::silent();
    stopped.stop();
    assert!(many(&[Metric::Wdl], &stopped).is_err());
}

#[test]
fn every_three_man_position_reads_back_from_files_in_both_colours() {
    let Three { plain, store, .. } = three();
    for class in Material::all(3) {
        let mut seen = 0;
        plain.for_each(class, |position, values| {
            seen += 1;
            let expected = Known::from(values);
            assert_eq!(store.probe(position, &Metric::DEPTHS).unwrap(), expected);
            if seen % 5 == 0 {
                let mut setup = position.to_setup(EnPassantMode::Legal);
                setup.board.flip_vertical();
                setup.board.swap_colors();
                setup.swap_turn();
                let turned = Chess::from_setup(setup, CastlingMode::Standard).unwrap();
                assert_eq!(store.probe(&turned, &Metric::DEPTHS).unwrap(), expected);
            }
        });
        assert!(seen > 50_000);
    }
}

#[test]
fn planes_read_back_from_files_slot_by_slot() {
    let Three { plain, store, .. } = three();
    for name in ["KQvK", "KPvK", "KBvK"] {
        let class: Material = name.parse().unwrap();
        let solved = plain.solved(class).unwrap();
        let table = store.table(class).unwrap().unwrap();
        let stored = store.slices(&table, &Metric::ALL, &Task::silent());
        for (slice, values) in solved.slices.iter().enumerate() {
            let results = stored.load(&[], slice, &Task::silent()).unwrap();
            let loaded = stored.load(&Metric::ALL, slice, &Task::silent()).unwrap();
            for (turn, slot) in Color::ALL
                .into_iter()
                .flat_map(|turn| (0..solved.layout.slots()).map(move |slot| (turn, slot)))
            {
                let expected = values.wdl_at(turn, slot);
                assert_eq!(results.wdl_at(turn, slot), expected, "{name} {slice} {turn} {slot}");
                for metric in [Metric::Dtm, Metric::Dtz50] {
                    let depth = loaded.depth_at(metric, turn, slot);
                    assert_eq!(depth, values.depth_at(metric, turn, slot));
                }
                if let Some(wdl) = expected {
                    let read = loaded.rule.as_ref().unwrap()[turn].get(slot, wdl);
                    let expected = values.rule.as_ref().unwrap()[turn].get(slot, wdl);
                    assert_eq!(read, expected);
                }
            }
        }
    }
}

#[test]
fn a_response_names_the_best_move_first() {
    let store = &three().store;
    let response = respond(store, &position("8/8/8/8/8/2k5/7r/K7 b - - 0 1")).unwrap();
    assert_eq!(response.category, Category::Win);
    assert!(response.info.dtm.unwrap() > 0);
    assert_eq!(response.moves[0].category, Category::Loss);
    assert_eq!(response.moves[0].info.dtm.unwrap(), 1 - response.info.dtm.unwrap());
    let mate = respond(store, &position("8/8/8/8/8/1k6/8/K6r w - - 0 1")).unwrap();
    assert!(mate.info.checkmate && mate.moves.is_empty());
    assert_eq!((mate.info.dtm, mate.info.dtz, mate.category), (Some(0), Some(-1), Category::Loss));
    let promotion = respond(store, &position("8/P7/8/8/8/8/2k5/K7 w - - 0 1")).unwrap();
    assert_eq!(promotion.moves[0].san, "a8=Q");
    assert!(promotion.moves[0].zeroing);
    let late = respond(store, &position("8/8/8/8/8/2k5/7r/K7 b - - 99 80")).unwrap();
    assert_eq!(late.category, Category::CursedWin);
}

#[test]
fn lines_go_through_promotion_to_mate() {
    let store = &three().store;
    for metric in Metric::DEPTHS {
        let start = position("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1");
        assert_eq!(store.wdl(&start).unwrap(), Wdl::Win);
        let found = line(store, &start, metric).unwrap();
        assert!(found.moves.iter().any(|mv| mv.san.contains('=')), "{metric}: no promotion");
        assert!(found.moves.last().unwrap().san.ends_with('#'), "{metric}: no mate");
        assert_eq!(found.result, "1-0");
        let plies = usize::from(found.depth.exact().unwrap().plies().unwrap());
        let goal = |mv: &LineMove| match metric {
            Metric::Dtm => mv.san.ends_with('#'),
            Metric::Dtc => mv.san.contains('='),
            _ => mv.san.starts_with('d'),
        };
        assert_eq!(found.moves.iter().position(goal).map(|at| at + 1), Some(plies), "{metric}");
        assert!(found.pgn().ends_with(found.result));
    }
    let drawn = line(store, &position("8/8/8/8/8/2k5/8/K6B w - - 0 1"), Metric::Dtm).unwrap();
    assert!(drawn.moves.is_empty() && drawn.result == "1/2-1/2");
}

#[test]
fn what_cannot_be_looked_up_says_why() {
    let store = &three().store;
    let castling = store.probe(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &[]).unwrap_err();
    assert!(castling.to_string().contains("castling"), "{castling}");
    let missing = store.probe(&position("4k2q/8/8/8/8/8/8/4K2R w - - 0 1"), &[]).unwrap_err();
    assert!(matches!(missing, nimzo_chess::Error::Missing { .. }));
    assert!(missing.to_string().contains("nimzo table build KQvKR"), "{missing}");
}

#[test]
fn a_table_under_another_name_is_refused() {
    let Three { plain, .. } = three();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    store
        .save(&plain.solved("KQvK".parse().unwrap()).unwrap(), &Metric::ALL, false, &Task::silent())
        .unwrap();
    fs::rename(folder.path().join("KQvK.nimzo"), folder.path().join("KRvK.nimzo")).unwrap();
    let refused = store.table("KRvK".parse().unwrap()).err().expect("refused");
    assert!(refused.to_string().contains("KQvK"), "{refused}");
    assert!(store.table("KQvK".parse().unwrap()).unwrap().is_none());
}

#[test]
fn a_table_of_an_older_version_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let class: Material = "KQvK".parse().unwrap();
    let request = Request { classes: vec![class], metrics: vec![Metric::Dtm], queen_only: false };
    let build = || {
        let store = Store::at(folder.path());
        let plan = store.plan(&request)?;
        store.build(&plan, false, &Task::silent(), |_| {})?;
        Ok::<usize, Error>(plan.todo.len())
    };
    assert_eq!(build().unwrap(), 1);
    assert_eq!(build().unwrap(), 0);
    let path = Store::at(folder.path()).path(class);
    let whole = fs::read(&path).unwrap();
    let with_version = |version: u8| {
        let mut bytes = whole.clone();
        bytes[8] = version;
        fs::write(&path, bytes).unwrap();
    };
    // The first files of format 5 bore 5, those that are read now bear 6, and those of format 6 bear 7.
    for older in [whole[8] - 1, 5] {
        with_version(older);
        let refused = Store::at(folder.path()).require(class, Metric::Dtm).err().unwrap();
        assert!(refused.to_string().contains("build it again"), "{refused}");
        assert_eq!(build().unwrap(), 1);
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    with_version(8);
    assert!(matches!(build(), Err(Error::OtherVersion { .. })));
}

#[test]
fn the_list_shows_what_is_there() {
    let listed = three().store.list().unwrap();
    let names: Vec<String> = listed.iter().map(|l| l.as_ref().unwrap().class.to_string()).collect();
    assert_eq!(names, ["KBvK", "KNvK", "KQvK", "KRvK", "KPvK"]);
    assert!(listed.iter().all(|l| l.as_ref().unwrap().metrics == Metric::ALL));
}

#[test]
fn a_wrong_value_is_found_by_verifying() {
    let Three { plain, store, .. } = three();
    let class: Material = "KQvK".parse().unwrap();
    let whole = store.verifier(&[class]).verify(class, &Task::silent()).unwrap();
    assert_eq!((whole.faults, whole.examples.len()), (0, 0));
    let folder = tempfile::tempdir().unwrap();
    let wrong = Store::at(folder.path());
    let mut solved = plain.solved(class).unwrap();
    let dtm =
        std::sync::Arc::get_mut(solved.slices[0].depths[Metric::Dtm].as_mut().unwrap()).unwrap();
    let nimzo_retro::planes::Cells::Wide(cells) = &mut dtm.white.cells else {
        panic!("wide cells")
    };
    let slot = (0..cells.len())
        .find(|&slot| cells[slot] > 0x8001 && solved.layout.counting_slot(0, slot) == Some(slot))
        .unwrap();
    cells[slot] -= 1;
    wrong.save(&solved, &Metric::ALL, false, &Task::silent()).unwrap();
    let found = wrong.verifier(&[class]).verify(class, &Task::silent()).unwrap();
    assert!(found.faults > 0);
    assert!(found.examples[0].contains("dtm"), "{:?}", found.examples);
}

/// A table made with promotion to queens only is wrong among those made with all.
#[test]
fn a_table_of_other_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let class: Material = "KPvK".parse().unwrap();
    let request = Request { classes: vec![class], metrics: vec![Metric::Dtm], queen_only: true };
    let apart = Store::at(folder.path().join(QUEEN_ONLY));
    let plan = apart.plan(&request).unwrap();
    apart.build(&plan, true, &Task::silent(), |_| {}).unwrap();
    assert!(apart.table(class).unwrap().is_some());
    assert!(apart.list().unwrap().into_iter().all(|table| table.unwrap().queen_only));
    let main = Store::at(folder.path());
    fs::copy(apart.path(class), main.path(class)).unwrap();
    let refused = main.probe(&position("8/8/8/8/8/2k5/P7/K7 w - - 0 1"), &[]).unwrap_err();
    assert!(refused.to_string().contains("queens only"), "{refused}");
    assert!(main.list().unwrap()[0].is_err());
    // And the other way round.
    let ours = three().store.path(class);
    fs::copy(ours, apart.path(class)).unwrap();
    let refused = Store::at(folder.path().join(QUEEN_ONLY)).table(class).err().unwrap();
    assert!(refused.to_string().contains("all promotions"), "{refused}");
    // Without pawns the rules are the same.
    fs::copy(apart.path("KQvK".parse().unwrap()), main.path("KQvK".parse().unwrap())).unwrap();
    assert!(main.table("KQvK".parse().unwrap()).unwrap().is_some());
}

#[test]
fn one_build_in_a_folder_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let class: Material = "KQvK".parse().unwrap();
    let request = Request { classes: vec![class], metrics: vec![Metric::Dtm], queen_only: false };
    let store = Store::at(folder.path());
    let left = folder.path().join(".KQvK.nimzo.1-2.tmp");
    fs::write(&left, "half").unwrap();
    let lock = FolderLock::take(folder.path()).unwrap();
    let plan = store.plan(&request).unwrap();
    let refused = store.build(&plan, false, &Task::silent(), |_| {}).unwrap_err();
    assert!(matches!(refused, Error::Locked(_)));
    let message = refused.to_string();
    assert!(message.contains(&format!("process {}", std::process::id())), "{message}");
    assert!(left.exists() && store.table(class).unwrap().is_none());
    drop(lock);
    store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
    assert!(!left.exists(), "what a killed build left is still there");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(names, [store.path(class)]);
}

/// Whatever happens to the file of an open table, its readers get an answer or an error.
#[test]
fn a_table_that_shrinks_while_it_is_open_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let class: Material = "KPvK".parse().unwrap();
    let store = Store::at(folder.path());
    fs::copy(three().store.path(class), store.path(class)).unwrap();
    let open = store.require(class, Metric::Dtm).unwrap();
    let whole = fs::metadata(store.path(class)).unwrap().len();
    for length in [whole / 2, 100, 0] {
        let file = fs::OpenOptions::new().write(true).open(store.path(class)).unwrap();
        file.set_len(length).unwrap();
        let checked = open.file().check_blocks(&Task::silent()).unwrap_err().to_string();
        assert!(checked.contains("shorter"), "{checked}");
        // The streams follow each other: half a file may hold all of one of them.
        let mut slices = 0..open.layout().slices();
        let stored = store.slices(&open, &[Metric::Dtm], &Task::silent());
        let fails =
            slices.any(|slice| stored.load(&[Metric::Dtm], slice, &Task::silent()).is_err());
        assert!(fails || length == whole / 2, "{length} bytes were enough");
        let _ = store.probe(&position("8/8/8/8/8/2k5/P7/K7 w - - 0 1"), &Metric::DEPTHS);
    }
    fs::remove_file(store.path(class)).unwrap();
    assert!(open.file().check_blocks(&Task::silent()).is_err());
}

#[cfg(unix)]
#[test]
fn a_pipe_named_like_a_table_does_not_keep_anyone_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let class: Material = "KQvK".parse().unwrap();
    let made = std::process::Command::new("mkfifo").arg(store.path(class)).status().unwrap();
    assert!(made.success());
    let refused = store.table(class).err().unwrap().to_string();
    assert!(refused.contains("named pipe"), "{refused}");
    assert!(store.list().unwrap()[0].is_err());
}

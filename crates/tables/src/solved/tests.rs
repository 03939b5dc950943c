//! Solved positions against whole classes, and folders that were damaged.

use std::sync::{Arc, Mutex};

use nimzo_chess::successors::from_successors;
use nimzo_chess::{Probe, Wdl, parse_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::Library;
use nimzo_work::{Observer, Task};
use shakmaty::Position;

use super::*;
use crate::Store;

mod passing;

const THREE: Bounds = Bounds { pieces: 3, changes: None };
const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

fn wish(metric: Metric) -> Wish {
    Wish { metric, limits: PLENTY, bounds: false, search: Search::WHOLE }
}

fn solved_in(folder: &Path, fen: &str, metric: Metric, task: &Task) -> Store {
    let position = parse_fen(fen).unwrap();
    let store = Store::at(folder);
    let way = Ways::of(&position, wish(metric), &store).unwrap().next(task).unwrap().unwrap();
    solve(&way, &store, task).unwrap();
    store
}

/// Listens to what is said.
#[derive(Default)]
struct Said(Mutex<Vec<String>>);

impl Observer for Said {
    fn begin(&self, _: u64, _: &str, _: u64) {}
    fn advance(&self, _: u64, _: u64) {}
    fn end(&self, _: u64) {}
    fn say(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }
}

const FEN: &str = "8/8/4k3/1p6/1P6/3K4/8/8 w - - 0 1";

#[test]
fn a_solved_position_and_what_follows_from_it_equal_the_class() {
    let folder = tempfile::tempdir().unwrap();
    let store = solved_in(folder.path(), FEN, Metric::Dtm, &Task::silent());
    let mut library = Library::new();
    let goals = nimzo_retro::sweep::Goals { dtm: true, ..Default::default() };
    library.solve("KPvKP".parse().unwrap(), goals, &Task::silent()).unwrap();
    let mut open = vec![parse_fen(FEN).unwrap()];
    for _ in 0..4 {
        let mut next = Vec::new();
        for position in open {
            let wanted = [Metric::Dtm];
            let found = store.probe(&position, &wanted).unwrap();
            assert_eq!(found, library.probe(&position, &wanted).unwrap(), "{position:?}");
            let moves = position.legal_moves();
            next.extend(moves.iter().map(|&mv| nimzo_chess::rules::after(&position, mv)));
        }
        next.truncate(300);
        open = next;
    }
    let elsewhere = parse_fen("8/8/4k3/1p6/8/1P1K4/8/8 w - - 0 1").unwrap();
    assert!(store.probe(&elsewhere, &[]).is_err(), "no move leads a pawn back");
}

#[test]
fn what_is_there_is_not_solved_again_and_what_is_damaged_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    let file = store.solved().path(Pack::Results("KPvKP".parse().unwrap()));
    let whole = std::fs::read(&file).unwrap();
    let probe = |store: &Store| store.wdl(&parse_fen(FEN).unwrap());
    let value = probe(&store).unwrap();
    solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    assert_eq!(std::fs::read(&file).unwrap(), whole, "nothing is added");

    // A flipped bit in a slice: probing names the file, solving says so and puts a new slice there.
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &damaged).unwrap();
    let refused = probe(&Store::at(folder.path())).unwrap_err().to_string();
    assert!(refused.contains("KPvKP.slices") && refused.contains("damaged"), "{refused}");
    let said = Arc::new(Said::default());
    let watched = Task::observed(Arc::clone(&said) as Arc<dyn Observer>);
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &watched);
    let lines = said.0.lock().unwrap().join("\n");
    assert!(lines.contains("KPvKP.slices") && lines.contains("solved again"), "{lines}");
    assert_eq!(probe(&store).unwrap(), value);

    // Killed while a record was being written.
    std::fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    assert!(probe(&Store::at(folder.path())).is_err());
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert_eq!(probe(&store).unwrap(), value);
}

#[test]
fn bounds_that_meet_are_found_from_either_side() {
    // Two passed pawns a side would be six pieces; the White king holds one of them.
    let fen = "8/8/8/8/1p5p/1P5P/8/k1K5 w - - 0 1";
    let position = parse_fen(fen).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let task = Task::silent();
    let ways = Ways::of(&position, wish(Metric::Wdl), &store).unwrap();
    let way = ways.way(Search::WHOLE.slices, Some(THREE), &task).unwrap().unwrap();
    assert_eq!(way.bounds, Some(THREE));
    solve(&way, &store, &task).unwrap();
    let (mut board, mut turn) = (position.board().clone(), position.turn());
    exchange_colors(&mut board, &mut turn);
    let other = nimzo_chess::rules::set_up(&board, turn, None).unwrap();
    let value: Wdl = store.wdl(&position).unwrap();
    assert_eq!(store.wdl(&other).unwrap(), value);
    // What proves less leaves what was proved.
    let nothing = Bounds { pieces: 2, changes: Some(0) };
    let way = ways.way(Search::WHOLE.slices, Some(nothing), &task).unwrap().unwrap();
    solve(&way, &store, &task).unwrap();
    assert_eq!(store.wdl(&position).unwrap(), value);
}

#[test]
fn one_slice_decides_what_nobody_need_open() {
    // Behind a closed chain Black has a rook, which only pawns could take, and White nothing.
    let fen = "r3k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - - 0 1";
    let position = parse_fen(fen).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let bounds = Wish { bounds: true, ..wish(Metric::Wdl) };
    let way = Ways::of(&position, bounds, &store).unwrap().next(&Task::silent()).unwrap().unwrap();
    assert_eq!(way.bounds.unwrap().changes, Some(0));
    assert_eq!(way.slices(), 2, "one, for either side");
    solve(&way, &store, &Task::silent()).unwrap();
    assert_eq!(store.wdl(&position).unwrap(), Wdl::Draw);
}

/// A class known from its table in some metric, against the same position without tables.
#[test]
fn tables_in_the_folder_are_read_and_not_solved() {
    let fen = "8/2p5/8/1P6/8/8/8/k1K5 b - - 0 1";
    let (position, task) = (parse_fen(fen).unwrap(), Task::silent());
    let alone = tempfile::tempdir().unwrap();
    let beside = tempfile::tempdir().unwrap();
    let tables = Store::at(beside.path());
    tables.ensure_small("KPvK".parse().unwrap(), &Metric::ALL, &task).unwrap();
    tables.ensure_small("KQvKN".parse().unwrap(), &Metric::ALL, &task).unwrap();
    for metric in [Metric::Wdl, Metric::Dtm] {
        let store = solved_in(alone.path(), fen, metric, &task);
        let whole = Ways::of(&position, wish(metric), &store).unwrap().next(&task).unwrap();
        let way = Ways::of(&position, wish(metric), &tables).unwrap().next(&task).unwrap();
        let (whole, way) = (whole.unwrap(), way.unwrap());
        assert!(way.tables() > 4 && way.slices() < whole.slices(), "{metric}");
        solve(&way, &tables, &task).unwrap();
        let value = |store: &Store, position: &Chess| store.probe(position, &[metric]).unwrap();
        for mv in position.legal_moves() {
            let next = nimzo_chess::rules::after(&position, mv);
            assert_eq!(value(&tables, &next), value(&store, &next), "{metric} {mv:?}");
        }
        assert_eq!(value(&tables, &position), value(&store, &position), "{metric}");
    }
    // Bounds are told in the colours of the board, tables in those of the class.
    let ways = Ways::of(&position, wish(Metric::Wdl), &tables).unwrap();
    let bounded = ways.way(Search::WHOLE.slices, Some(THREE), &task).unwrap().unwrap();
    let fresh = tempfile::tempdir().unwrap();
    let linked = Store::at(fresh.path());
    for class in tables.classes_with(Metric::Wdl).unwrap() {
        std::fs::copy(tables.path(class), linked.path(class)).unwrap();
    }
    solve(&bounded, &linked, &task).unwrap();
    let mut met = 0;
    for mv in position.legal_moves() {
        let next = nimzo_chess::rules::after(&position, mv);
        if let Ok(found) = linked.wdl(&next) {
            assert_eq!(found, tables.wdl(&next).unwrap(), "{mv:?}");
            met += 1;
        }
    }
    assert!(met > 0);
}

/// A zeroing move ends the count, so that tables with results alone will do below.
#[test]
fn depths_that_end_with_the_class_need_results_of_others_only() {
    let fen = "8/2p5/8/1P6/8/8/8/k1K5 b - - 0 1";
    let (position, task) = (parse_fen(fen).unwrap(), Task::silent());
    let (alone, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tables = Store::at(beside.path());
    tables.ensure_small("KPvK".parse().unwrap(), &[Metric::Wdl], &task).unwrap();
    tables.ensure_small("KQvKN".parse().unwrap(), &[Metric::Wdl], &task).unwrap();
    for metric in [Metric::Dtz, Metric::Dtc] {
        let store = solved_in(alone.path(), fen, metric, &task);
        let way = Ways::of(&position, wish(metric), &tables).unwrap().next(&task).unwrap().unwrap();
        assert!(way.tables() > 4, "{metric}");
        solve(&way, &tables, &task).unwrap();
        let value = |store: &Store| store.probe(&position, &[metric]).unwrap();
        assert_eq!(value(&tables), value(&store), "{metric}");
    }
}

#[test]
fn castling_rights_are_solved_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "4k2r/8/8/8/p7/8/8/4K3 w k - 0 1";
    let store = solved_in(folder.path(), fen, Metric::Dtm, &Task::silent());
    let root = parse_fen(fen).unwrap();
    let probe = |position: &Chess| store.probe(position, &[Metric::Dtm]);
    let mut open = vec![root];
    let mut with_rights = 0;
    for _ in 0..4 {
        let mut next = Vec::new();
        for position in open.iter().filter(|position| position.castles().any()) {
            with_rights += 1;
            let follows = from_successors(position, probe).unwrap();
            assert_eq!(probe(position).unwrap(), follows, "{position:?}");
            let moves = position.legal_moves();
            next.extend(moves.iter().map(|&mv| nimzo_chess::rules::after(position, mv)));
        }
        next.truncate(400);
        open = next;
    }
    assert!(with_rights > 30, "{with_rights}");
    // The same as the whole class with its rights.
    let built = tempfile::tempdir().unwrap();
    let built = Store::at(built.path());
    let small = "r3k3/8/8/8/8/8/7P/4K3 b q - 0 1";
    let class = "KRvKP".parse().unwrap();
    built.ensure_small(class, &Metric::ALL, &Task::silent()).unwrap();
    built.ensure_small_castling(class, &Task::silent()).unwrap();
    let store = solved_in(folder.path(), small, Metric::Dtz50, &Task::silent());
    let root = parse_fen(small).unwrap();
    for mv in root.legal_moves() {
        let next = nimzo_chess::rules::after(&root, mv);
        let value = |store: &Store| store.probe(&next, &[Metric::Dtz50]).unwrap();
        assert_eq!(value(&store), value(&built), "{mv:?}");
    }
}

#[test]
fn rights_that_lead_too_far_are_refused() {
    // Seven men beside pawns: a move of the king is already out of reach.
    let position = parse_fen("r3k1KR/3p2PB/3P2N1/3P3b/8/8/8/8 w q - 0 1").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let mut ways = Ways::of(&position, wish(Metric::Wdl), &store).unwrap();
    assert!(ways.next(&Task::silent()).unwrap().is_none());
    let why = ways.refusal.unwrap();
    assert!(why.contains("castling rights") && why.contains("7 men beside pawns"), "{why}");
}

/// Depths of a class that are not kept, but for the position and what is one move away.
#[test]
fn watched_positions_are_found_without_the_depths_of_their_class() {
    for (fen, class) in [
        ("8/8/8/8/3k4/1r6/8/K6Q w - - 0 1", "KQvKR"),
        ("8/8/8/8/1n6/8/4P3/K1k5 b - - 0 1", "KPvKN"),
    ] {
        let (position, task) = (parse_fen(fen).unwrap(), Task::silent());
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let mut ways = Ways::of(&position, wish(Metric::Dtm), &store).unwrap();
        let mut way = ways.next(&task).unwrap().unwrap();
        way.watch_roots(&position);
        solve(&way, &store, &task).unwrap();
        let mut library = Library::new();
        let goals = nimzo_retro::sweep::Goals { dtm: true, ..Default::default() };
        library.solve(class.parse().unwrap(), goals, &task).unwrap();
        let around = super::watched::around(&position);
        assert!(around.len() > 20);
        for one in &around {
            let found = store.probe(one, &[Metric::Dtm]).unwrap();
            assert_eq!(found, library.probe(one, &[Metric::Dtm]).unwrap(), "{one:?}");
        }
        // Solving again finds it there; a damaged list is solved again.
        let class: Material = class.parse().unwrap();
        let name = Pack::Watched(class.canonical(), Metric::Dtm);
        let file = store.solved().path(name);
        let whole = std::fs::read(&file).unwrap();
        solve(&way, &store, &task).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), whole, "nothing is added");
        let mut damaged = whole.clone();
        *damaged.last_mut().unwrap() ^= 1;
        std::fs::write(&file, &damaged).unwrap();
        let store = Store::at(folder.path());
        let refused = store.probe(&position, &[Metric::Dtm]).unwrap_err().to_string();
        assert!(refused.contains("watched") && refused.contains("damaged"), "{refused}");
        solve(&way, &store, &task).unwrap();
        let found = store.probe(&position, &[Metric::Dtm]).unwrap();
        assert_eq!(found, library.probe(&position, &[Metric::Dtm]).unwrap());
    }
}

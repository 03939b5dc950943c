//! Single positions solved in an empty folder, against whole classes.

use std::time::Instant;

use nimzo_chess::rules::{after, set_up};
use nimzo_chess::{Material, Metric, Probe, parse_fen, write_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_tables::solved::{Search, Ways, Wish, solve};
use nimzo_work::Task;
use shakmaty::{Board, Chess, Color, Piece, Position, Role, Square};

/// A random legal position of a class, without en passant right.
fn random(class: Material, random: &mut fastrand::Rng) -> Chess {
    loop {
        let mut board = Board::empty();
        for (color, role) in class.men() {
            let on = |square: &Square| role != Role::Pawn || (8..56).contains(&u32::from(*square));
            let free = |square: &Square| board.piece_at(*square).is_none();
            let squares: Vec<Square> = Square::ALL.into_iter().filter(on).filter(free).collect();
            let square = squares[random.usize(..squares.len())];
            board.set_piece_at(square, Piece { color, role });
        }
        let turn = Color::from_white(random.bool());
        if let Some(position) = set_up(&board, turn, None) {
            return position;
        }
    }
}

/// Positions of a class solved in a folder, beside what was solved there before, against those who know
/// the class.
fn held_equal(
    class: Material,
    metrics: &[Metric],
    (store, known): (&Store, &dyn Probe),
    count: usize,
    numbers: &mut fastrand::Rng,
) {
    let begun = Instant::now();
    for (done, &metric) in metrics.iter().cycle().take(count).enumerate() {
        solved_equal(&random(class, numbers), metric, store, known);
        if (done + 1) % 10 == 0 {
            println!("{class}: {} of {count} in {:.0} s", done + 1, begun.elapsed().as_secs_f64());
        }
    }
}

/// A position solved beside what was solved before, against those who know its class.
fn solved_equal(position: &Chess, metric: Metric, store: &Store, known: &dyn Probe) {
    let limits = Limits { memory: 6 << 30, disk: 1 << 40 };
    let wish = Wish { metric, limits, bounds: false, search: Search::WHOLE };
    let task = Task::silent();
    let way = Ways::of(position, wish, store).unwrap().next(&task).unwrap().unwrap();
    solve(&way, store, &task).unwrap();
    let found = store.probe(position, &[metric]).unwrap();
    let expected = known.probe(position, &[metric]).unwrap();
    assert_eq!(found.wdl, expected.wdl, "{}", write_fen(position));
    assert_eq!(found.depth(metric), expected.depth(metric), "{}", write_fen(position));
}

#[test]
fn positions_of_four_men_equal_their_classes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let mut numbers = fastrand::Rng::with_seed(1);
    for name in ["KPvKP", "KNvKP"] {
        let class: Material = name.parse().unwrap();
        let mut library = Library::new();
        let goals = Goals { dtz50: true, ..Goals::default() };
        library.solve(class, goals, &Task::silent()).unwrap();
        let metrics = [Metric::Wdl, Metric::Dtz50];
        held_equal(class, &metrics, (&store, &library), 4, &mut numbers);
    }
}

/// Results of some slices are there when others of the same files are solved, and where a pawn may be taken
/// en passant they do not say enough.
#[test]
fn positions_beside_what_was_solved_before_equal_their_class() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let mut numbers = fastrand::Rng::with_seed(3);
    let class: Material = "KPvKP".parse().unwrap();
    let mut library = Library::new();
    library.solve(class, Goals::default(), &Task::silent()).unwrap();
    held_equal(class, &[Metric::Wdl], (&store, &library), 60, &mut numbers);
    // Nearer and nearer to where both pawns have yet to move, on files side by side.
    for fen in [
        "8/8/8/3pP3/8/8/8/K1k5 w - - 0 1",
        "8/8/3p4/8/4P3/8/8/K1k5 w - - 0 1",
        "8/3p4/8/8/8/4P3/8/K1k5 b - - 0 1",
        "8/3p4/8/8/8/8/4P3/K1k5 w - - 0 1",
    ] {
        let position = parse_fen(fen).unwrap();
        solved_equal(&position, Metric::Wdl, &store, &library);
        for mv in position.legal_moves() {
            let next = after(&position, mv);
            let wanted = [Metric::Wdl];
            let found = store.probe(&next, &wanted).unwrap();
            assert_eq!(found.wdl, library.probe(&next, &wanted).unwrap().wdl, "{fen} {mv:?}");
        }
    }
}

/// A thousand positions against built tables, whose folder `NIMZO_FIVE` names:
/// `NIMZO_FIVE=… cargo test --release -p nimzo-tables --test tables -- --ignored --nocapture thousand`.
///
/// Pawns stand anywhere. The folder is empty at first, and what one position leaves there is used by the
/// next. Depths are asked for where promotions lead to few classes. `NIMZO_CLASSES` may name some of the classes.
#[test]
#[ignore = "takes minutes, and the tables of five men"]
fn a_thousand_positions_of_five_men_equal_their_classes() {
    const RESULTS: &[Metric] = &[Metric::Wdl];
    const DEPTHS: &[Metric] = &[Metric::Wdl, Metric::Dtm, Metric::Wdl, Metric::Dtz50];
    let folder = std::env::var("NIMZO_FIVE").expect("NIMZO_FIVE: a folder with tables of five men");
    let tables = Store::at(folder);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let mut numbers = fastrand::Rng::with_seed(2);
    for (name, metrics) in [
        ("KRPvKB", DEPTHS),
        ("KNPvKN", DEPTHS),
        ("KBBvKN", DEPTHS),
        ("KBNPvK", RESULTS),
        ("KQPvKR", RESULTS),
        ("KRPvKP", RESULTS),
        ("KBPvKP", RESULTS),
        ("KPPvKN", RESULTS),
        ("KPPvKP", RESULTS),
        ("KPPPvK", RESULTS),
    ] {
        let chosen = std::env::var("NIMZO_CLASSES");
        if chosen.is_ok_and(|chosen| !chosen.split(',').any(|one| one == name)) {
            continue;
        }
        held_equal(name.parse().unwrap(), metrics, (&store, &tables), 100, &mut numbers);
    }
}

//! Single positions solved in an empty folder, against whole classes.

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe, write_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_tables::solved::{Search, Ways, Wish, solve};
use nimzo_work::Task;
use shakmaty::{Board, Chess, Color, Piece, Role, Square};

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

/// Positions of a class solved in a folder that is empty at first, against those who know the class.
fn held_equal(class: Material, known: &dyn Probe, count: usize, numbers: &mut fastrand::Rng) {
    let limits = Limits { memory: 1 << 40, disk: 1 << 40 };
    let folder = tempfile::tempdir().unwrap();
    for number in 0..count {
        let position = random(class, numbers);
        let metric = if number % 2 == 0 { Metric::Wdl } else { Metric::Dtz50 };
        let store = Store::at(folder.path());
        let wish = Wish { metric, limits, bounds: false, search: Search::WHOLE };
        let task = Task::silent();
        let way = Ways::of(&position, wish, &store).unwrap().next(&task).unwrap().unwrap();
        solve(&way, &store, &task).unwrap();
        let found = store.probe(&position, &[metric]).unwrap();
        let expected = known.probe(&position, &[metric]).unwrap();
        assert_eq!(found.wdl, expected.wdl, "{}", write_fen(&position));
        assert_eq!(found.depth(metric), expected.depth(metric), "{}", write_fen(&position));
    }
}

#[test]
fn positions_of_four_men_equal_their_classes() {
    for name in ["KPvKP", "KNvKP"] {
        let class: Material = name.parse().unwrap();
        let mut library = Library::new();
        let goals = Goals { dtz50: true, ..Goals::default() };
        library.solve(class, goals, &Task::silent()).unwrap();
        held_equal(class, &library, 4, &mut fastrand::Rng::with_seed(1));
    }
}

/// A thousand positions against built tables, whose folder `NIMZO_FIVE` names:
/// `NIMZO_FIVE=… cargo test --release -p nimzo-tables --test tables -- --ignored thousand`.
#[test]
#[ignore = "takes long, and the tables of five men"]
fn a_thousand_positions_of_five_men_equal_their_classes() {
    let folder = std::env::var("NIMZO_FIVE").expect("NIMZO_FIVE: a folder with tables of five men");
    let tables = Store::at(folder);
    let mut numbers = fastrand::Rng::with_seed(2);
    for name in ["KPPvKP", "KRPvKB", "KNPvKN", "KBPvKP", "KPPvKN"] {
        held_equal(name.parse().unwrap(), &tables, 200, &mut numbers);
    }
}

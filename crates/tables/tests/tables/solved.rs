//! Single positions solved in an empty folder, against whole classes.

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe, write_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_tables::solved::{Ways, Wish, solve};
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

fn held_equal(classes: &[&str], count: usize, seed: u64) {
    let limits = Limits { memory: 1 << 40, disk: 1 << 40 };
    let mut numbers = fastrand::Rng::with_seed(seed);
    for name in classes {
        let class: Material = name.parse().unwrap();
        let goals = Goals { dtz50: true, ..Goals::default() };
        let mut library = Library::new();
        library.solve(class, goals, &Task::silent()).unwrap();
        for number in 0..count {
            let position = random(class, &mut numbers);
            let metric = if number % 2 == 0 { Metric::Wdl } else { Metric::Dtz50 };
            let folder = tempfile::tempdir().unwrap();
            let store = Store::at(folder.path());
            let wish = Wish { metric, limits, bounds: false, slices: Wish::MOST_SLICES };
            let task = Task::silent();
            let way = Ways::of(&position, wish).next(&task).unwrap().unwrap();
            solve(&way, store.solved(), &task).unwrap();
            let found = store.probe(&position, &[metric]).unwrap();
            let expected = library.probe(&position, &[metric]).unwrap();
            assert_eq!(found.wdl, expected.wdl, "{}", write_fen(&position));
            assert_eq!(found.depth(metric), expected.depth(metric), "{}", write_fen(&position));
        }
    }
}

#[test]
fn positions_of_four_men_equal_their_classes() {
    held_equal(&["KPvKP", "KNvKP"], 4, 1);
}

/// A thousand positions: `cargo test --release -p nimzo-tables -- --ignored thousand`.
#[test]
#[ignore = "takes long"]
fn a_thousand_positions_of_five_men_equal_their_classes() {
    held_equal(&["KPPvKP", "KRPvKB", "KNPvKN", "KBPvKP", "KPPvKN"], 200, 2);
}

//! Blocks and positions say the same.

use std::collections::BTreeSet;

use fastrand::Rng;
use nimzo_chess::fen::write_fen;
use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_mine::plain::{find_image, holds};
use nimzo_mine::search::count_plainly;
use nimzo_mine::{Query, Wanted, search};
use nimzo_retro::Layout;
use nimzo_retro::layout::Address;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use shakmaty::{Board, Chess, Color, Position, Square};

use super::{random, tables};

const THREE_MEN: [&str; 5] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
/// Kings outside the block and in it, like men, pawns of one side and of both, en passant.
const FOUR_MEN: [&str; 9] =
    ["KPvKP", "KRvKP", "KPPvK", "KBBvK", "KBvKB", "KQvKR", "KBNvK", "KQPvK", "KNNvK"];

fn men(class: &str) -> String {
    let (white, black) = class.split_once('v').expect("two sides");
    format!("{white}{}", black.to_lowercase())
}

fn read(text: &str) -> Query {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn solved(classes: &[&str]) -> Library {
    let mut library = Library::new();
    let goals = Goals::of_metrics(&Metric::DEPTHS, false);
    for class in classes {
        library.solve(class.parse().expect("a class"), goals, &Task::silent()).expect("solved");
    }
    library
}

/// All positions of three men, each counted by both.
fn agree_on_three_men(queries: usize, seed: u64) {
    let library = solved(&THREE_MEN);
    let mut rng = Rng::with_seed(seed);
    for number in 0..queries {
        let name = THREE_MEN[number % THREE_MEN.len()];
        let class: Material = name.parse().unwrap();
        let text = random::query(&mut rng, &men(name), 3);
        let query = read(&text);
        let found = search(&library, class, &query, Wanted::default(), &Task::silent()).unwrap();
        let expected = count_plainly(&library, class, &query).unwrap();
        assert_eq!(found.counts, expected, "{name}: {text}");
    }
}

/// Of four men those with the kings on two squares: all that blocks find holds, and of random positions
/// those that hold are found.
fn agree_on_four_men(queries: usize, seed: u64) {
    let library = solved(&FOUR_MEN);
    let mut rng = Rng::with_seed(seed);
    for number in 0..queries {
        let name = FOUR_MEN[number % FOUR_MEN.len()];
        let class: Material = name.parse().unwrap();
        let kings = [0; 2].map(|_| Square::new(rng.u32(..64)));
        let asked = random::query(&mut rng, &men(name), 3);
        let text = format!("({asked}) and K on {} and k on {}", kings[0], kings[1]);
        let query = read(&text);
        let wanted = Wanted { limit: 1_000_000, deepest_by: None };
        let found = search(&library, class, &query, wanted, &Task::silent()).unwrap();
        let layout = Layout::new(class).unwrap();
        let place = |position: &Chess| {
            let address = layout.locate(position.board()).expect("a position of the class");
            (address, position.turn().is_white())
        };
        let places: BTreeSet<(Address, bool)> =
            found.positions.iter().map(|(position, _)| place(position)).collect();
        assert_eq!(places.len() as u64, found.count(), "{name}: {text}");
        for _ in 0..100.min(found.positions.len()) {
            let (position, result) = &found.positions[rng.usize(..found.positions.len())];
            let fen = write_fen(position);
            assert_eq!(library.wdl(position).unwrap(), *result, "{fen}");
            assert!(holds(&query.expression, position, &library).unwrap(), "{fen}: {text}");
        }
        for _ in 0..200 {
            let board = with_kings(&mut rng, class, kings);
            for turn in Color::ALL {
                let Some(position) = set_up(&board, turn, None) else { continue };
                let expected = find_image(&query, &position, &library).unwrap().is_some();
                let fen = write_fen(&position);
                assert_eq!(places.contains(&place(&position)), expected, "{name} {fen}: {text}");
            }
        }
    }
}

/// A board of a class with its kings on given squares and the others anywhere; perhaps not a legal one.
fn with_kings(rng: &mut Rng, class: Material, kings: [Square; 2]) -> Board {
    loop {
        let mut board = Board::empty();
        for (color, role) in class.men() {
            let square = match role {
                shakmaty::Role::King => kings[color.fold_wb(0, 1)],
                shakmaty::Role::Pawn => Square::new(rng.u32(8..56)),
                _ => Square::new(rng.u32(..64)),
            };
            board.set_piece_at(square, role.of(color));
        }
        if board.occupied().count() == class.count() || kings[0] == kings[1] {
            return board;
        }
    }
}

#[test]
fn blocks_and_positions_agree() {
    agree_on_three_men(12, 1);
    agree_on_four_men(14, 2);
}

/// A thousand queries: `cargo test --release -p nimzo-mine -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn blocks_and_positions_agree_on_a_thousand_queries() {
    agree_on_three_men(300, 3);
    agree_on_four_men(700, 4);
}

/// Kinds of moves at which random queries seldom look; here the tables are files.
#[test]
fn every_kind_of_move_is_counted() {
    let store = tables(&["KPvK"]);
    let class: Material = "KPvK".parse().unwrap();
    for test in [
        "moves(w, promotion to R) = 1 and moves(w, by K) < 4",
        "moves(w, stalemate) > 0",
        "moves(w, mate) > 0 or moves(b, capture of P) = 1",
        "moves(w, check and pawn) > 0",
        "stalemate or mate",
    ] {
        let query = read(test);
        let found = search(store, class, &query, Wanted::default(), &Task::silent()).unwrap();
        assert_eq!(found.counts, count_plainly(store, class, &query).unwrap(), "{test}");
        assert!(found.count() > 0, "{test}");
    }
}

//! Blocks and positions say the same.

use std::collections::BTreeSet;

use fastrand::Rng;
use nimzo_chess::Material;
use nimzo_chess::fen::write_fen;
use nimzo_chess::rules::set_up;
use nimzo_mine::plain::{find_image, holds};
use nimzo_mine::search::count_plainly;
use nimzo_mine::{Query, Wanted, search};
use nimzo_retro::Layout;
use nimzo_retro::layout::Address;
use nimzo_work::Task;
use shakmaty::Color;

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

/// All positions of three men, each counted by both.
fn agree_on_three_men(queries: usize, seed: u64) {
    let store = tables(&THREE_MEN);
    let mut rng = Rng::with_seed(seed);
    for number in 0..queries {
        let name = THREE_MEN[number % THREE_MEN.len()];
        let class: Material = name.parse().unwrap();
        let text = random::query(&mut rng, &men(name), 3);
        let query = read(&text);
        let found = search(store, class, &query, Wanted::default(), &Task::silent()).unwrap();
        let expected = count_plainly(store, class, &query).unwrap();
        assert_eq!(found.counts, expected, "{name}: {text}");
    }
}

/// All that blocks find in four men, and a sample of positions that are found or not.
fn agree_on_four_men(queries: usize, seed: u64) {
    let store = tables(&FOUR_MEN);
    let mut rng = Rng::with_seed(seed);
    for number in 0..queries {
        let name = FOUR_MEN[number % FOUR_MEN.len()];
        let class: Material = name.parse().unwrap();
        let text = random::query(&mut rng, &men(name), 3);
        let query = read(&text);
        let wanted = Wanted { limit: usize::MAX / 4, deepest_by: None };
        let found = search(store, class, &query, wanted, &Task::silent()).unwrap();
        assert_eq!(found.count(), found.positions.len() as u64, "{name}: {text}");
        let layout = Layout::new(class).unwrap();
        let place = |position: &shakmaty::Chess| {
            use shakmaty::Position;
            (layout.locate(position.board()).unwrap(), position.turn())
        };
        let places: BTreeSet<(Address, bool)> = found
            .positions
            .iter()
            .map(|position| {
                let (address, turn) = place(position);
                (address, turn.is_white())
            })
            .collect();
        assert_eq!(places.len(), found.positions.len(), "{name}: {text}");
        for _ in 0..20.min(found.positions.len()) {
            let position = &found.positions[rng.usize(..found.positions.len())];
            let fen = write_fen(position);
            assert!(holds(&query.expression, position, store).unwrap(), "{fen}: {text}");
        }
        for _ in 0..300 {
            let slice = rng.usize(..layout.slices());
            let slot = rng.usize(..layout.slots());
            let Some(board) = layout.board(Address { slice, slot }) else { continue };
            for turn in Color::ALL {
                let Some(position) = set_up(&board, turn, None) else { continue };
                let expected = find_image(&query, &position, store).unwrap().is_some();
                let (address, turn) = place(&position);
                let fen = write_fen(&position);
                assert_eq!(
                    places.contains(&(address, turn.is_white())),
                    expected,
                    "{name} {fen}: {text}"
                );
            }
        }
    }
}

#[test]
fn blocks_and_positions_agree() {
    agree_on_three_men(15, 1);
    agree_on_four_men(18, 2);
}

/// A thousand queries: `cargo test --release -p nimzo-mine -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn blocks_and_positions_agree_on_a_thousand_queries() {
    agree_on_three_men(600, 3);
    agree_on_four_men(400, 4);
}

/// Kinds of moves at which random queries seldom look.
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

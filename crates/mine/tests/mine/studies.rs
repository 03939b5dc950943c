//! Known studies are found again, each by a query that tells its idea and hardly anything else.

use nimzo_chess::{Material, parse_fen};
use nimzo_mine::{Query, Wanted, search};
use nimzo_retro::Layout;
use nimzo_work::Task;
use shakmaty::{Chess, Position};

use super::tables;

/// How many positions the query finds; the study must be one of them.
fn found_among(query: &str, fen: &str) -> u64 {
    let study = parse_fen(fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
    let class = Material::of_board(study.board());
    let store = tables(&[&class.to_string()]);
    let query: Query = query.parse().unwrap_or_else(|fault| panic!("{query}: {fault}"));
    let wanted = Wanted { limit: 1_000_000, deepest_by: None };
    let found = search(store, class, &query, wanted, &Task::silent()).unwrap();
    let layout = Layout::new(class).unwrap();
    let place = |position: &Chess| (layout.locate(position.board()), position.turn());
    let there = found.positions.iter().any(|(position, _)| place(position) == place(&study));
    assert!(there, "{fen} is not among {} positions: {query}", found.count());
    found.count()
}

/// R. Réti, 1921: the king in the far corner, two moves behind, catches the pawn or helps his own.
#[test]
fn reti_1921() {
    let count = found_among(
        "only_drawing(w, king) and K on h8 and P on c and p on h and k on a",
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    );
    assert_eq!(count, 15);
}

/// G. Barbier and F. Saavedra, 1895, with colours exchanged: a queen would be lost for a stalemate, so
/// the pawn becomes a rook. The position before the promotion, and the start.
#[test]
fn saavedra_1895() {
    let count = found_among(
        "after(b, promotion to R, wins) and not after(b, promotion to Q, wins)",
        "K7/2k5/8/3R4/8/8/2p5/8 b - - 0 1",
    );
    assert_eq!(count, 19);
    let count = found_among(
        "only_winning(b, pawn) and k on b3 and p on c3 and K on corner",
        "K7/8/8/8/3R4/1kp5/8/8 b - - 0 1",
    );
    assert_eq!(count, 8);
}

/// Study S01 of E. Bleicher and G. Haworth, 6-man Chess and Zugzwangs: 2. Kf5 and not 2. Kf4, for
/// after 2... Kd4 it must be Black's move with the king on f4.
#[test]
fn zugzwang_study_s01() {
    let count = found_among("zug(A1) and K on f4 and k on d4", "8/8/8/8/3k1K2/4R3/8/6n1 w - - 0 1");
    assert_eq!(count, 2);
    let count = found_among(
        "only_winning(w) and K on e5 and R on d3 and n on e2",
        "8/8/8/2k1K3/8/3R4/4n3/8 w - - 0 1",
    );
    assert_eq!(count, 7);
}

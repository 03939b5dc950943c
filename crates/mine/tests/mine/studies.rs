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

/// R. Réti, 1921: the king in the far corner catches the pawn or helps his own; here it stands on h8
/// with the pawns six files apart.
#[test]
fn reti_1921() {
    let count = found_among(
        "only_drawing(w, king) and K on h8 and P on c and p on h and k on a",
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    );
    assert!(count < 40, "{count}");
}

/// G. Barbier and F. Saavedra, 1895, with colours exchanged: the rook holds against a queen only, so
/// the pawn becomes a rook. Both the start and the position before the promotion.
#[test]
fn saavedra_1895() {
    let count = found_among("only_winning(b, promotion to R)", "K7/2k5/8/3R4/8/8/2p5/8 b - - 0 1");
    assert!(count < 1000, "{count}");
    let count = found_among(
        "only_winning(b, pawn) and dtm(b) > 40 and p on 3",
        "K7/8/8/8/3R4/1kp5/8/8 b - - 0 1",
    );
    assert!(count < 1000, "{count}");
}

/// Study S01 of E. Bleicher and G. Haworth, 6-man Chess and Zugzwangs: the king goes to f5, not f4,
/// for the sake of a mutual zugzwang with the rook on d3 and the knight on e2.
#[test]
fn zugzwang_study_s01() {
    let count = found_among("zug(A1) and R on d3 and n on e2", "8/8/8/8/3k1K2/3R4/4n3/8 w - - 0 1");
    assert_eq!(count, 1);
    found_among("only_winning(w) and R on d3 and n on e2", "8/8/8/2k1K3/8/3R4/4n3/8 w - - 0 1");
}

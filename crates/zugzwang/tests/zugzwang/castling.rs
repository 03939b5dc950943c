//! Zugzwangs with castling rights, over tables built for the test.

use nimzo_chess::rules::legal;
use nimzo_chess::{CastlingRights, Material, Metric, parse_fen, write_fen};
use nimzo_tables::Store;
use nimzo_work::Task;
use nimzo_zugzwang::castling::{RightsCounts, find};
use nimzo_zugzwang::{Kind, Level, PerKind, Triple, classify};
use shakmaty::{Board, Color, Role, Setup, Square};

#[test]
fn a_null_move_keeps_the_rights() {
    let p1 = parse_fen("r3k3/8/8/8/1pP5/8/8/4K2R b Kq c3 0 1").unwrap();
    let triple = Triple::of(&p1).unwrap();
    assert_eq!(write_fen(&triple.p2), "r3k3/8/8/8/1pP5/8/8/4K2R w Kq - 0 1");
    assert_eq!(write_fen(&triple.p3), "r3k3/8/8/8/1pP5/8/8/4K2R b Kq - 0 1");
}

#[test]
fn those_found_are_those_that_a_close_look_at_every_placement_finds() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let class: Material = "KRvKP".parse().unwrap();
    store.ensure_small(class, &Metric::ALL, &Task::silent()).unwrap();
    store.ensure_small_castling(class, &Task::silent()).unwrap();
    let found = find(&store, class, &Task::silent()).unwrap();

    let mut expected = PerKind::default();
    let rooks = [("K", Square::H1), ("Q", Square::A1)];
    for (rights, rook) in rooks {
        let rights: CastlingRights = rights.parse().unwrap();
        for king in Square::ALL {
            for pawn in Square::ALL {
                let mut board = Board::empty();
                for (square, color, role) in [
                    (Square::E1, Color::White, Role::King),
                    (rook, Color::White, Role::Rook),
                    (king, Color::Black, Role::King),
                    (pawn, Color::Black, Role::Pawn),
                ] {
                    board.set_piece_at(square, role.of(color));
                }
                if board.occupied().count() < 4 {
                    continue;
                }
                let castling_rights = rights.rooks();
                let setup = Setup { board, castling_rights, ..Setup::empty() };
                let Some(position) = legal(setup) else { continue };
                if let Level::A(kind) = classify(&store, &position).unwrap().level {
                    expected[kind] += 1;
                }
            }
        }
    }
    let counts = RightsCounts::of(&found);
    assert_eq!(counts.white, expected);
    assert_eq!(counts.white_en_passant.total() + counts.black_en_passant.total(), 0);
    for one in &found {
        let exchanged = one.with_colours_exchanged().unwrap();
        assert_eq!(exchanged.rights, one.rights.flipped());
        assert_eq!(exchanged.kind == one.kind, one.kind == Kind::A3);
        assert_eq!(exchanged.with_colours_exchanged().as_ref(), Some(one));
    }
}

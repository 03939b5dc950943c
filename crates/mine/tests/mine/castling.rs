//! Positions with castling rights: as many as are counted without tables, and found as a walk over boards finds
//! them.

use nimzo_chess::count::{Convention, EnPassant, count};
use nimzo_chess::{Material, Probe, Wdl, parse_fen};
use nimzo_mine::{Query, Wanted, search_with_rights};
use nimzo_tables::Store;
use nimzo_work::Task;
use shakmaty::{ByColor, Color, Position, Square};

use super::tables;

fn with_rights(classes: &[&str]) -> &'static Store {
    let store = tables(classes);
    for class in classes {
        store.ensure_small_castling(class.parse().unwrap(), &Task::silent()).unwrap();
    }
    store
}

fn found(store: &Store, class: &str, query: &str, limit: usize) -> nimzo_mine::Found {
    let wanted = Wanted { limit, deepest_by: None };
    let query: Query = query.parse().unwrap();
    search_with_rights(store, class.parse().unwrap(), &query, wanted, &Task::silent()).unwrap()
}

#[test]
fn there_are_as_many_as_are_counted() {
    let classes = ["KRvK", "KRvKN", "KRvKP", "KRvKR", "KRRvK"];
    let store = with_rights(&classes);
    let convention = Convention { en_passant: EnPassant::Ignored, castling: true };
    let censuses = [3, 4].map(|men| count(men, convention, &Task::silent()).unwrap());
    for name in classes {
        let class: Material = name.parse().unwrap();
        let counted = |turn: Color| {
            let of_class = |census: &nimzo_chess::count::Census| {
                census.sum(|row| row.class == class && row.turn == turn && !row.castling.is_empty())
            };
            censuses.iter().map(of_class).sum::<u64>()
        };
        // With the same men on both sides White to move stands for both.
        let black = if class.is_symmetric() { Color::White } else { Color::Black };
        let expected = ByColor { white: counted(Color::White), black: counted(black) };
        assert_eq!(found(store, name, "legal", 0).counts, expected, "{name}");
        assert!(expected.white > 0, "{name}: nothing was compared");
    }
}

#[test]
fn a_walk_over_boards_finds_the_same() {
    let store = with_rights(&["KRvK", "KRvKN"]);
    let query = "win(w) and only_winning(w, king) or loss(b) and check";
    let mut expected = Vec::new();
    for (rook, right) in [("R3K3", "Q"), ("4K2R", "K")] {
        for square in Square::ALL.into_iter().filter(|square| square.rank() > shakmaty::Rank::First)
        {
            for turn in ["w", "b"] {
                let mut rows = vec!["8".to_owned(); 7];
                let (before, after) = (square.file() as usize, 7 - square.file() as usize);
                rows[7 - square.rank() as usize] = format!("{before}k{after}").replace('0', "");
                let fen = format!("{}/{rook} {turn} {right} - 0 1", rows.join("/"));
                let Ok(position) = parse_fen(&fen) else { continue };
                let result = store.wdl(&position).unwrap();
                let keeps = |mv: &shakmaty::Move| {
                    let next = position.clone().play(*mv).expect("a legal move");
                    store.wdl(&next).unwrap() == Wdl::Loss
                };
                let holds = match position.turn() {
                    Color::White => {
                        let winning: Vec<_> =
                            position.legal_moves().into_iter().filter(keeps).collect();
                        let kings = |mv: &shakmaty::Move| mv.role() == shakmaty::Role::King;
                        result == Wdl::Win && !winning.is_empty() && winning.iter().all(kings)
                    }
                    Color::Black => result == Wdl::Loss && position.is_check(),
                };
                if holds {
                    expected.push(position);
                }
            }
        }
    }
    // The Black king beside the rook is left out of the walk and of what is compared.
    let on_first = |position: &shakmaty::Chess| {
        position.board().king_of(Color::Black).expect("a king").rank() == shakmaty::Rank::First
    };
    let mut listed: Vec<_> = found(store, "KRvK", query, 1_000).positions;
    listed.retain(|(position, _)| !on_first(position));
    assert_eq!(listed.len(), expected.len());
    assert!(listed.iter().all(|(position, _)| expected.contains(position)));
    assert!(!expected.is_empty());
}

#[test]
fn six_men_are_refused() {
    let wanted = Wanted::default();
    let (class, query) = ("KRRNvKN".parse().unwrap(), "legal".parse().unwrap());
    let refused = search_with_rights(tables(&[]), class, &query, wanted, &Task::silent());
    assert!(refused.unwrap_err().to_string().contains("up to five men"));
}

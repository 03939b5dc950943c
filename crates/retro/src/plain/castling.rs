//! The plain solver of positions with castling rights: every position is drawn at first, and each is
//! looked at again and again, its value made from those of its successors, until nothing changes.
//!
//! It shares neither numbering nor order with [`castling`](crate::castling). Meant for up to four men.

use std::collections::{HashMap, HashSet};

use nimzo_chess::rules::legal;
use nimzo_chess::successors::{from_successors, with_en_passant};
use nimzo_chess::{CastlingRights, Material, Values};
use shakmaty::{Board, Chess, Color, Piece, Position, Role, Setup, Square};

/// All positions of a class with given rights and their values. `outside` knows all others.
pub fn solve(
    class: Material,
    rights: CastlingRights,
    outside: impl Fn(&Chess) -> Values,
) -> Vec<(Chess, Values)> {
    let mut positions = HashSet::new();
    let men: Vec<Piece> = class.men().map(|(color, role)| Piece { color, role }).collect();
    set_up(&men, Board::empty(), rights, &mut positions);
    let key = |position: &Chess| (position.board().clone(), position.turn());
    let mut inside: HashMap<(Board, Color), Values> =
        positions.iter().map(|position| (key(position), Values::DRAW)).collect();
    let mut known_outside: HashMap<Chess, Values> = HashMap::new();
    loop {
        let mut changed = false;
        for position in &positions {
            let mut value = |next: &Chess| {
                let mut look_up = |p: &Chess| -> Result<Values, std::convert::Infallible> {
                    let same = CastlingRights::of(p) == rights;
                    Ok(match inside.get(&key(p)).filter(|_| same) {
                        Some(value) => *value,
                        None => *known_outside.entry(p.clone()).or_insert_with(|| outside(p)),
                    })
                };
                with_en_passant(next, &mut look_up)
            };
            let Ok(found) = from_successors(position, &mut value);
            changed |= inside.insert(key(position), found) != Some(found);
        }
        if !changed {
            break;
        }
    }
    positions.into_iter().map(|position| (position.clone(), inside[&key(&position)])).collect()
}

/// Adds all legal positions with the given men more on the board.
fn set_up(men: &[Piece], board: Board, rights: CastlingRights, positions: &mut HashSet<Chess>) {
    let Some((&piece, rest)) = men.split_first() else {
        for turn in Color::ALL {
            let castling_rights = rights.rooks();
            let board = board.clone();
            let position = legal(Setup { board, turn, castling_rights, ..Setup::empty() });
            positions.extend(position);
        }
        return;
    };
    let at_home = match piece.role {
        Role::King => rights.king(piece.color),
        _ => None,
    };
    for square in Square::ALL {
        if at_home.is_some_and(|home| home != square) {
            continue;
        }
        if board.piece_at(square).is_none() {
            let mut board = board.clone();
            board.set_piece_at(square, piece);
            set_up(rest, board, rights, positions);
        }
    }
}

//! Our values in files that a program in any language can read, to hold other readers of Syzygy's files against them.

use std::fs;
use std::path::PathBuf;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Depth, Dtz50, Material, Metric, Probe, write_fen};
use nimzo_tables::Store;
use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};

use super::read_back::positions;

/// Stands where no position is legal, and where like men stand in another order.
const NONE: i16 = i16::MIN;

#[test]
#[ignore = "writes 600 MB: NIMZO_FIVE=TABLES NIMZO_OUT=DIR cargo test --release -p nimzo-syzygy -- --ignored values"]
fn values_for_other_readers() {
    let folder =
        |name: &str| PathBuf::from(std::env::var(name).unwrap_or_else(|_| panic!("{name}")));
    let store = Store::at(folder("NIMZO_FIVE"));
    let out = folder("NIMZO_OUT");
    fs::create_dir_all(&out).expect("a folder");
    for class in (3..=4).flat_map(Material::all) {
        let path = |ending: &str| out.join(format!("{class}.{ending}"));
        let values = values(&store, class);
        let found = values.iter().filter(|&&value| value != NONE).count();
        let bytes: Vec<u8> = values.into_iter().flat_map(i16::to_le_bytes).collect();
        fs::write(path("values"), bytes).expect("a file");
        let passed = with_en_passant(&store, class);
        println!("{class}: {found} positions, {} with en passant", passed.len());
        fs::write(path("passed"), passed.concat()).expect("a file");
    }
}

/// The men in the order of the file: the kings, then White's and Black's as the class is written.
fn men_of(class: Material) -> Vec<Piece> {
    let name = class.to_string();
    let (white, black) = name.split_once('v').expect("two sides");
    let side = |men: &str, color: Color| -> Vec<Piece> {
        let role = |man| Role::from_char(man).expect("a man");
        men.chars().map(|man| Piece { color, role: role(man) }).collect()
    };
    let mut men = [side(white, Color::White), side(black, Color::Black)].concat();
    men.sort_by_key(|man| man.role != Role::King);
    men
}

/// Where the White king is put: the other squares are images of these.
fn lead_squares(class: Material) -> Vec<u32> {
    let is_lead = |&square: &u32| match class.has_pawns() {
        true => square % 8 < 4,
        false => square % 8 < 4 && square / 8 <= square % 8,
    };
    (0..64).filter(is_lead).collect()
}

/// The depth to a zeroing move of each position in plies of the side to move, 0 for a draw and -1 for a mate: White to
/// move, then Black; within that by the White king among its squares, then by the squares of the other men, the last one
/// fastest.
fn values(store: &Store, class: Material) -> Vec<i16> {
    let (men, leads) = (men_of(class), lead_squares(class));
    let others = 64usize.pow(men.len() as u32 - 1);
    let mut values = vec![NONE; 2 * leads.len() * others];
    values.par_chunks_mut(64 * 64).enumerate().for_each(|(piece, values)| {
        for (i, value) in values.iter_mut().enumerate() {
            let at = piece * 64 * 64 + i;
            let (turn, lead) = (at / others / leads.len(), at / others % leads.len());
            let Some(board) = board(&men, leads[lead], at % others) else { continue };
            let turn = Color::from_white(turn == 0);
            let Some(position) = set_up(&board, turn, None) else { continue };
            *value = depth(store, &position);
        }
    });
    values
}

/// The men on their squares, unless two are on the same one, a pawn where none can be, or like men in another order.
fn board(men: &[Piece], lead: u32, others: usize) -> Option<Board> {
    let mut board = Board::empty();
    let mut before = None;
    for (i, &man) in men.iter().enumerate() {
        let square = match i {
            0 => lead,
            _ => (others >> (6 * (men.len() - 1 - i)) & 63) as u32,
        };
        let is_taken = board.occupied().contains(Square::new(square));
        let is_misplaced =
            man.role == Role::Pawn && Bitboard::BACKRANKS.contains(Square::new(square));
        let is_out_of_order = before.is_some_and(|(like, at)| like == man && square < at);
        if is_taken || is_misplaced || is_out_of_order {
            return None;
        }
        board.set_piece_at(Square::new(square), man);
        before = Some((man, square));
    }
    Some(board)
}

fn depth(store: &Store, position: &Chess) -> i16 {
    let known = store.probe(position, &[Metric::Dtz50]).expect("a table");
    let Dtz50(depth) = known.dtz50.and_then(|depth| depth.exact()).expect("a depth");
    match depth {
        Depth::MATED => -1,
        depth => depth.signed_plies() as i16,
    }
}

/// Lines of the positions with a right to take en passant, each with its depth.
fn with_en_passant(store: &Store, class: Material) -> Vec<String> {
    let sides = [class.white, class.black].map(|army| army.count(Role::Pawn));
    if sides.contains(&0) {
        return Vec::new();
    }
    let (men, leads) = (men_of(class), lead_squares(class));
    let others = 64usize.pow(men.len() as u32 - 1);
    let all = (0..leads.len() * others).into_par_iter().flat_map_iter(|at| {
        let board = board(&men, leads[at / others], at % others);
        let both = board
            .into_iter()
            .flat_map(|board| Color::ALL.into_iter().flat_map(move |turn| positions(&board, turn)));
        both.filter(|position| !position.en_passant_moves().is_empty())
            .map(|position| format!("{} {}\n", write_fen(&position), depth(store, &position)))
    });
    all.collect()
}

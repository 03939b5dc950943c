//! How positions with given castling rights are numbered: a digit for the square of each man who is
//! free to move without losing a right.

use nimzo_chess::rules::{exchange_colors, legal};
use nimzo_chess::{CastlingRights, Material};
use shakmaty::{Board, Chess, Color, Piece, Position, Role, Setup, Square};

/// At most so many men beside the kings and rooks that the rights hold in place.
const FREE: usize = 3;

/// The positions of a class with given castling rights. Colours are as the class has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    class: Material,
    rights: CastlingRights,
    /// The men held in place.
    held: Vec<(Square, Piece)>,
    /// The others, like men together.
    free: Vec<Piece>,
}

impl Numbering {
    /// The numberings of a class, one for each set of rights that it can have, in an order in which
    /// rights that are left come after those that are left of them. Where both sides have the same men,
    /// a set of rights stands for itself and the one with colours exchanged.
    ///
    /// `None` if the class has too many men.
    pub fn all(class: Material) -> Option<Vec<Self>> {
        let mut sets: Vec<CastlingRights> = CastlingRights::all()
            .filter(|rights| !rights.is_empty())
            .filter(|rights| !class.is_symmetric() || *rights <= rights.flipped())
            .filter(|rights| {
                Color::ALL.into_iter().all(|color| {
                    let rooks = rights.rooks() & shakmaty::Bitboard::from(color.backrank());
                    rooks.count() <= class.army(color).count(Role::Rook)
                })
            })
            .collect();
        sets.sort_by_key(|rights| (rights.rooks().count(), *rights));
        sets.into_iter().map(|rights| Self::new(class, rights)).collect()
    }

    fn new(class: Material, rights: CastlingRights) -> Option<Self> {
        let mut held: Vec<(Square, Piece)> = Vec::new();
        for color in Color::ALL {
            held.extend(rights.king(color).map(|s| (s, Piece { color, role: Role::King })));
            let rooks = rights.rooks() & shakmaty::Bitboard::from(color.backrank());
            held.extend(rooks.into_iter().map(|s| (s, Piece { color, role: Role::Rook })));
        }
        let mut free: Vec<Piece> = class.men().map(|(color, role)| Piece { color, role }).collect();
        for (_, piece) in &held {
            free.remove(free.iter().position(|other| other == piece)?);
        }
        (free.len() <= FREE).then_some(Self { class, rights, held, free })
    }

    /// The class.
    pub fn class(&self) -> Material {
        self.class
    }

    /// The rights.
    pub fn rights(&self) -> CastlingRights {
        self.rights
    }

    /// Numbers of placements; not all of them are positions.
    pub fn size(&self) -> usize {
        1 << (6 * self.free.len())
    }

    /// The position with this number; `None` where men coincide, like men are out of order or the
    /// position is illegal.
    pub fn position(&self, number: usize, turn: Color) -> Option<Chess> {
        let mut board = Board::empty();
        self.held.iter().for_each(|&(square, piece)| board.set_piece_at(square, piece));
        let mut before: Option<(Piece, Square)> = None;
        for (at, &piece) in self.free.iter().enumerate() {
            let digit = number >> (6 * (self.free.len() - 1 - at)) & 63;
            let square = Square::new(digit as u32);
            let out_of_order = before.is_some_and(|(p, s)| p == piece && s > square);
            let edge =
                square.rank() == shakmaty::Rank::First || square.rank() == shakmaty::Rank::Eighth;
            let taken = board.piece_at(square).is_some();
            if out_of_order || taken || (piece.role == Role::Pawn && edge) {
                return None;
            }
            board.set_piece_at(square, piece);
            before = Some((piece, square));
        }
        let castling_rights = self.rights.rooks();
        legal(Setup { board, turn, castling_rights, ..Setup::empty() })
    }

    /// The number of a placement that has the class's men, those held in place among them.
    pub fn number(&self, board: &Board) -> Option<usize> {
        let mut board = board.clone();
        for &(square, piece) in &self.held {
            (board.remove_piece_at(square)? == piece).then_some(())?;
        }
        let mut number = 0;
        let mut kinds = self.free.clone();
        kinds.dedup();
        for kind in kinds {
            for square in board.by_piece(kind) {
                number = number << 6 | usize::from(square);
            }
        }
        (board.occupied().count() == self.free.len()).then_some(number)
    }

    /// Steps that the pawns of a placement have before them: a pawn move leads to fewer.
    pub(super) fn steps_left(&self, number: usize) -> u32 {
        let digit = |at: usize| (number >> (6 * (self.free.len() - 1 - at)) & 63) as u32;
        let pawns = self.free.iter().enumerate().filter(|(_, piece)| piece.role == Role::Pawn);
        pawns.map(|(at, piece)| piece.color.fold_wb(7 - digit(at) / 8, digit(at) / 8)).sum()
    }
}

/// A position with castling rights as the class of its men has it: the colours exchanged where the class
/// has them so, or where both sides have the same men and the rights stand for the other set.
pub fn canonical(position: &Chess) -> (Material, CastlingRights, Board, Color) {
    let material = Material::of_board(position.board());
    let rights = CastlingRights::of(position);
    let (mut board, mut turn) = (position.board().clone(), position.turn());
    let exchange =
        if material.is_symmetric() { rights.flipped() < rights } else { !material.is_canonical() };
    if !exchange {
        return (material, rights, board, turn);
    }
    exchange_colors(&mut board, &mut turn);
    (material.canonical(), rights.flipped(), board, turn)
}

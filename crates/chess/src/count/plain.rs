//! The plain counter: every placement is set up on a board, and one of each set of equivalent
//! positions is counted. Slow and simple, it says what the fast one counts. Meant for three and four
//! men.

use shakmaty::{Board, Color, Piece, Position, Rank, Role, Setup, Square};

use super::census::{Census, Row};
use super::{Convention, EnPassant};
use crate::castling::CastlingRights;
use crate::material::Material;
use crate::rules::legal;

/// Counts the positions of one class.
pub fn count(class: Material, convention: Convention) -> Census {
    count_those(class, convention, |_| true)
}

/// Counts those positions of a class with an en passant right, or without, that are asked for.
fn count_those(
    class: Material,
    convention: Convention,
    wanted: fn(Option<Square>) -> bool,
) -> Census {
    let men: Vec<Piece> = class.men().map(|(color, role)| Piece { color, role }).collect();
    let mut rows = Vec::new();
    place(&men, &mut Vec::new(), &mut |squares| {
        for castling in
            CastlingRights::all().filter(|rights| convention.castling || rights.is_empty())
        {
            let is_later =
                castling.is_empty() && !is_first(squares[0], symmetries(class, castling));
            if is_later || !stand_at_home(castling, &men, squares) {
                continue;
            }
            for turn in Color::ALL {
                let rights = en_passant_rights(&men, squares, turn, convention.en_passant);
                for en_passant in rights.filter(|&right| wanted(right)) {
                    let spot =
                        Spot { men: &men, squares: packed(squares), turn, castling, en_passant };
                    let first = spot.images(class).all(|image| spot.key() <= image.key());
                    if first && spot.is_legal(convention) {
                        note(&mut rows, class, &spot);
                    }
                }
            }
        }
    });
    Census::new(rows)
}

fn note(rows: &mut Vec<Row>, class: Material, spot: &Spot<'_>) {
    let (turn, castling, en_passant) = (spot.turn, spot.castling, spot.en_passant.is_some());
    let same =
        |row: &&mut Row| (row.turn, row.castling, row.en_passant) == (turn, castling, en_passant);
    match rows.iter_mut().find(same) {
        Some(row) => row.positions += 1,
        None => rows.push(Row { class, turn, castling, en_passant, positions: 1 }),
    }
}

/// Calls `visit` with the squares of each placement; like men stand in ascending order.
fn place(men: &[Piece], squares: &mut Vec<Square>, visit: &mut impl FnMut(&[Square])) {
    let next = squares.len();
    if next == men.len() {
        return visit(squares);
    }
    for square in Square::ALL {
        let out_of_order = next > 0 && men[next] == men[next - 1] && square < squares[next - 1];
        let edge = matches!(square.rank(), Rank::First | Rank::Eighth);
        if out_of_order || squares.contains(&square) || (men[next].role == Role::Pawn && edge) {
            continue;
        }
        squares.push(square);
        place(men, squares, visit);
        squares.pop();
    }
}

/// Whether the kings and rooks stand where the rights want them.
fn stand_at_home(castling: CastlingRights, men: &[Piece], squares: &[Square]) -> bool {
    let stands = |square: Square, role: Role| {
        let color = Color::from_white(square.rank() == Rank::First);
        men.iter().zip(squares).any(|(&man, &on)| man == Piece { color, role } && on == square)
    };
    castling.rooks().into_iter().all(|square| stands(square, Role::Rook))
        && castling.kings().into_iter().all(|square| stands(square, Role::King))
}

/// No right, and each that a pair of pawns side by side gives.
fn en_passant_rights(
    men: &[Piece],
    squares: &[Square],
    turn: Color,
    right: EnPassant,
) -> impl Iterator<Item = Option<Square>> {
    let rank = turn.fold_wb(Rank::Fifth, Rank::Fourth);
    let pawns = move |color| {
        let pawn = Piece { color, role: Role::Pawn };
        let standing = men.iter().zip(squares).filter(move |(man, _)| **man == pawn);
        standing.map(|(_, &square)| square).filter(move |square| square.rank() == rank)
    };
    let beside = move |square: Square| pawns(turn).any(|other| other.distance(square) == 1);
    let rights = pawns(!turn)
        .filter(move |&square| right != EnPassant::Ignored && beside(square))
        .map(move |square| square.offset(turn.fold_wb(8, -8)));
    std::iter::once(None).chain(rights)
}

/// How many symmetries of the board leave the rules of a class as they are.
fn symmetries(class: Material, castling: CastlingRights) -> u32 {
    match (class.has_pawns(), castling.is_empty()) {
        (_, false) => 1,
        (true, true) => 2,
        (false, true) => 8,
    }
}

/// Turned by one of the eight symmetries.
fn turned(mut square: Square, turn: u32) -> Square {
    if turn & 1 != 0 {
        square = square.flip_horizontal();
    }
    if turn & 2 != 0 {
        square = square.flip_vertical();
    }
    if turn & 4 != 0 {
        square = square.flip_diagonal();
    }
    square
}

/// Whether no symmetry brings the first man, a king, to an earlier square. Otherwise the placement is not
/// the first of its images.
fn is_first(king: Square, symmetries: u32) -> bool {
    (0..symmetries).all(|turn| king <= turned(king, turn))
}

/// Squares of up to eight men.
type Squares = [Square; 8];

fn packed(squares: &[Square]) -> Squares {
    std::array::from_fn(|at| squares.get(at).copied().unwrap_or(Square::A1))
}

/// A position that may be legal.
#[derive(Clone, Copy)]
struct Spot<'a> {
    men: &'a [Piece],
    squares: Squares,
    turn: Color,
    castling: CastlingRights,
    en_passant: Option<Square>,
}

impl Spot<'_> {
    fn board(&self) -> Board {
        let mut board = Board::empty();
        for (&piece, square) in self.men.iter().zip(self.squares) {
            board.set_piece_at(square, piece);
        }
        board
    }

    fn is_legal(&self, convention: Convention) -> bool {
        let setup = |ep_square| Setup {
            board: self.board(),
            turn: self.turn,
            castling_rights: self.castling.rooks(),
            ep_square,
            ..Setup::empty()
        };
        let bare = legal(setup(None)).is_some();
        let Some(over) = self.en_passant else { return bare };
        // The board library takes a right only where the squares behind the pawn are empty.
        let possible = || legal(setup(Some(over)));
        let usable = || possible().is_some_and(|position| position.legal_ep_square().is_some());
        match convention.en_passant {
            EnPassant::Ignored => bare,
            EnPassant::Adjacent => bare && !self.has_pawn_behind(over),
            EnPassant::Possible => possible().is_some(),
            EnPassant::Usable => usable(),
            EnPassant::Arisen => usable() && self.was_legal_before(over),
        }
    }

    /// Whether a pawn stands on this square, which was passed over, or on the one behind it.
    fn has_pawn_behind(&self, over: Square) -> bool {
        let behind = [Some(over), over.offset(self.turn.fold_wb(8, -8))];
        let standing = self.men.iter().zip(self.squares);
        standing.filter(|(man, _)| man.role == Role::Pawn).any(|(_, on)| behind.contains(&Some(on)))
    }

    /// Whether the position before the double step over this square is legal.
    fn was_legal_before(&self, over: Square) -> bool {
        let forward = self.turn.fold_wb(8, -8);
        let (Some(from), Some(to)) = (over.offset(forward), over.offset(-forward)) else {
            return false;
        };
        let mut board = self.board();
        board.discard_piece_at(to);
        board.set_piece_at(from, Piece { color: !self.turn, role: Role::Pawn });
        let castling_rights = self.castling.rooks();
        legal(Setup { board, turn: !self.turn, castling_rights, ..Setup::empty() }).is_some()
    }

    /// All equivalent positions of the class: by the symmetries of the board that leave the rules as
    /// they are, and by exchange of colours.
    fn images(self, class: Material) -> impl Iterator<Item = Self> {
        let turned = (0..symmetries(class, self.castling)).map(move |turn| self.turned(turn));
        turned.flat_map(move |image| {
            let exchanged = class.is_symmetric().then(|| image.exchanged());
            exchanged.into_iter().chain([image])
        })
    }

    /// Turned by one of the eight symmetries.
    fn turned(self, turn: u32) -> Self {
        let to = |square| turned(square, turn);
        let squares = self.squares.map(to);
        Self { squares, en_passant: self.en_passant.map(to), ..self }
    }

    /// With the colours exchanged; both sides have the same men.
    fn exchanged(self) -> Self {
        let mut squares = self.squares.map(Square::flip_vertical);
        squares[..self.men.len()].rotate_left(self.men.len() / 2);
        Self {
            squares,
            turn: !self.turn,
            castling: self.castling.flipped(),
            en_passant: self.en_passant.map(Square::flip_vertical),
            ..self
        }
    }

    /// What equal positions share. Of two that differ in the side to move, White's comes first.
    fn key(mut self) -> impl Ord + use<> {
        let squares = &mut self.squares;
        for group in self.men.chunk_by(|a, b| a == b).scan(0, |at, group| {
            *at += group.len();
            Some(*at - group.len()..*at)
        }) {
            squares[group].sort_unstable();
        }
        squares[self.men.len()..].fill(Square::A1);
        (self.turn.is_black(), self.squares, self.castling, self.en_passant)
    }
}

#[cfg(test)]
mod tests {
    use nimzo_work::Task;

    use super::*;

    const EN_PASSANT: [EnPassant; 5] = [
        EnPassant::Ignored,
        EnPassant::Adjacent,
        EnPassant::Possible,
        EnPassant::Usable,
        EnPassant::Arisen,
    ];

    fn agree(name: &str, convention: Convention) {
        let class: Material = name.parse().unwrap();
        let mut census = super::super::count(class.count(), convention, &Task::silent()).unwrap();
        census.rows.retain(|row| row.class == class);
        assert_eq!(census, count(class, convention), "{name} {convention:?}");
        assert!(census.total() > 0);
    }

    #[test]
    fn both_counters_agree_on_three_men() {
        for class in Material::all(3) {
            agree(&class.to_string(), Convention::KRYUKOV);
            agree(&class.to_string(), Convention::default());
        }
    }

    #[test]
    fn both_counters_agree_on_rooks_with_rights() {
        agree("KRvKR", Convention::KRYUKOV);
    }

    #[test]
    fn both_counters_agree_on_like_men() {
        agree("KNNvK", Convention::KRYUKOV);
    }

    #[test]
    fn both_counters_agree_on_pawns() {
        agree("KPvKP", Convention::KRYUKOV);
    }

    #[test]
    fn both_counters_agree_on_every_kind_of_en_passant() {
        let class: Material = "KPvKP".parse().unwrap();
        for en_passant in EN_PASSANT {
            let convention = Convention { en_passant, castling: true };
            let mut census = super::super::count(4, convention, &Task::silent()).unwrap();
            census.rows.retain(|row| row.class == class && row.en_passant);
            assert_eq!(
                census,
                count_those(class, convention, |right| right.is_some()),
                "{convention:?}"
            );
            assert_eq!(census.total() > 0, en_passant != EnPassant::Ignored);
        }
    }
}

//! What the rules say beyond what `shakmaty` says: which positions there are, what a move does to the
//! counts of depth, what an en passant right is, and the same position seen by the other side.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position,
    PositionError, Rank, Role, Setup, Square, attacks,
};

use crate::material::Material;
use crate::values::Step;

/// The position of a setup: kings apart, the side not to move not in check. Whether a game can reach
/// it is not asked, as everywhere in endgame tables and in the published counts.
pub fn position(setup: Setup) -> Result<Chess, Box<PositionError<Chess>>> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(Box::new)
}

/// The position of a setup, if it is legal.
pub fn legal(setup: Setup) -> Option<Chess> {
    position(setup).ok()
}

/// The position of a board without castling rights, if it is legal.
pub fn set_up(board: &Board, turn: Color, en_passant: Option<Square>) -> Option<Chess> {
    legal(Setup { board: board.clone(), turn, ep_square: en_passant, ..Setup::empty() })
}

/// The board and the side to move as the class of its material has them: colours exchanged and the
/// board turned round where the material is not canonical.
pub fn in_class_colors(position: &Chess) -> (Board, Color) {
    board_in_class_colors(position.board(), position.turn())
}

/// The same of a board that need not be a position.
pub fn board_in_class_colors(board: &Board, mut turn: Color) -> (Board, Color) {
    let mut board = board.clone();
    if !Material::of_board(&board).is_canonical() {
        exchange_colors(&mut board, &mut turn);
    }
    (board, turn)
}

/// The other side's view of a position: colours exchanged, the board turned round.
pub fn exchange_colors(board: &mut Board, turn: &mut Color) {
    board.flip_vertical();
    board.swap_colors();
    *turn = turn.other();
}

/// What a move does to the counts of depth.
pub fn step(mv: Move) -> Step {
    if mv.is_capture() || mv.is_promotion() {
        Step::Conversion
    } else if mv.is_zeroing() {
        Step::Push
    } else {
        Step::Quiet
    }
}

/// The position after a legal move.
pub fn after(position: &Chess, mv: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// The double step of a pawn that leaves `square` behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoublePush {
    /// Where the pawn came from.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
}

impl DoublePush {
    /// The step that lets `taker` capture on `square`, when it is on the right rank for that.
    pub fn over(square: Square, taker: Color) -> Option<Self> {
        let (rank, back) = match taker {
            Color::White => (Rank::Sixth, 8),
            Color::Black => (Rank::Third, -8),
        };
        (square.rank() == rank)
            .then(|| Some(Self { from: square.offset(back)?, to: square.offset(-back)? }))?
    }
}

/// The squares behind enemy pawns that may just have made a double step and that a pawn of `taker`
/// attacks, whether or not the capture would be legal.
pub fn en_passant_squares(board: &Board, taker: Color) -> impl Iterator<Item = Square> + use<> {
    let enemies = board.by_piece(Role::Pawn.of(!taker));
    let takers = board.by_piece(Role::Pawn.of(taker));
    let occupied = board.occupied();
    let rank = taker.fold_wb(Rank::Sixth, Rank::Third);
    Bitboard::from(rank).into_iter().filter(move |&square| {
        DoublePush::over(square, taker).is_some_and(|push| {
            enemies.contains(push.to)
                && !occupied.contains(square)
                && !occupied.contains(push.from)
                && (attacks::pawn_attacks(!taker, square) & takers).any()
        })
    })
}

/// The same position without its en passant right.
pub fn without_en_passant(given: &Chess) -> Chess {
    if given.maybe_ep_square().is_none() {
        return given.clone();
    }
    let mut setup = given.to_setup(EnPassantMode::Always);
    setup.ep_square = None;
    position(setup).unwrap_or_else(|_| given.clone())
}

//! Simple proofs that no game reaches a position. They find some unreachable positions, not all:
//! nobody knows a simple test that does.

use std::fmt;

use nimzo_chess::rules::DoublePush;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position,
    PositionErrorKinds, Rank, Role, Square,
};

/// Why no game reaches a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreachable {
    /// Before the double step that allows the en passant capture, the capturer's king already
    /// stood in check although the other side was to move.
    CheckBeforeDoubleStep {
        /// Who gave that check.
        from: Square,
        /// Whether it is a pawn on its home square: such a check cannot even be given.
        home_pawn: bool,
    },
    /// The side to move is in check from a pawn on its home square, which never moved.
    CheckFromHomePawn(Square),
    /// The side to move is in check in a way that no single move gives.
    ImpossibleCheck,
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CheckBeforeDoubleStep { from, home_pawn } => {
                let pawn = if *home_pawn { ", a pawn on its home square" } else { "" };
                write!(f, "before the double step the other king stood in check from {from}{pawn}")
            }
            Self::CheckFromHomePawn(from) => {
                write!(f, "the check comes from {from}, a pawn on its home square")
            }
            Self::ImpossibleCheck => f.write_str("no single move gives this check"),
        }
    }
}

/// The first simple proof found that no game reaches the position.
pub fn unreachable(position: &Chess) -> Option<Unreachable> {
    let side = position.turn();
    let home = home_pawns(position, !side);
    if let Some(from) = (position.checkers() & home).first() {
        return Some(Unreachable::CheckFromHomePawn(from));
    }
    if let Some(from) = check_before_double_step(position) {
        let home_pawn = from.rank() == home_rank(!side)
            && position.board().role_at(from).is_none_or(|role| role == Role::Pawn);
        return Some(Unreachable::CheckBeforeDoubleStep { from, home_pawn });
    }
    let setup = position.to_setup(EnPassantMode::Always);
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Err(refused) if refused.kinds().contains(PositionErrorKinds::IMPOSSIBLE_CHECK) => {
            Some(Unreachable::ImpossibleCheck)
        }
        _ => None,
    }
}

fn home_rank(side: Color) -> Rank {
    side.fold_wb(Rank::Second, Rank::Seventh)
}

fn home_pawns(position: &Chess, side: Color) -> Bitboard {
    position.board().by_piece(Role::Pawn.of(side)) & Bitboard::from(home_rank(side))
}

/// Takes the double step back and looks who checks the king of the side now to move.
fn check_before_double_step(position: &Chess) -> Option<Square> {
    let capturer = position.turn();
    let DoublePush { from, to } = DoublePush::over(position.maybe_ep_square()?, capturer)?;
    let mut board = position.board().clone();
    board.discard_piece_at(to);
    board.set_piece_at(from, Piece { color: !capturer, role: Role::Pawn });
    let king = board.king_of(capturer)?;
    let checkers = board.attacks_to(king, !capturer, board.occupied());
    // A check from the pawn itself is the stronger reason.
    (checkers & Bitboard::from_square(from)).first().or_else(|| checkers.first())
}

#[cfg(test)]
mod tests {
    use nimzo_chess::fen::parse_fen;

    use super::*;

    fn proof(fen: &str) -> Option<Unreachable> {
        unreachable(&parse_fen(fen).unwrap())
    }

    #[test]
    fn the_published_example() {
        assert_eq!(
            proof("2n5/8/8/2B5/1Pp5/k1K5/8/8 b - b3 0 1"),
            Some(Unreachable::CheckBeforeDoubleStep { from: Square::B2, home_pawn: true })
        );
    }

    #[test]
    fn ordinary_positions_are_let_pass() {
        assert_eq!(proof("8/8/8/3k4/2pP4/2K5/1P6/8 b - d3 0 1"), None);
        assert_eq!(proof("1k6/1P6/2K5/8/8/8/8/8 w - - 0 1"), None);
    }

    #[test]
    fn checks_that_cannot_be_given() {
        assert_eq!(
            proof("8/8/8/8/8/k7/1P6/4K3 b - - 0 1"),
            Some(Unreachable::CheckFromHomePawn(Square::B2))
        );
        assert_eq!(proof("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1"), Some(Unreachable::ImpossibleCheck));
    }
}

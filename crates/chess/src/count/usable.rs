//! Positions with an en passant capture that is legal, counted with the last man placed on all squares
//! at once.
//!
//! Here two kings matter: that of the side not to move must not be attacked, and the mover's must not
//! be attacked after the capture. Men are placed one by one; for the last, the squares that he must
//! not attack from, or has to stand on to block a check, are sets of 64 bits.

use nimzo_work::{Interrupted, Task};
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::pawns::DoubleStep;
use super::terms::{Kind, Polynomial, Terms};

/// The number of ways to place `further` men more beside `men`, for every material at once, so that
/// the last move can have been the given double step and at least one of the captures is legal; if
/// `arisen`, White was not in check before the step. White is to move.
pub(super) fn count(
    terms: &Terms,
    men: &[(Square, Piece)],
    step: DoubleStep,
    arisen: bool,
    further: usize,
    task: &Task,
) -> Result<Polynomial, Interrupted> {
    let mut board = Board::empty();
    for &(square, piece) in men {
        board.set_piece_at(square, piece);
    }
    let mut walk = Walk { terms, step, arisen, board, ways: terms.zero() };
    walk.extend(further, 0, 0, task)?;
    terms.unordered(&mut walk.ways);
    Ok(walk.ways)
}

struct Walk<'a> {
    terms: &'a Terms,
    step: DoubleStep,
    arisen: bool,
    board: Board,
    /// Ways with like men told apart.
    ways: Polynomial,
}

impl Walk<'_> {
    /// Places the men that are still to come, whose kinds do not precede `from`. `placed` is the term of
    /// those placed so far.
    fn extend(
        &mut self,
        further: usize,
        from: usize,
        placed: u32,
        task: &Task,
    ) -> Result<(), Interrupted> {
        task.check()?;
        if further == 0 {
            let fine = self.fine(None).any();
            self.ways[placed as usize] += u64::from(fine);
            return Ok(());
        }
        for kind in Kind::all().skip(from) {
            let piece = Piece { color: kind.color(), role: kind.role() };
            let term = self.terms.raised(placed, kind);
            if further == 1 {
                let squares = self.fine(Some(piece)) & self.room(piece);
                self.ways[term as usize] += squares.count() as u64;
                continue;
            }
            for square in self.room(piece) {
                self.board.set_piece_at(square, piece);
                self.extend(further - 1, kind.0, term, task)?;
                self.board.discard_piece_at(square);
            }
        }
        Ok(())
    }

    /// The squares on which a man may be placed.
    fn room(&self, piece: Piece) -> Bitboard {
        let mut room = !(self.board.occupied() | self.step.crossed());
        if piece.role == Role::Pawn {
            room &= !(Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth));
            if piece.color == Color::White {
                room &= !self.step.neighbours();
            }
        }
        room
    }

    /// The squares on which the last man makes the position legal and a capture too; all or none of
    /// them if there is no further man.
    fn fine(&self, last: Option<Piece>) -> Bitboard {
        let mut safe = shelter(&self.board, Color::Black, last);
        if self.arisen {
            let mut before = self.board.clone();
            before.discard_piece_at(self.step.to());
            before.set_piece_at(self.step.from(), Piece { color: Color::Black, role: Role::Pawn });
            safe &= shelter(&before, Color::White, last);
        }
        if safe.is_empty() {
            return safe;
        }
        let mut capturable = Bitboard::EMPTY;
        for capturer in self.step.neighbours() & self.board.white() & self.board.pawns() {
            let mut after = self.board.clone();
            after.discard_piece_at(capturer);
            after.discard_piece_at(self.step.to());
            after.set_piece_at(self.step.over(), Piece { color: Color::White, role: Role::Pawn });
            capturable |= shelter(&after, Color::White, last);
        }
        safe & capturable
    }
}

/// The squares on which a further man leaves a king unattacked, empty or not; all or none of them
/// without a further man.
fn shelter(board: &Board, color: Color, last: Option<Piece>) -> Bitboard {
    let Some(king) = board.king_of(color) else { return Bitboard::EMPTY };
    let occupied = board.occupied();
    let mut squares = Bitboard::FULL;
    for attacker in board.attacks_to(king, !color, occupied) {
        // Empty beside a man who is no slider or stands next to the king: nobody blocks him.
        squares &= if last.is_some() { attacks::between(attacker, king) } else { Bitboard::EMPTY };
    }
    if let Some(piece) = last.filter(|piece| piece.color != color) {
        let seen = attacks::attacks(king, Piece { color, ..piece }, occupied);
        squares &= !seen;
    }
    squares
}

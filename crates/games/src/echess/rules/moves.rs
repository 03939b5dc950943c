//! Moves of entrepreneurial chess on absolute squares: what is legal and what follows. How moves are
//! written and read is told in `notation`, what they are worth by `play::advice`.

use std::fmt;

use super::position::{Board, Position, Square};
use super::window::STEPS;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left: the lone king.
    Black,
    /// Right: king and rook.
    White,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "Black",
            Player::White => "White",
        })
    }
}

/// A move of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Black takes his points and the board is removed.
    CashOut,
    /// The Black king takes the rook on this square.
    TakeRook(Square),
    /// The mover's king goes to this square.
    King(Square),
    /// The rook goes to this square.
    Rook(Square),
    /// White takes a king left in check.
    TakeKing,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The game goes on.
    Position(Position),
    /// Black has cashed out for this much.
    Cash(i64),
    /// The rook is gone: worth more than any number.
    RookTaken,
    /// The king is gone: worth less than any number.
    KingTaken,
}

impl Square {
    /// The square a step away.
    pub(crate) fn by(self, (dx, dy): (i32, i32)) -> Square {
        Square { x: self.x + dx, y: self.y + dy }
    }
}

impl Position {
    /// Black's legal moves, cashing out last.
    pub fn black_moves(&self, board: Board) -> Vec<Move> {
        let mut moves: Vec<Move> =
            STEPS.iter().filter_map(|&step| self.black_step(step, board)).collect();
        moves.push(Move::CashOut);
        moves
    }

    /// The legal move that this step of the Black king is, if it is one.
    pub(crate) fn black_step(&self, step: (i32, i32), board: Board) -> Option<Move> {
        let to = self.black_king.by(step);
        if !board.holds(to) || to.touches(self.white_king) {
            None
        } else if to == self.rook {
            // Next to the White king it would have been refused: the rook is protected there.
            Some(Move::TakeRook(to))
        } else {
            (!self.attacks(to)).then_some(Move::King(to))
        }
    }

    /// Whether Black can take the rook.
    pub(crate) fn black_takes_rook(&self, board: Board) -> bool {
        self.black_moves(board).iter().any(|played| matches!(played, Move::TakeRook(_)))
    }

    /// White's legal moves. On an endless line the rook's moves are listed as far as `reach`
    /// squares from the Black king, and one square beyond, which stands for all further ones.
    pub fn white_moves(&self, board: Board, reach: i32) -> Vec<Move> {
        if self.in_check() {
            return vec![Move::TakeKing];
        }
        let free =
            |to: &Square| board.holds(*to) && *to != self.rook && !to.touches(self.black_king);
        let king = STEPS.iter().map(|&step| self.white_king.by(step)).filter(free);
        let mut moves: Vec<Move> = king.map(Move::King).collect();
        for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            moves.extend(self.rook_line(direction, board, reach).map(Move::Rook));
        }
        moves
    }

    /// The squares that the rook can go to in a direction.
    fn rook_line(
        &self,
        direction: (i32, i32),
        board: Board,
        reach: i32,
    ) -> impl Iterator<Item = Square> {
        let along = |square: Square| square.x * direction.0 + square.y * direction.1;
        let (rook, middle) = (along(self.rook), along(self.black_king));
        let across = |square: Square| if direction.0 == 0 { square.x } else { square.y };
        let blocked = across(self.white_king) == across(self.rook);
        let king = along(self.white_king);
        let end = if blocked && king > rook { king - 1 } else { i32::MAX };
        // A rook that comes from far away is not followed square by square until it is in view.
        let from = (rook + 1).max(middle - reach - 1);
        (from..=end.min(middle + reach + 1))
            .map(move |at| self.rook.by((direction.0 * (at - rook), direction.1 * (at - rook))))
            .take_while(move |&to| board.holds(to))
    }

    /// All legal moves of a player.
    pub fn moves(&self, player: Player, board: Board, reach: i32) -> Vec<Move> {
        match player {
            Player::Black => self.black_moves(board),
            Player::White => self.white_moves(board, reach),
        }
    }

    /// Plays a move that is legal.
    pub fn after(&self, player: Player, played: Move) -> After {
        match (player, played) {
            (_, Move::CashOut) => After::Cash(self.cash()),
            (_, Move::TakeRook(_)) => After::RookTaken,
            (_, Move::TakeKing) => After::KingTaken,
            (Player::Black, Move::King(to)) => {
                After::Position(Position { black_king: to, ..*self })
            }
            (Player::White, Move::King(to)) => {
                After::Position(Position { white_king: to, ..*self })
            }
            (_, Move::Rook(to)) => After::Position(Position { rook: to, ..*self }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn a_king_in_check_is_taken() {
        let here = position("0,0 5,5 0,3");
        assert_eq!(here.white_moves(Board::Open, 5), [Move::TakeKing]);
        assert!(here.black_moves(Board::Open).contains(&Move::CashOut));
    }

    #[test]
    fn the_king_stands_in_the_rooks_way() {
        let here = position("0,0 2,1 4,1");
        let square = Square::new;
        assert!(here.attacks(square(3, 1)) && !here.attacks(square(1, 1)));
        assert!(here.attacks(square(4, -7)) && !here.attacks(square(4, 1)));
        let moves = here.white_moves(Board::Open, 6);
        assert!(moves.contains(&Move::Rook(square(3, 1))));
        let passes = |to: &Square| to.y == 1 && to.x < 2;
        assert!(!moves.iter().any(|played| matches!(played, Move::Rook(to) if passes(to))));
    }
}

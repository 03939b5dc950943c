//! The null move and the three positions it makes.
//!
//! p1 is the position itself; p2 is what the first player's null move leads to: the same placement,
//! the other side to move, no en passant right; p3 is what the second player's null move leads to
//! from there: p1 without its en passant right.

use nimzo_chess::fen::side_name;
use nimzo_chess::rules::{position, without_en_passant};
use shakmaty::{Chess, Color, EnPassantMode, Position, Square};

/// Why there is no null move to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoNull {
    /// The side to move is in check: after a null move its king could be taken.
    #[error("{} is to move and in check, so a null move would leave its king to be taken", side_name(*.0))]
    InCheck(Color),
}

/// The three positions of a null move.
#[derive(Debug, Clone)]
pub struct Triple {
    /// The position itself.
    pub p1: Chess,
    /// After the first player's null move.
    pub p2: Chess,
    /// After null moves of both.
    pub p3: Chess,
}

impl Triple {
    /// The three positions, or why there are not three.
    pub fn of(p1: &Chess) -> Result<Self, NoNull> {
        let p3 = without_en_passant(p1);
        let mut setup = p3.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        let p2 = position(setup).map_err(|_| NoNull::InCheck(p1.turn()))?;
        Ok(Self { p1: p1.clone(), p2, p3 })
    }

    /// Who moves first.
    pub fn first(&self) -> Color {
        self.p1.turn()
    }

    /// The square on which a pawn of the first player stands ready to capture en passant, whether
    /// or not the capture is legal.
    pub fn en_passant(&self) -> Option<Square> {
        self.p1.pseudo_legal_ep_square()
    }
}

#[cfg(test)]
mod tests {
    use nimzo_chess::fen::{parse_fen, write_fen};

    use super::*;

    #[test]
    fn only_p1_has_the_en_passant_right() {
        let p1 = parse_fen("8/8/8/3k4/2pP4/2K5/1P6/8 b - d3 0 1").unwrap();
        let triple = Triple::of(&p1).unwrap();
        assert_eq!(triple.first(), Color::Black);
        assert_eq!(triple.en_passant(), Some(Square::D3));
        assert_eq!(write_fen(&triple.p2), "8/8/8/3k4/2pP4/2K5/1P6/8 w - - 0 1");
        assert_eq!(write_fen(&triple.p3), "8/8/8/3k4/2pP4/2K5/1P6/8 b - - 0 1");
    }

    #[test]
    fn in_check_nobody_passes() {
        let p1 = parse_fen("k7/8/8/8/8/8/8/R3K3 b - -").unwrap();
        assert_eq!(Triple::of(&p1).unwrap_err(), NoNull::InCheck(Color::Black));
    }
}

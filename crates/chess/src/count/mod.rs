//! How many positions there are: unique legal ones, by class, side to move and right, counted without
//! tables.
//!
//! **Legal** is what endgame tables call so: one king each, not on neighbouring squares, pawns off the
//! first and last rank, the side not to move not in check. Whether some game leads to the position is
//! not asked. A castling right exists where the king and that rook stand on their home squares.
//! What an en passant right takes is a matter of convention: [`EnPassant`].
//!
//! **Unique** is up to what leaves the game the same: the eight symmetries of the board without pawns,
//! left-right with pawns, neither with castling rights; and exchange of the colours, always.
//!
//! The exchange of colours never leaves a position as it is, because the other side is then to move. So
//! the positions of a class are counted with White to move and with Black to move, which is the same as
//! White to move in the class with colours exchanged; if that is the same class, White to move alone.
//! Of the symmetries of the board only reflections in a long diagonal leave any square where it is, so
//! they alone leave positions as they are: without pawns, an eighth of (all positions, and twice those
//! that are symmetric to one diagonal) are different (Burnside's lemma).

mod census;
mod pawns;
mod placements;
pub mod plain;
mod terms;
mod usable;

pub use census::{Census, Row, count};

/// When a position with an en passant right counts beside the same one without it. Each asks for more
/// than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EnPassant {
    /// Never.
    #[default]
    Ignored,
    /// When a pawn of the side to move stands beside an enemy pawn on the rank that a double step leads
    /// to, and no pawn stands on the two squares behind that one. Whether another man does is not
    /// asked. K. Kryukov's published numbers are made so.
    Adjacent,
    /// When moreover those two squares are empty. The capture need
    /// not be legal. Zugzwangs are counted so.
    Possible,
    /// When moreover a capture is legal.
    Usable,
    /// When moreover the king of the side to move was not in check before the double step.
    Arisen,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Convention {
    /// Positions with an en passant right.
    pub en_passant: EnPassant,
    /// Whether positions with castling rights count, too.
    pub castling: bool,
}

impl Convention {
    /// The one that gives the numbers of positions that K. Kryukov has published.
    pub const KRYUKOV: Self = Self { en_passant: EnPassant::Adjacent, castling: true };
}

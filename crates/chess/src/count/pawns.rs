//! Double steps of Black's pawns that White may answer by a capture en passant.

use shakmaty::{Bitboard, File, Rank, Square};

/// The step of a Black pawn from its home square over two squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct DoubleStep(pub File);

impl DoubleStep {
    /// One on each file.
    pub fn all() -> impl Iterator<Item = Self> {
        File::ALL.into_iter().map(Self)
    }

    /// Where the pawn came from.
    pub fn from(self) -> Square {
        Square::from_coords(self.0, Rank::Seventh)
    }

    /// Where the pawn stands now.
    pub fn to(self) -> Square {
        Square::from_coords(self.0, Rank::Fifth)
    }

    /// The square that it passed over.
    pub fn over(self) -> Square {
        Square::from_coords(self.0, Rank::Sixth)
    }

    /// The squares that must be empty: the one passed over and the one it came from.
    pub fn crossed(self) -> Bitboard {
        Bitboard::from_square(self.over()).with(self.from())
    }

    /// The squares from which a White pawn may capture it.
    pub fn neighbours(self) -> Bitboard {
        let beside = [self.0.offset(-1), self.0.offset(1)];
        beside.into_iter().flatten().map(|file| Square::from_coords(file, Rank::Fifth)).collect()
    }
}

//! How many zugzwangs of each type there are, in the counting conventions of the literature.

use std::ops::{AddAssign, Index, IndexMut};

use crate::definition::kind::Kind;

/// A count for each type of level A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerKind([u64; 6]);

impl PerKind {
    /// All types together.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The types with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u64)> + '_ {
        Kind::ALL.into_iter().map(|kind| (kind, self[kind]))
    }
}

impl Index<Kind> for PerKind {
    type Output = u64;

    fn index(&self, kind: Kind) -> &u64 {
        &self.0[kind as usize]
    }
}

impl IndexMut<Kind> for PerKind {
    fn index_mut(&mut self, kind: Kind) -> &mut u64 {
        &mut self.0[kind as usize]
    }
}

impl AddAssign for PerKind {
    fn add_assign(&mut self, other: Self) {
        for kind in Kind::ALL {
            self[kind] += other[kind];
        }
    }
}

/// The zugzwangs of one endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Whether the two forces are equal. Then an A2 is an A1 with the colours exchanged, and A3 is
    /// counted up to that exchange.
    pub equal_forces: bool,
    /// White first, no en passant right. Each orbit once.
    pub white: PerKind,
    /// A3 placements when colours are not exchanged: for equal forces twice the A3, less those
    /// that are their own exchange.
    pub physical_a3: u64,
    /// With an en passant right.
    pub en_passant: EnPassantCounts,
}

/// Zugzwangs with an en passant right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EnPassantCounts {
    /// White first.
    pub white: PerKind,
    /// Black first; nothing when the forces are equal, for they mirror White's.
    pub black: PerKind,
}

impl Counts {
    /// Black first, no en passant right: the same placements with A1 and A2 exchanged.
    pub fn black(&self) -> PerKind {
        let mut black = self.white;
        black[Kind::A1] = self.white[Kind::A2];
        black[Kind::A2] = self.white[Kind::A1];
        black
    }

    /// The counts of the same endgame with the colours of the two sides exchanged.
    pub fn with_colours_exchanged(&self) -> Self {
        let EnPassantCounts { white, black } = self.en_passant;
        let en_passant = if self.equal_forces {
            self.en_passant
        } else {
            EnPassantCounts { white: black, black: white }
        };
        Self { white: self.black(), en_passant, ..*self }
    }

    /// Placements, each once up to the symmetries of the board and, for equal forces, of the
    /// colours; those with an en passant right not included.
    pub fn distinct(&self) -> u64 {
        let mirrored = if self.equal_forces { self.white[Kind::A2] } else { 0 };
        self.white.total() - mirrored
    }

    /// The convention that counts an A3 twice: once for either side to move.
    pub fn with_a3_twice(&self) -> u64 {
        self.distinct() + self.white[Kind::A3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conventions_of_counting() {
        let mut counts = Counts::default();
        counts.white[Kind::A1] = 4179;
        counts.white[Kind::A2] = 52;
        counts.white[Kind::A3] = 6;
        assert_eq!((counts.distinct(), counts.with_a3_twice()), (4237, 4243));
        assert_eq!(counts.black()[Kind::A1], 52);
        assert_eq!(counts.with_colours_exchanged().with_colours_exchanged(), counts);
        let equal =
            Counts { equal_forces: true, white: PerKind([106, 106, 15, 0, 0, 0]), ..counts };
        assert_eq!((equal.distinct(), equal.with_a3_twice()), (121, 136));
    }
}

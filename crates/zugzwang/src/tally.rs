//! How many zugzwangs of each type there are, in the counting conventions of the literature.

use std::ops::{Index, IndexMut};

use crate::kind::Kind;

/// A count for each type of level A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally([u64; 6]);

impl Tally {
    /// All types together.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The types with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u64)> + '_ {
        Kind::ALL.into_iter().map(|kind| (kind, self[kind]))
    }
}

impl Index<Kind> for Tally {
    type Output = u64;

    fn index(&self, kind: Kind) -> &u64 {
        &self.0[kind as usize]
    }
}

impl IndexMut<Kind> for Tally {
    fn index_mut(&mut self, kind: Kind) -> &mut u64 {
        &mut self.0[kind as usize]
    }
}

/// The zugzwangs of one endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Whether the two forces are equal. Then an A2 is an A1 with the colours exchanged, and A3 is
    /// counted up to that exchange.
    pub equal_forces: bool,
    /// White first, no en passant right. Each orbit once.
    pub white: Tally,
    /// A3 placements when colours are not exchanged: twice the A3 of equal forces, less those that
    /// are their own exchange.
    pub physical_a3: u64,
    /// White first, with an en passant right; `None` when it was not asked for.
    pub en_passant: Option<EnPassantCounts>,
}

/// Zugzwangs with an en passant right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EnPassantCounts {
    /// White first.
    pub white: Tally,
    /// Black first; nothing when the forces are equal, for they mirror White's.
    pub black: Tally,
}

impl Counts {
    /// Black first, no en passant right: the same placements with A1 and A2 exchanged.
    pub fn black(&self) -> Tally {
        let mut black = self.white;
        black[Kind::A1] = self.white[Kind::A2];
        black[Kind::A2] = self.white[Kind::A1];
        black
    }

    /// Placements, each once up to the symmetries of the board and, for equal forces, of the
    /// colours; those with an en passant right not included.
    pub fn distinct(&self) -> u64 {
        let mirrored = if self.equal_forces { self.white[Kind::A2] } else { 0 };
        self.white.total() - mirrored
    }

    /// The older convention, which counts an A3 twice: once for either side to move.
    pub fn with_a3_twice(&self) -> u64 {
        self.distinct() + self.white[Kind::A3]
    }
}

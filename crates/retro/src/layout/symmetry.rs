//! The eight symmetries of the board, on squares and on 64-bit sets of squares.
//!
//! Squares are numbers 0 to 63 (a1, b1, … h8), as everywhere inside the engine.

/// One of the eight symmetries: reflect the files (bit 0), then the ranks (bit 1), then exchange
/// files and ranks (bit 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// Leaves every square where it is.
    pub const IDENTITY: Self = Self(0);
    /// Reflects the files: a1 becomes h1.
    pub const MIRROR: Self = Self(1);
    /// Reflects the ranks: a1 becomes a8. Exchanging the colours of all men goes with this.
    pub const FLIP: Self = Self(2);
    /// Reflects in the diagonal a1-h8.
    pub const DIAGONAL: Self = Self(4);

    /// All eight.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// Where the man on this square goes.
    #[inline(always)]
    pub const fn square(self, square: u8) -> u8 {
        let mut s = square ^ ((self.0 & 1) * 7) ^ ((self.0 >> 1 & 1) * 56);
        if self.0 & 4 != 0 {
            s = s >> 3 | (s & 7) << 3;
        }
        s
    }

    /// `self` after one of the reflections of files and ranks (not of the diagonal).
    #[inline(always)]
    pub const fn after_reflection(self, first: Self) -> Self {
        Self(self.0 ^ (first.0 & 3))
    }

    /// The set that holds a square exactly when `set` holds its image.
    #[inline(always)]
    pub const fn pull(self, set: u64) -> u64 {
        let mut y = set;
        if self.0 & 4 != 0 {
            y = exchange_files_and_ranks(y);
        }
        if self.0 & 2 != 0 {
            y = y.swap_bytes();
        }
        if self.0 & 1 != 0 {
            y = y.reverse_bits().swap_bytes();
        }
        y
    }
}

/// The set reflected in the diagonal a1-h8.
#[inline(always)]
pub const fn exchange_files_and_ranks(mut x: u64) -> u64 {
    let mut q = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x ^= q ^ (q << 7);
    q = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x ^= q ^ (q << 14);
    q = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ q ^ (q << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_pulled_back_square_by_square() {
        let set = 0x0123_4567_89AB_CDEFu64.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for g in Symmetry::all() {
            let pulled = g.pull(set);
            for s in 0..64 {
                assert_eq!(pulled >> s & 1, set >> g.square(s) & 1, "{g:?} {s}");
            }
            for first in [Symmetry::IDENTITY, Symmetry::MIRROR, Symmetry::FLIP, Symmetry(3)] {
                for s in 0..64 {
                    assert_eq!(g.after_reflection(first).square(s), g.square(first.square(s)));
                }
            }
        }
    }
}

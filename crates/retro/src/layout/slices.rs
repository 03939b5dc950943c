//! Slices: the sets of pawn squares of a class, each with its mirror image counted once.
//!
//! A class without pawns is one slice. Slices are numbered in the order of their sets (White's
//! pawns before Black's, squares ascending), a set standing for itself and its left-right mirror
//! image when it is the smaller of the two.

use rustc_hash::FxHashMap;
use shakmaty::ByColor;

use super::symmetry::Symmetry;

/// The pawns of one slice, as sets of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pawns {
    /// White's and Black's pawns.
    pub sides: ByColor<u64>,
}

impl Pawns {
    /// All pawns.
    pub fn occupied(self) -> u64 {
        self.sides.white | self.sides.black
    }

    /// The image under a reflection of the files.
    pub fn mirrored(self) -> Self {
        Self { sides: self.sides.map(|set| Symmetry::MIRROR.pull(set)) }
    }

    /// The image with colours exchanged and the board turned over.
    pub fn flipped(self) -> Self {
        Self { sides: self.sides.into_swapped().map(u64::swap_bytes) }
    }

    /// Single steps left to all pawns until they stand before promotion: a slice depends on slices
    /// with fewer steps left only.
    pub fn steps_left(self) -> u32 {
        let white: u32 = squares(self.sides.white).map(|s| 6 - u32::from(s >> 3)).sum();
        let black: u32 = squares(self.sides.black).map(|s| u32::from(s >> 3) - 1).sum();
        white + black
    }

    /// The squares in one number, comparable between sets of the same sizes.
    fn key(self) -> u128 {
        let all = squares(self.sides.white).chain(squares(self.sides.black));
        all.fold(0, |key, s| key << 6 | u128::from(s))
    }

    /// The set that stands for this one and its mirror image.
    pub fn representative(self) -> (Self, Symmetry) {
        let mirrored = self.mirrored();
        match mirrored.key() < self.key() {
            true => (mirrored, Symmetry::MIRROR),
            false => (self, Symmetry::IDENTITY),
        }
    }

    /// Whether the set is its own mirror image.
    pub fn is_mirror_symmetric(self) -> bool {
        self.mirrored() == self
    }
}

/// The squares of a set, ascending.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

/// The slices of a class, all of them or some.
#[derive(Debug)]
pub struct Slices {
    sets: Vec<Pawns>,
    numbers: FxHashMap<u128, u32>,
}

impl Slices {
    /// The slices for so many pawns of each side.
    pub fn of(white: usize, black: usize) -> Self {
        let mut sets = Vec::new();
        place(Pawns::default(), ByColor { white, black }, 8, &mut sets);
        sets.retain(|set| set.key() <= set.mirrored().key());
        Self::numbered(sets)
    }

    /// Only these slices, in the same order; each set as good as its mirror image.
    pub fn listed(sets: impl IntoIterator<Item = Pawns>) -> Self {
        let mut sets: Vec<Pawns> = sets.into_iter().map(|set| set.representative().0).collect();
        sets.sort_by_key(|set| set.key());
        sets.dedup();
        Self::numbered(sets)
    }

    fn numbered(sets: Vec<Pawns>) -> Self {
        let numbers = sets.iter().enumerate().map(|(i, set)| (set.key(), i as u32)).collect();
        Self { sets, numbers }
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// The pawns of a slice.
    pub fn pawns(&self, slice: usize) -> Pawns {
        self.sets[slice]
    }

    /// The slice of a set of pawns, and the symmetry that brings the set into it; `None` for a set
    /// with other numbers of pawns or pawns on the first or last rank, and for one that is not listed.
    pub fn find(&self, pawns: Pawns) -> Option<(usize, Symmetry)> {
        let (own, symmetry) = pawns.representative();
        let number = *self.numbers.get(&own.key())? as usize;
        let found = self.sets[number];
        let sizes = |pawns: Pawns| pawns.sides.map(u64::count_ones);
        let same_sizes = sizes(found) == sizes(pawns);
        same_sizes.then_some((number, symmetry))
    }
}

fn place(set: Pawns, left: ByColor<usize>, from: u8, found: &mut Vec<Pawns>) {
    let Some(side) = left.find(|&left| left > 0) else {
        found.push(set);
        return;
    };
    for square in (from..56).filter(|s| set.occupied() >> s & 1 == 0) {
        let (mut set, mut left) = (set, left);
        set.sides[side] |= 1 << square;
        left[side] -= 1;
        let next = if left[side] == 0 { 8 } else { square + 1 };
        place(set, left, next, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_as_many_as_mirror_pairs_of_sets() {
        for (white, black, count) in [(0, 0, 1), (1, 0, 24), (1, 1, 1128), (2, 0, 576)] {
            let slices = Slices::of(white, black);
            assert_eq!(slices.len(), count, "{white} {black}");
            for i in 0..slices.len() {
                let set = slices.pawns(i);
                assert_eq!(slices.find(set), Some((i, Symmetry::IDENTITY)));
                let expected = if set.is_mirror_symmetric() { 0 } else { 1 };
                assert_eq!(slices.find(set.mirrored()), Some((i, Symmetry(expected))));
            }
        }
    }
}

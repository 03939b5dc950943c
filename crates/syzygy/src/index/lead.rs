//! Where the leading men of a table stand: one place for all that symmetry makes alike.
//!
//! Without pawns the first man is brought into the triangle a1-d1-d4, and the first man that is not on
//! the diagonal a1-h8 below it. With pawns the leading one is that nearest to the edge, of two on like
//! files the one that has come less far, and it is brought to the files a to d.

use std::sync::OnceLock;

use super::combinations::{binomial, combinations};

/// The most leading men.
const MOST: usize = 5;

/// What leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// So many pawns of one side.
    Pawns(usize),
    /// Three men of which there is only one each.
    Three,
    /// The kings.
    Kings,
}

impl Lead {
    /// How many men lead.
    pub fn men(self) -> usize {
        match self {
            Self::Pawns(count) => count,
            Self::Three => 3,
            Self::Kings => 2,
        }
    }
}

/// The squares of leading men, by number.
#[derive(Debug, Clone)]
pub struct LeadPlaces {
    places: &'static [[u8; MOST]],
    men: usize,
}

impl LeadPlaces {
    /// Those of a kind; leading pawns on this file.
    pub fn of(lead: Lead, file: u8) -> Self {
        static THREE: OnceLock<Vec<[u8; MOST]>> = OnceLock::new();
        static KINGS: OnceLock<Vec<[u8; MOST]>> = OnceLock::new();
        static PAWNS: [[OnceLock<Vec<[u8; MOST]>>; 4]; MOST] =
            [const { [const { OnceLock::new() }; 4] }; MOST];
        let places = match lead {
            Lead::Three => THREE.get_or_init(three),
            Lead::Kings => KINGS.get_or_init(kings),
            Lead::Pawns(count) => {
                PAWNS[count - 1][usize::from(file)].get_or_init(|| pawns(count, file))
            }
        };
        Self { places, men: lead.men() }
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The squares at a number.
    #[inline(always)]
    pub fn at(&self, number: usize) -> &[u8] {
        &self.places[number][..self.men]
    }
}

/// The triangle a1-d1-d4 in the order in which it is numbered: the diagonal comes last.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

fn rank(square: u8) -> u8 {
    square >> 3
}

fn on_diagonal(square: u8) -> bool {
    square >> 3 == square & 7
}

fn below_diagonal(square: u8) -> bool {
    square >> 3 < square & 7
}

/// The square's number among those below the diagonal.
fn number_below(square: u8) -> usize {
    (0..square).filter(|&other| below_diagonal(other)).count()
}

/// Three single men, the first of which is in the triangle.
fn three() -> Vec<[u8; MOST]> {
    const FIRST_BELOW: usize = 6 * 63 * 62;
    const SECOND_BELOW: usize = FIRST_BELOW + 4 * 28 * 62;
    const THIRD_BELOW: usize = SECOND_BELOW + 4 * 7 * 28;
    const ALL: usize = THIRD_BELOW + 4 * 7 * 6;
    let mut found = vec![[0; MOST]; ALL];
    for (number, &a) in TRIANGLE.iter().enumerate() {
        for b in (0..64).filter(|&b| b != a) {
            for c in (0..64).filter(|&c| c != a && c != b) {
                // The places of the second and third among the squares that are left.
                let skipped = u8::from(b > a);
                let skipped_by_third = u8::from(c > a) + u8::from(c > b);
                let place = |square: u8, skipped: u8| usize::from(square - skipped);
                let at = if !on_diagonal(a) {
                    (number * 63 + place(b, skipped)) * 62 + place(c, skipped_by_third)
                } else if below_diagonal(b) {
                    let pair = usize::from(rank(a)) * 28 + number_below(b);
                    FIRST_BELOW + pair * 62 + place(c, skipped_by_third)
                } else if on_diagonal(b) && below_diagonal(c) {
                    let pair = usize::from(rank(a)) * 7 + place(rank(b), skipped);
                    SECOND_BELOW + pair * 28 + number_below(c)
                } else if on_diagonal(b) && on_diagonal(c) {
                    let pair = usize::from(rank(a)) * 7 + place(rank(b), skipped);
                    THIRD_BELOW + pair * 6 + place(rank(c), skipped_by_third)
                } else {
                    continue;
                };
                found[at] = [a, b, c, 0, 0];
            }
        }
    }
    found
}

/// The kings, the first of which is in the triangle; pairs that both stand on the diagonal come last.
fn kings() -> Vec<[u8; MOST]> {
    let pairs = || {
        let apart = |a: u8, b: u8| {
            rank(a).abs_diff(rank(b)).max((a & 7).abs_diff(b & 7)) > 1
                && (!on_diagonal(a) || below_diagonal(b) || on_diagonal(b))
        };
        TRIANGLE
            .iter()
            .flat_map(move |&a| (0..64).filter(move |&b| apart(a, b)).map(move |b| [a, b, 0, 0, 0]))
    };
    let both_on = |pair: &[u8; MOST]| on_diagonal(pair[0]) && on_diagonal(pair[1]);
    pairs().filter(|pair| !both_on(pair)).chain(pairs().filter(both_on)).collect()
}

/// Squares of pawns in the order in which they lead, first of all a2, then h2, a3, h3 … e7.
fn leading_order() -> impl Iterator<Item = u8> {
    (0..4).flat_map(|file| (1..7).flat_map(move |rank| [rank * 8 + file, rank * 8 + 7 - file]))
}

/// Pawns, the leading one on this file.
fn pawns(count: usize, file: u8) -> Vec<[u8; MOST]> {
    let mut by_place: Vec<u8> = leading_order().collect();
    by_place.reverse();
    let mut found = Vec::new();
    for rank in 1..7 {
        let lead = rank * 8 + file;
        let place = by_place.iter().position(|&square| square == lead).unwrap_or_default();
        let others = combinations(place as u8, count - 1);
        debug_assert_eq!(others.len() as u64, binomial(place as u64, count as u64 - 1));
        for number in 0..others.len() {
            let mut squares = [0; MOST];
            squares[0] = lead;
            for (square, &place) in squares[1..].iter_mut().zip(others.at(number)) {
                *square = by_place[usize::from(place)];
            }
            found.push(squares);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_places_as_the_format_says() {
        assert_eq!(LeadPlaces::of(Lead::Three, 0).len(), 31_332);
        assert_eq!(LeadPlaces::of(Lead::Kings, 0).len(), 462);
        for file in 0..4 {
            assert_eq!(LeadPlaces::of(Lead::Pawns(1), file).len(), 6);
        }
        let pairs: usize = (0..4).map(|file| LeadPlaces::of(Lead::Pawns(2), file).len()).sum();
        // Each pair of squares and its mirror image once, but both of those that are their own.
        assert_eq!(pairs, (48 * 47 / 2 + 24) / 2);
    }
}

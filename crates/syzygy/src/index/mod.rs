//! How Syzygy's files number positions.
//!
//! Men stand in an [`Order`], like men beside each other, and are cut into groups. The *leading* group
//! takes up the symmetries of the board: the pawns of one side (on the files a to d, each of which has
//! a table of its own), or without pawns three single men, or the two kings. Then come the pawns of
//! the other side, and then the rest; such a group is numbered by where its men stand among the
//! squares that the groups before it leave free. Each group's number is a digit of the position's, and the
//! order also tells which digit counts most.

mod combinations;
mod lead;
mod order;

use shakmaty::Role;

pub use order::{Order, orders};

use combinations::{Places, combinations};
use lead::LeadPlaces;

/// The most men of a file.
pub const MOST_MEN: usize = 7;

/// Squares of the men of an [`Order`].
pub type OrderSquares = [u8; MOST_MEN];

/// The positions of one table of a file, numbered.
#[derive(Debug)]
pub struct Numbering {
    /// The order of men and digits.
    pub order: Order,
    groups: Vec<Group>,
    /// The groups by how much their digits count, least first.
    digits: Vec<usize>,
}

/// Men that are numbered together.
#[derive(Debug)]
struct Group {
    /// The first of them.
    first: usize,
    places: GroupPlaces,
}

#[derive(Debug)]
enum GroupPlaces {
    /// Where the leading men stand.
    Leading(LeadPlaces),
    /// The how-many-eth of the free squares the men stand on, counted from this one.
    Free { places: Places, from: u8 },
}

impl GroupPlaces {
    fn len(&self) -> usize {
        match self {
            Self::Leading(lead) => lead.len(),
            Self::Free { places, .. } => places.len(),
        }
    }
}

impl Numbering {
    /// The numbering by an order, for leading pawns on the given file (0 to 3) if there are pawns.
    pub fn new(order: Order, file: u8) -> Self {
        let lead = order.leading();
        let mut groups =
            vec![Group { first: 0, places: GroupPlaces::Leading(LeadPlaces::of(lead, file)) }];
        let mut first = lead.men();
        while first < order.men.len() {
            let man = order.men[first];
            let count = order.men[first..].iter().take_while(|&&other| other == man).count();
            let from = if man.role == Role::Pawn { 8 } else { 0 };
            let free = if from > 0 { 48 } else { 64 } - first as u8;
            let places = combinations(free, count);
            groups.push(Group { first, places: GroupPlaces::Free { places, from } });
            first += count;
        }
        let mut rest = (0..groups.len()).filter(|&group| {
            let leads = group == 0 || (group == 1 && order.other_pawns.is_some());
            !leads
        });
        let digits = (0..groups.len()).filter_map(|digit| match digit {
            _ if digit == usize::from(order.lead) => Some(0),
            _ if order.other_pawns == Some(digit as u8) => Some(1),
            _ => rest.next(),
        });
        let digits = digits.collect();
        Self { order, groups, digits }
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.groups.iter().map(|group| group.places.len() as u64).product()
    }

    /// How many numbers a group has: the leading one, or the one after it.
    pub fn group_len(&self, group: usize) -> usize {
        self.groups.get(group).map_or(1, |group| group.places.len())
    }

    /// The digits of a number, by group.
    pub fn digits_of(&self, number: u64) -> Digits {
        let mut digits = [0; MOST_MEN];
        let mut rest = number;
        for &group in &self.digits {
            let len = self.groups[group].places.len() as u64;
            digits[group] = (rest % len) as u32;
            rest /= len;
        }
        Digits(digits)
    }

    /// Goes on to the next number.
    #[inline]
    pub fn advance(&self, digits: &mut Digits) {
        for &group in &self.digits {
            digits.0[group] += 1;
            if (digits.0[group] as usize) < self.groups[group].places.len() {
                return;
            }
            digits.0[group] = 0;
        }
    }

    /// The squares of the men at a number.
    #[inline]
    pub fn squares(&self, digits: &Digits) -> OrderSquares {
        let mut found = [0; MOST_MEN];
        let mut occupied = 0u64;
        for (group, &digit) in self.groups.iter().zip(&digits.0) {
            let mut taken = 0u64;
            match &group.places {
                GroupPlaces::Leading(lead) => {
                    for (i, &square) in lead.at(digit as usize).iter().enumerate() {
                        found[group.first + i] = square;
                        taken |= 1 << square;
                    }
                }
                GroupPlaces::Free { places, from } => {
                    for (i, &place) in places.at(digit as usize).iter().enumerate() {
                        let square = free_square(occupied, place + from);
                        found[group.first + i] = square;
                        taken |= 1 << square;
                    }
                }
            }
            occupied |= taken;
        }
        found
    }
}

/// The digits of a number, by group.
#[derive(Debug, Clone, Copy)]
pub struct Digits([u32; MOST_MEN]);

impl Digits {
    /// Those of the leading pawns and of the other side's, the rest 0.
    pub fn of_pawns(lead: usize, others: usize) -> Self {
        let mut digits = [0; MOST_MEN];
        (digits[0], digits[1]) = (lead as u32, others as u32);
        Self(digits)
    }

    /// The digit of a group.
    #[inline(always)]
    pub fn of_group(&self, group: usize) -> usize {
        self.0[group] as usize
    }
}

/// The how-many-eth free square it is.
#[inline(always)]
fn free_square(mut occupied: u64, place: u8) -> u8 {
    let mut square = place;
    while occupied != 0 {
        let next = occupied.trailing_zeros() as u8;
        if next > square {
            break;
        }
        square += 1;
        occupied &= occupied - 1;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimzo_chess::Material;

    #[test]
    fn every_number_has_squares_of_its_own() {
        for name in ["KRvK", "KPvK", "KBBvK", "KPvKP"] {
            let class: Material = name.parse().expect("a class");
            let few = if class.count() > 3 { 1 } else { usize::MAX };
            for order in orders(class).into_iter().take(few) {
                for file in 0..if class.has_pawns() { 4 } else { 1 } {
                    let numbering = Numbering::new(order.clone(), file);
                    let mut seen = std::collections::HashSet::new();
                    let mut digits = numbering.digits_of(0);
                    for number in 0..numbering.len() {
                        assert_eq!(digits.0, numbering.digits_of(number).0);
                        let squares = numbering.squares(&digits);
                        let men = &squares[..order.men.len()];
                        let set = men.iter().fold(0u64, |set, &square| set | 1 << square);
                        assert_eq!(set.count_ones() as usize, men.len(), "{name} {order:?}");
                        assert!(seen.insert(squares), "{name} {order:?} {number}");
                        numbering.advance(&mut digits);
                    }
                }
            }
        }
    }
}

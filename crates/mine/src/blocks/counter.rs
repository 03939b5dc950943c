//! Numbers of 64 x 64 positions, bit by bit: plane `n` holds bit `n` of each position's number.

use nimzo_retro::kernel::{Block, Job, Kernel};
use nimzo_retro::sweep::MoveGroup;

use crate::language::Relation;

/// A number for each position of a block. More than 255 is never counted: no side of few men has so
/// many moves.
#[derive(Debug, Clone)]
pub(crate) struct Counter {
    planes: Vec<Block>,
}

const NONE: Block = [0; 64];

impl Counter {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self { planes: Vec::new() }
    }

    /// The same number everywhere.
    pub fn constant(number: u16) -> Self {
        let planes = (0..16 - number.leading_zeros())
            .map(|bit| if number >> bit & 1 != 0 { [!0; 64] } else { NONE })
            .collect();
        Self { planes }
    }

    /// From a number for each slot.
    pub fn of(numbers: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut planes = Vec::new();
        for (slot, number) in numbers {
            for bit in 0..16 - number.leading_zeros() as usize {
                while planes.len() <= bit {
                    planes.push(NONE);
                }
                if number >> bit & 1 != 0 {
                    planes[bit][slot >> 6] |= 1 << (slot & 63);
                }
            }
        }
        Self { planes }
    }

    /// One more in each position of a set.
    #[inline(always)]
    pub fn add(&mut self, set: &Block) {
        let mut carry = *set;
        for plane in &mut self.planes {
            let mut any = 0;
            for (bit, carry) in plane.iter_mut().zip(&mut carry) {
                let both = *bit & *carry;
                *bit ^= *carry;
                *carry = both;
                any |= both;
            }
            if any == 0 {
                return;
            }
        }
        if carry != NONE {
            self.planes.push(carry);
        }
    }

    /// The positions in which this number and another stand in a relation.
    pub fn compare(&self, relation: Relation, other: &Self) -> Block {
        let (mut less, mut more) = (NONE, NONE);
        for bit in (0..self.planes.len().max(other.planes.len())).rev() {
            let plane = |of: &Self| of.planes.get(bit).copied().unwrap_or(NONE);
            let (one, two) = (plane(self), plane(other));
            for row in 0..64 {
                let open = !(less[row] | more[row]);
                less[row] |= open & !one[row] & two[row];
                more[row] |= open & one[row] & !two[row];
            }
        }
        std::array::from_fn(|row| match relation {
            Relation::Equal => !(less[row] | more[row]),
            Relation::Different => less[row] | more[row],
            Relation::Less => less[row],
            Relation::AtMost => !more[row],
            Relation::More => more[row],
            Relation::AtLeast => !less[row],
        })
    }
}

/// Counts the moves of a group that lead into a set.
pub(crate) struct CountMoves<'a> {
    pub group: &'a MoveGroup,
    pub chosen: &'a Block,
    pub counter: &'a mut Counter,
}

impl Job for CountMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let counter = self.counter;
        self.group.each_move(self.chosen, |before| counter.add(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_and_compared_as_numbers() {
        let number = |slot: usize| (slot * 7 % 23) as u16;
        let mut counted = Counter::new();
        for threshold in 1..23 {
            let mut set = NONE;
            for slot in (0..4096).filter(|&slot| number(slot) >= threshold) {
                set[slot >> 6] |= 1 << (slot & 63);
            }
            counted.add(&set);
        }
        let other = |slot: usize| (slot * 5 % 19) as u16;
        let others = Counter::of((0..4096).map(|slot| (slot, other(slot))));
        for relation in [
            Relation::Equal,
            Relation::Different,
            Relation::Less,
            Relation::AtMost,
            Relation::More,
            Relation::AtLeast,
        ] {
            let found = counted.compare(relation, &others);
            let constant = counted.compare(relation, &Counter::constant(11));
            for slot in 0..4096 {
                let bit = |block: &Block| block[slot >> 6] >> (slot & 63) & 1 != 0;
                assert_eq!(bit(&found), relation.holds(number(slot), other(slot)));
                assert_eq!(bit(&constant), relation.holds(number(slot), 11));
            }
        }
    }
}

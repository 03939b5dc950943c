//! Sets of so many places out of so many, numbered.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most men of a kind.
const MOST: usize = 5;

/// All sets of a size, by number.
#[derive(Debug, Clone)]
pub struct Places {
    sets: Arc<Vec<[u8; MOST]>>,
    size: usize,
}

impl Places {
    /// How many sets there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// The places of a set, ascending.
    #[inline(always)]
    pub fn at(&self, number: usize) -> &[u8] {
        &self.sets[number][..self.size]
    }
}

/// The sets of `size` out of `among` places. Sets are ordered by their last place, then by the one before
/// it and so on, so that the number of a set is the sum of the binomials of its places over 1, 2, 3 ….
pub fn combinations(among: u8, size: usize) -> Places {
    type Known = Mutex<HashMap<(u8, usize), Arc<Vec<[u8; MOST]>>>>;
    static KNOWN: LazyLock<Known> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let sets = known.entry((among, size)).or_insert_with(|| {
        let mut sets = Vec::new();
        extend([0; MOST], size, among, &mut sets);
        Arc::new(sets)
    });
    Places { sets: Arc::clone(sets), size }
}

fn extend(set: [u8; MOST], left: usize, below: u8, found: &mut Vec<[u8; MOST]>) {
    if left == 0 {
        found.push(set);
        return;
    }
    for last in left as u8 - 1..below {
        let mut set = set;
        set[left - 1] = last;
        extend(set, left - 1, last, found);
    }
}

/// The number of sets of `size` out of `among`.
pub fn binomial(among: u64, size: u64) -> u64 {
    (0..size).fold(1, |found, i| found * (among - i.min(among)) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_set_is_the_sum_of_its_binomials() {
        for size in 1..=3 {
            let places = combinations(12, size);
            assert_eq!(places.len() as u64, binomial(12, size as u64));
            for number in 0..places.len() {
                let set = places.at(number);
                let sum: u64 =
                    set.iter().zip(1..).map(|(&place, i)| binomial(u64::from(place), i)).sum();
                assert_eq!(sum, number as u64, "{set:?}");
            }
        }
    }
}

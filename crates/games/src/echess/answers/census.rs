//! How much of a window is proved.

use std::collections::BTreeMap;

use super::solution::Solution;
use crate::echess::bounds::curve::FRACTION_BITS;
use crate::echess::rules::{State, distance};

/// How many positions are known how well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions.
    pub positions: u64,
    /// Those whose bounds meet in both walls.
    pub exact: u64,
    /// For each power of two, in order: positions whose greatest gap is at most that (exponent,
    /// count); an infinite gap has no exponent.
    pub gaps: Vec<(Option<i32>, u64)>,
}

impl Solution {
    /// Counts states with the White king within `within` squares, the rook anywhere.
    pub fn census(&self, within: i32) -> Census {
        self.census_of(|state| distance(state.king, (0, 0)) <= within)
    }

    /// The same for positions with the rook in view: a far rook stands for many squares, which
    /// need not have one value.
    pub fn census_in_view(&self, within: i32) -> Census {
        let in_view = |state: State| !self.window.is_vague(state.rook);
        self.census_of(|state| distance(state.king, (0, 0)) <= within && in_view(state))
    }

    fn census_of(&self, wanted: impl Fn(State) -> bool) -> Census {
        let mut census = Census::default();
        let mut gaps = BTreeMap::new();
        for state in self.states().filter(|&state| wanted(state)) {
            census.positions += 1;
            match self.gap(state) {
                Some(0) => census.exact += 1,
                Some(gap) => {
                    let power = 63 - (gap - 1).leading_zeros() as i32 + 1 - FRACTION_BITS as i32;
                    *gaps.entry((0, power)).or_insert(0) += 1;
                }
                None => *gaps.entry((1, 0)).or_insert(0) += 1,
            }
        }
        census.gaps = gaps
            .into_iter()
            .map(|((infinite, power), count)| ((infinite == 0).then_some(power), count))
            .collect();
        census
    }
}

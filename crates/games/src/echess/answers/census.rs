//! How much of a window is proved.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::solution::Solution;
use crate::echess::bounds::Bound;
use crate::echess::bounds::curve::{Curve, FRACTION_BITS, Fixed, ONE};
use crate::echess::rules::{Player, Position, State, View, distance};

/// Positions in which each player would rather not move: Left's scaffold begins below Right's.
///
/// There the value is taken to be what Black has, because he can cash out in one move and a tax of 0;
/// a number between the scaffolds would do as well. Where there is none, the question does not arise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    /// Positions that were looked at: exact, with the rook in view and the White king not on the
    /// outermost ring, where not all followers are in the window.
    pub positions: u64,
    /// Those in which `LS(0) < RS(0)` is proved.
    pub proved: u64,
    /// Those in which the bounds do not exclude it.
    pub possible: u64,
}

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

    /// Looks for positions in which nobody wants to move, passing not counted as a move.
    pub fn zugzwangs(&self) -> Zugzwangs {
        let inside = |state: State| distance(state.king, (0, 0)) < self.window.reach;
        let states = self.states_in_view().filter(|&state| inside(state) && self.is_exact(state));
        let states: Vec<State> = states.collect();
        let count = |wanted: fn((bool, bool)) -> bool| {
            let found = |state: &&State| {
                self.window.positions(**state).any(|here| wanted(self.zugzwang(&here)))
            };
            states.par_iter().filter(found).count() as u64
        };
        Zugzwangs {
            positions: states.len() as u64,
            proved: count(|(proved, _)| proved),
            possible: count(|(_, possible)| possible),
        }
    }

    /// Whether `LS(0) < RS(0)` is proved, and whether it is possible.
    fn zugzwang(&self, here: &Position) -> (bool, bool) {
        if here.in_check() || here.black_takes_rook(self.board()) {
            return (false, false);
        }
        let view = View::of(here);
        // The least and the greatest that a wall can be at tax 0; `None` is without end.
        let at_zero = |bound: Bound, next: &Position, player: Player| {
            let (left, right) = self.walls(bound, self.window.state_of(next));
            match player {
                Player::Black => right.value_at(0).ok_or(right),
                Player::White => left.value_at(0).map(|turned| -turned).ok_or(left),
            }
        };
        let mut left = [0, 0];
        for View { position: next, .. } in view.black_steps(self.window) {
            let gain = (next.cash() - here.cash()) * ONE;
            for (most, bound) in left.iter_mut().zip([Bound::Lower, Bound::Upper]) {
                match at_zero(bound, &next, Player::Black) {
                    Ok(value) => *most = (*most).max(value + gain),
                    Err(Curve::Plus) => *most = Fixed::MAX,
                    Err(_) => {}
                }
            }
        }
        let mut right = [Fixed::MAX, Fixed::MAX];
        for View { position: next, .. } in view.white_moves(self.window) {
            for (least, bound) in right.iter_mut().zip([Bound::Lower, Bound::Upper]) {
                match at_zero(bound, &next, Player::White) {
                    Ok(value) => *least = (*least).min(value),
                    // Left's wall is turned over: plus infinity means that nothing is left to Black.
                    Err(Curve::Plus) => *least = Fixed::MIN,
                    Err(_) => {}
                }
            }
        }
        (left[1] < right[0], left[0] < right[1])
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

#[cfg(test)]
mod tests {
    use crate::echess::answers::samples::{CORNER, OPEN};

    /// The mean of a position in which nobody wants to move is a matter of convention; no position
    /// needs it.
    #[test]
    fn no_solved_position_is_a_zugzwang_for_both() {
        for solution in [&*OPEN, &*CORNER] {
            let found = solution.zugzwangs();
            assert!(found.positions > 10_000, "{found:?}");
            assert_eq!((found.proved, found.possible), (0, 0), "{} board", solution.board());
        }
    }
}

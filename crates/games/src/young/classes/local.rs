//! The test of one position for each property: a game has the property if all its positions pass.
//! A test looks at the position's values, its options' and, for returnability, its options' options'.

use super::properties::{Properties, Property};
use crate::young::Move;
use crate::young::values::Positions;

const ZERO_ONE: [u32; 2] = [0, 1];
const ONE_ZERO: [u32; 2] = [1, 0];

/// The properties whose test the position passes.
pub(super) fn local_properties(positions: &impl Positions, at: usize) -> Properties {
    let values = positions.values(at);
    let mut passed = by_values(values);
    if let Some(other) = other_swap(values) {
        let (mut forced, mut returnable) = (true, true);
        positions.each_option(at, |_, option| {
            forced &= positions.values(option) == other;
            returnable &= returns(positions, option, values);
            forced || returnable
        });
        passed.require(Property::Forced, forced);
        passed.require(Property::Returnable, returnable);
    } else {
        let [zero_one, one_zero] = reached_swaps(positions, at);
        passed.require(Property::Miserable, zero_one.is_some() == one_zero.is_some());
    }
    passed
}

fn by_values([normal, misere]: [u32; 2]) -> Properties {
    let mut passed = Properties::ALL;
    let swap = other_swap([normal, misere]).is_some();
    passed.require(Property::Tame, swap || normal == misere);
    passed.require(Property::Pet, swap || (normal == misere && normal >= 2));
    passed.require(Property::Domestic, normal.min(misere) > 0 || normal.max(misere) < 2);
    passed
}

/// (1,0) for (0,1) and the other way round; nothing for pairs that are not swap.
fn other_swap(values: [u32; 2]) -> Option<[u32; 2]> {
    match values {
        ZERO_ONE => Some(ONE_ZERO),
        ONE_ZERO => Some(ZERO_ONE),
        _ => None,
    }
}

/// Whether the position is terminal or has a move to a position with these values.
fn returns(positions: &impl Positions, at: usize, values: [u32; 2]) -> bool {
    let mut terminal = true;
    let mut found = false;
    positions.each_option(at, |_, option| {
        terminal = false;
        found = positions.values(option) == values;
        !found
    });
    terminal || found
}

/// A move to a (0,1) and a move to a (1,0), where there is one.
fn reached_swaps(positions: &impl Positions, at: usize) -> [Option<Move>; 2] {
    let mut found = [None; 2];
    positions.each_option(at, |made, option| {
        match positions.values(option) {
            ZERO_ONE => found[0] = Some(made),
            ONE_ZERO => found[1] = Some(made),
            _ => {}
        }
        found.contains(&None)
    });
    found
}

/// The move that makes a position fail the test of a property; the tests of pet, tame and
/// domestic need none.
pub(super) fn offending_move(
    positions: &impl Positions,
    at: usize,
    property: Property,
) -> Option<Move> {
    let values = positions.values(at);
    let mut offending = None;
    match property {
        Property::Pet | Property::Tame | Property::Domestic => {}
        Property::Miserable => {
            let [zero_one, one_zero] = reached_swaps(positions, at);
            offending = zero_one.xor(one_zero);
        }
        Property::Forced => {
            let other = other_swap(values);
            positions.each_option(at, |made, option| {
                let fits = Some(positions.values(option)) == other;
                offending = (!fits).then_some(made);
                fits
            });
        }
        Property::Returnable => positions.each_option(at, |made, option| {
            let fits = returns(positions, option, values);
            offending = (!fits).then_some(made);
            fits
        }),
    }
    offending
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_alone() {
        let names = |values| format!("{:?}", by_values(values));
        assert_eq!(names([0, 0]), "{Miserable, Tame, Domestic, Forced, Returnable}");
        assert_eq!(names([2, 2]), "{Pet, Miserable, Tame, Domestic, Forced, Returnable}");
        assert_eq!(names([1, 2]), "{Miserable, Domestic, Forced, Returnable}");
        assert_eq!(names([3, 0]), "{Miserable, Forced, Returnable}");
        assert_eq!(names([1, 0]), names([2, 2]));
    }
}

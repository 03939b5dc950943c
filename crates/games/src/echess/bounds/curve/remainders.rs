//! Curves that are nearly on a grid: each of their numbers is a multiple of the grid and a small
//! remainder. As long as the remainders are small enough, every comparison that the sweeps make is
//! decided by the multiples, or, where those are equal, by the remainders alone. So the sweeps are
//! homogeneous: with all remainders of what they start from made smaller by one factor, all
//! remainders of what they find are smaller by that factor. `limits` draws its conclusion from this.

use super::{Curve, CurveBuffer, Fixed, ONE};

/// The grid.
const GRID: Fixed = ONE >> 12;
/// The greatest remainder. A curve has at most [`MOST_BENDS`] bends, so each of its straight pieces lies
/// within `16 SMALL` of one of the grid curve. All curves of a sweep are put together of such pieces
/// and of masts halfway between two of them; pieces meet within `32 SMALL` of where they meet on
/// the grid, and no comparison adds up more than `320 SMALL`. The finest difference on the grid is
/// `GRID / 2`, which is `512 SMALL`.
const SMALL: Fixed = GRID >> 10;
/// The most bends.
const MOST_BENDS: usize = 15;

/// The remainder of a number, if it is small.
fn remainder(number: Fixed) -> Option<Fixed> {
    let remainder = (number + GRID / 2).rem_euclid(GRID) - GRID / 2;
    (remainder.abs() <= SMALL).then_some(remainder)
}

/// Whether all numbers of a curve have small remainders.
pub(crate) fn is_near(curve: Curve<'_>) -> bool {
    let Curve::Line { base, bends } = curve else { return true };
    bends.len() <= MOST_BENDS
        && remainder(base).is_some()
        && bends.iter().all(|&bend| remainder(bend).is_some())
}

/// Whether all numbers of a curve, which is near, have no remainder.
pub(crate) fn is_on_grid(curve: Curve<'_>) -> bool {
    let Curve::Line { base, bends } = curve else { return true };
    base % GRID == 0 && bends.iter().all(|bend| bend % GRID == 0)
}

/// The curve on the grid that `curve` is near to.
pub(crate) fn on_grid(curve: Curve<'_>, to: &mut CurveBuffer) -> bool {
    scale(curve, |_| Some(0), to)
}

/// The curve half way between `curve` and the one on the grid; `false` if it is not near, or if
/// a remainder cannot be halved.
pub(crate) fn half_way(curve: Curve<'_>, to: &mut CurveBuffer) -> bool {
    scale(curve, |remainder| (remainder % 2 == 0).then_some(remainder / 2), to)
}

fn scale(curve: Curve<'_>, by: impl Fn(Fixed) -> Option<Fixed>, to: &mut CurveBuffer) -> bool {
    let Curve::Line { base, bends } = curve else {
        to.set(curve, 0);
        return true;
    };
    let number = |number: Fixed| {
        let small = remainder(number)?;
        Some(number - small + by(small)?)
    };
    let mut scaled: Vec<Fixed> = Vec::with_capacity(bends.len());
    for &bend in bends {
        match number(bend) {
            None => return false,
            // A turn and its return at one place are none.
            Some(bend) if scaled.last() == Some(&bend) => {
                scaled.pop();
            }
            Some(bend) => scaled.push(bend),
        }
    }
    let Some(base) = number(base).filter(|_| bends.len() <= MOST_BENDS) else { return false };
    to.set(Curve::Line { base, bends: &scaled }, 0);
    true
}

/// A curve on the grid that is nowhere above: it rises later and less.
pub(crate) fn below(curve: Curve<'_>, to: &mut CurveBuffer) {
    rounded(curve, (down, up), MOST_BENDS - 1, to);
}

/// A curve on the grid that is nowhere below: it rises sooner and more.
pub(crate) fn above(curve: Curve<'_>, to: &mut CurveBuffer) {
    rounded(curve, (up, down), MOST_BENDS, to);
}

fn down(number: Fixed) -> Fixed {
    number.div_euclid(GRID) * GRID
}

fn up(number: Fixed) -> Fixed {
    -down(-number)
}

/// `base` rounds the base and the ends of rising pieces, `start` their starts. Only the first
/// `most` bends are kept: after an even number the curve stands, after an odd one it rises.
fn rounded(
    curve: Curve<'_>,
    (base, start): (impl Fn(Fixed) -> Fixed, impl Fn(Fixed) -> Fixed),
    most: usize,
    to: &mut CurveBuffer,
) {
    let Curve::Line { base: least, bends } = curve else { return to.set(curve, 0) };
    let mut found: Vec<Fixed> = Vec::with_capacity(bends.len());
    for piece in bends.chunks(2) {
        let from = start(piece[0]);
        let end = piece.get(1).map(|&end| base(end));
        if end.is_some_and(|end| end <= from) {
            continue;
        }
        // A piece that begins where the one before it ends, or sooner, goes on with it.
        if found.last().is_some_and(|&last| last >= from) {
            found.pop();
        } else {
            found.push(from);
        }
        found.extend(end);
    }
    found.truncate(most);
    to.set(Curve::Line { base: base(least), bends: &found }, 0);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Curves whose numbers are a few grid points and remainders.
    fn any_curve() -> impl Strategy<Value = (Fixed, Vec<Fixed>)> {
        let number =
            (0..9_i64, -3..4_i64).prop_map(|(n, remainder)| n * GRID + remainder * SMALL / 4);
        let bends = prop::collection::btree_set(number, 0..9);
        (-9..9_i64, -3..4_i64, bends).prop_map(|(n, remainder, bends)| {
            let bends = bends.into_iter().filter(|&bend| bend >= 0).collect();
            (n * GRID + remainder * SMALL / 4, bends)
        })
    }

    fn line((base, bends): &(Fixed, Vec<Fixed>)) -> Curve<'_> {
        Curve::Line { base: *base, bends }
    }

    proptest! {
        #[test]
        fn rounded_curves_stay_on_their_side(curve in any_curve(), shift in 0..GRID) {
            let shifted = (curve.0 + shift, curve.1.iter().map(|bend| bend + shift).collect());
            for curve in [curve, shifted] {
                let (mut low, mut high) = (CurveBuffer::default(), CurveBuffer::default());
                below(line(&curve), &mut low);
                above(line(&curve), &mut high);
                prop_assert!(low.curve().never_above(line(&curve)));
                prop_assert!(line(&curve).never_above(high.curve()));
                for piece in [low, high] {
                    let mut grid = CurveBuffer::default();
                    prop_assert!(on_grid(piece.curve(), &mut grid));
                    prop_assert!(grid.curve().same(piece.curve()));
                }
            }
        }

        #[test]
        fn extrema_keep_pace_with_the_rests(a in any_curve(), b in any_curve()) {
            let whole = |piece: &mut CurveBuffer, curve: Curve<'_>| piece.set(curve, 0);
            let half = |piece: &mut CurveBuffer, curve: Curve<'_>| assert!(half_way(curve, piece));
            let maximum = |scale: &dyn Fn(&mut CurveBuffer, Curve<'_>)| {
                let (mut x, mut y) = (CurveBuffer::default(), CurveBuffer::default());
                scale(&mut x, line(&a));
                scale(&mut y, line(&b));
                x.raise_to(y.curve(), 0, &mut Vec::new());
                x
            };
            let mut scaled = CurveBuffer::default();
            let greatest = maximum(&whole);
            if half_way(greatest.curve(), &mut scaled) {
                prop_assert_eq!(maximum(&half), scaled);
            }
        }
    }
}

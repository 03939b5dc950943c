//! Curves as lists of corners.

use proptest::prelude::*;

use crate::echess::bounds::curve::{Curve, CurveBuffer, Fixed};
use crate::echess::bounds::mast::{Rounding, cools_at, settle};

/// A function of the tax: corners, and the slope after the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Minus,
    Plus,
    Path { corners: Vec<(Fixed, Fixed)>, slope: Fixed },
}

impl Plain {
    pub(super) fn constant(value: Fixed) -> Self {
        Plain::Path { corners: vec![(0, value)], slope: 0 }
    }

    pub(super) fn from_curve(curve: Curve<'_>) -> Self {
        match curve {
            Curve::Minus => Plain::Minus,
            Curve::Plus => Plain::Plus,
            Curve::Line { base, bends } => {
                let mut corners = vec![(0, base)];
                let mut slope = 0;
                for &bend in bends {
                    let (tax, value) = corners[corners.len() - 1];
                    corners.push((bend, value + slope * (bend - tax)));
                    slope = 1 - slope;
                }
                Plain::Path { corners, slope }.tidy()
            }
        }
    }

    /// Leaves out corners at which nothing turns.
    fn tidy(self) -> Self {
        let Plain::Path { corners, slope } = self else { return self };
        let mut kept: Vec<(Fixed, Fixed)> = Vec::new();
        for (i, &(tax, value)) in corners.iter().enumerate() {
            let after = match corners.get(i + 1) {
                Some(&(next, _)) if next == tax => continue,
                Some(&(next, there)) => (there - value) / (next - tax),
                None => slope,
            };
            let before = kept.last().map(|&(from, there)| (value - there) / (tax - from));
            if before != Some(after) {
                kept.push((tax, value));
            }
        }
        Plain::Path { corners: kept, slope }
    }

    /// The value of a path.
    fn at(&self, at: Fixed) -> Fixed {
        let Plain::Path { corners, slope } = self else { panic!("an infinity has no value") };
        let next = corners.partition_point(|&(tax, _)| tax <= at);
        let (tax, value) = corners[next - 1];
        let slope = match corners.get(next) {
            Some(&(then, there)) => (there - value) / (then - tax),
            None => *slope,
        };
        value + slope * (at - tax)
    }

    fn last_tax(&self) -> Fixed {
        let Plain::Path { corners, .. } = self else { return 0 };
        corners[corners.len() - 1].0
    }

    /// Point by point, at every corner and wherever the two may cross.
    fn combine(&self, other: &Plain, pick: impl Fn(Fixed, Fixed) -> Fixed) -> Plain {
        let taxes = together(self, other);
        let corners: Vec<_> =
            taxes.iter().map(|&tax| (tax, pick(self.at(tax), other.at(tax)))).collect();
        let (last, value) = corners[corners.len() - 1];
        let slope = pick(self.at(last + 1), other.at(last + 1)) - value;
        Plain::Path { corners, slope }.tidy()
    }

    pub(super) fn max(&self, other: &Plain) -> Plain {
        match (self, other) {
            (Plain::Plus, _) | (_, Plain::Plus) => Plain::Plus,
            (Plain::Minus, rest) | (rest, Plain::Minus) => rest.clone(),
            _ => self.combine(other, Fixed::max),
        }
    }

    pub(super) fn min(&self, other: &Plain) -> Plain {
        match (self, other) {
            (Plain::Minus, _) | (_, Plain::Minus) => Plain::Minus,
            (Plain::Plus, rest) | (rest, Plain::Plus) => rest.clone(),
            _ => self.combine(other, Fixed::min),
        }
    }

    pub(super) fn raised(&self, by: Fixed) -> Plain {
        self.mapped(|_, value| value + by, 0)
    }

    /// `tax * tilt` is added.
    fn tilted(&self, tilt: Fixed) -> Plain {
        self.mapped(|tax, value| value + tilt * tax, tilt)
    }

    fn mapped(&self, map: impl Fn(Fixed, Fixed) -> Fixed, tilt: Fixed) -> Plain {
        match self {
            Plain::Path { corners, slope } => {
                let corners = corners.iter().map(|&(tax, value)| (tax, map(tax, value))).collect();
                Plain::Path { corners, slope: slope + tilt }
            }
            infinite => infinite.clone(),
        }
    }

    fn in_half_units(&self) -> Plain {
        let Plain::Path { corners, slope } = self else { return self.clone() };
        let corners = corners.iter().map(|&(tax, value)| (2 * tax, 2 * value)).collect();
        Plain::Path { corners, slope: *slope }
    }

    pub(super) fn negated(&self) -> Plain {
        match self {
            Plain::Minus => Plain::Plus,
            Plain::Plus => Plain::Minus,
            Plain::Path { corners, slope } => {
                let corners = corners.iter().map(|&(tax, value)| (tax, -value)).collect();
                Plain::Path { corners, slope: -slope }
            }
        }
    }
}

/// The corners of both paths, and the taxes in between at which they meet, rounded down.
fn together(a: &Plain, b: &Plain) -> Vec<Fixed> {
    let corners = |plain: &Plain| match plain {
        Plain::Path { corners, .. } => corners.iter().map(|&(tax, _)| tax).collect(),
        _ => Vec::new(),
    };
    let mut taxes: Vec<Fixed> = [corners(a), corners(b)].concat();
    let apart = |tax: Fixed| a.at(tax) - b.at(tax);
    let last = a.last_tax().max(b.last_tax());
    // Two slopes differ by two at most, so after this much they have met if they ever do.
    taxes.push(last + apart(last).abs() + 1);
    taxes.sort_unstable();
    taxes.dedup();
    for pair in taxes.clone().windows(2) {
        let (from, to) = (apart(pair[0]), apart(pair[1]));
        if from.signum() * to.signum() < 0 {
            let rate = (to - from).abs() / (pair[1] - pair[0]);
            taxes.push(pair[0] + from.abs() / rate);
        }
    }
    taxes.sort_unstable();
    taxes.dedup();
    taxes
}

/// Left's and Right's wall from what Black can get and what White can get, before the tax.
pub(super) fn plain_settle(black: &Plain, white: &Plain, rounding: Rounding) -> (Plain, Plain) {
    let (left, right) = (black.tilted(-1), white.tilted(1));
    let mast = match (&left, &right) {
        (Plain::Path { .. }, Plain::Path { .. }) => plain_mast(&left, &right, rounding),
        (Plain::Path { .. }, Plain::Plus) => Some(left.at(0)),
        // One wall is infinitely far from the other.
        _ => None,
    };
    match mast {
        None => (left, right),
        Some(mean) => (left.max(&Plain::constant(mean)), right.min(&Plain::constant(mean))),
    }
}

/// The greatest value of the smaller of the two, if they meet. In half units, so that they meet at
/// a whole number of them.
fn plain_mast(left: &Plain, right: &Plain, rounding: Rounding) -> Option<Fixed> {
    if left.at(0) <= right.at(0) {
        return Some(left.at(0));
    }
    let (left, right) = (left.in_half_units(), right.in_half_units());
    let taxes = together(&left, &right);
    let smaller = |&tax: &Fixed| left.at(tax).min(right.at(tax));
    let meet = taxes.last().is_some_and(|&tax| left.at(tax) <= right.at(tax));
    taxes.iter().map(smaller).max().filter(|_| meet).map(|twice| round(rounding, twice))
}

/// Half of `twice`, rounded.
fn round(rounding: Rounding, twice: Fixed) -> Fixed {
    match rounding {
        Rounding::DownTo(grid) => twice.div_euclid(2 * grid) * grid,
        Rounding::UpTo(grid) => -((-twice).div_euclid(2 * grid) * grid),
    }
}

fn any_curve() -> impl Strategy<Value = (Fixed, Vec<Fixed>)> {
    // Small numbers make corners fall together often.
    let bends = prop::collection::btree_set(0..24_i64, 0..7);
    (-12..12_i64, bends).prop_map(|(base, bends)| (base, bends.into_iter().collect()))
}

fn work((base, bends): &(Fixed, Vec<Fixed>)) -> CurveBuffer {
    let mut piece = CurveBuffer::default();
    piece.set(Curve::Line { base: *base, bends }, 0);
    piece
}

fn any_rounding() -> impl Strategy<Value = Rounding> {
    (1..5_i64, any::<bool>()).prop_map(|(grid, up)| match up {
        true => Rounding::UpTo(grid),
        false => Rounding::DownTo(grid),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn extrema_are_those_of_every_point(a in any_curve(), b in any_curve(), by in -9..9_i64) {
        let plain = |curve: &(Fixed, Vec<Fixed>)| Plain::from_curve(work(curve).curve());
        let (mut above, mut below, mut spare) = (work(&a), work(&a), Vec::new());
        above.raise_to(work(&b).curve(), by, &mut spare);
        below.lower_to(work(&b).curve(), by, &mut spare);
        let other = plain(&b).raised(by);
        prop_assert_eq!(Plain::from_curve(above.curve()), plain(&a).max(&other));
        prop_assert_eq!(Plain::from_curve(below.curve()), plain(&a).min(&other));
        for tax in 0..30 {
            prop_assert_eq!(work(&a).curve().value_at(tax), Some(plain(&a).at(tax)));
        }
    }

    #[test]
    fn distances_are_those_of_every_point(a in any_curve(), b in any_curve()) {
        let plain = |curve: &(Fixed, Vec<Fixed>)| Plain::from_curve(work(curve).curve());
        let parallel = a.1.len() % 2 == b.1.len() % 2;
        let widest = (0..30).map(|tax| (plain(&a).at(tax) - plain(&b).at(tax)).abs()).max();
        let distance = work(&a).curve().distance(work(&b).curve());
        prop_assert_eq!(distance, widest.filter(|_| parallel));
        let never = (0..100).all(|tax| plain(&a).at(tax) <= plain(&b).at(tax));
        prop_assert_eq!(work(&a).curve().never_above(work(&b).curve()), never);
    }

    #[test]
    fn a_game_cools_where_nobody_gains(black in any_curve(), white in any_curve()) {
        let (black, white) = (work(&black), work(&white));
        let gains = |tax: &Fixed| {
            let value = |piece: &CurveBuffer| piece.curve().value_at(*tax).expect("a line");
            value(&black) + value(&white) > 2 * tax
        };
        // Beyond this every curve is straight and any gap is closed.
        let first = (0..200).find(|tax| !gains(tax));
        prop_assert_eq!(cools_at(black.curve(), white.curve()), first);
    }

    #[test]
    fn walls_are_the_plain_ones(
        black in any_curve(),
        white in any_curve(),
        infinite in 0..6_u8,
        rounding in any_rounding(),
    ) {
        let (mut black, mut white) = (work(&black), work(&white));
        match infinite {
            0 => black.set_plus(),
            1 => white.set_plus(),
            2 => white.clear(),
            _ => {}
        }
        let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
        settle(black.curve(), white.curve(), rounding, &mut left, &mut right);
        let plain_white = Plain::from_curve(white.curve()).negated();
        let (l, r) = plain_settle(&Plain::from_curve(black.curve()), &plain_white, rounding);
        prop_assert_eq!(Plain::from_curve(left.curve()), l.negated());
        prop_assert_eq!(Plain::from_curve(right.curve()), r);
    }
}

//! The two walls of a position from what its followers are worth: where the mast stands, and how
//! means are rounded.

use super::curve::envelope::Pair;
use super::curve::{Curve, CurveBuffer, Fixed};

/// Which way a half unit is rounded, and to which grid: bounds stay bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Down to a multiple of this many units of 2^-48.
    DownTo(Fixed),
    /// Up to a multiple of this many units.
    UpTo(Fixed),
}

/// The greatest multiple of `grid` that is not above `value`.
fn down(value: Fixed, grid: Fixed) -> Fixed {
    value.div_euclid(grid) * grid
}

/// The least multiple of `grid` that is not below `value`.
fn up(value: Fixed, grid: Fixed) -> Fixed {
    -down(-value, grid)
}

impl Rounding {
    /// Half of `twice`, rounded to a unit.
    fn halve(self, twice: Fixed) -> Fixed {
        match self {
            Rounding::DownTo(_) => twice.div_euclid(2),
            Rounding::UpTo(_) => (twice + 1).div_euclid(2),
        }
    }

    fn round(self, value: Fixed) -> Fixed {
        match self {
            Rounding::DownTo(grid) => down(value, grid),
            Rounding::UpTo(grid) => up(value, grid),
        }
    }
}

/// The two walls of a position from what Black can get (`black`, before his tax) and what White
/// can get (`white`, turned over, before her tax): Left's wall turned over, and Right's wall.
///
/// With `LS = black - tax` and `RS = tax - white`, the mast stands at the greatest value that both
/// reach, `m = max over tax of min(LS, RS)`; Left's wall is `max(LS, m)`, Right's `min(RS, m)`.
/// All three rise with `black` and fall with `white`, which is what makes bounds pass upwards.
pub(crate) fn settle(
    black: Curve<'_>,
    white: Curve<'_>,
    rounding: Rounding,
    left: &mut CurveBuffer,
    right: &mut CurveBuffer,
) {
    match mast(black, white, rounding) {
        Mast::Nowhere => {
            left.flip_of(black, None);
            right.flip_of(white, None);
        }
        Mast::At(mean) => {
            left.flip_of(black, Some(-mean));
            right.flip_of(white, Some(mean));
        }
    }
}

/// The least tax, rounded up to a unit, from which on `black - tax <= tax - white`: nobody gains
/// by moving any more. `None` if that is never so.
pub(crate) fn cools_at(black: Curve<'_>, white: Curve<'_>) -> Option<Fixed> {
    let (a, b) = match (black, white) {
        (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => ((a, x), (b, y)),
        (Curve::Minus, _) | (_, Curve::Minus) => return Some(0),
        _ => return None,
    };
    let mut pair = Pair::new(a, b);
    loop {
        let gap = pair.value[0] + pair.value[1] - 2 * pair.tax;
        let closing = 2 - Fixed::from(pair.rising[0]) - Fixed::from(pair.rising[1]);
        if gap <= 0 {
            return Some(pair.tax);
        }
        let next = pair.next_bend();
        if closing > 0 && next.is_none_or(|bend| gap <= closing * (bend - pair.tax)) {
            return Some(pair.tax + (gap + closing - 1) / closing);
        }
        pair.go_to(next?);
    }
}

enum Mast {
    /// One of the walls is infinite, or they stay apart for ever.
    Nowhere,
    At(Fixed),
}

fn mast(black: Curve<'_>, white: Curve<'_>, rounding: Rounding) -> Mast {
    let (a, b) = match (black, white) {
        (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => ((a, x), (b, y)),
        // White has no move at all: nobody moves, Black holds what he has.
        (Curve::Line { base, .. }, Curve::Minus) => return Mast::At(base),
        _ => return Mast::Nowhere,
    };
    // LS <= RS from the start on: nobody wants to move, Black may always take what he can get.
    if a.0 + b.0 <= 0 {
        return Mast::At(a.0);
    }
    let mut pair = Pair::new(a, b);
    loop {
        let gap = pair.value[0] + pair.value[1] - 2 * pair.tax;
        let closing = 2 - Fixed::from(pair.rising[0]) - Fixed::from(pair.rising[1]);
        let next = pair.next_bend();
        let reached = match (closing, next) {
            (0, _) => false,
            (_, None) => true,
            (_, Some(bend)) => gap <= closing * (bend - pair.tax),
        };
        if reached {
            let mean = match (closing, pair.rising[0]) {
                (2, _) => rounding.halve(pair.value[0] - pair.value[1]),
                // Black's wall is vertical here, or White's.
                (_, true) => pair.value[0] - pair.tax,
                (_, false) => pair.tax - pair.value[1],
            };
            return Mast::At(rounding.round(mean));
        }
        match next {
            Some(bend) => pair.go_to(bend),
            None => return Mast::Nowhere,
        }
    }
}

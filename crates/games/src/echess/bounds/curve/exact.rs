//! Curves in the exact arithmetic of `nimzo-cgt`.

use nimzo_cgt::{Dyadic, Slope, Trajectory, Wall};

use super::{Curve, FRACTION_BITS, Fixed};

/// The exact value of a fixed-point number.
pub(crate) fn to_dyadic(value: Fixed) -> Dyadic {
    Dyadic::new(value, FRACTION_BITS).expect("48 is a legal exponent")
}

impl Curve<'_> {
    /// Right's wall in exact arithmetic.
    pub(crate) fn to_exact(self) -> Wall {
        match self {
            Curve::Minus => Wall::MinusInfinity,
            Curve::Plus => Wall::PlusInfinity,
            Curve::Line { base, bends } => Wall::Finite(trajectory(base, bends)),
        }
    }
}

/// The exact trajectory, put together from straight pieces.
fn trajectory(base: Fixed, bends: &[Fixed]) -> Trajectory {
    const FITS: &str = "the hot loop's numbers are far inside the exact ones'";
    let start = Dyadic::ZERO;
    // The sum of max(0, tax - bend) with alternating signs, as nested extrema: going backwards,
    // what follows a rising piece is capped by it, what follows a level piece is carried by it.
    let mut exact: Option<Trajectory> = None;
    let mut pieces = Vec::new();
    let (mut value, mut from, mut rising) = (base, 0, false);
    for &bend in bends {
        pieces.push((value, from, rising));
        if rising {
            value += bend - from;
        }
        (from, rising) = (bend, !rising);
    }
    pieces.push((value, from, rising));
    for &(value, from, rising) in pieces.iter().rev() {
        let line = if rising {
            Trajectory::constant(start, to_dyadic(value - from)).tilt(Slope::Rising).expect(FITS)
        } else {
            Trajectory::constant(start, to_dyadic(value))
        };
        exact = Some(match exact {
            None => line,
            Some(rest) if rising => line.min(&rest).expect(FITS),
            Some(rest) => line.max(&rest).expect(FITS),
        });
    }
    exact.expect("there is at least one piece")
}

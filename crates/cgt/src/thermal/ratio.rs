//! Exact fractions, for the kos: their walls meet at thirds.

use std::cmp::Ordering;
use std::fmt;

use crate::{Dyadic, Error, Result};

const OVERFLOW: Error = Error::Overflow { what: "a fraction on the thermograph of a ko" };

/// A fraction in lowest terms.
///
/// ```
/// use nimzo_cgt::{Dyadic, Ratio};
/// let third = Ratio::new(2, 6).unwrap();
/// assert_eq!(third.to_string(), "1/3");
/// assert!(third < Ratio::from(Dyadic::new(1, 1).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i64,
    /// Positive.
    denominator: i64,
}

impl Ratio {
    /// Zero.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Ratio::ZERO.to_string(), "0");
    /// ```
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };

    /// The fraction, unless the denominator is 0.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Ratio::new(1, -2).unwrap().to_string(), "-1/2");
    /// assert!(nimzo_cgt::Ratio::new(1, 0).is_none());
    /// ```
    pub fn new(numerator: i64, denominator: i64) -> Option<Ratio> {
        lowest(numerator.into(), denominator.into())
    }

    pub(crate) fn add(self, other: Ratio) -> Result<Ratio> {
        let [a, b, c, d] = self.with(other);
        lowest(a * d + c * b, b * d).ok_or(OVERFLOW)
    }

    pub(crate) fn sub(self, other: Ratio) -> Result<Ratio> {
        let [a, b, c, d] = self.with(other);
        lowest(a * d - c * b, b * d).ok_or(OVERFLOW)
    }

    pub(crate) fn times(self, factor: i64) -> Result<Ratio> {
        lowest(i128::from(self.numerator) * i128::from(factor), self.denominator.into())
            .ok_or(OVERFLOW)
    }

    pub(crate) fn over(self, divisor: i64) -> Result<Ratio> {
        lowest(self.numerator.into(), i128::from(self.denominator) * i128::from(divisor))
            .ok_or(OVERFLOW)
    }

    /// Both numerators and denominators, wide enough for products.
    fn with(self, other: Ratio) -> [i128; 4] {
        [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from)
    }
}

fn lowest(numerator: i128, denominator: i128) -> Option<Ratio> {
    let common = divisor(numerator, denominator);
    let sign = denominator.signum();
    if common == 0 || sign == 0 {
        return None;
    }
    Some(Ratio {
        numerator: i64::try_from(sign * numerator / common).ok()?,
        denominator: i64::try_from(sign * denominator / common).ok()?,
    })
}

fn divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<Dyadic> for Ratio {
    fn from(number: Dyadic) -> Ratio {
        Ratio { numerator: number.numerator(), denominator: 1 << number.exponent() }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let [a, b, c, d] = self.with(*other);
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Integers are numbers, everything else is a string: `2`, `"1/3"`.
impl serde::Serialize for Ratio {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        match self.denominator {
            1 => to.serialize_i64(self.numerator),
            _ => to.collect_str(self),
        }
    }
}

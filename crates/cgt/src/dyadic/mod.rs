//! Exact dyadic rationals: an integer over a power of two. Every operation is checked.

use std::cmp::Ordering;

mod simplest;
mod text;

/// A dyadic rational `numerator / 2^exponent` in lowest terms: the numbers among short games.
///
/// Sixteen bytes, `Copy`, totally ordered; equal numbers are equal bit for bit. Arithmetic is
/// checked and answers `None` where the exact result has no representation.
///
/// ```
/// use nimzo_cgt::Dyadic;
/// let quarter = Dyadic::new(1, 2).unwrap();
/// let half: Dyadic = "1/2".parse().unwrap();
/// assert_eq!(quarter.checked_add(half).unwrap().to_string(), "3/4");
/// assert!(Dyadic::from(i64::MAX).checked_add(Dyadic::ONE).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    /// Zero.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::ZERO.to_string(), "0");
    /// ```
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// One.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::ONE.to_string(), "1");
    /// ```
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };
    /// Minus one: where thermographs of short games start.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::MINUS_ONE.to_string(), "-1");
    /// ```
    pub const MINUS_ONE: Dyadic = Dyadic { numerator: -1, exponent: 0 };
    /// The largest exponent of a denominator. With it the difference of any two numbers can be
    /// formed in 128 bits, so that comparison never fails.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// assert!(Dyadic::new(1, Dyadic::MAX_EXPONENT).is_some());
    /// assert!(Dyadic::new(1, Dyadic::MAX_EXPONENT + 1).is_none());
    /// ```
    pub const MAX_EXPONENT: u32 = 62;

    /// `numerator / 2^exponent` in lowest terms, or `None` if the denominator is too large.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// assert_eq!(Dyadic::new(6, 3), Dyadic::new(3, 2));
    /// ```
    pub const fn new(numerator: i64, exponent: u32) -> Option<Dyadic> {
        if numerator == 0 {
            return Some(Dyadic::ZERO);
        }
        let zeros = numerator.trailing_zeros();
        let shift = if zeros < exponent { zeros } else { exponent };
        let exponent = exponent - shift;
        if exponent > Dyadic::MAX_EXPONENT {
            return None;
        }
        Some(Dyadic { numerator: numerator >> shift, exponent })
    }

    fn narrow(numerator: i128, exponent: u32) -> Option<Dyadic> {
        let shift = numerator.trailing_zeros().min(exponent);
        Dyadic::new(i64::try_from(numerator >> shift).ok()?, exponent - shift)
    }

    /// The numerator in lowest terms.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(-3, 2).unwrap().numerator(), -3);
    /// ```
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The binary logarithm of the denominator in lowest terms.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(-3, 2).unwrap().exponent(), 2);
    /// ```
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// The number as an integer, if it is one.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// assert_eq!(Dyadic::from(7).to_integer(), Some(7));
    /// assert_eq!(Dyadic::new(7, 1).unwrap().to_integer(), None);
    /// ```
    pub const fn to_integer(self) -> Option<i64> {
        if self.exponent == 0 { Some(self.numerator) } else { None }
    }

    /// Whether this is zero.
    ///
    /// ```
    /// assert!(nimzo_cgt::Dyadic::ZERO.is_zero());
    /// ```
    pub const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// -1, 0 or 1.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(-3, 2).unwrap().signum(), -1);
    /// ```
    pub const fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// The exact sum.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// let half = Dyadic::new(1, 1).unwrap();
    /// assert_eq!(half.checked_add(half), Some(Dyadic::ONE));
    /// ```
    #[inline]
    pub fn checked_add(self, other: Dyadic) -> Option<Dyadic> {
        if self.exponent == other.exponent
            && let Some(sum) = self.numerator.checked_add(other.numerator)
        {
            return Dyadic::new(sum, self.exponent);
        }
        let exponent = self.exponent.max(other.exponent);
        Dyadic::narrow(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The exact difference.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// let half = Dyadic::new(1, 1).unwrap();
    /// assert_eq!(Dyadic::ONE.checked_sub(half), Some(half));
    /// ```
    #[inline]
    pub fn checked_sub(self, other: Dyadic) -> Option<Dyadic> {
        if self.exponent == other.exponent
            && let Some(difference) = self.numerator.checked_sub(other.numerator)
        {
            return Dyadic::new(difference, self.exponent);
        }
        let exponent = self.exponent.max(other.exponent);
        Dyadic::narrow(self.scaled(exponent) - other.scaled(exponent), exponent)
    }

    /// The exact product.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// let half = Dyadic::new(1, 1).unwrap();
    /// assert_eq!(half.checked_mul(Dyadic::from(6)), Some(Dyadic::from(3)));
    /// ```
    pub fn checked_mul(self, other: Dyadic) -> Option<Dyadic> {
        let product = i128::from(self.numerator) * i128::from(other.numerator);
        Dyadic::narrow(product, self.exponent + other.exponent)
    }

    /// The negative.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// assert_eq!(Dyadic::ONE.checked_neg(), Some(Dyadic::MINUS_ONE));
    /// assert_eq!(Dyadic::from(i64::MIN).checked_neg(), None);
    /// ```
    pub fn checked_neg(self) -> Option<Dyadic> {
        let numerator = self.numerator.checked_neg()?;
        Some(Dyadic { numerator, exponent: self.exponent })
    }

    /// Half of the number.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// assert_eq!(Dyadic::from(3).checked_half(), Dyadic::new(3, 1));
    /// ```
    pub fn checked_half(self) -> Option<Dyadic> {
        Dyadic::new(self.numerator, self.exponent + 1)
    }

    /// The largest integer that is not above the number.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(-3, 1).unwrap().floor(), -2);
    /// ```
    pub const fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not below the number.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(-3, 1).unwrap().ceil(), -1);
    /// ```
    pub const fn ceil(self) -> i64 {
        self.floor() + (self.exponent != 0) as i64
    }

    /// The number as a float, for drawing only: it may be rounded.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Dyadic::new(3, 2).unwrap().to_f64(), 0.75);
    /// ```
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1u64 << self.exponent) as f64
    }

    /// The numerator over the denominator `2^exponent`, which must not be smaller than ours.
    const fn scaled(self, exponent: u32) -> i128 {
        (self.numerator as i128) << (exponent - self.exponent)
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic { numerator: integer, exponent: 0 }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_is_reported() {
        let most = Dyadic::from(i64::MAX);
        let tiny = Dyadic::new(1, 62).unwrap();
        assert_eq!(most.checked_add(tiny), None);
        assert_eq!(tiny.checked_half(), None);
        assert_eq!(tiny.checked_mul(tiny), None);
        assert_eq!(most.checked_mul(most), None);
        assert_eq!(Dyadic::from(i64::MIN).checked_sub(Dyadic::ONE), None);
        assert!(tiny < most && Dyadic::from(i64::MIN) < tiny);
    }

    #[test]
    fn small_arithmetic_agrees_with_integers_over_64() {
        let all: Vec<(i64, Dyadic)> = (-40..=40).map(|n| (n, Dyadic::new(n, 3).unwrap())).collect();
        for &(m, a) in &all {
            for &(n, b) in &all {
                assert_eq!(a.checked_add(b), Dyadic::new(m + n, 3));
                assert_eq!(a.checked_sub(b), Dyadic::new(m - n, 3));
                assert_eq!(a.checked_mul(b), Dyadic::new(m * n, 6));
                assert_eq!(a.cmp(&b), m.cmp(&n));
            }
            assert_eq!(a.floor(), m.div_euclid(8));
            assert_eq!(a.ceil(), -(-m).div_euclid(8));
        }
    }
}

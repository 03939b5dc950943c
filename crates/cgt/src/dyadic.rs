//! Exact dyadic rationals: an integer over a power of two. Every operation is checked.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Error;

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

    /// The simplest number strictly between the bounds (`None`: no bound on that side), that is
    /// the one born first; `None` if there is none or it has no representation.
    ///
    /// ```
    /// use nimzo_cgt::Dyadic;
    /// let between = |a: &str, b: &str| {
    ///     Dyadic::simplest_between(Some(a.parse().unwrap()), Some(b.parse().unwrap()))
    /// };
    /// assert_eq!(between("1/4", "7/8").unwrap().to_string(), "1/2");
    /// assert_eq!(between("2", "9").unwrap().to_string(), "3");
    /// assert_eq!(between("1", "1"), None);
    /// assert_eq!(Dyadic::simplest_between(Some(Dyadic::from(4)), None), Some(Dyadic::from(5)));
    /// ```
    pub fn simplest_between(low: Option<Dyadic>, high: Option<Dyadic>) -> Option<Dyadic> {
        let above = |x: Dyadic| low.is_none_or(|low| low < x);
        let below = |x: Dyadic| high.is_none_or(|high| x < high);
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        let negative = !below(Dyadic::ZERO);
        let toward_zero = if negative { high?.ceil() } else { low?.floor() };
        let step = if negative { -1 } else { 1 };
        let integer = Dyadic::from(toward_zero.checked_add(step)?);
        if above(integer) && below(integer) {
            return Some(integer);
        }
        Dyadic::simplest_fraction(low?, high?)
    }

    /// The number of least denominator strictly between, when no integer lies there.
    fn simplest_fraction(low: Dyadic, high: Dyadic) -> Option<Dyadic> {
        (1..=Dyadic::MAX_EXPONENT).find_map(|exponent| {
            let floor = if low.exponent <= exponent {
                low.scaled(exponent)
            } else {
                i128::from(low.numerator) >> (low.exponent - exponent)
            };
            let candidate = Dyadic::narrow(floor + 1, exponent)?;
            (low < candidate && candidate < high).then_some(candidate)
        })
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

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exponent == 0 {
            f.pad(&self.numerator.to_string())
        } else {
            f.pad(&format!("{}/{}", self.numerator, 1u64 << self.exponent))
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Integers are numbers, everything else is a string: `2`, `"3/4"`.
impl serde::Serialize for Dyadic {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_integer() {
            Some(integer) => serializer.serialize_i64(integer),
            None => serializer.collect_str(self),
        }
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Dyadic, Error> {
        let parse = || {
            let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
            let denominator: u64 = denominator.parse().ok()?;
            if !denominator.is_power_of_two() {
                return None;
            }
            Dyadic::new(numerator.parse().ok()?, denominator.trailing_zeros())
        };
        parse().ok_or_else(|| Error::NotDyadic { input: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn text_round_trip_and_lowest_terms() {
        for text in ["0", "-1", "3/4", "-7/8", "9223372036854775807", "1/4611686018427387904"] {
            assert_eq!(dyadic(text).to_string(), text);
        }
        assert_eq!(dyadic("6/8").to_string(), "3/4");
        assert_eq!(dyadic("-8/8").to_string(), "-1");
    }

    #[test]
    fn bad_text_is_named() {
        for text in ["", "1/3", "1/0", "a", "1/-2", "1/2/4", "99999999999999999999", "1/ 2"] {
            assert_eq!(text.parse::<Dyadic>(), Err(Error::NotDyadic { input: text.to_owned() }));
        }
    }

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

    /// Birthday of a number: the integer part walked from zero, then one day a binary place.
    fn birthday(x: Dyadic) -> u64 {
        x.floor().unsigned_abs().max(x.ceil().unsigned_abs()) + u64::from(x.exponent())
    }

    #[test]
    fn the_simplest_number_is_the_one_born_first() {
        for low in -32..=32 {
            for high in low + 1..=32 {
                let (a, b) = (Dyadic::new(low, 3).unwrap(), Dyadic::new(high, 3).unwrap());
                let found = Dyadic::simplest_between(Some(a), Some(b)).unwrap();
                let born_first = (low * 2 + 1..high * 2)
                    .map(|n| Dyadic::new(n, 4).unwrap())
                    .min_by_key(|&x| birthday(x))
                    .unwrap();
                assert_eq!(found, born_first, "between {a} and {b}");
            }
        }
    }
}

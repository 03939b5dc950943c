//! Numbers plus multiples of up plus nimbers: the values that have a closed form for everything.

use std::cmp::Ordering;
use std::fmt;

use crate::{Dyadic, Nimber};

/// `number + ups·↑ + star`, like `3/2^4*`.
///
/// ```
/// use nimzo_cgt::{Dyadic, Nimber, Nus};
/// let value = Nus { number: Dyadic::ONE, ups: -2, star: Nimber(3) };
/// assert_eq!(value.to_string(), "1vv*3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// How many ups; negative for downs.
    pub ups: i64,
    /// The nimber.
    pub star: Nimber,
}

impl Nus {
    /// Zero.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Nus::ZERO.to_string(), "0");
    /// ```
    pub const ZERO: Nus = Nus { number: Dyadic::ZERO, ups: 0, star: Nimber(0) };

    /// A number alone.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Nus};
    /// assert_eq!(Nus::number(Dyadic::ONE).to_number(), Some(Dyadic::ONE));
    /// ```
    pub const fn number(number: Dyadic) -> Nus {
        Nus { number, ..Nus::ZERO }
    }

    /// The number, if there is nothing else.
    ///
    /// ```
    /// use nimzo_cgt::{Nimber, Nus};
    /// assert_eq!(Nus { star: Nimber(1), ..Nus::ZERO }.to_number(), None);
    /// ```
    pub fn to_number(self) -> Option<Dyadic> {
        (self.ups == 0 && self.star.is_zero()).then_some(self.number)
    }

    /// The same without its number.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Nus};
    /// assert_eq!(Nus::number(Dyadic::ONE).infinitesimal(), Nus::ZERO);
    /// ```
    pub const fn infinitesimal(self) -> Nus {
        Nus { number: Dyadic::ZERO, ..self }
    }

    /// The exact sum, unless it has no representation.
    ///
    /// ```
    /// use nimzo_cgt::{Nimber, Nus};
    /// let star = Nus { star: Nimber(1), ..Nus::ZERO };
    /// assert_eq!(star.checked_add(star), Some(Nus::ZERO));
    /// ```
    pub fn checked_add(self, other: Nus) -> Option<Nus> {
        Some(Nus {
            number: self.number.checked_add(other.number)?,
            ups: self.ups.checked_add(other.ups)?,
            star: self.star + other.star,
        })
    }

    /// The negative, unless it has no representation.
    ///
    /// ```
    /// use nimzo_cgt::Nus;
    /// let up = Nus { ups: 1, ..Nus::ZERO };
    /// assert_eq!(up.checked_neg().unwrap().to_string(), "v");
    /// ```
    pub fn checked_neg(self) -> Option<Nus> {
        let (number, ups) = (self.number.checked_neg()?, self.ups.checked_neg()?);
        Some(Nus { number, ups, star: self.star })
    }

    /// The order against another: `None` if the two are confused.
    ///
    /// Numbers decide first; then ups, except that one up or down does not decide against `*`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use nimzo_cgt::{Nimber, Nus};
    /// let up_star = Nus { ups: 1, star: Nimber(1), ..Nus::ZERO };
    /// assert_eq!(up_star.compare(Nus::ZERO), None);
    /// assert_eq!(Nus { ups: 2, ..up_star }.compare(Nus::ZERO), Some(Ordering::Greater));
    /// ```
    pub fn compare(self, other: Nus) -> Option<Ordering> {
        let by_number = self.number.cmp(&other.number);
        if by_number != Ordering::Equal {
            return Some(by_number);
        }
        let ups = i128::from(self.ups) - i128::from(other.ups);
        let star = self.star + other.star;
        match (ups, star) {
            (0, Nimber(0)) => Some(Ordering::Equal),
            (0, _) | (1 | -1, Nimber(1)) => None,
            _ => Some(ups.cmp(&0)),
        }
    }

    /// The number of days the value takes to be born, saturating.
    pub(crate) fn birthday(self) -> u64 {
        let (below, above) = (self.number.floor(), self.number.ceil());
        let whole = below.unsigned_abs().max(above.unsigned_abs());
        let ups = self.ups.unsigned_abs();
        // The chain of options ↑n*k, ↑(n-1)*(k+1), … ends in a nimber, or early in ↑* = {0,*|0}.
        let last = self.star.0 ^ (ups & 1);
        let tail = if ups > 0 && last == 0 { 1 } else { last };
        whole.saturating_add(self.number.exponent().into()).saturating_add(ups).saturating_add(tail)
    }
}

impl fmt::Display for Nus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Nus::ZERO {
            return f.write_str("0");
        }
        if !self.number.is_zero() {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.ups > 0 { "^" } else { "v" };
        match self.ups.unsigned_abs() {
            0 => {}
            ups @ 1..=2 => f.write_str(&arrow.repeat(ups as usize))?,
            ups => write!(f, "{arrow}{ups}")?,
        }
        if !self.star.is_zero() {
            // `3*2` would be read as a product.
            if self.star.0 > 1 && self.ups == 0 && !self.number.is_zero() {
                f.write_str("+")?;
            }
            write!(f, "{}", self.star)?;
        }
        Ok(())
    }
}

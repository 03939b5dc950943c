//! Nimbers: the values of impartial games in normal play, with their sum and product, and `mex`.

use std::fmt;
use std::ops::{Add, Mul};

/// The nimber `*n`: a nim heap of `n`.
///
/// With [`Add`] (nim-sum) and [`Mul`] (nim-product) the nimbers below 2^64 are a field.
///
/// ```
/// use nimzo_cgt::Nimber;
/// assert_eq!(Nimber(5) + Nimber(3), Nimber(6));
/// assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
/// assert_eq!(Nimber(6).to_string(), "*6");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The empty heap.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Nimber::ZERO.to_string(), "0");
    /// ```
    pub const ZERO: Nimber = Nimber(0);

    /// The value of a position from the values of its options.
    ///
    /// ```
    /// use nimzo_cgt::Nimber;
    /// assert_eq!(Nimber::from_options([Nimber(0), Nimber(1), Nimber(3)]), Nimber(2));
    /// ```
    pub fn from_options(options: impl IntoIterator<Item = Nimber>) -> Nimber {
        Nimber(mex(options.into_iter().map(|option| option.0)))
    }

    /// Whether the player to move loses.
    ///
    /// ```
    /// assert!(nimzo_cgt::Nimber(0).is_zero());
    /// ```
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// The least number that is not among `values`.
///
/// ```
/// use nimzo_cgt::mex;
/// assert_eq!(mex([]), 0);
/// assert_eq!(mex([1, 0, 4, 2, 1]), 3);
/// assert_eq!(mex(0..1000), 1000);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = Mex::default();
    for value in values {
        seen.insert(value);
    }
    seen.value()
}

/// Collects numbers and tells the least one missing.
///
/// Values below 128, which is nearly all there ever are, are kept in one word, without allocation.
///
/// ```
/// use nimzo_cgt::Mex;
/// let mut seen = Mex::default();
/// seen.insert(0);
/// seen.insert(2);
/// assert_eq!(seen.value(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mex {
    low: u128,
    high: Vec<u64>,
}

impl Mex {
    /// Takes one more value.
    ///
    /// ```
    /// let mut seen = nimzo_cgt::Mex::default();
    /// seen.insert(0);
    /// assert_eq!(seen.value(), 1);
    /// ```
    #[inline]
    pub fn insert(&mut self, value: u64) {
        if value < 128 {
            self.low |= 1 << value;
        } else {
            self.high.push(value);
        }
    }

    /// The least number not taken.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Mex::default().value(), 0);
    /// ```
    #[inline]
    pub fn value(mut self) -> u64 {
        if self.low != u128::MAX {
            return u64::from(self.low.trailing_ones());
        }
        self.high.sort_unstable();
        self.high.dedup();
        let run = self.high.iter().zip(128..).take_while(|&(&value, next)| value == next).count();
        128 + run as u64
    }
}

impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)] // nim-addition is exclusive or
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(heaps: I) -> Nimber {
        heaps.fold(Nimber::ZERO, Add::add)
    }
}

impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, 32))
    }
}

/// Nim-product of numbers below `2^(2*half)`, `half` a power of two (or zero at the bottom).
///
/// With `F = 2^half` a Fermat power, `F*F = F + F/2`; split both factors at `F` and multiply out
/// with three products of the half size (Karatsuba), and one more by `F/2`.
fn product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1u64 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = product(a0, b0, half / 2);
    if a1 | b1 == 0 {
        return low;
    }
    let high = product(a1, b1, half / 2);
    let mixed = product(a1 ^ a0, b1 ^ b0, half / 2);
    ((mixed ^ low) << half) ^ low ^ product(high, 1 << (half - 1), half / 2)
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            1 => f.pad("*"),
            n => f.pad(&format!("*{n}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: `ab = mex { a'b + ab' + a'b' }`.
    #[test]
    fn products_agree_with_the_definition() {
        const N: usize = 64;
        let mut table = vec![[0u64; N]; N];
        for a in 0..N {
            for b in 0..N {
                let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                table[a][b] = mex(smaller.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
                assert_eq!(Nimber(a as u64) * Nimber(b as u64), Nimber(table[a][b]), "{a}*{b}");
            }
        }
    }

    #[test]
    fn large_products_obey_the_field_laws() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            Nimber(state ^ state >> 29)
        };
        for _ in 0..2000 {
            let (a, b, c) = (next(), next(), next());
            assert_eq!(a * b, b * a);
            assert_eq!((a * b) * c, a * (b * c));
            assert_eq!(a * (b + c), a * b + a * c);
        }
        let fermat = Nimber(1 << 32);
        assert_eq!(fermat * fermat, fermat + Nimber(1 << 31));
    }

    #[test]
    fn mex_beyond_one_word() {
        assert_eq!(mex((0..200).rev().chain(202..300)), 200);
        assert_eq!(mex((0..128).chain([128, 128, 130])), 129);
    }
}

//! The simplest number of an interval.

use super::Dyadic;

impl Dyadic {
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
}

#[cfg(test)]
mod tests {
    use super::*;

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

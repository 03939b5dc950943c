//! Dyadic rationals as text and in documents.

use std::fmt;
use std::str::FromStr;

use super::Dyadic;
use crate::Error;

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
}

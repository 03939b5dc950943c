//! Points of a thermograph and slopes between them.

use crate::{Dyadic, Error, Result};

/// A value at a temperature.
///
/// ```
/// use nimzo_cgt::{Dyadic, Point};
/// let point = Point { temperature: Dyadic::ONE, value: Dyadic::ZERO };
/// assert_eq!(point.to_string(), "(1, 0)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Point {
    /// The temperature.
    pub temperature: Dyadic,
    /// The value there.
    pub value: Dyadic,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.temperature, self.value)
    }
}

/// The change of value for one degree. Only these three occur: two lines of such slopes meet, if
/// at all, at a dyadic temperature, which is what keeps thermographs exact.
///
/// ```
/// use nimzo_cgt::Slope;
/// assert_eq!(Slope::Falling as i8, -1);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(i8)]
pub enum Slope {
    /// One less for each degree.
    Falling = -1,
    /// No change.
    Level = 0,
    /// One more for each degree.
    Rising = 1,
}

impl Slope {
    pub(super) fn of_sign(sign: i64) -> Slope {
        match sign {
            ..0 => Slope::Falling,
            0 => Slope::Level,
            1.. => Slope::Rising,
        }
    }

    pub(super) fn tilted(self, tilt: Slope) -> Result<Slope> {
        match self as i8 + tilt as i8 {
            sum @ -1..=1 => Ok(Slope::of_sign(sum.into())),
            _ => Err(Error::TooSteep { slope: self as i8, tilt: tilt as i8 }),
        }
    }
}

//! Which values a table holds, by name.

use std::fmt;
use std::str::FromStr;

use enum_map::{Enum, EnumMap};

use crate::error::Error;

/// One of something for each metric.
pub type PerMetric<T> = EnumMap<Metric, T>;

/// A kind of value that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Enum)]
pub enum Metric {
    /// Win, draw, loss.
    Wdl,
    /// Depth to mate.
    Dtm,
    /// Depth to conversion.
    Dtc,
    /// Depth to a zeroing move.
    Dtz,
    /// Depth to a zeroing move under the fifty-move rule, with the five-valued result.
    Dtz50,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Wdl, Self::Dtm, Self::Dtc, Self::Dtz, Self::Dtz50];

    /// Those that count something.
    pub const DEPTHS: [Self; 4] = [Self::Dtm, Self::Dtc, Self::Dtz, Self::Dtz50];

    /// The name used on the command line and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtm => "dtm",
            Self::Dtc => "dtc",
            Self::Dtz => "dtz",
            Self::Dtz50 => "dtz50",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|m| m.name().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| Error::Metric(text.to_owned()))
    }
}

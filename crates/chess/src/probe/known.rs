//! What the tables at hand know about a position: the result always, each depth where it was built.

use crate::metric::Metric;
use crate::successors::Worth;
use crate::values::{Depth, Dtc, Dtm, Dtz, Dtz50, Step, Values, Wdl};

/// Values of a position as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Win, draw, loss without the fifty-move rule.
    pub wdl: Wdl,
    /// Depth to mate.
    pub dtm: Option<Dtm>,
    /// Depth to conversion.
    pub dtc: Option<Dtc>,
    /// Depth to a zeroing move.
    pub dtz: Option<Dtz>,
    /// The same under the fifty-move rule.
    pub dtz50: Option<Dtz50>,
}

impl Known {
    /// A depth by the name of its metric (the result alone counts as a depth of one ply).
    pub fn depth(self, metric: Metric) -> Option<Depth> {
        match metric {
            Metric::Wdl => Some(match self.wdl {
                Wdl::Win => Depth::Win(1),
                Wdl::Draw => Depth::Draw,
                Wdl::Loss => Depth::Loss(0),
            }),
            Metric::Dtm => self.dtm.map(|d| d.0),
            Metric::Dtc => self.dtc.map(|d| d.0),
            Metric::Dtz => self.dtz.map(|d| d.0),
            Metric::Dtz50 => self.dtz50.map(|d| d.0),
        }
    }
}

impl From<Values> for Known {
    fn from(values: Values) -> Self {
        Self {
            wdl: values.wdl(),
            dtm: Some(values.dtm),
            dtc: Some(values.dtc),
            dtz: Some(values.dtz),
            dtz50: Some(values.dtz50),
        }
    }
}

impl Worth for Known {
    const MATED: Self = Self {
        wdl: Wdl::Loss,
        dtm: Some(Dtm::MATED),
        dtc: Some(Dtc::MATED),
        dtz: Some(Dtz::MATED),
        dtz50: Some(Dtz50::MATED),
    };
    const DRAW: Self = Self {
        wdl: Wdl::Draw,
        dtm: Some(Dtm::DRAW),
        dtc: Some(Dtc::DRAW),
        dtz: Some(Dtz::DRAW),
        dtz50: Some(Dtz50::DRAW),
    };

    fn before(self, step: Step) -> Self {
        Self {
            wdl: -self.wdl,
            dtm: self.dtm.map(Dtm::one_ply_back),
            dtc: match step {
                Step::Conversion => Some(Dtc::after_conversion(self.wdl)),
                Step::Quiet | Step::Push => self.dtc.map(Dtc::one_ply_back),
            },
            dtz: match step {
                Step::Quiet => self.dtz.map(Dtz::one_ply_back),
                Step::Push | Step::Conversion => Some(Dtz::after_zeroing(self.wdl)),
            },
            dtz50: self.dtz50.map(|dtz50| match step {
                Step::Quiet => dtz50.one_ply_back(),
                Step::Push | Step::Conversion => Dtz50::after_zeroing(dtz50.wdl50()),
            }),
        }
    }

    fn best(self, other: Self) -> Self {
        Self {
            wdl: self.wdl.max(other.wdl),
            dtm: self.dtm.zip(other.dtm).map(|(a, b)| a.max(b)),
            dtc: self.dtc.zip(other.dtc).map(|(a, b)| a.max(b)),
            dtz: self.dtz.zip(other.dtz).map(|(a, b)| a.max(b)),
            dtz50: self.dtz50.zip(other.dtz50).map(|(a, b)| a.max(b)),
        }
    }
}

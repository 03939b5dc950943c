//! What the tables at hand know about a position: the result always, each depth where it was built.

use crate::metric::Metric;
use crate::successors::Worth;
use crate::values::{Depth, Dtc, Dtm, Dtz, Dtz50, MaybeRounded, Step, Values, Wdl, Wdl50};

/// Values of a position as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Win, draw, loss without the fifty-move rule.
    pub wdl: Wdl,
    /// The result under the fifty-move rule.
    pub wdl50: Option<Wdl50>,
    /// Depth to mate.
    pub dtm: Option<Dtm>,
    /// Depth to conversion.
    pub dtc: Option<Dtc>,
    /// Depth to a zeroing move.
    pub dtz: Option<MaybeRounded<Dtz>>,
    /// The same under the fifty-move rule.
    pub dtz50: Option<MaybeRounded<Dtz50>>,
}

impl Known {
    /// The result, and nothing else.
    pub fn result(wdl: Wdl) -> Self {
        Self { wdl, wdl50: None, dtm: None, dtc: None, dtz: None, dtz50: None }
    }

    /// With an exact depth, and for [`Metric::Dtz50`] the result that follows from it.
    pub fn with(mut self, metric: Metric, depth: Depth) -> Self {
        match metric {
            Metric::Wdl => {}
            Metric::Dtm => self.dtm = Some(Dtm(depth)),
            Metric::Dtc => self.dtc = Some(Dtc(depth)),
            Metric::Dtz => self.dtz = Some(MaybeRounded::Exact(Dtz(depth))),
            Metric::Dtz50 => {
                self.dtz50 = Some(MaybeRounded::Exact(Dtz50(depth)));
                self.wdl50 = Some(Dtz50(depth).wdl50());
            }
        }
        self
    }

    /// A depth by the name of its metric (the result alone counts as a depth of one ply).
    pub fn depth(self, metric: Metric) -> Option<MaybeRounded<Depth>> {
        let exact = |depth| Some(MaybeRounded::Exact(depth));
        match metric {
            Metric::Wdl => exact(match self.wdl {
                Wdl::Win => Depth::Win(1),
                Wdl::Draw => Depth::Draw,
                Wdl::Loss => Depth::Loss(0),
            }),
            Metric::Dtm => exact(self.dtm?.0),
            Metric::Dtc => exact(self.dtc?.0),
            Metric::Dtz => self.dtz.map(|depth| depth.map(|depth| depth.0)),
            Metric::Dtz50 => self.dtz50.map(|depth| depth.map(|depth| depth.0)),
        }
    }
}

impl Known {
    /// All depths, if all are known exactly.
    pub fn values(self) -> Option<Values> {
        let (dtz, dtz50) = (self.dtz?.exact()?, self.dtz50?.exact()?);
        Some(Values { dtm: self.dtm?, dtc: self.dtc?, dtz, dtz50 })
    }
}

impl From<Values> for Known {
    fn from(values: Values) -> Self {
        let Values { dtm, dtc, dtz, dtz50 } = values;
        [(Metric::Dtm, dtm.0), (Metric::Dtc, dtc.0), (Metric::Dtz, dtz.0), (Metric::Dtz50, dtz50.0)]
            .into_iter()
            .fold(Self::result(values.wdl()), |known, (metric, depth)| known.with(metric, depth))
    }
}

impl Worth for Known {
    const MATED: Self = Self {
        wdl: Wdl::Loss,
        wdl50: Some(Wdl50::Loss),
        dtm: Some(Dtm::MATED),
        dtc: Some(Dtc::MATED),
        dtz: Some(MaybeRounded::Exact(Dtz::MATED)),
        dtz50: Some(MaybeRounded::Exact(Dtz50::MATED)),
    };
    const DRAW: Self = Self {
        wdl: Wdl::Draw,
        wdl50: Some(Wdl50::Draw),
        dtm: Some(Dtm::DRAW),
        dtc: Some(Dtc::DRAW),
        dtz: Some(MaybeRounded::Exact(Dtz::DRAW)),
        dtz50: Some(MaybeRounded::Exact(Dtz50::DRAW)),
    };

    fn before(self, step: Step) -> Self {
        let anew = |wdl50| MaybeRounded::Exact(Dtz50::after_zeroing(wdl50));
        Self {
            wdl: -self.wdl,
            wdl50: self.wdl50_before(step),
            dtm: self.dtm.map(Dtm::one_ply_back),
            dtc: match step {
                Step::Conversion => Some(Dtc::after_conversion(self.wdl)),
                Step::Quiet | Step::Push => self.dtc.map(Dtc::one_ply_back),
            },
            dtz: match step {
                Step::Quiet => self.dtz.map(|dtz| dtz.map(Dtz::one_ply_back)),
                Step::Push | Step::Conversion => {
                    Some(MaybeRounded::Exact(Dtz::after_zeroing(self.wdl)))
                }
            },
            dtz50: match step {
                Step::Quiet => self.dtz50.map(|dtz50| dtz50.map(Dtz50::one_ply_back)),
                Step::Push | Step::Conversion => self.wdl50.map(anew),
            },
        }
    }

    fn best(self, other: Self) -> Self {
        Self {
            wdl: self.wdl.max(other.wdl),
            wdl50: self.wdl50.zip(other.wdl50).map(|(a, b)| a.max(b)),
            dtm: self.dtm.zip(other.dtm).map(|(a, b)| a.max(b)),
            dtc: self.dtc.zip(other.dtc).map(|(a, b)| a.max(b)),
            dtz: self.dtz.zip(other.dtz).map(|(a, b)| a.max(b)),
            dtz50: self.dtz50.zip(other.dtz50).map(|(a, b)| a.max(b)),
        }
    }
}

impl Known {
    /// The result under the fifty-move rule for whoever moves into this position. A quiet move uses
    /// up a ply of the hundred, so there the depth decides.
    fn wdl50_before(self, step: Step) -> Option<Wdl50> {
        match step {
            Step::Push | Step::Conversion => self.wdl50.map(|wdl50| -wdl50),
            Step::Quiet => Some(self.dtz50?.exact()?.one_ply_back().wdl50()),
        }
    }
}

//! All values of one position, and how they pass over a move.

use super::{Dtc, Dtm, Dtz, Dtz50, Wdl};

/// What a move does to the counts of depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Neither captures nor moves a pawn: every count goes on.
    Quiet,
    /// Moves a pawn without capturing or promoting: zeroes the count of the fifty-move rule.
    Push,
    /// Captures or promotes: ends the count to conversion too.
    Conversion,
}

/// All values of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Values {
    /// Depth to mate.
    pub dtm: Dtm,
    /// Depth to conversion.
    pub dtc: Dtc,
    /// Depth to a zeroing move.
    pub dtz: Dtz,
    /// Depth to a zeroing move under the fifty-move rule.
    pub dtz50: Dtz50,
}

impl Values {
    /// Mated.
    pub const MATED: Self =
        Self { dtm: Dtm::MATED, dtc: Dtc::MATED, dtz: Dtz::MATED, dtz50: Dtz50::MATED };
    /// Drawn.
    pub const DRAW: Self =
        Self { dtm: Dtm::DRAW, dtc: Dtc::DRAW, dtz: Dtz::DRAW, dtz50: Dtz50::DRAW };

    /// Won, drawn or lost, which all four agree about.
    pub fn wdl(self) -> Wdl {
        self.dtm.wdl()
    }

    /// What a move of this kind into a position of these values is worth to the mover.
    pub fn before(self, step: Step) -> Self {
        let wdl = self.wdl();
        Self {
            dtm: self.dtm.one_ply_back(),
            dtc: match step {
                Step::Conversion => Dtc::after_conversion(wdl),
                Step::Quiet | Step::Push => self.dtc.one_ply_back(),
            },
            dtz: match step {
                Step::Quiet => self.dtz.one_ply_back(),
                Step::Push | Step::Conversion => Dtz::after_zeroing(wdl),
            },
            dtz50: match step {
                Step::Quiet => self.dtz50.one_ply_back(),
                Step::Push | Step::Conversion => Dtz50::after_zeroing(self.dtz50.wdl50()),
            },
        }
    }

    /// The better of two moves' values, for each count by itself.
    pub fn best(self, other: Self) -> Self {
        Self {
            dtm: self.dtm.max(other.dtm),
            dtc: self.dtc.max(other.dtc),
            dtz: self.dtz.max(other.dtz),
            dtz50: self.dtz50.max(other.dtz50),
        }
    }
}

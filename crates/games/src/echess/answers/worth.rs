//! What a position is worth at a tax: a score, or two scores that it lies between.

use std::fmt;

use nimzo_cgt::{Dyadic, Wall};

use super::evaluation::{Evaluation, Initiative};
use crate::echess::rules::Player;

/// A number of points, or the loss of the king or the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// The king is taken: worse than any number.
    KingLost,
    /// Points.
    Points(Dyadic),
    /// The rook is taken: better than any number.
    RookWon,
}

impl Score {
    /// The points, if it is a number.
    pub fn points(self) -> Option<Dyadic> {
        match self {
            Score::Points(points) => Some(points),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::KingLost => f.write_str("-infinity"),
            Score::Points(points) => points.fmt(f),
            Score::RookWon => f.write_str("+infinity"),
        }
    }
}

/// A score, known to lie between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// At least this.
    pub low: Score,
    /// At most this.
    pub high: Score,
}

impl Worth {
    /// A score that is known.
    pub fn exactly(score: Score) -> Self {
        Worth { low: score, high: score }
    }

    /// Whether the bounds meet.
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The bound that the player can count on.
    pub fn assured(self, player: Player) -> Score {
        match player {
            Player::Black => self.low,
            Player::White => self.high,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() { self.low.fmt(f) } else { write!(f, "[{}, {}]", self.low, self.high) }
    }
}

/// What a wall says at a tax.
pub(crate) fn at(wall: &Wall, tax: Dyadic) -> Score {
    match wall {
        Wall::MinusInfinity => Score::KingLost,
        Wall::PlusInfinity => Score::RookWon,
        // A wall begins at tax 0, and no tax is negative.
        Wall::Finite(path) => path.value_at(tax).map_or(Score::RookWon, Score::Points),
    }
}

impl Evaluation {
    /// Who keeps the move according to the upper walls alone: the truth where the bounds meet.
    pub fn initiative_above(&self) -> Option<Initiative> {
        Evaluation { lower: self.upper.clone(), upper: self.upper.clone() }.initiative()
    }

    /// What the position is worth at a tax when `player` has the move: Left's wall or Right's.
    pub fn worth(&self, player: Player, tax: Dyadic) -> Worth {
        match player {
            Player::Black => Worth { low: at(&self.lower.0, tax), high: at(&self.upper.0, tax) },
            Player::White => Worth { low: at(&self.lower.1, tax), high: at(&self.upper.1, tax) },
        }
    }
}

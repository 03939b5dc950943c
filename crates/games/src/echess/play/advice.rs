//! What each move is worth, and which one to choose: in play of this position alone (tax 0), or
//! at the temperature of a larger sum.

use std::cmp::Reverse;
use std::fmt;

use nimzo_cgt::{Dyadic, Wall};

use crate::Result;
use crate::echess::answers::solution::{Evaluation, Initiative, Solution};
use crate::echess::play::dogma;
use crate::echess::rules::moves::{After, Move, Player};
use crate::echess::rules::position::{Board, Position};

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

/// A move and its worth: what the position after it is worth with the other to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub played: Move,
    /// Its worth, before the tax on the move itself.
    pub worth: Worth,
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

/// A solved window, whom a player asks for advice.
#[derive(Clone, Copy)]
pub struct Guide<'a> {
    solution: &'a Solution,
}

impl<'a> Guide<'a> {
    /// A guide to positions on the solution's board.
    pub fn new(solution: &'a Solution) -> Self {
        Guide { solution }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.solution.board()
    }

    /// How far the window reaches.
    pub fn reach(&self) -> i32 {
        self.solution.reach()
    }

    /// The bounds on a position's thermograph; a position off the board is refused.
    pub fn evaluate(&self, position: &Position) -> Result<Evaluation> {
        self.solution.evaluate(position)
    }

    /// The temperature of the upper walls; `None` if it is infinite.
    pub fn temperature_above(&self, position: &Position) -> Option<Dyadic> {
        self.solution.temperature_above(position)
    }

    /// What a position is worth at a tax with `player` to move; the White king may be outside the
    /// window, where only this is known: out of check, Black does not do worse than cash out.
    pub fn worth(&self, position: &Position, player: Player, tax: Dyadic) -> Result<Worth> {
        if self.holds(position) {
            return Ok(self.evaluate(position)?.worth(player, tax));
        }
        let cash = Score::Points(Dyadic::from(position.cash()));
        let low = match player {
            Player::White if position.in_check() => Score::KingLost,
            _ => cash,
        };
        Ok(Worth { low, high: Score::RookWon })
    }

    /// Whether the window holds the White king.
    pub fn holds(&self, position: &Position) -> bool {
        let (x, y) = position.men().king;
        x.abs() <= self.reach() && y.abs() <= self.reach()
    }

    /// Every legal move of `player` with its worth at a tax, best first. Equally good moves come
    /// in the order of the player's dogma.
    pub fn advise(&self, position: &Position, player: Player, tax: Dyadic) -> Result<Vec<Advice>> {
        let position = position.on(self.board())?;
        let mut advice = Vec::new();
        for played in position.moves(player, self.board(), self.reach()) {
            let worth = match position.after(player, played) {
                After::Position(next) => self.worth(&next, player.other(), tax)?,
                After::Cash(points) => Worth::exactly(Score::Points(Dyadic::from(points))),
                After::RookTaken => Worth::exactly(Score::RookWon),
                After::KingTaken => Worth::exactly(Score::KingLost),
            };
            advice.push(Advice { played, worth });
        }
        let rank = |advice: &Advice| dogma::rank(&position, player, advice.played);
        match player {
            Player::Black => {
                advice.sort_by_key(|a| (Reverse((a.worth.low, a.worth.high)), rank(a)))
            }
            Player::White => advice.sort_by_key(|a| ((a.worth.high, a.worth.low), rank(a))),
        }
        Ok(advice)
    }

    /// The tax at which a move here is neither urgent nor a waste: the position's temperature, from
    /// the upper walls where the bounds do not meet. A position hot at every temperature has a tax
    /// above all bends.
    pub fn own_tax(&self, position: &Position) -> Dyadic {
        const ABOVE_ALL: i64 = 64;
        self.temperature_above(position).unwrap_or_else(|| Dyadic::from(ABOVE_ALL))
    }

    /// The orthodox moves of `player`, in the order of his dogma: those that are best at the
    /// position's own temperature. Empty only if the player has no move.
    pub fn orthodox(&self, position: &Position, player: Player) -> Result<Vec<Advice>> {
        let advice = self.advise(position, player, self.own_tax(position))?;
        let best = advice.first().map(|advice| advice.worth.assured(player));
        let ties = |advice: &Advice| Some(advice.worth.assured(player)) == best;
        let mut orthodox: Vec<Advice> = advice.into_iter().filter(ties).collect();
        orthodox.sort_by_key(|advice| dogma::rank(position, player, advice.played));
        Ok(orthodox)
    }
}

/// A small window of the open board that several tests ask.
#[cfg(test)]
pub(crate) static SMALL: std::sync::LazyLock<Solution> = std::sync::LazyLock::new(|| {
    Solution::compute(6, &nimzo_work::Task::silent()).expect("a small window fits")
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The best move brings what the wall of the position promises, at every tax below the mast.
    #[test]
    fn the_best_move_keeps_what_the_wall_promises() {
        let guide = Guide::new(&SMALL);
        for text in ["0,0 3,0 -4,1", "0,0 2,-2 5,1", "0,0 0,2 5,1", "0,0 3,1 5,1", "0,0 4,2 3,1"] {
            let here: Position = text.parse().unwrap();
            let evaluation = guide.evaluate(&here).unwrap();
            let top = guide.own_tax(&here);
            for tax in [Dyadic::ZERO, top] {
                let fee = |player: Player, score: Score| match (player, score) {
                    (_, Score::Points(points)) => {
                        let paid = match player {
                            Player::Black => points.checked_sub(tax),
                            Player::White => points.checked_add(tax),
                        };
                        Score::Points(paid.unwrap())
                    }
                    (_, lost) => lost,
                };
                for player in [Player::Black, Player::White] {
                    let best = guide.advise(&here, player, tax).unwrap()[0];
                    let promised = evaluation.worth(player, tax);
                    assert!(promised.is_exact(), "{text}");
                    assert_eq!(fee(player, best.worth.low), promised.low, "{text} {player} {tax}");
                }
            }
        }
    }

    #[test]
    fn the_temperature_names_the_orthodox_move() {
        let guide = Guide::new(&SMALL);
        let here: Position = "0,0 3,0 -4,1".parse().unwrap();
        let best = |player| guide.orthodox(&here, player).unwrap()[0].played.to_string();
        assert_eq!(best(Player::Black), "K1,0");
        assert_eq!(best(Player::White), "K2,0");
    }
}

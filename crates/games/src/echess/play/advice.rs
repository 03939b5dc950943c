//! What each move is worth, and which one to choose: in play of this position alone (tax 0), or
//! at the temperature of a larger sum.

use std::cmp::Reverse;

use nimzo_cgt::Dyadic;

use super::dogma;
use crate::Result;
use crate::echess::answers::{Evaluation, Score, Solution, Worth};
use crate::echess::rules::{After, Board, Move, Player, Position};

/// A move and its worth: what the position after it is worth with the other to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub played: Move,
    /// Its worth, before the tax on the move itself.
    pub worth: Worth,
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
        self.solution.holds(position)
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
        self.best_at(position, player, self.own_tax(position))
    }

    /// The moves that are best at a tax, in the order of the player's dogma.
    pub(crate) fn best_at(
        &self,
        position: &Position,
        player: Player,
        tax: Dyadic,
    ) -> Result<Vec<Advice>> {
        let advice = self.advise(position, player, tax)?;
        let best = advice.first().map(|advice| advice.worth.assured(player));
        let ties = |advice: &Advice| Some(advice.worth.assured(player)) == best;
        let mut orthodox: Vec<Advice> = advice.into_iter().filter(ties).collect();
        orthodox.sort_by_key(|advice| dogma::rank(position, player, advice.played));
        Ok(orthodox)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;

    /// The best move brings what the wall of the position promises, at every tax below the mast.
    #[test]
    fn the_best_move_keeps_what_the_wall_promises() {
        let guide = Guide::new(&OPEN);
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
        let guide = Guide::new(&OPEN);
        let here: Position = "0,0 3,0 -4,1".parse().unwrap();
        let best = |player| guide.orthodox(&here, player).unwrap()[0].played.to_string();
        assert_eq!(best(Player::Black), "K1,0");
        assert_eq!(best(Player::White), "K2,0");
    }
}

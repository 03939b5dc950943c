//! What thermographs prove about the stops of a sum.
//!
//! With walls `L_i(t)` and `R_i(t)` of the summands, stops of sums obey, for every tax t,
//!
//! * Black first: `max_j (L_j + sum of the other R_i) <= stop <= sum of L_i + t`,
//! * White first: `sum of R_i - t <= stop <= min_j (R_j + sum of the other L_i)`.

use std::rc::Rc;

use nimzo_cgt::{Dyadic, Wall};

use super::{Known, Sum, SumState};
use crate::Result;
use crate::echess::answers::{Score, Worth, at};
use crate::echess::rules::Player;

impl Sum<'_> {
    /// What the walls of the summands prove about the stop.
    pub(super) fn stop_bounds(&mut self, state: &SumState, player: Player) -> Result<Worth> {
        let parts: Vec<Rc<Known>> =
            state.parts.iter().map(|&(_, part)| self.known(part)).collect::<Result<_>>()?;
        if parts.is_empty() {
            return Ok(Worth::exactly(Score::Points(state.points)));
        }
        let mut taxes: Vec<Dyadic> = parts.iter().flat_map(|part| part.bends.clone()).collect();
        taxes.push(Dyadic::ZERO);
        taxes.sort_unstable();
        taxes.dedup();
        let mut worth = Worth { low: Score::KingLost, high: Score::RookWon };
        for tax in taxes {
            let (low, high) = match player {
                Player::Black => {
                    let low =
                        best_first(&parts, tax, |known| &known.evaluation.lower, Player::Black);
                    let high =
                        total(parts.iter().map(|part| at(&part.evaluation.upper.0, tax)), tax);
                    (low, high)
                }
                Player::White => {
                    let fee = tax.checked_neg().unwrap_or(Dyadic::ZERO);
                    let low =
                        total(parts.iter().map(|part| at(&part.evaluation.lower.1, tax)), fee);
                    let high =
                        best_first(&parts, tax, |known| &known.evaluation.upper, Player::White);
                    (low, high)
                }
            };
            worth.low = worth.low.max(low);
            worth.high = worth.high.min(high);
        }
        let shift = |score: Score| total([score].into_iter(), state.points);
        Ok(Worth { low: shift(worth.low), high: shift(worth.high) })
    }
}

/// A sum of scores and some points. Losing a king counts before winning a rook only in that it
/// keeps a lower bound low; mixed infinities do not occur where the bound matters.
fn total(scores: impl Iterator<Item = Score>, points: Dyadic) -> Score {
    let mut sum = points;
    let mut won = false;
    for score in scores {
        match score {
            Score::KingLost => return Score::KingLost,
            Score::RookWon => won = true,
            Score::Points(more) => match sum.checked_add(more) {
                Some(total) => sum = total,
                None => return Score::KingLost,
            },
        }
    }
    if won { Score::RookWon } else { Score::Points(sum) }
}

/// The best that the player does by beginning in one summand and answering in the others.
fn best_first(
    parts: &[Rc<Known>],
    tax: Dyadic,
    walls: fn(&Known) -> &(Wall, Wall),
    player: Player,
) -> Score {
    let own = |known: &Known| match player {
        Player::Black => at(&walls(known).0, tax),
        Player::White => at(&walls(known).1, tax),
    };
    let answered = |known: &Known| match player {
        Player::Black => at(&walls(known).1, tax),
        Player::White => at(&walls(known).0, tax),
    };
    let sums = (0..parts.len()).map(|first| {
        let scores = parts.iter().enumerate();
        let scores =
            scores.map(|(index, part)| if index == first { own(part) } else { answered(part) });
        total(scores, Dyadic::ZERO)
    });
    let nothing = Score::Points(Dyadic::ZERO);
    match player {
        Player::Black => sums.max().unwrap_or(nothing),
        Player::White => sums.min().unwrap_or(nothing),
    }
}

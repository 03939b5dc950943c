//! The exact stops of a small sum: every move of both players, looked ahead until the bounds meet.
//! Where the search ends it uses the bounds of `stops`, so that it proves what it returns.

use std::cmp::Reverse;

use nimzo_cgt::{Dyadic, Game as Value};
use nimzo_work::Task;

use super::{Part, Sum, SumState, plus};
use crate::Result;
use crate::echess::answers::{Score, Worth};
use crate::echess::rules::{After, Player};

/// Room for the search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Moves looked ahead at most.
    pub depth: u32,
    /// Positions of the sum looked at before giving up.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 24, nodes: 60_000 }
    }
}

/// What the search found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The stop, or what is proved about it.
    pub worth: Worth,
    /// Positions of the sum looked at.
    pub nodes: u64,
    /// Moves looked ahead.
    pub depth: u32,
}

/// Where a move leads.
pub(super) enum Next {
    /// The sum goes on.
    State(SumState),
    /// The whole game is over.
    Over(Score),
}

impl Sum<'_> {
    /// The stop of the sum when `first` begins, by search; it looks further ahead until the bounds
    /// meet or the limits are reached.
    pub fn search(&mut self, first: Player, limits: Limits, task: &Task) -> Result<Found> {
        let state = self.start()?;
        let mut found = Found { worth: self.stop_bounds(&state, first)?, nodes: 1, depth: 0 };
        let window = (Score::KingLost, Score::RookWon);
        while !found.worth.is_exact() && found.depth < limits.depth && found.nodes < limits.nodes {
            task.check()?;
            let depth = found.depth + 1;
            let mut room = limits.nodes - found.nodes;
            let before = room;
            let worth = self.look(&state, first, depth, window, &mut room, task)?;
            found.nodes += before - room;
            found.depth = depth;
            // What was proved before stays proved.
            found.worth.low = found.worth.low.max(worth.low);
            found.worth.high = found.worth.high.min(worth.high);
        }
        Ok(found)
    }

    fn look(
        &mut self,
        state: &SumState,
        player: Player,
        depth: u32,
        (mut alpha, mut beta): (Score, Score),
        room: &mut u64,
        task: &Task,
    ) -> Result<Worth> {
        let at_once = self.stop_bounds(state, player)?;
        *room = room.saturating_sub(1);
        let settled = at_once.is_exact() || at_once.high <= alpha || at_once.low >= beta;
        if settled || depth == 0 || *room == 0 {
            return Ok(at_once);
        }
        if room.is_multiple_of(256) {
            task.check()?;
        }
        let mut next: Vec<(Worth, Option<SumState>)> = Vec::new();
        for follower in self.followers(state, player)? {
            next.push(match follower {
                Next::Over(score) => (Worth::exactly(score), None),
                Next::State(child) => (self.stop_bounds(&child, player.other())?, Some(child)),
            });
        }
        if next.is_empty() {
            return Ok(at_once);
        }
        match player {
            Player::Black => next.sort_by_key(|(worth, _)| Reverse((worth.low, worth.high))),
            Player::White => next.sort_by_key(|(worth, _)| (worth.high, worth.low)),
        }
        let mut best: Option<Worth> = None;
        for (mut worth, child) in next {
            if let Some(child) = child
                && !worth.is_exact()
            {
                worth = self.look(&child, player.other(), depth - 1, (alpha, beta), room, task)?;
            }
            let pick =
                |a: Score, b: Score| if player == Player::Black { a.max(b) } else { a.min(b) };
            let so_far = best.unwrap_or(worth);
            let so_far =
                Worth { low: pick(so_far.low, worth.low), high: pick(so_far.high, worth.high) };
            best = Some(so_far);
            match player {
                Player::Black => alpha = alpha.max(so_far.low),
                Player::White => beta = beta.min(so_far.high),
            }
            if alpha >= beta {
                // Whatever the other moves bring, the player above will not come here.
                return Ok(match player {
                    Player::Black => Worth { low: at_once.low.max(so_far.low), ..at_once },
                    Player::White => Worth { high: at_once.high.min(so_far.high), ..at_once },
                });
            }
        }
        let best = best.unwrap_or(at_once);
        Ok(Worth { low: best.low.max(at_once.low), high: best.high.min(at_once.high) })
    }

    /// Where each move leads.
    pub(super) fn followers(&mut self, state: &SumState, player: Player) -> Result<Vec<Next>> {
        let mut followers = Vec::new();
        for &(index, part) in &state.parts {
            match part {
                Part::Position(position) => {
                    let (board, reach) = (self.guide.board(), self.guide.reach());
                    for played in position.moves(player, board, reach) {
                        let after = position.after(player, played);
                        followers.push(self.after_move(state, index, after)?);
                    }
                }
                Part::Value(value) => {
                    let options = match player {
                        Player::Black => self.universe.left_options(value)?,
                        Player::White => self.universe.right_options(value)?,
                    };
                    for &option in options.iter() {
                        followers.push(self.after_option(state, index, option)?);
                    }
                }
            }
        }
        Ok(followers)
    }

    /// The sum after a move in a position.
    pub(super) fn after_move(&self, state: &SumState, index: usize, after: After) -> Result<Next> {
        let mut next = without(state, index);
        match after {
            After::Position(position) => {
                self.add_to(&mut next, index, Part::Position(position))?;
            }
            After::Cash(points) => next.points = plus(next.points, Dyadic::from(points))?,
            After::RookTaken => return Ok(Next::Over(Score::RookWon)),
            After::KingTaken => return Ok(Next::Over(Score::KingLost)),
        }
        Ok(Next::State(next))
    }

    /// The sum after a move in a value.
    pub(super) fn after_option(&self, state: &SumState, index: usize, to: Value) -> Result<Next> {
        let mut next = without(state, index);
        self.add_to(&mut next, index, Part::Value(to))?;
        Ok(Next::State(next))
    }
}

/// What is left without a summand.
fn without(state: &SumState, index: usize) -> SumState {
    let parts = state.parts.iter().copied().filter(|&(other, _)| other != index).collect();
    SumState { parts, points: state.points }
}

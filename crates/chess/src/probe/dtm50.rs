//! Depth to mate under the fifty-move rule, from any clock: searched for, with tables as a guide.
//!
//! A table without the rule gives a floor (no mate comes sooner), and says at once how it ends where
//! mate comes before the rule can: most positions are of that kind. The depth to a zeroing move under
//! the rule says where no mate can be forced at all. What is left between is searched, for mates within
//! one number of plies after the other; a position at a clock is searched once for each.

use std::collections::HashMap;

use shakmaty::{Chess, Position};

use super::Probe;
use crate::error::Error;
use crate::metric::Metric;
use crate::rules::{after, step};
use crate::values::{Depth, Dtz50, MaybeRounded, Step, Wdl};

/// How long the side that wins under the fifty-move rule needs to mate, if it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtm50 {
    /// This is what best play leads to; a draw where the rule or the position makes it one.
    Exactly(Depth),
    /// The search was given up: mate comes, and takes the winner at least so many plies.
    AtLeast(Depth),
}

/// The depth to mate of a position under the fifty-move rule, its clock taken from the position. The
/// search is given up after `most` positions.
pub fn dtm50(probe: &impl Probe, position: &Chess, most: usize) -> Result<Dtm50, Error> {
    let mut search = Search { probe, bounds: HashMap::new(), known: HashMap::new(), most };
    let clock = position.halfmoves().min(u32::from(Dtz50::LIMIT)) as u16;
    let Some(Bound { winning, floor, sure }) = search.bound(position, clock)? else {
        return Ok(Dtm50::Exactly(Depth::Draw));
    };
    let depth = |plies| if winning { Depth::Win(plies) } else { Depth::Loss(plies) };
    if sure {
        return Ok(Dtm50::Exactly(depth(floor)));
    }
    let mut plies = floor;
    loop {
        match search.mates_within(position, clock, plies)? {
            Some(true) => return Ok(Dtm50::Exactly(depth(plies))),
            Some(false) => plies += 2,
            None => return Ok(Dtm50::AtLeast(depth(plies))),
        }
    }
}

struct Search<'a, P> {
    probe: &'a P,
    /// For a position at a clock: no mate within fewer plies than the first, mate within the second.
    bounds: HashMap<(Chess, u16), (u16, u16)>,
    /// What the tables say: depths to mate, and to a zeroing move under the rule.
    known: HashMap<Chess, (Depth, Depth)>,
    /// How many positions may still be searched.
    most: usize,
}

/// What the tables say of a position that is decided even under the rule.
struct Bound {
    /// Whether the side to move wins.
    winning: bool,
    /// No mate comes within fewer plies.
    floor: u16,
    /// Whether mate comes then.
    sure: bool,
}

impl<P: Probe> Search<'_, P> {
    /// `None` for a draw.
    fn bound(&mut self, position: &Chess, clock: u16) -> Result<Option<Bound>, Error> {
        if position.is_checkmate() {
            return Ok(Some(Bound { winning: false, floor: 0, sure: true }));
        }
        if clock >= Dtz50::LIMIT {
            return Ok(None);
        }
        let (dtm, dtz50) = match self.known.get(position) {
            Some(known) => *known,
            None => {
                let known = self.look_up(position)?;
                self.known.insert(position.clone(), known);
                known
            }
        };
        Ok(match (dtm.plies(), dtz50.plies()) {
            (Some(floor), Some(zeroing)) if zeroing + clock <= Dtz50::LIMIT => Some(Bound {
                winning: dtm.wdl() == Wdl::Win,
                floor,
                sure: floor + clock <= Dtz50::LIMIT,
            }),
            _ => None,
        })
    }

    fn look_up(&self, position: &Chess) -> Result<(Depth, Depth), Error> {
        let known = self.probe.probe(position, &[Metric::Dtm, Metric::Dtz50])?;
        let depth = |metric| {
            let depth = known.depth(metric).and_then(MaybeRounded::exact);
            depth.ok_or_else(|| Error::missing(&self.probe.name(), position, metric))
        };
        Ok((depth(Metric::Dtm)?, depth(Metric::Dtz50)?))
    }

    /// Whether the side that wins without the rule mates within so many plies under it; `None` when
    /// the search is given up.
    fn mates_within(
        &mut self,
        position: &Chess,
        clock: u16,
        plies: u16,
    ) -> Result<Option<bool>, Error> {
        let Some(Bound { winning, floor, sure }) = self.bound(position, clock)? else {
            return Ok(Some(false));
        };
        if plies < floor || sure {
            return Ok(Some(plies >= floor));
        }
        let key = (position.clone(), clock);
        let (least, most) = self.bounds.get(&key).copied().unwrap_or((floor, u16::MAX));
        if plies < least || plies >= most {
            return Ok(Some(plies >= most));
        }
        let Some(left) = self.most.checked_sub(1) else { return Ok(None) };
        self.most = left;
        let mut found = !winning;
        for (next, clock) in self.successors(position, clock, winning)? {
            let Some(mates) = self.mates_within(&next, clock, plies - 1)? else { return Ok(None) };
            if mates == winning {
                found = winning;
                break;
            }
        }
        let bounds = self.bounds.entry(key).or_insert((floor, u16::MAX));
        match found {
            true => bounds.1 = bounds.1.min(plies),
            false => bounds.0 = bounds.0.max(plies + 1),
        }
        Ok(Some(found))
    }

    /// What the moves lead to, the most promising first: the winner's quickest without the rule, the
    /// loser's draws and longest resistance.
    fn successors(
        &mut self,
        position: &Chess,
        clock: u16,
        winning: bool,
    ) -> Result<Vec<(Chess, u16)>, Error> {
        let mut all = Vec::new();
        for mv in position.legal_moves() {
            let next = after(position, mv);
            let clock = if step(mv) == Step::Quiet { clock + 1 } else { 0 };
            let floor = match self.bound(&next, clock)? {
                // The winner's moves must keep the win; the loser's must not.
                Some(bound) if bound.winning != winning => Some(bound.floor),
                _ => None,
            };
            let rank = floor.map_or(i32::MAX, i32::from);
            if winning && floor.is_none() {
                continue;
            }
            all.push((if winning { rank } else { -rank }, next, clock));
        }
        all.sort_by_key(|(rank, ..)| *rank);
        Ok(all.into_iter().map(|(_, next, clock)| (next, clock)).collect())
    }
}

/// The plain twin of [`dtm50`]: the depths of all given positions at every clock, made from those at the
/// next clock. After a zeroing move `zeroed` tells the depth at clock 0; all other moves must stay among
/// the positions. `result[clock][i]` is about `positions[i]`.
pub fn all_clocks(
    positions: &[Chess],
    zeroed: impl Fn(&Chess) -> Result<Depth, Error>,
) -> Result<Vec<Vec<Depth>>, Error> {
    let index: HashMap<&Chess, usize> =
        positions.iter().enumerate().map(|(at, position)| (position, at)).collect();
    let mut quiet: Vec<Vec<usize>> = Vec::new();
    let mut best_zeroing: Vec<Option<Depth>> = Vec::new();
    for position in positions {
        let (mut stays, mut best) = (Vec::new(), None);
        for mv in position.legal_moves() {
            let next = after(position, mv);
            match step(mv) {
                Step::Quiet => stays.extend(index.get(&next).copied()),
                Step::Push | Step::Conversion => {
                    best = best.max(Some(zeroed(&next)?.one_ply_back()))
                }
            }
        }
        quiet.push(stays);
        best_zeroing.push(best);
    }
    let end = |position: &Chess| match position.is_checkmate() {
        true => Depth::MATED,
        false => Depth::Draw,
    };
    let mut clocks = vec![positions.iter().map(end).collect::<Vec<Depth>>()];
    for _ in 0..Dtz50::LIMIT {
        let later = &clocks[clocks.len() - 1];
        let now = positions.iter().enumerate().map(|(at, position)| {
            let stays = quiet[at].iter().map(|&next| later[next].one_ply_back());
            stays.chain(best_zeroing[at]).max().unwrap_or_else(|| end(position))
        });
        clocks.push(now.collect());
    }
    clocks.reverse();
    Ok(clocks)
}

//! Walls for every state of a ground, and the sweeps that raise them until nothing changes.
//! Which bound this computes, and why it is one, is told in `bounds`.
//!
//! The states of one White king in one room are a [`Block`]. Reflection in the diagonal changes
//! nothing, so of two blocks that are reflections of each other one is kept. In each block the best that a rook can
//! do on each line is kept too: "stay where you are" is among its moves, which costs White a tax
//! and never helps her, and so all squares of a line share one envelope.

use std::sync::atomic::{AtomicBool, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use crate::echess::bounds::block::{Block, Both, Found, Side};
use crate::echess::bounds::curve::{Curve, Rounding, Workpiece};
use crate::echess::bounds::improve::{Precision, Scratch, improve};
use crate::echess::rules::ground::{Link, Rules, State};
use crate::echess::rules::space::STEPS;
use crate::echess::rules::terrain::Terrain;

/// The walls of every state, and which states must be looked at again.
pub(crate) struct Field {
    pub(crate) terrain: Terrain,
    pub(crate) precision: Precision,
    /// Sweeps after which a wall that still rises is given up as plus infinity.
    patience: u32,
    blocks: Vec<Block>,
    /// For each place of the White king in each room: its block, and whether it is reflected.
    homes: Vec<(u32, bool)>,
    /// Which states are computed.
    open: Vec<Vec<bool>>,
    stale: Vec<Vec<AtomicBool>>,
}

/// What a run of sweeps did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Sweeps made.
    pub(crate) sweeps: u32,
    /// States evaluated, over all sweeps.
    pub(crate) evaluated: u64,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, more: Self) {
        self.sweeps += more.sweeps;
        self.evaluated += more.evaluated;
    }
}

impl Field {
    /// A field that starts from the walls that `start(state, left, right)` writes: Left's turned
    /// over, and Right's.
    pub(crate) fn new(
        terrain: Terrain,
        rounding: Rounding,
        start: impl Fn(State, &mut Workpiece, &mut Workpiece) + Sync,
    ) -> Self {
        let ground = terrain.ground;
        let state = |room, king, rook| State { room, king, rook };
        let kept =
            |&(room, king): &(_, _)| state(room, king, king).is_kept() && terrain.holds(room, king);
        let seats: Vec<_> = terrain.seats().filter(kept).collect();
        let mut homes = vec![(u32::MAX, false); terrain.seats().count()];
        for (block, &(room, king)) in seats.iter().enumerate() {
            let reflected = state(room, king, king).reflected();
            homes[terrain.seat(reflected.room, reflected.king)] = (block as u32, true);
            homes[terrain.seat(room, king)] = (block as u32, false);
        }
        let blocks: Vec<Block> =
            seats.par_iter().map(|&seat| Block::new(terrain, seat, &start)).collect();
        let open: Vec<Vec<bool>> = seats
            .iter()
            .map(|&(room, king)| {
                let is_state = |n| terrain.is_state(state(room, king, ground.place(n)));
                (0..ground.places()).map(is_state).collect()
            })
            .collect();
        let stale = stale(&open);
        let precision = Precision { rounding, near: false };
        Field { terrain, precision, patience: u32::MAX, blocks, homes, open, stale }
    }

    /// The same, but only the states that `wanted` names are computed, and only walls near the
    /// grid are kept.
    pub(crate) fn near_the_grid(mut self, wanted: impl Fn(State) -> bool) -> Self {
        let ground = self.terrain.ground;
        self.precision.near = true;
        for (block, open) in self.blocks.iter().zip(&mut self.open) {
            for (rook, open) in open.iter_mut().enumerate() {
                *open = *open && wanted(block.state(ground, rook));
            }
        }
        self.stale = stale(&self.open);
        self
    }

    /// From now on means are rounded like this; everything is looked at again.
    pub(crate) fn set_rounding(&mut self, rounding: Rounding) {
        self.precision.rounding = rounding;
        self.stale = stale(&self.open);
    }

    /// Whether a state is computed.
    pub(crate) fn is_open(&self, state: State) -> bool {
        let (block, rook) = self.home(state);
        self.open.get(block).is_some_and(|open| open[rook])
    }

    /// The same, but a wall that still rises after so many sweeps becomes plus infinity.
    pub(crate) fn with_patience(mut self, sweeps: u32) -> Self {
        self.patience = sweeps;
        self
    }

    /// Left's wall turned over, and Right's.
    pub(crate) fn walls(&self, state: State) -> Both<'_> {
        (self.wall(Side::Left, state), self.wall(Side::Right, state))
    }

    /// One of them.
    #[inline]
    pub(crate) fn wall(&self, side: Side, state: State) -> Curve<'_> {
        let (block, rook) = self.home(state);
        self.blocks[block].wall(side, rook)
    }

    /// The block and the number of the rook where a state is kept; there is no such block for a
    /// king off the board.
    #[inline]
    fn home(&self, State { room, king, rook: (u, v) }: State) -> (usize, usize) {
        let (block, reflected) = self.homes[self.terrain.seat(room, king)];
        let rook = if reflected { (v, u) } else { (u, v) };
        (block as usize, self.terrain.ground.number(rook))
    }

    /// Sweeps until nothing changes.
    ///
    /// Upper walls are bounds because they solve the equations, so for them every state is looked
    /// at once more in the end, flagged or not.
    pub(crate) fn settle(&mut self, task: &Task, what: &str) -> Result<Effort, Interrupted> {
        let mut effort = self.sweep(u32::MAX, task, what)?;
        while self.terrain.ground.rules == Rules::Upper {
            self.stale = stale(&self.open);
            let last = self.sweep(u32::MAX, task, what)?;
            effort += last;
            if last.sweeps == 1 {
                break;
            }
        }
        Ok(effort)
    }

    /// Sweeps until nothing changes, or so often.
    pub(crate) fn sweep(
        &mut self,
        most: u32,
        task: &Task,
        what: &str,
    ) -> Result<Effort, Interrupted> {
        let stage = task.stage(what, 0);
        let mut effort = Effort::default();
        while effort.sweeps < most {
            task.check()?;
            let mut found = self.evaluate_stale();
            effort.sweeps += 1;
            effort.evaluated += found.iter().map(|found| found.evaluated).sum::<u64>();
            if effort.sweeps > self.patience {
                found.iter_mut().for_each(Found::give_up);
            }
            stage.advance(1);
            if found.iter().all(Found::is_empty) {
                return Ok(effort);
            }
            self.apply(&found);
            self.mark(&found);
        }
        Ok(effort)
    }

    /// Takes over the walls that `offer(state, old walls, take)` hands to `take` where they
    /// are better; whether there are any. [`Field::settle`] spreads the news.
    pub(crate) fn adopt(
        &mut self,
        offer: impl Fn(State, Both<'_>, &mut dyn FnMut(Both<'_>)) + Sync,
    ) -> bool {
        let (ground, precision) = (self.terrain.ground, self.precision);
        let adopt = |block: &Block| {
            let mut found = Found::default();
            let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
            let mut spare = Vec::new();
            for rook in 0..ground.places() {
                let old = block.walls(rook);
                left.set(old.0, 0);
                right.set(old.1, 0);
                offer(block.state(ground, rook), old, &mut |(l, r)| {
                    left.lower_to(l, 0, &mut spare);
                    right.raise_to(r, 0, &mut spare);
                });
                if precision.is_news(left.curve(), old.0) {
                    found.push(rook, Side::Left, left.curve());
                }
                if precision.is_news(right.curve(), old.1) {
                    found.push(rook, Side::Right, right.curve());
                }
            }
            found
        };
        let found: Vec<Found> = self.blocks.par_iter().map(adopt).collect();
        self.apply(&found);
        self.mark(&found);
        !found.iter().all(Found::is_empty)
    }

    fn evaluate_stale(&self) -> Vec<Found> {
        (0..self.blocks.len())
            .into_par_iter()
            .with_min_len(2)
            .map_init(Scratch::default, |scratch, block| {
                let mut found = Found::default();
                for (rook, stale) in self.stale[block].iter().enumerate() {
                    if stale.load(Ordering::Relaxed) {
                        stale.store(false, Ordering::Relaxed);
                        self.evaluate(block, rook, scratch, &mut found);
                    }
                }
                found
            })
            .collect()
    }

    fn evaluate(&self, number: usize, rook: usize, scratch: &mut Scratch, found: &mut Found) {
        let read = |side, link: &Link| self.wall(side, link.to);
        improve(self.terrain, self.precision, &self.blocks[number], rook, read, scratch, found);
    }

    /// Writes what was found, and the lines of rook moves that change with it.
    fn apply(&mut self, found: &[Found]) {
        let (ground, open, stale) = (self.terrain.ground, &self.open, &self.stale);
        self.blocks.par_iter_mut().enumerate().zip(found).for_each(|((number, block), found)| {
            if !found.is_empty() {
                let flag = |rook: usize| {
                    stale[number][rook].store(open[number][rook], Ordering::Relaxed);
                };
                block.write(ground, found, flag);
            }
        });
    }

    /// Marks the states that may change because a state of another block, or of the same after a
    /// Black step, has changed.
    fn mark(&self, found: &[Found]) {
        self.blocks.par_iter().zip(found).for_each(|(block, found)| {
            for (rook, side) in found.changed() {
                let state = block.state(self.terrain.ground, rook);
                self.mark_before(side, state);
            }
        });
    }

    /// How many walls can still be improved.
    #[cfg(test)]
    pub(crate) fn unsettled(&mut self) -> usize {
        self.stale = stale(&self.open);
        self.evaluate_stale().iter().map(|found| found.changed().count()).sum()
    }

    fn mark_before(&self, side: Side, state: State) {
        match side {
            Side::Left => self.mark_before_white(state),
            Side::Right => {
                for step in STEPS {
                    self.terrain.before_step(state, step, |before| self.flag(before));
                }
            }
        }
    }

    fn mark_before_white(&self, state: State) {
        let ground = self.terrain.ground;
        for y in ground.nearby(state.king.1) {
            for x in ground.nearby(state.king.0) {
                self.flag(State { king: (x, y), ..state });
            }
        }
    }

    /// Flags a state. With the king and the room on the diagonal its reflection is kept too, in
    /// the same block, and may owe its walls to the reflection of what has changed.
    #[inline]
    fn flag(&self, state: State) {
        let (block, number) = self.home(state);
        self.flag_home(block, number);
        if state.on_diagonal() {
            let (u, v) = state.rook;
            self.flag_home(block, self.terrain.ground.number((v, u)));
        }
    }

    #[inline]
    fn flag_home(&self, block: usize, rook: usize) {
        if self.open.get(block).is_some_and(|open| open[rook]) {
            let place = &self.stale[block][rook];
            if !place.load(Ordering::Relaxed) {
                place.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Every open state is to be looked at.
fn stale(open: &[Vec<bool>]) -> Vec<Vec<AtomicBool>> {
    open.iter().map(|open| open.iter().map(|&open| AtomicBool::new(open)).collect()).collect()
}

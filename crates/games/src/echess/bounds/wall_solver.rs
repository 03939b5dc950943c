//! Walls for every state of a window, and the sweeps that raise them until nothing changes.
//! Which bound this computes, and why it is one, is told in `bounds`.
//!
//! The states of one White king in one room are a [`Block`]. Reflection in the diagonal changes
//! nothing, so of two blocks that are reflections of each other one is kept. In each block the best
//! that a rook can do on each line is kept too: "stay where you are" is among its moves, which costs
//! White a tax and never helps her, and so all squares of a line share one envelope.

use std::sync::atomic::{AtomicBool, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::Bound;
use super::block::{Block, Both, Changes, Topped};
use super::curve::{Curve, CurveBuffer};
use super::improve::{Followers, Precision, Scratch, improve};
use super::mast::Rounding;
use super::window_moves::{Link, WindowMoves, before_step, nearby};
use crate::echess::rules::{Player, STEPS, State};

/// The walls of every state, and which states must be looked at again.
pub(crate) struct WallSolver {
    pub(crate) moves: WindowMoves,
    pub(crate) precision: Precision,
    /// Sweeps after which a wall that still rises is given up as plus infinity.
    patience: u32,
    blocks: Vec<Block>,
    /// For each cell of the White king in each room: its block, and whether it is reflected.
    block_of: Vec<(u32, bool)>,
    /// Which states of each block are computed; the others stay as they are.
    computed: Vec<Vec<bool>>,
    /// Which states of each block are to be looked at again.
    pending: Vec<Vec<AtomicBool>>,
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

impl WallSolver {
    /// Walls as `start(state, left, right)` writes them: Left's turned over, and Right's.
    pub(crate) fn new(
        moves: WindowMoves,
        rounding: Rounding,
        start: impl Fn(State, &mut CurveBuffer, &mut CurveBuffer) + Sync,
    ) -> Self {
        let window = moves.window;
        let state = |room, king, rook| State { room, king, rook };
        let kept =
            |&(room, king): &(_, _)| state(room, king, king).is_kept() && window.has(room, king);
        let kings: Vec<_> = window.king_cells().filter(kept).collect();
        let mut block_of = vec![(u32::MAX, false); window.king_cells().count()];
        for (block, &(room, king)) in kings.iter().enumerate() {
            let reflected = state(room, king, king).reflected();
            block_of[window.king_number(reflected.room, reflected.king)] = (block as u32, true);
            block_of[window.king_number(room, king)] = (block as u32, false);
        }
        let blocks = kings.par_iter().map(|&king| Block::new(moves, king, &start)).collect();
        let computed: Vec<Vec<bool>> = kings
            .iter()
            .map(|&(room, king)| {
                let is_state = |n| window.is_state(state(room, king, window.cell(n)));
                (0..window.cells()).map(is_state).collect()
            })
            .collect();
        let pending = all_pending(&computed);
        let precision = Precision { rounding, near_grid: false };
        WallSolver { moves, precision, patience: u32::MAX, blocks, block_of, computed, pending }
    }

    /// The same, but only the states that `wanted` names are computed, and only walls near the
    /// grid are kept.
    pub(crate) fn near_the_grid(mut self, wanted: impl Fn(State) -> bool) -> Self {
        self.precision.near_grid = true;
        for (block, computed) in self.blocks.iter().zip(&mut self.computed) {
            for (rook, computed) in computed.iter_mut().enumerate() {
                *computed = *computed && wanted(block.state(rook));
            }
        }
        self.pending = all_pending(&self.computed);
        self
    }

    /// From now on means are rounded like this; everything is looked at again.
    pub(crate) fn set_rounding(&mut self, rounding: Rounding) {
        self.precision.rounding = rounding;
        self.pending = all_pending(&self.computed);
    }

    /// Whether a state is computed.
    pub(crate) fn computes(&self, state: State) -> bool {
        let (block, rook) = self.locate(state);
        self.computed.get(block).is_some_and(|computed| computed[rook])
    }

    /// The same, but a wall that still rises after so many sweeps becomes plus infinity.
    pub(crate) fn with_patience(mut self, sweeps: u32) -> Self {
        self.patience = sweeps;
        self
    }

    /// Left's wall turned over, and Right's.
    pub(crate) fn walls(&self, state: State) -> Both<'_> {
        (self.wall(Player::Black, state), self.wall(Player::White, state))
    }

    /// Copies them.
    pub(crate) fn copy_walls(&self, state: State, left: &mut CurveBuffer, right: &mut CurveBuffer) {
        let (l, r) = self.walls(state);
        left.set(l, 0);
        right.set(r, 0);
    }

    /// One of them.
    pub(crate) fn wall(&self, player: Player, state: State) -> Curve<'_> {
        self.topped(player, state).curve
    }

    /// One of them, and how far up it goes.
    #[inline(always)]
    pub(crate) fn topped(&self, player: Player, state: State) -> Topped<'_> {
        let (block, rook) = self.locate(state);
        self.blocks[block].topped(player, rook)
    }

    /// The block and the number of the rook where a state is kept; there is no such block for a
    /// king off the board.
    #[inline]
    fn locate(&self, State { room, king, rook: (u, v) }: State) -> (usize, usize) {
        let (block, reflected) = self.block_of[self.moves.window.king_number(room, king)];
        let rook = if reflected { (v, u) } else { (u, v) };
        (block as usize, self.moves.window.number(rook))
    }

    /// Sweeps until nothing changes.
    ///
    /// Upper walls are bounds because they solve the equations, so for them every state is looked
    /// at once more in the end, flagged or not.
    pub(crate) fn settle(&mut self, task: &Task, what: &str) -> Result<Effort, Interrupted> {
        let mut effort = self.sweep(u32::MAX, task, what)?;
        while self.moves.bound == Bound::Upper {
            self.pending = all_pending(&self.computed);
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
            let mut changes = self.evaluate_pending(task)?;
            effort.sweeps += 1;
            effort.evaluated += changes.iter().map(|changes| changes.evaluated).sum::<u64>();
            if effort.sweeps > self.patience {
                changes.iter_mut().for_each(Changes::give_up);
            }
            stage.advance(1);
            if changes.iter().all(Changes::is_empty) {
                return Ok(effort);
            }
            self.apply(&changes);
            self.mark(&changes);
        }
        Ok(effort)
    }

    /// Takes over the walls that `offer(state, old walls, take)` hands to `take` where they
    /// are better; whether there are any. [`WallSolver::settle`] spreads the news.
    pub(crate) fn adopt(
        &mut self,
        offer: impl Fn(State, Both<'_>, &mut dyn FnMut(Both<'_>)) + Sync,
    ) -> bool {
        let (cells, precision) = (self.moves.window.cells(), self.precision);
        let adopt = |block: &Block| {
            let mut changes = Changes::default();
            let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
            let mut spare = Vec::new();
            for rook in 0..cells {
                let old = block.walls(rook);
                left.set(old.0, 0);
                right.set(old.1, 0);
                offer(block.state(rook), old, &mut |(l, r)| {
                    left.lower_to(l, 0, &mut spare);
                    right.raise_to(r, 0, &mut spare);
                });
                if precision.is_news(left.curve(), old.0) {
                    changes.push(rook, Player::Black, left.curve());
                }
                if precision.is_news(right.curve(), old.1) {
                    changes.push(rook, Player::White, right.curve());
                }
            }
            changes
        };
        let changes: Vec<Changes> = self.blocks.par_iter().map(adopt).collect();
        self.apply(&changes);
        self.mark(&changes);
        !changes.iter().all(Changes::is_empty)
    }

    fn evaluate_pending(&self, task: &Task) -> Result<Vec<Changes>, Interrupted> {
        (0..self.blocks.len())
            .into_par_iter()
            .with_min_len(2)
            .map_init(Scratch::default, |scratch, block| {
                // In a large window, one sweep takes seconds.
                task.check()?;
                let mut changes = Changes::default();
                for (rook, pending) in self.pending[block].iter().enumerate() {
                    if pending.load(Ordering::Relaxed) {
                        pending.store(false, Ordering::Relaxed);
                        self.evaluate(block, rook, scratch, &mut changes);
                    }
                }
                Ok(changes)
            })
            .collect()
    }

    fn evaluate(&self, number: usize, rook: usize, scratch: &mut Scratch, changes: &mut Changes) {
        improve(self.moves, self.precision, &self.blocks[number], rook, self, scratch, changes);
    }

    /// Writes what was changes, and the lines of rook moves that change with it.
    fn apply(&mut self, changes: &[Changes]) {
        let (computed, pending) = (&self.computed, &self.pending);
        self.blocks.par_iter_mut().enumerate().zip(changes).for_each(
            |((number, block), changes)| {
                if !changes.is_empty() {
                    let flag = |rook: usize| {
                        pending[number][rook].store(computed[number][rook], Ordering::Relaxed);
                    };
                    block.write(changes, flag);
                }
            },
        );
    }

    /// Marks the states that may change because a state of another block, or of the same after a
    /// Black step, has changed.
    fn mark(&self, changes: &[Changes]) {
        self.blocks.par_iter().zip(changes).for_each(|(block, changes)| {
            for (rook, player) in changes.changed() {
                self.mark_before(player, block.state(rook));
            }
        });
    }

    /// How many walls can still be improved.
    #[cfg(test)]
    pub(crate) fn unsettled(&mut self) -> usize {
        self.pending = all_pending(&self.computed);
        let changes = self.evaluate_pending(&Task::silent()).expect("nobody stops it");
        changes.iter().map(|changes| changes.changed().count()).sum()
    }

    fn mark_before(&self, player: Player, state: State) {
        let window = self.moves.window;
        match player {
            Player::Black => {
                for y in nearby(window, state.king.1) {
                    for x in nearby(window, state.king.0) {
                        self.flag(State { king: (x, y), ..state });
                    }
                }
            }
            Player::White => {
                for step in STEPS {
                    before_step(window, state, step, |before| self.flag(before));
                }
            }
        }
    }

    /// Flags a state. With the king and the room on the diagonal its reflection is kept too, in
    /// the same block, and may owe its walls to the reflection of what has changed.
    #[inline]
    fn flag(&self, state: State) {
        let (block, number) = self.locate(state);
        self.flag_in(block, number);
        if state.on_diagonal() {
            let (u, v) = state.rook;
            self.flag_in(block, self.moves.window.number((v, u)));
        }
    }

    #[inline]
    fn flag_in(&self, block: usize, rook: usize) {
        if self.computed.get(block).is_some_and(|computed| computed[rook]) {
            let pending = &self.pending[block][rook];
            if !pending.load(Ordering::Relaxed) {
                pending.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Followers for WallSolver {
    #[inline(always)]
    fn wall(&self, player: Player, link: &Link) -> Topped<'_> {
        self.topped(player, link.to)
    }
}

/// Every state that is computed is to be looked at.
fn all_pending(computed: &[Vec<bool>]) -> Vec<Vec<AtomicBool>> {
    let flags = |computed: &Vec<bool>| computed.iter().map(|&yes| AtomicBool::new(yes)).collect();
    computed.iter().map(flags).collect()
}

//! Walls for every state of a ground, and the sweeps that raise them until nothing changes.
//! Which bound this computes, and why it is one, is told in `bounds`.
//!
//! The states of one White king are a [`Block`]. Reflection in the diagonal changes nothing, so
//! only the blocks with the king on or above it are kept. In each block the best that a rook can
//! do on each line is kept too: "stay where you are" is among its moves, which costs White a tax
//! and never helps her, and so all squares of a line share one envelope.

use std::sync::atomic::{AtomicBool, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::block::{Block, Found, Side};
use super::curve::{Curve, Fixed, ONE, Rounding, Workpiece, settle};
use super::ground::{Ground, Link, Place, Rules};

/// The walls of every state, and which states must be looked at again.
pub(crate) struct Field {
    pub(crate) ground: Ground,
    rounding: Rounding,
    /// Sweeps after which a wall that still rises is given up as plus infinity.
    patience: u32,
    blocks: Vec<Block>,
    /// For each place of the White king: its block, and whether it is reflected.
    homes: Vec<(u32, bool)>,
    stale: Vec<Vec<AtomicBool>>,
}

/// Room that a thread uses again and again.
#[derive(Default)]
struct Scratch {
    black: Workpiece,
    white: Workpiece,
    step: Workpiece,
    left: Workpiece,
    right: Workpiece,
    spare: Vec<Fixed>,
    links: Vec<Link>,
}

/// What a run of sweeps did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Sweeps made.
    pub(crate) sweeps: u32,
    /// States evaluated, over all sweeps.
    pub(crate) evaluated: u64,
}

impl Field {
    /// A field that starts from the walls that `start(king, rook, left, right)` writes: Left's
    /// turned over, and Right's.
    pub(crate) fn new(
        ground: Ground,
        rounding: Rounding,
        start: impl Fn(Place, Place, &mut Workpiece, &mut Workpiece) + Sync,
    ) -> Self {
        let kings: Vec<Place> =
            (0..ground.places()).map(|n| ground.place(n)).filter(|king| king.0 <= king.1).collect();
        let mut homes = vec![(0, false); ground.places()];
        for (block, &(x, y)) in kings.iter().enumerate() {
            homes[ground.number((y, x))] = (block as u32, true);
            homes[ground.number((x, y))] = (block as u32, false);
        }
        let blocks: Vec<Block> =
            kings.par_iter().map(|&king| Block::new(ground, king, &start)).collect();
        let stale = kings
            .iter()
            .map(|&king| {
                let open = |n| AtomicBool::new(ground.is_state(king, ground.place(n)));
                (0..ground.places()).map(open).collect()
            })
            .collect();
        let patience = u32::MAX;
        Field { ground, rounding, patience, blocks, homes, stale }
    }

    /// The same, but a wall that still rises after so many sweeps becomes plus infinity.
    pub(crate) fn with_patience(mut self, sweeps: u32) -> Self {
        self.patience = sweeps;
        self
    }

    /// Left's wall turned over, and Right's.
    pub(crate) fn walls(&self, king: Place, rook: Place) -> (Curve<'_>, Curve<'_>) {
        (self.wall(Side::Left, king, rook), self.wall(Side::Right, king, rook))
    }

    #[inline]
    fn wall(&self, side: Side, king: Place, rook: Place) -> Curve<'_> {
        let (block, rook) = self.home(king, rook);
        self.blocks[block].wall(side, rook)
    }

    /// The block and the number of the rook where a state is kept.
    #[inline]
    fn home(&self, king: Place, (u, v): Place) -> (usize, usize) {
        let (block, reflected) = self.homes[self.ground.number(king)];
        let rook = if reflected { (v, u) } else { (u, v) };
        (block as usize, self.ground.number(rook))
    }

    /// Sweeps until nothing changes.
    pub(crate) fn settle(&mut self, task: &Task, what: &str) -> Result<Effort, Interrupted> {
        let stage = task.stage(what, 0);
        let mut effort = Effort::default();
        loop {
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
        let block = &self.blocks[number];
        found.evaluated += 1;
        self.black_can_get(block.king, self.ground.place(rook), scratch);
        self.white_can_get(block, self.ground.place(rook), scratch);
        let Scratch { black, white, left, right, spare, .. } = scratch;
        settle(black.curve(), white.curve(), self.rounding, left, right);
        let old = (block.wall(Side::Left, rook), block.wall(Side::Right, rook));
        // Both the old walls and the new are bounds, so the better of them is one.
        left.lower_to(old.0, 0, spare);
        right.raise_to(old.1, 0, spare);
        if !left.curve().same(old.0) {
            found.push(rook, Side::Left, left.curve());
        }
        if !right.curve().same(old.1) {
            found.push(rook, Side::Right, right.curve());
        }
    }

    fn black_can_get(&self, king: Place, rook: Place, scratch: &mut Scratch) {
        let Scratch { black: best, step, spare, links, .. } = scratch;
        // Cashing out is worth nothing more than what the king has.
        best.set(Curve::Line { base: 0, bends: &[] }, 0);
        let takes = self.ground.black_steps(king, rook, links, |gain, links| {
            let wall = |link: &Link| {
                let by = Fixed::from(gain) * ONE + link.by;
                (self.wall(Side::Right, link.king, link.rook), by)
            };
            match (self.ground.rules, links) {
                (Rules::Lower, [first, rest @ ..]) if !rest.is_empty() => {
                    let (curve, by) = wall(first);
                    step.set(curve, by);
                    for (curve, by) in rest.iter().map(wall) {
                        step.lower_to(curve, by, spare);
                    }
                    best.raise_to(step.curve(), 0, spare);
                }
                _ => {
                    for (curve, by) in links.iter().map(wall) {
                        best.raise_to(curve, by, spare);
                    }
                }
            }
        });
        if takes {
            best.set_plus();
        }
    }

    fn white_can_get(&self, block: &Block, rook: Place, scratch: &mut Scratch) {
        let Scratch { white: best, step, spare, links, .. } = scratch;
        if self.ground.attacks(block.king, rook, self.ground.centre()) {
            return best.set_plus();
        }
        best.clear();
        block.lines_through(self.ground, rook, |line| best.raise_to(line, 0, spare));
        if rook == block.king && self.ground.rules == Rules::Upper {
            block.free_lines(self.ground, step, spare);
            best.raise_to(step.curve(), 0, spare);
        }
        self.ground.king_moves(block.king, rook, links, |links| {
            let wall = |link: &Link| (self.wall(Side::Left, link.king, link.rook), -link.by);
            match (self.ground.rules, links) {
                (Rules::Upper, [first, rest @ ..]) if !rest.is_empty() => {
                    let (curve, by) = wall(first);
                    step.set(curve, by);
                    for (curve, by) in rest.iter().map(wall) {
                        step.lower_to(curve, by, spare);
                    }
                    best.raise_to(step.curve(), 0, spare);
                }
                _ => {
                    for (curve, by) in links.iter().map(wall) {
                        best.raise_to(curve, by, spare);
                    }
                }
            }
        });
    }

    /// Writes what was found, and the lines of rook moves that change with it.
    fn apply(&mut self, found: &[Found]) {
        let (ground, stale) = (self.ground, &self.stale);
        self.blocks.par_iter_mut().enumerate().zip(found).for_each(|((number, block), found)| {
            if !found.is_empty() {
                let flag = |rook: usize| stale[number][rook].store(true, Ordering::Relaxed);
                block.write(ground, found, flag);
            }
        });
    }

    /// Marks the states that may change because a state of another block, or of the same after a
    /// Black step, has changed.
    fn mark(&self, found: &[Found]) {
        self.blocks.par_iter().zip(found).for_each(|(block, found)| {
            for (rook, side) in found.changed() {
                let rook = self.ground.place(rook);
                match side {
                    Side::Left => self.mark_before_white(block.king, rook),
                    Side::Right => self.mark_before_black(block.king, rook),
                }
            }
        });
    }

    fn mark_before_white(&self, king: Place, rook: Place) {
        for y in self.ground.nearby(king.1) {
            for x in self.ground.nearby(king.0) {
                self.flag((x, y), rook);
            }
        }
    }

    fn mark_before_black(&self, king: Place, rook: Place) {
        let ground = self.ground;
        for (dx, dy) in super::space::STEPS {
            for y in ground.before(king.1, dy) {
                for x in ground.before(king.0, dx) {
                    for v in ground.before(rook.1, dy) {
                        for u in ground.before(rook.0, dx) {
                            self.flag((x, y), (u, v));
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn flag(&self, king: Place, rook: Place) {
        let (block, rook) = self.home(king, rook);
        if self.ground.is_state(self.blocks[block].king, self.ground.place(rook)) {
            let place = &self.stale[block][rook];
            if !place.load(Ordering::Relaxed) {
                place.store(true, Ordering::Relaxed);
            }
        }
    }
}

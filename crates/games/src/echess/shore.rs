//! Better lower walls for a White king south of the window, by induction on how far south he is.
//! By reflection they serve for the west too.
//!
//! The rows south of the window are levels 0, 1, 2, … A set of *hopes*, walls for the nearest row
//! and one point more for each row further on, is proved for all levels at once: what a level
//! gets from the hopes for the level before it, from its own walls, which start from what is
//! proved already and are raised by sweeps, and from what is proved for the next level must be at
//! least what was hoped. Hopes that fail are lowered until none does. See `docs/echess.md`.

use std::sync::atomic::{AtomicBool, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::block::{Block, Both, Found, Side};
use super::curve::Workpiece;
use super::field::{Effort, Field};
use super::ground::{Ground, Link, Place};
use super::improve::{Scratch, improve};

/// So often failing hopes are lowered to what was got; after that, to what is proved.
const PATIENCE: u32 = 60;

/// One level, for a White king on each column.
pub(crate) struct Shore<'a> {
    /// What is proved.
    field: &'a Field,
    hopes: Vec<Block>,
    level: Vec<Block>,
    stale: Vec<Vec<AtomicBool>>,
    effort: Effort,
}

/// What was proved for a White king on each column south of the window.
pub(crate) struct Proved {
    /// The hopes that held.
    #[cfg(test)]
    pub(crate) hopes: Vec<Block>,
    /// What follows from them, which is not less.
    pub(crate) level: Vec<Block>,
    pub(crate) effort: Effort,
}

impl<'a> Shore<'a> {
    /// The walls that follow from those of `field` and the hopes that `hope` writes.
    pub(crate) fn prove(
        field: &'a Field,
        hope: impl Fn(Place, Place, &mut Workpiece, &mut Workpiece) + Sync,
        task: &Task,
    ) -> Result<Proved, Interrupted> {
        let hopes = blocks(field.ground, &hope);
        let (level, stale, effort) = (Vec::new(), Vec::new(), Effort::default());
        let mut shore = Shore { field, hopes, level, stale, effort };
        let mut attempts = 0;
        loop {
            shore.begin();
            while shore.sweep() {
                task.check()?;
            }
            attempts += 1;
            if !shore.lower_hopes(attempts < PATIENCE) {
                return Ok(Proved {
                    #[cfg(test)]
                    hopes: shore.hopes,
                    level: shore.level,
                    effort: shore.effort,
                });
            }
        }
    }

    /// Back to what is proved.
    fn begin(&mut self) {
        let ground = self.field.ground;
        let field = self.field;
        self.level = blocks(ground, &|king, rook, left: &mut Workpiece, right: &mut Workpiece| {
            let (l, r) = field.walls(king, rook);
            left.set(l, 0);
            right.set(r, 0);
        });
        let open = |king: Place| {
            let open = |rook| AtomicBool::new(field.is_open(king, ground.place(rook)));
            (0..ground.places()).map(open).collect()
        };
        self.stale = (0..ground.side()).map(|x| open((x, 0))).collect();
    }

    /// Looks at the states that may have become better; whether one has.
    fn sweep(&mut self) -> bool {
        let found: Vec<Found> = (0..self.level.len())
            .into_par_iter()
            .map_init(Scratch::default, |scratch, x| {
                let mut found = Found::default();
                for (rook, stale) in self.stale[x].iter().enumerate() {
                    if stale.swap(false, Ordering::Relaxed) {
                        self.evaluate(x, rook, scratch, &mut found);
                    }
                }
                found
            })
            .collect();
        self.effort.sweeps += 1;
        self.effort.evaluated += found.iter().map(|found| found.evaluated).sum::<u64>();
        let (field, stale) = (self.field, &self.stale);
        let ground = field.ground;
        self.level.par_iter_mut().zip(&found).enumerate().for_each(|(x, (block, found))| {
            if !found.is_empty() {
                block.write(ground, found, |rook| {
                    let open = field.is_open((x as i32, 0), ground.place(rook));
                    stale[x][rook].store(open, Ordering::Relaxed);
                });
            }
        });
        for (x, found) in found.iter().enumerate() {
            for (rook, side) in found.changed() {
                self.mark(x as i32, ground.place(rook), side);
            }
        }
        !found.iter().all(Found::is_empty)
    }

    fn evaluate(&self, x: usize, rook: usize, scratch: &mut Scratch, found: &mut Found) {
        let ground = self.field.ground;
        let read = |side: Side, link: &Link| {
            let (column, rook) = (link.king.0 as usize, ground.number(link.rook));
            match link.deeper {
                _ if link.king.1 != 0 => self.field.wall(side, link.king, link.rook),
                0 => self.level[column].wall(side, rook),
                ..0 => self.hopes[column].wall(side, rook),
                _ => self.field.wall(side, link.king, link.rook),
            }
        };
        improve(ground, self.field.precision, &self.level[x], rook, read, scratch, found);
    }

    /// Marks the states of the level from which a move along it leads here.
    fn mark(&self, x: i32, (u, v): Place, side: Side) {
        let ground = self.field.ground;
        let flag = |x: i32, rook: Place| {
            if self.field.is_open((x, 0), rook) {
                self.stale[x as usize][ground.number(rook)].store(true, Ordering::Relaxed);
            }
        };
        match side {
            Side::Left => ground.nearby(x).for_each(|x| flag(x, (u, v))),
            Side::Right => {
                for dx in [-1, 1] {
                    for x in ground.before(x, dx) {
                        ground.before(u, dx).for_each(|u| flag(x, (u, v)));
                    }
                }
            }
        }
    }

    /// Lowers the hopes that the level does not fulfil: to what it got, or to what is proved.
    /// Whether there were any.
    fn lower_hopes(&mut self, gently: bool) -> bool {
        let Shore { field, hopes, level, .. } = self;
        let ground = field.ground;
        let failed = AtomicBool::new(false);
        let lower = |king: Place, rook: Place, left: &mut Workpiece, right: &mut Workpiece| {
            let (column, number) = (king.0 as usize, ground.number(rook));
            let (hope, got) = (hopes[column].walls(number), level[column].walls(number));
            left.set(hope.0, 0);
            right.set(hope.1, 0);
            if got.0.never_above(hope.0) && hope.1.never_above(got.1) {
                return;
            }
            failed.store(true, Ordering::Relaxed);
            let mut spare = Vec::new();
            left.raise_to(got.0, 0, &mut spare);
            right.lower_to(got.1, 0, &mut spare);
            let keeps = |piece: &Workpiece| field.precision.keeps(piece.curve());
            if !gently || !keeps(left) || !keeps(right) {
                let (l, r) = field.walls(king, rook);
                left.set(l, 0);
                right.set(r, 0);
            }
        };
        *hopes = blocks(ground, &lower);
        failed.into_inner()
    }
}

impl Proved {
    /// Hands the walls of a state to `take`, if they were proved here or for its reflection.
    pub(crate) fn offer(
        &self,
        ground: Ground,
        king: Place,
        rook: Place,
        take: &mut dyn FnMut(Both<'_>),
    ) {
        for ((x, y), (u, v)) in [(king, rook), ((king.1, king.0), (rook.1, rook.0))] {
            if y == 0 {
                take(self.level[x as usize].walls(ground.number((u, v))));
            }
        }
    }
}

/// A block for each column south of the window.
fn blocks(
    ground: Ground,
    start: &(impl Fn(Place, Place, &mut Workpiece, &mut Workpiece) + Sync),
) -> Vec<Block> {
    (0..ground.side()).into_par_iter().map(|x| Block::new(ground, (x, 0), start)).collect()
}

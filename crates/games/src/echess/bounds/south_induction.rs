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

use crate::echess::bounds::block::{Block, Both, Found, Side};
use crate::echess::bounds::curve::Workpiece;
use crate::echess::bounds::improve::{Scratch, improve};
use crate::echess::bounds::wall_solver::{Effort, Field};
use crate::echess::rules::ground::{Link, State};
use crate::echess::rules::terrain::Terrain;

/// So often failing hopes are lowered to what was got; after that, to what is proved.
const PATIENCE: u32 = 60;

/// One level: a block for each class of the distance to the west edge and each column of the White
/// king. The south edge is beyond him, so that distance is in the last class.
pub(crate) struct Shore<'a> {
    /// What is proved.
    field: &'a Field,
    hopes: Vec<Block>,
    level: Vec<Block>,
    stale: Vec<Vec<AtomicBool>>,
    effort: Effort,
}

/// What was proved for a White king south of the window.
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
        hope: impl Fn(State, &mut Workpiece, &mut Workpiece) + Sync,
        task: &Task,
    ) -> Result<Proved, Interrupted> {
        let hopes = blocks(field.terrain, &hope);
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
        let terrain = self.field.terrain;
        let field = self.field;
        self.level = blocks(terrain, &|state, left: &mut Workpiece, right: &mut Workpiece| {
            let (l, r) = field.walls(state);
            left.set(l, 0);
            right.set(r, 0);
        });
        let open = |block: &Block| {
            let open = |rook| AtomicBool::new(field.is_open(block.state(terrain.ground, rook)));
            (0..terrain.ground.places()).map(open).collect()
        };
        self.stale = self.level.iter().map(open).collect();
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
        let ground = field.terrain.ground;
        self.level.par_iter_mut().zip(&found).zip(stale).for_each(|((block, found), stale)| {
            if !found.is_empty() {
                let here = block.state(ground, 0);
                block.write(ground, found, |number| {
                    let open = field.is_open(State { rook: ground.place(number), ..here });
                    stale[number].store(open, Ordering::Relaxed);
                });
            }
        });
        for (block, found) in self.level.iter().zip(&found) {
            for (rook, side) in found.changed() {
                self.mark(block.state(ground, rook), side);
            }
        }
        !found.iter().all(Found::is_empty)
    }

    fn evaluate(&self, block: usize, rook: usize, scratch: &mut Scratch, found: &mut Found) {
        let terrain = self.field.terrain;
        let read = |side: Side, link: &Link| {
            let (at, rook) = (column(terrain, link.to), terrain.ground.number(link.to.rook));
            match link.deeper {
                _ if link.to.king.1 != 0 => self.field.wall(side, link.to),
                0 => self.level[at].wall(side, rook),
                ..0 => self.hopes[at].wall(side, rook),
                _ => self.field.wall(side, link.to),
            }
        };
        improve(terrain, self.field.precision, &self.level[block], rook, read, scratch, found);
    }

    /// Marks the states of the level from which a move along it leads here.
    fn mark(&self, state: State, side: Side) {
        let terrain = self.field.terrain;
        let flag = |state: State| {
            if self.field.is_open(state) {
                let number = terrain.ground.number(state.rook);
                self.stale[column(terrain, state)][number].store(true, Ordering::Relaxed);
            }
        };
        match side {
            Side::Left => {
                let columns = terrain.ground.nearby(state.king.0);
                columns.for_each(|x| flag(State { king: (x, 0), ..state }));
            }
            Side::Right => {
                for step in [(-1, 0), (1, 0)] {
                    terrain.before_step(state, step, flag);
                }
            }
        }
    }

    /// Lowers the hopes that the level does not fulfil: to what it got, or to what is proved.
    /// Whether there were any.
    fn lower_hopes(&mut self, gently: bool) -> bool {
        let Shore { field, hopes, level, .. } = self;
        let terrain = field.terrain;
        let failed = AtomicBool::new(false);
        let lower = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
            let (at, number) = (column(terrain, state), terrain.ground.number(state.rook));
            let (hope, got) = (hopes[at].walls(number), level[at].walls(number));
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
                let (l, r) = field.walls(state);
                left.set(l, 0);
                right.set(r, 0);
            }
        };
        *hopes = blocks(terrain, &lower);
        failed.into_inner()
    }
}

impl Proved {
    /// Hands the walls of a state to `take`, if they were proved here or for its reflection.
    pub(crate) fn offer(&self, terrain: Terrain, state: State, take: &mut dyn FnMut(Both<'_>)) {
        for state in [state, state.reflected()] {
            if state.king.1 == 0 {
                let level = &self.level[column(terrain, state)];
                take(level.walls(terrain.ground.number(state.rook)));
            }
        }
    }
}

/// The number of the block of a state south of the window.
#[inline]
pub(crate) fn column(terrain: Terrain, state: State) -> usize {
    (state.room.0 * terrain.ground.side() + state.king.0) as usize
}

/// A block for each class of the distance to the west edge and each column south of the window.
fn blocks(
    terrain: Terrain,
    start: &(impl Fn(State, &mut Workpiece, &mut Workpiece) + Sync),
) -> Vec<Block> {
    let classes = terrain.edges.classes();
    let seats: Vec<_> = (0..classes)
        .flat_map(|west| (0..terrain.ground.side()).map(move |x| ((west, classes - 1), (x, 0))))
        .collect();
    seats.into_par_iter().map(|seat| Block::new(terrain, seat, start)).collect()
}

//! Better lower walls for a White king south of the window, by induction on how far south he is.
//! By reflection they serve for the west too.
//!
//! The rows south of the window are levels 0, 1, 2, … A set of *hypotheses*, walls for the nearest
//! row and one point more for each row further on, is proved for all levels at once: what a level
//! gets from the hypotheses for the level before it, from its own walls, which start from what is
//! proved already and are raised by sweeps, and from what is proved for the next level must be at
//! least what was assumed. Hypotheses that fail are lowered until none does. See
//! `docs/echess-proofs.md`.

use std::sync::atomic::{AtomicBool, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::block::{Block, Both, Changes, Topped};
use super::curve::CurveBuffer;
use super::improve::{Followers, Scratch, improve};
use super::wall_solver::{Effort, WallSolver};
use super::window_moves::{Link, WindowMoves, before_step, is_south, nearby};
use crate::echess::rules::{Player, State, Window};

/// So often failing hypotheses are lowered to what was got; after that, to what is proved.
const GENTLE_ATTEMPTS: u32 = 60;

/// One level: a block for each class of the distance to the west edge and each column of the White
/// king. The south edge is beyond him, so that distance is in the last class.
pub(crate) struct SouthInduction<'a> {
    /// What is proved.
    proved: &'a WallSolver,
    hypotheses: Vec<Block>,
    level: Vec<Block>,
    pending: Vec<Vec<AtomicBool>>,
    effort: Effort,
}

/// What was proved for a White king south of the window.
pub(crate) struct Proved {
    /// The hypotheses that held.
    #[cfg(test)]
    pub(crate) hypotheses: Vec<Block>,
    /// What follows from them, which is not less.
    pub(crate) level: Vec<Block>,
    pub(crate) effort: Effort,
}

impl<'a> SouthInduction<'a> {
    /// The walls that follow from those of `proved` and the hypotheses that `assume` writes.
    pub(crate) fn prove(
        proved: &'a WallSolver,
        assume: impl Fn(State, &mut CurveBuffer, &mut CurveBuffer) + Sync,
        task: &Task,
    ) -> Result<Proved, Interrupted> {
        let hypotheses = blocks(proved.moves, &assume);
        let (level, pending, effort) = (Vec::new(), Vec::new(), Effort::default());
        let mut induction = SouthInduction { proved, hypotheses, level, pending, effort };
        let mut attempts = 0;
        loop {
            induction.begin();
            while induction.sweep(task)? {}
            attempts += 1;
            if !induction.lower_hypotheses(attempts < GENTLE_ATTEMPTS) {
                return Ok(Proved {
                    #[cfg(test)]
                    hypotheses: induction.hypotheses,
                    level: induction.level,
                    effort: induction.effort,
                });
            }
        }
    }

    /// Back to what is proved.
    fn begin(&mut self) {
        let proved = self.proved;
        self.level = blocks(proved.moves, &|state, left: &mut CurveBuffer, right: &mut _| {
            proved.copy_walls(state, left, right);
        });
        let all_pending = |block: &Block| {
            let computes = |rook| AtomicBool::new(proved.computes(block.state(rook)));
            (0..proved.moves.window.cells()).map(computes).collect()
        };
        self.pending = self.level.iter().map(all_pending).collect();
    }

    /// Looks at the states that may have become better; whether one has.
    fn sweep(&mut self, task: &Task) -> Result<bool, Interrupted> {
        let changes: Vec<Changes> = (0..self.level.len())
            .into_par_iter()
            .map_init(Scratch::default, |scratch, x| {
                task.check()?;
                let mut changes = Changes::default();
                for (rook, pending) in self.pending[x].iter().enumerate() {
                    if pending.swap(false, Ordering::Relaxed) {
                        self.evaluate(x, rook, scratch, &mut changes);
                    }
                }
                Ok(changes)
            })
            .collect::<Result<_, Interrupted>>()?;
        self.effort.sweeps += 1;
        self.effort.evaluated += changes.iter().map(|changes| changes.evaluated).sum::<u64>();
        let proved = self.proved;
        let level = self.level.par_iter_mut().zip(&changes).zip(&self.pending);
        level.filter(|((_, changes), _)| !changes.is_empty()).for_each(
            |((block, changes), pending)| {
                let here = block.state(0);
                block.write(changes, |number| {
                    let rook = proved.moves.window.cell(number);
                    pending[number]
                        .store(proved.computes(State { rook, ..here }), Ordering::Relaxed);
                });
            },
        );
        for (block, changes) in self.level.iter().zip(&changes) {
            for (rook, player) in changes.changed() {
                self.mark(block.state(rook), player);
            }
        }
        Ok(!changes.iter().all(Changes::is_empty))
    }

    fn evaluate(&self, block: usize, rook: usize, scratch: &mut Scratch, changes: &mut Changes) {
        let (moves, precision) = (self.proved.moves, self.proved.precision);
        improve(moves, precision, &self.level[block], rook, self, scratch, changes);
    }

    /// Marks the states of the level from which a move along it leads here.
    fn mark(&self, state: State, player: Player) {
        let window = self.proved.moves.window;
        let flag = |state: State| {
            if self.proved.computes(state) {
                let number = window.number(state.rook);
                self.pending[column(window, state)][number].store(true, Ordering::Relaxed);
            }
        };
        match player {
            Player::Black => {
                let columns = nearby(window, state.king.0);
                columns.for_each(|x| flag(State { king: (x, state.king.1), ..state }));
            }
            Player::White => {
                for step in [(-1, 0), (1, 0)] {
                    before_step(window, state, step, flag);
                }
            }
        }
    }

    /// Lowers the hypotheses that the level does not fulfil: to what it got, or to what is proved.
    /// Whether there were any.
    fn lower_hypotheses(&mut self, gently: bool) -> bool {
        let SouthInduction { proved, hypotheses, level, .. } = self;
        let window = proved.moves.window;
        let failed = AtomicBool::new(false);
        let lower = |state: State, left: &mut CurveBuffer, right: &mut CurveBuffer| {
            let (at, number) = (column(window, state), window.number(state.rook));
            let (assumed, got) = (hypotheses[at].walls(number), level[at].walls(number));
            left.set(assumed.0, 0);
            right.set(assumed.1, 0);
            if got.0.never_above(assumed.0) && assumed.1.never_above(got.1) {
                return;
            }
            failed.store(true, Ordering::Relaxed);
            let mut spare = Vec::new();
            left.raise_to(got.0, 0, &mut spare);
            right.lower_to(got.1, 0, &mut spare);
            let keeps = |piece: &CurveBuffer| proved.precision.keeps(piece.curve());
            if !gently || !keeps(left) || !keeps(right) {
                proved.copy_walls(state, left, right);
            }
        };
        *hypotheses = blocks(proved.moves, &lower);
        failed.into_inner()
    }
}

impl Followers for SouthInduction<'_> {
    #[inline(always)]
    fn wall(&self, player: Player, link: &Link) -> Topped<'_> {
        let window = self.proved.moves.window;
        let (at, rook) = (column(window, link.to), window.number(link.to.rook));
        match link.deeper {
            _ if !is_south(window, link.to) => self.proved.topped(player, link.to),
            0 => self.level[at].topped(player, rook),
            ..0 => self.hypotheses[at].topped(player, rook),
            1.. => self.proved.topped(player, link.to),
        }
    }
}

impl Proved {
    /// Hands the walls of a state to `take`, if they were proved here or for its reflection.
    pub(crate) fn offer(&self, window: Window, state: State, take: &mut dyn FnMut(Both<'_>)) {
        for state in [state, state.reflected()] {
            if is_south(window, state) {
                let level = &self.level[column(window, state)];
                take(level.walls(window.number(state.rook)));
            }
        }
    }
}

/// The number of the block of a state south of the window.
#[inline]
pub(crate) fn column(window: Window, state: State) -> usize {
    (state.room.0 * window.side() + state.king.0 + window.far()) as usize
}

/// A block for each class of the distance to the west edge and each column south of the window.
fn blocks(
    moves: WindowMoves,
    start: &(impl Fn(State, &mut CurveBuffer, &mut CurveBuffer) + Sync),
) -> Vec<Block> {
    let window = moves.window;
    let classes = window.edges.classes();
    let kings: Vec<_> = (0..classes)
        .flat_map(|west| {
            window.coordinates().map(move |x| ((west, classes - 1), (x, -window.far())))
        })
        .collect();
    kings.into_par_iter().map(|king| Block::new(moves, king, start)).collect()
}

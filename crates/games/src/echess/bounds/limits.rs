//! Lower walls that would rise for ever, by less and less, are raised to their limit.
//!
//! Let the lower walls of some states, the *hopeful*, lie on a grid but for small remainders (see
//! `remainders`). If a few sweeps from there halve every remainder, they do so again from the halved
//! ones, and so on: all these walls are lower bounds, and so is their limit on the grid. All other
//! states are held fast, at walls on the grid. See `docs/echess-proofs.md`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::block::Both;
use super::curve::remainders;
use super::curve::{CurveBuffer, Fixed, ONE};
use super::mast::Rounding;
use super::south_induction::SouthInduction;
use super::wall_solver::{Effort, WallSolver};
use crate::echess::rules::{State, Window};

/// How means are rounded here: much finer than the remainders.
const FINEST: Fixed = ONE >> 38;
/// So often the remainders may be swept over until all are halved.
const ROUNDS: u32 = 30;
/// Sweeps of a round.
const SWEEPS: u32 = 24;

/// Raises the lower walls to the grid where they come as near to it as you like.
pub(crate) fn raise_to_limits(below: &mut WallSolver, task: &Task) -> Result<Effort, Interrupted> {
    let mut effort = Effort::default();
    let hopeful = States::new(below.moves.window, |state| {
        let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
        half_way(below.walls(state), &mut left, &mut right)
    });
    loop {
        let mut trial = trial(below, &hopeful);
        let failed = sweep_remainders(&mut trial, below, &hopeful, task, &mut effort)?;
        if failed == 0 {
            break;
        }
        // Those that did not come nearer are not hopeful; what others owe to them, they lose.
        hopeful.each(|state, mark| {
            if mark.load(Ordering::Relaxed) && !came_nearer(&trial, below, state) {
                mark.store(false, Ordering::Relaxed);
            }
        });
    }
    below.adopt(|state, (l, r), take| {
        let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
        if hopeful.holds(state)
            && remainders::on_grid(l, &mut left)
            && remainders::on_grid(r, &mut right)
        {
            take((left.curve(), right.curve()));
        }
    });
    effort += below.settle(task, "limits of lower bounds")?;
    Ok(effort)
}

/// A set of states.
struct States {
    window: Window,
    marks: Vec<AtomicBool>,
}

impl States {
    fn new(window: Window, wanted: impl Fn(State) -> bool + Sync) -> Self {
        let count = window.king_cells().count() * window.cells();
        let mark = |number: usize| {
            let state = state(window, number);
            AtomicBool::new(window.is_state(state) && wanted(state))
        };
        States { window, marks: (0..count).into_par_iter().map(mark).collect() }
    }

    fn holds(&self, State { room, king, rook }: State) -> bool {
        let window = self.window;
        let number = window.king_number(room, king) * window.cells() + window.number(rook);
        self.marks[number].load(Ordering::Relaxed)
    }

    fn each(&self, visit: impl Fn(State, &AtomicBool) + Sync) {
        let visit = |(number, mark)| visit(state(self.window, number), mark);
        self.marks.par_iter().enumerate().for_each(visit);
    }
}

/// The state with a number.
fn state(window: Window, number: usize) -> State {
    let cells = window.cells();
    let (king, rook) = (number / cells, number % cells);
    let room = window.edges.room(king / cells);
    State { room, king: window.cell(king % cells), rook: window.cell(rook) }
}

/// The walls in which the remainders of the hopeful states are swept over.
fn trial(below: &WallSolver, hopeful: &States) -> WallSolver {
    let start = |state: State, left: &mut CurveBuffer, right: &mut CurveBuffer| {
        if hopeful.holds(state) {
            below.copy_walls(state, left, right);
        } else {
            let (l, r) = below.walls(state);
            remainders::above(l, left);
            remainders::below(r, right);
        }
    };
    let computed = |state: State| {
        let (l, r) = below.walls(state);
        hopeful.holds(state) && !(remainders::is_on_grid(l) && remainders::is_on_grid(r))
    };
    WallSolver::new(below.moves, Rounding::DownTo(FINEST), start).near_the_grid(computed)
}

/// Sweeps until all remainders are halved or nothing changes; how many are not halved.
fn sweep_remainders(
    trial: &mut WallSolver,
    below: &WallSolver,
    hopeful: &States,
    task: &Task,
    effort: &mut Effort,
) -> Result<u64, Interrupted> {
    let window = trial.moves.window;
    for round in 0..ROUNDS {
        *effort += trial.sweep(SWEEPS, task, "limits of lower bounds")?;
        if round > 0 && failures(trial, below, hopeful) == 0 {
            return Ok(0);
        }
        let assume = |state: State, left: &mut CurveBuffer, right: &mut CurveBuffer| {
            let walls = below.walls(state);
            if !hopeful.holds(state) || !half_way(walls, left, right) {
                trial.copy_walls(state, left, right);
            }
        };
        let proved = SouthInduction::prove(trial, assume, task)?;
        *effort += proved.effort;
        if !trial.adopt(|state, _, take| proved.offer(window, state, take)) {
            break;
        }
    }
    *effort += trial.sweep(SWEEPS, task, "limits of lower bounds")?;
    Ok(failures(trial, below, hopeful))
}

/// How many hopeful states did not come nearer, of two reflections one counted.
fn failures(trial: &WallSolver, below: &WallSolver, hopeful: &States) -> u64 {
    let failed = AtomicU64::new(0);
    hopeful.each(|state, mark| {
        let hoped = state.is_kept() && mark.load(Ordering::Relaxed);
        if hoped && !came_nearer(trial, below, state) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
    });
    failed.into_inner()
}

/// Whether the remainders of a state are halved.
fn came_nearer(trial: &WallSolver, below: &WallSolver, state: State) -> bool {
    if !trial.computes(state) {
        // There are none.
        return true;
    }
    let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
    let (l, r) = trial.walls(state);
    half_way(below.walls(state), &mut left, &mut right)
        && l.never_above(left.curve())
        && right.curve().never_above(r)
}

fn half_way(walls: Both<'_>, left: &mut CurveBuffer, right: &mut CurveBuffer) -> bool {
    remainders::half_way(walls.0, left) && remainders::half_way(walls.1, right)
}

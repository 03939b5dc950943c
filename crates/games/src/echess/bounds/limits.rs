//! Lower walls that would rise for ever, by less and less, are raised to their limit.
//!
//! Let the lower walls of some states, the *hopeful*, lie on a grid but for small rests (see
//! `near`). If a few sweeps from there halve every rest, they do so again from the halved rests,
//! and so on: all these walls are lower bounds, and so is their limit on the grid. All other states
//! are held fast, at walls on the grid. See `docs/echess.md`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::remainders;
use crate::echess::bounds::block::Both;
use crate::echess::bounds::curve::{Fixed, ONE, Rounding, Workpiece};
use crate::echess::bounds::south_induction::Shore;
use crate::echess::bounds::wall_solver::{Effort, Field};
use crate::echess::rules::ground::State;
use crate::echess::rules::terrain::Terrain;

/// How means are rounded here: much finer than the rests.
const FINEST: Fixed = ONE >> 38;
/// So often the rests may be swept over until all are halved.
const ROUNDS: u32 = 30;
/// Sweeps of a round.
const SWEEPS: u32 = 24;

/// Raises the lower walls to the grid where they come as near to it as you like.
pub(crate) fn close(below: &mut Field, task: &Task) -> Result<Effort, Interrupted> {
    let mut effort = Effort::default();
    let hopeful = States::new(below.terrain, |state| {
        let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
        half_way(below.walls(state), &mut left, &mut right)
    });
    loop {
        let mut trial = trial(below, &hopeful);
        let failed = run(&mut trial, below, &hopeful, task, &mut effort)?;
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
        let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
        if hopeful.holds(state)
            && remainders::on_grid(l, &mut left)
            && remainders::on_grid(r, &mut right)
        {
            take((left.curve(), right.curve()));
        }
    });
    effort += below.settle(task, "closed bounds")?;
    Ok(effort)
}

/// A set of states.
struct States {
    terrain: Terrain,
    marks: Vec<AtomicBool>,
}

impl States {
    fn new(terrain: Terrain, wanted: impl Fn(State) -> bool + Sync) -> Self {
        let count = terrain.seats().count() * terrain.ground.places();
        let mark = |number: usize| {
            let state = state(terrain, number);
            AtomicBool::new(terrain.is_state(state) && wanted(state))
        };
        States { terrain, marks: (0..count).into_par_iter().map(mark).collect() }
    }

    fn holds(&self, State { room, king, rook }: State) -> bool {
        let ground = self.terrain.ground;
        let number = self.terrain.seat(room, king) * ground.places() + ground.number(rook);
        self.marks[number].load(Ordering::Relaxed)
    }

    fn each(&self, visit: impl Fn(State, &AtomicBool) + Sync) {
        let visit = |(number, mark)| visit(state(self.terrain, number), mark);
        self.marks.par_iter().enumerate().for_each(visit);
    }
}

/// The state with a number.
fn state(Terrain { ground, edges }: Terrain, number: usize) -> State {
    let places = ground.places();
    let (seat, rook) = (number / places, number % places);
    let (room, king) = (edges.room(seat / places), ground.place(seat % places));
    State { room, king, rook: ground.place(rook) }
}

/// The field in which the rests of the hopeful states are swept over.
fn trial(below: &Field, hopeful: &States) -> Field {
    let start = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
        let (l, r) = below.walls(state);
        if hopeful.holds(state) {
            left.set(l, 0);
            right.set(r, 0);
        } else {
            remainders::above(l, left);
            remainders::below(r, right);
        }
    };
    let open = |state: State| {
        let (l, r) = below.walls(state);
        hopeful.holds(state) && !(remainders::is_on_grid(l) && remainders::is_on_grid(r))
    };
    Field::new(below.terrain, Rounding::DownTo(FINEST), start).near_the_grid(open)
}

/// Sweeps until all rests are halved or nothing changes; how many are not halved.
fn run(
    trial: &mut Field,
    below: &Field,
    hopeful: &States,
    task: &Task,
    effort: &mut Effort,
) -> Result<u64, Interrupted> {
    let terrain = trial.terrain;
    for round in 0..ROUNDS {
        *effort += trial.sweep(SWEEPS, task, "closing")?;
        if round > 0 && failures(trial, below, hopeful) == 0 {
            return Ok(0);
        }
        let hope = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
            let walls = below.walls(state);
            if !hopeful.holds(state) || !half_way(walls, left, right) {
                let (l, r) = trial.walls(state);
                left.set(l, 0);
                right.set(r, 0);
            }
        };
        let proved = Shore::prove(trial, hope, task)?;
        *effort += proved.effort;
        if !trial.adopt(|state, _, take| proved.offer(terrain, state, take)) {
            break;
        }
    }
    *effort += trial.sweep(SWEEPS, task, "closing")?;
    Ok(failures(trial, below, hopeful))
}

/// How many hopeful states did not come nearer, of two reflections one counted.
fn failures(trial: &Field, below: &Field, hopeful: &States) -> u64 {
    let failed = AtomicU64::new(0);
    hopeful.each(|state, mark| {
        let hoped = state.is_kept() && mark.load(Ordering::Relaxed);
        if hoped && !came_nearer(trial, below, state) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
    });
    failed.into_inner()
}

/// Whether the rests of a state are halved.
fn came_nearer(trial: &Field, below: &Field, state: State) -> bool {
    if !trial.is_open(state) {
        // There are none.
        return true;
    }
    let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
    let (l, r) = trial.walls(state);
    half_way(below.walls(state), &mut left, &mut right)
        && l.never_above(left.curve())
        && right.curve().never_above(r)
}

fn half_way(walls: Both<'_>, left: &mut Workpiece, right: &mut Workpiece) -> bool {
    remainders::half_way(walls.0, left) && remainders::half_way(walls.1, right)
}

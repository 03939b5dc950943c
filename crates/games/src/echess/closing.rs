//! Lower walls that would rise for ever, by less and less, are raised to their limit.
//!
//! Let the lower walls of some states, the *hopeful*, lie on a grid but for small rests (see
//! `near`). If a few sweeps from there halve every rest, they do so again from the halved rests,
//! and so on: all these walls are lower bounds, and so is their limit on the grid. All other states
//! are held fast, at walls on the grid. See `docs/echess.md`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::block::Both;
use super::curve::{Fixed, ONE, Rounding, Workpiece};
use super::field::{Effort, Field};
use super::ground::{Ground, Place};
use super::near;
use super::shore::Shore;

/// How means are rounded here: much finer than the rests.
const FINEST: Fixed = ONE >> 38;
/// So often the rests may be swept over until all are halved.
const ROUNDS: u32 = 30;
/// Sweeps of a round.
const SWEEPS: u32 = 24;

/// Raises the lower walls to the grid where they come as near to it as you like.
pub(crate) fn close(below: &mut Field, task: &Task) -> Result<Effort, Interrupted> {
    let mut effort = Effort::default();
    let hopeful = States::new(below.ground, |king, rook| {
        let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
        half_way(below.walls(king, rook), &mut left, &mut right)
    });
    loop {
        let mut trial = trial(below, &hopeful);
        let failed = run(&mut trial, below, &hopeful, task, &mut effort)?;
        if failed == 0 {
            break;
        }
        // Those that did not come nearer are not hopeful; what others owe to them, they lose.
        hopeful.each(|king, rook, mark| {
            if mark.load(Ordering::Relaxed) && !came_nearer(&trial, below, king, rook) {
                mark.store(false, Ordering::Relaxed);
            }
        });
    }
    below.adopt(|king, rook, (l, r), take| {
        let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
        if hopeful.holds(king, rook) && near::on_grid(l, &mut left) && near::on_grid(r, &mut right)
        {
            take((left.curve(), right.curve()));
        }
    });
    effort += below.settle(task, "closed bounds")?;
    Ok(effort)
}

/// A set of states.
struct States {
    ground: Ground,
    marks: Vec<AtomicBool>,
}

impl States {
    fn new(ground: Ground, wanted: impl Fn(Place, Place) -> bool + Sync) -> Self {
        let places = ground.places();
        let mark = |number: usize| {
            let (king, rook) = (ground.place(number / places), ground.place(number % places));
            AtomicBool::new(ground.is_state(king, rook) && wanted(king, rook))
        };
        States { ground, marks: (0..places * places).into_par_iter().map(mark).collect() }
    }

    fn holds(&self, king: Place, rook: Place) -> bool {
        let number = self.ground.number(king) * self.ground.places() + self.ground.number(rook);
        self.marks[number].load(Ordering::Relaxed)
    }

    fn each(&self, visit: impl Fn(Place, Place, &AtomicBool) + Sync) {
        let places = self.ground.places();
        self.marks.par_iter().enumerate().for_each(|(number, mark)| {
            visit(self.ground.place(number / places), self.ground.place(number % places), mark);
        });
    }
}

/// The field in which the rests of the hopeful states are swept over.
fn trial(below: &Field, hopeful: &States) -> Field {
    let start = |king: Place, rook: Place, left: &mut Workpiece, right: &mut Workpiece| {
        let (l, r) = below.walls(king, rook);
        if hopeful.holds(king, rook) {
            left.set(l, 0);
            right.set(r, 0);
        } else {
            near::above(l, left);
            near::below(r, right);
        }
    };
    let open = |king: Place, rook: Place| {
        let (l, r) = below.walls(king, rook);
        hopeful.holds(king, rook) && !(near::is_on_grid(l) && near::is_on_grid(r))
    };
    Field::new(below.ground, Rounding::DownTo(FINEST), start).near_the_grid(open)
}

/// Sweeps until all rests are halved or nothing changes; how many are not halved.
fn run(
    trial: &mut Field,
    below: &Field,
    hopeful: &States,
    task: &Task,
    effort: &mut Effort,
) -> Result<u64, Interrupted> {
    let ground = trial.ground;
    for round in 0..ROUNDS {
        *effort += trial.sweep(SWEEPS, task, "closing")?;
        if round > 0 && failures(trial, below, hopeful) == 0 {
            return Ok(0);
        }
        let hope = |king: Place, rook: Place, left: &mut Workpiece, right: &mut Workpiece| {
            let walls = below.walls(king, rook);
            if !hopeful.holds(king, rook) || !half_way(walls, left, right) {
                let (l, r) = trial.walls(king, rook);
                left.set(l, 0);
                right.set(r, 0);
            }
        };
        let proved = Shore::prove(trial, hope, task)?;
        *effort += proved.effort;
        if !trial.adopt(|king, rook, _, take| proved.offer(ground, king, rook, take)) {
            break;
        }
    }
    *effort += trial.sweep(SWEEPS, task, "closing")?;
    Ok(failures(trial, below, hopeful))
}

/// How many hopeful states did not come nearer, of two reflections one counted.
fn failures(trial: &Field, below: &Field, hopeful: &States) -> u64 {
    let failed = AtomicU64::new(0);
    hopeful.each(|king, rook, mark| {
        if king.0 <= king.1
            && mark.load(Ordering::Relaxed)
            && !came_nearer(trial, below, king, rook)
        {
            failed.fetch_add(1, Ordering::Relaxed);
        }
    });
    failed.into_inner()
}

/// Whether the rests of a state are halved.
fn came_nearer(trial: &Field, below: &Field, king: Place, rook: Place) -> bool {
    if !trial.is_open(king, rook) {
        // There are none.
        return true;
    }
    let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
    let (l, r) = trial.walls(king, rook);
    half_way(below.walls(king, rook), &mut left, &mut right)
        && l.never_above(left.curve())
        && right.curve().never_above(r)
}

fn half_way(walls: Both<'_>, left: &mut Workpiece, right: &mut Workpiece) -> bool {
    near::half_way(walls.0, left) && near::half_way(walls.1, right)
}

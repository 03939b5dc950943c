//! Upper walls: raised from the lower ones until no move lifts them any more.

use nimzo_work::{Interrupted, Task};

use super::Bound;
use super::curve::{Fixed, ONE};
use super::mast::Rounding;
use super::wall_solver::{Effort, WallSolver};
use super::window_moves::WindowMoves;

/// Means of the upper bound are rounded up to this grid, so that chains of halvings end.
const UPPER_GRID: Fixed = ONE >> 22;
/// Sweeps after which a wall of the upper bound that still moves is given up as plus infinity.
const UPPER_PATIENCE: u32 = 400;

/// The upper walls, from the lower ones.
pub(crate) fn upper(below: &WallSolver, task: &Task) -> Result<(WallSolver, Effort), Interrupted> {
    let moves = WindowMoves { bound: Bound::Upper, ..below.moves };
    let start = |state, left: &mut _, right: &mut _| below.copy_walls(state, left, right);
    let mut above =
        WallSolver::new(moves, Rounding::UpTo(UPPER_GRID), start).with_patience(UPPER_PATIENCE);
    let effort = above.settle(task, "upper bounds")?;
    Ok((above, effort))
}

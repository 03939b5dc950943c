//! Lower walls: started from what walking proves beyond the window, and raised by what follows.

use nimzo_work::{Interrupted, Task};

use super::Bound;
use super::curve::{Curve, CurveBuffer, Fixed, ONE};
use super::limits::raise_to_limits;
use super::mast::Rounding;
use super::south_induction::SouthInduction;
use super::wall_solver::{Effort, WallSolver};
use super::window_moves::WindowMoves;
use crate::echess::rules::{Cell, State, Window};

/// Means of the lower bound are rounded down to this grid at first.
const COARSE_GRID: Fixed = ONE >> 8;
/// And to this one later.
const FINE_GRID: Fixed = ONE >> 26;

/// The lower walls that follow from walking.
pub(crate) fn lower(window: Window, task: &Task) -> Result<(WallSolver, Effort), Interrupted> {
    let moves = WindowMoves { window, bound: Bound::Lower };
    let start = |state: State, left: &mut CurveBuffer, right: &mut CurveBuffer| {
        let Some(value) = walking(window, state.king) else {
            // Nothing is known: Left's wall, turned over, is plus infinity.
            left.set_plus();
            return right.clear();
        };
        if moves.in_check(state) {
            // White threatens everything; Black can step out of it.
            left.set(Curve::Line { base: -value, bends: &[0] }, 0);
            right.clear();
        } else {
            left.set(Curve::Line { base: -value, bends: &[] }, 0);
            right.set(Curve::Line { base: value, bends: &[] }, 0);
        }
    };
    let mut below = WallSolver::new(moves, Rounding::DownTo(COARSE_GRID), start);
    let effort = below.settle(task, "lower bounds")?;
    Ok((below, effort))
}

/// Raises the lower walls: beyond the window by induction, then everywhere by what follows, again
/// and again; at last to their limits those that would rise for ever.
pub(crate) fn raise(
    below: &mut WallSolver,
    above: &WallSolver,
    task: &Task,
) -> Result<Effort, Interrupted> {
    let mut effort = Effort::default();
    for grid in [COARSE_GRID, FINE_GRID] {
        below.set_rounding(Rounding::DownTo(grid));
        loop {
            effort += below.settle(task, "lower bounds")?;
            let assume = |state, left: &mut _, right: &mut _| above.copy_walls(state, left, right);
            let proved = SouthInduction::prove(below, assume, task)?;
            effort += proved.effort;
            let window = below.moves.window;
            if !below.adopt(|state, _, take| proved.offer(window, state, take)) {
                break;
            }
        }
    }
    effort += raise_to_limits(below, task)?;
    Ok(effort)
}

/// Six linear functions of the White king's square, one for each region of the plane; their greatest
/// is how far away he is. `(a, b, c)` stands for `(a x + b y + c) / 6`.
const WALKING_DISTANCES: [(i32, i32, i32); 6] =
    [(-6, 0, -6), (0, -6, -6), (-6, -6, -7), (3, 0, -6), (0, 3, -6), (2, 2, -8)];
/// Black gains a point for each unit of distance beyond this one, in sixths.
const WALKING_FROM: i32 = 24;

/// What Black has at least when the White king is far: a bound on the walls of the nearest square
/// beyond the window, one point more for each step further west or south. `None` for a king in the
/// window.
///
/// Whatever White moves, as long as her king stays three squares off, Black can step north or east
/// (or take the rook): a rook that attacks both squares stands beside him. A move of White and that
/// step lower none of the functions by more than one, and Black gains a point. Nearer than
/// [`WALKING_FROM`] he can still cash out.
fn walking(window: Window, king: Cell) -> Option<Fixed> {
    if !window.is_vague(king) {
        return None;
    }
    // A function serves if it grows at least by the slope with each step outwards.
    let serves = |a: i32, c: i32| match c {
        _ if !window.is_far(c) => true,
        ..0 => a <= -6,
        0.. => a >= 0,
    };
    let distance = WALKING_DISTANCES
        .iter()
        .filter(|(a, b, _)| serves(*a, king.0) && serves(*b, king.1))
        .map(|(a, b, c)| a * king.0 + b * king.1 + c)
        .max()
        .unwrap_or(WALKING_FROM);
    Some(Fixed::from((distance - WALKING_FROM).max(0).div_euclid(6)) * ONE)
}

#[cfg(test)]
mod tests {
    use super::super::upper::upper;
    use super::*;
    use crate::echess::rules::Board;

    /// The list of states to look at again must not forget any: nothing can be improved in the end.
    #[test]
    fn settled_walls_are_solutions() {
        let task = Task::silent();
        for board in [Board::Open, Board::Corner] {
            let (mut below, _) = lower(Window::new(board, 6), &task).expect("not interrupted");
            assert_eq!(below.unsettled(), 0, "lower, {board} board");
            let (mut above, _) = upper(&below, &task).expect("not interrupted");
            assert_eq!(above.unsettled(), 0, "upper, {board} board");
        }
    }
}

//! Lower and upper walls for every state of a window, each a true bound on the endless board.
//!
//! The value of a position is the least solution of its equations: what Black can secure if he
//! must cash out (or take the rook) after finitely many moves. See `docs/echess.md` for the whole
//! argument; in short:
//!
//! * **Lower.** Walls that are below the least solution stay below it when they are computed from
//!   each other. They start from nothing inside the window, and beyond it from [`walking`], which
//!   is proved without computing anything. Then they are raised ([`raise`]): beyond the window by
//!   induction (`shore`), and where they would rise for ever, to the limit (`closing`).
//! * **Upper.** Walls that no move can lift any more (`what the moves give <= the walls`) are above
//!   the least solution. They start from the lower ones.

pub(crate) mod block;
pub(crate) mod curve;
pub(crate) mod finished_walls;
mod improve;
mod limits;
#[cfg(test)]
mod plain;
mod remainders;
mod south_induction;
mod wall_solver;

use nimzo_work::{Interrupted, Task};

use crate::echess::bounds::curve::{Curve, Fixed, ONE, Rounding, Workpiece};
use crate::echess::bounds::finished_walls::{Shapes, Walls};
use crate::echess::bounds::limits::close;
use crate::echess::bounds::south_induction::Shore;
use crate::echess::bounds::wall_solver::{Effort, Field};
use crate::echess::rules::ground::{Ground, Place, Rules, State};
use crate::echess::rules::space::Space;
use crate::echess::rules::terrain::Terrain;

/// Means of the upper bound are rounded to this grid, so that chains of halvings end.
const GRID: Fixed = ONE >> 22;
/// Means of the lower bound are rounded to this grid at first.
const COARSE: Fixed = ONE >> 8;
/// And to this one later.
const FINE: Fixed = ONE >> 26;
/// Sweeps after which a wall of the upper bound that still moves is given up.
const PATIENCE: u32 = 400;

/// Both bounds, and what they cost.
pub(crate) struct Bounds {
    pub(crate) lower: (Shapes, Walls),
    pub(crate) upper: (Shapes, Walls),
    pub(crate) effort: [Effort; 2],
}

/// Computes both bounds.
pub(crate) fn bounds(space: Space, task: &Task) -> Result<Bounds, Interrupted> {
    let (mut below, mut lower_effort) = lower(space, task)?;
    let (above, upper_effort) = upper(&below, task)?;
    lower_effort += raise(&mut below, &above, task)?;
    Ok(Bounds {
        lower: collect(space, &below),
        upper: collect(space, &above),
        effort: [lower_effort, upper_effort],
    })
}

/// The lower field.
pub(crate) fn lower(space: Space, task: &Task) -> Result<(Field, Effort), Interrupted> {
    let ground = Ground { reach: space.reach, rules: Rules::Lower };
    let terrain = Terrain { ground, edges: space.edges };
    let start = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
        let Some(value) = walking(ground, state.king) else {
            // Nothing is known: Left's wall, turned over, is plus infinity.
            left.set_plus();
            return right.clear();
        };
        if ground.attacks(state.king, state.rook, ground.centre()) {
            // In check White threatens everything; Black can still step out of it.
            left.set(Curve::Line { base: -value, bends: &[0] }, 0);
            right.clear();
        } else {
            left.set(Curve::Line { base: -value, bends: &[] }, 0);
            right.set(Curve::Line { base: value, bends: &[] }, 0);
        }
    };
    let mut field = Field::new(terrain, Rounding::DownTo(COARSE), start);
    let effort = field.settle(task, "lower bounds")?;
    Ok((field, effort))
}

/// The upper field, from the lower one.
pub(crate) fn upper(below: &Field, task: &Task) -> Result<(Field, Effort), Interrupted> {
    let ground = Ground { rules: Rules::Upper, ..below.terrain.ground };
    let terrain = Terrain { ground, ..below.terrain };
    let mut field = Field::new(terrain, Rounding::UpTo(GRID), |state, left, right| {
        let (l, r) = below.walls(state);
        left.set(l, 0);
        right.set(r, 0);
    })
    .with_patience(PATIENCE);
    let effort = field.settle(task, "upper bounds")?;
    Ok((field, effort))
}

/// Raises the lower walls: beyond the window by induction, then everywhere by what follows, again
/// and again; at last to their limits those that would rise for ever.
pub(crate) fn raise(below: &mut Field, above: &Field, task: &Task) -> Result<Effort, Interrupted> {
    let mut effort = Effort::default();
    for grid in [COARSE, FINE] {
        below.set_rounding(Rounding::DownTo(grid));
        loop {
            effort += below.settle(task, "lower bounds")?;
            let hope = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
                let (l, r) = above.walls(state);
                left.set(l, 0);
                right.set(r, 0);
            };
            let proved = Shore::prove(below, hope, task)?;
            effort += proved.effort;
            let terrain = below.terrain;
            if !below.adopt(|state, _, take| proved.offer(terrain, state, take)) {
                break;
            }
        }
    }
    effort += close(below, task)?;
    Ok(effort)
}

/// What Black has at least when the White king is far: a bound on the walls of the nearest square
/// beyond the window, one point more for each step further west or south. `None` for a king in the
/// window.
///
/// How far the White king is, is the greatest of six linear functions, one for each region of the
/// plane. Whatever White moves, as long as her king stays three squares off, Black can step north
/// or east (or take the rook): a rook that attacks both squares stands beside him. A move of White
/// and that step lower none of the functions by more than one, and Black gains a point. Four units
/// off he can always begin such a round, and nearer than that he can still cash out.
fn walking(ground: Ground, king: Place) -> Option<Fixed> {
    /// `(a, b, c)` stands for `(a x + b y + c) / 6`.
    const FUNCTIONS: [(i32, i32, i32); 6] =
        [(-6, 0, -6), (0, -6, -6), (-6, -6, -7), (3, 0, -6), (0, 3, -6), (2, 2, -8)];
    /// Distances are counted from here, in sixths.
    const NEAR: i32 = 24;
    let last = ground.side() - 1;
    if !ground.is_far(king.0) && !ground.is_far(king.1) {
        return None;
    }
    // A function serves if it grows at least by the slope with each step outwards.
    let serves = |a: i32, index: i32| match index {
        0 => a <= -6,
        i if i == last => a >= 0,
        _ => true,
    };
    let at = |index: i32| index - ground.reach - 1;
    let distance = FUNCTIONS
        .iter()
        .filter(|(a, b, _)| serves(*a, king.0) && serves(*b, king.1))
        .map(|(a, b, c)| a * at(king.0) + b * at(king.1) + c)
        .max()
        .unwrap_or(NEAR);
    Some(Fixed::from((distance - NEAR).max(0).div_euclid(6)) * ONE)
}

/// The walls of the positions of the window, each shape once.
fn collect(space: Space, field: &Field) -> (Shapes, Walls) {
    let mut shapes = Shapes::new();
    let mut all = Walls::default();
    let side = 2 * space.reach + 2;
    let index = |c: i32| (c + space.reach + 1).clamp(0, side);
    for men in (0..space.len()).map(|state| space.men(state)) {
        let place = |(x, y): (i32, i32)| (index(x), index(y));
        let (king, rook) = (place(men.king), place(men.rook));
        let (left, right) = field.walls(State { room: space.room(men), king, rook });
        all.left.push(shapes.intern_curve(left));
        all.right.push(shapes.intern_curve(right));
    }
    (shapes, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::play::advice::SMALL;
    use crate::echess::{Board, Solution};

    /// Each window's lower walls are at most the other's upper walls: what is beyond one window,
    /// and only bounded there, is computed in the other.
    #[test]
    fn two_windows_do_not_contradict_each_other() {
        let large = Solution::compute(7, &Task::silent()).expect("a small window fits");
        let mut exact = 0;
        for men in SMALL.men_in_view() {
            for (below, above) in [(&*SMALL, &large), (&large, &*SMALL), (&*SMALL, &*SMALL)] {
                let (lower, upper) = (below.lower_walls(men), above.upper_walls(men));
                // Left's walls are turned over.
                assert!(upper.0.never_above(lower.0), "{men:?}");
                assert!(lower.1.never_above(upper.1), "{men:?}");
            }
            exact += usize::from(large.is_exact(men));
        }
        assert!(exact > 10_000, "{exact} exact positions");
    }

    /// The list of states to look at again must not forget any: nothing can be improved in the end.
    #[test]
    fn settled_fields_are_solutions() {
        let task = Task::silent();
        for board in [Board::Open, Board::Corner] {
            let (mut below, _) = lower(Solution::space(board, 6), &task).expect("not interrupted");
            assert_eq!(below.unsettled(), 0, "lower, {board} board");
            let (mut above, _) = upper(&below, &task).expect("not interrupted");
            assert_eq!(above.unsettled(), 0, "upper, {board} board");
        }
    }
}

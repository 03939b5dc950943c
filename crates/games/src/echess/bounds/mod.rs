//! Lower and upper walls for every state of a window, each a true bound on the endless board.
//!
//! The value of a position is the least solution of its equations: what Black can secure if he
//! must cash out (or take the rook) after finitely many moves. The whole argument is in
//! `docs/echess-proofs.md`; in short:
//!
//! * **Lower** (`lower`). Walls that are below the least solution stay below it when they are computed
//!   from each other. They start from nothing inside the window, and beyond it from *walking*, which
//!   is proved without computing anything. Then they are raised: beyond the window by induction
//!   (`south_induction`), and where they would rise for ever, to their limits (`limits`).
//! * **Upper** (`upper`). Walls that no move can lift any more (`what the moves give <= the walls`) are
//!   above the least solution. They start from the lower ones.
//!
//! Both are computed by sweeps (`wall_solver`) that compute the walls of a state from those of its
//! followers (`improve`, `mast`) along the moves of the window (`window_moves`). Walls are curves
//! (`curve`), and those of one White king lie together (`block`). What is handed on are the
//! [`FinishedWalls`].

mod block;
pub(crate) mod curve;
mod finished_walls;
mod improve;
mod limits;
mod lower;
pub(crate) mod mast;
#[cfg(test)]
mod plain;
mod south_induction;
mod upper;
mod wall_solver;
mod window_moves;

use nimzo_work::{Interrupted, Task};

#[cfg(test)]
pub(crate) use finished_walls::StoredWall;
pub(crate) use finished_walls::{FinishedWalls, Packed, Shapes};
use wall_solver::Effort;

use super::rules::Window;

/// Which side of the truth is computed or proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Black gets at least this: every doubt is decided for White.
    Lower,
    /// Black gets at most this: every doubt is decided for Black.
    Upper,
}

/// Both bounds, and what they cost.
pub(crate) struct Bounds {
    pub(crate) lower: FinishedWalls,
    pub(crate) upper: FinishedWalls,
    /// Sweeps and evaluations for each.
    pub(crate) effort: [Effort; 2],
}

/// Computes both bounds.
pub(crate) fn bounds(window: Window, task: &Task) -> Result<Bounds, Interrupted> {
    let (mut below, mut lower_effort) = lower::lower(window, task)?;
    let (above, upper_effort) = upper::upper(&below, task)?;
    lower_effort += lower::raise(&mut below, &above, task)?;
    Ok(Bounds {
        lower: FinishedWalls::collect(window, |state| below.walls(state)),
        upper: FinishedWalls::collect(window, |state| above.walls(state)),
        effort: [lower_effort, upper_effort],
    })
}

//! Lower and upper walls for every state of a window, each a true bound on the endless board.
//!
//! The value of a position is the least solution of its equations: what Black can secure if he
//! must cash out (or take the rook) after finitely many moves. See `docs/echess.md` for the whole
//! argument; in short:
//!
//! * **Lower.** Starting from "nothing is known", every sweep keeps the walls below the least
//!   solution. A White king beyond the rim has the bound of [`Walking`], which is proved without
//!   computing anything and made better with what has been computed.
//! * **Upper.** Walls that no move can lift any more (`what the moves give <= the walls`) are above
//!   the least solution. Beyond the rim the walls grow by a fixed slope for each step; the rules of
//!   [`Rules::Upper`] make one check on the rim count for all squares beyond it.

use nimzo_work::{Interrupted, Task};

use super::curve::{Curve, Fixed, ONE, Rounding};
use super::field::{Effort, Field};
use super::space::{Rules, Space};

/// Upper bounds are rounded up to this grid: a chain of halvings ends.
const GRID: Fixed = 1 << 18;
/// Sweeps after which a wall of the upper bound that still moves is given up.
const PATIENCE: u32 = 400;

/// Both bounds, and what they cost.
pub(crate) struct Bounds {
    pub(crate) lower: Field,
    pub(crate) upper: Field,
    pub(crate) effort: [Effort; 2],
}

/// Computes both bounds.
pub(crate) fn bounds(space: Space, task: &Task) -> Result<Bounds, Interrupted> {
    let (lower, lower_effort) = lower(space, task)?;
    let mut upper = lower.restart(Rules::Upper, Rounding::UpTo(GRID));
    let upper_effort = upper.settle(task, "upper bounds", PATIENCE)?;
    Ok(Bounds { lower, upper, effort: [lower_effort, upper_effort] })
}

fn lower(space: Space, task: &Task) -> Result<(Field, Effort), Interrupted> {
    let mut field = Field::bottom(space, Rules::Lower, Rounding::Down);
    let mut effort = Effort::default();
    let mut proved = Walking::FIRST;
    loop {
        proved.write(&mut field);
        let more = field.settle(task, "lower bounds", u32::MAX)?;
        effort.sweeps += more.sweeps;
        effort.evaluated += more.evaluated;
        let better = Walking::from_ring(&field);
        let rim = Walking::rim_level(space);
        if better.at(rim) <= proved.at(rim) {
            return Ok((field, effort));
        }
        proved = better;
    }
}

/// A bound for a White king who is far away: for every position with the White king at distance
/// `level` or more and the Black king not in check, Right's wall is nowhere below `value`, and one
/// more for each unit of distance beyond `level`.
///
/// Whatever White moves, as long as her king stays three squares off, Black can step north or east
/// (or take the rook): a rook that attacks both squares stands beside him. Such a round costs at
/// most one unit of [`distance`] and earns him one point.
#[derive(Clone, Copy, Debug)]
struct Walking {
    /// In sixths of a unit.
    level: i32,
    value: Fixed,
}

/// How far the White king is, in sixths: the greatest of six linear functions, one for each region
/// of the plane. A step of the White king and a step north or east of the Black king together
/// lower none of them by more than one unit.
fn distance((x, y): (i32, i32)) -> i32 {
    let behind = (-6 * x - 6).max(-6 * y - 6).max(-6 * (x + y) - 7);
    let ahead = (3 * x - 6).max(3 * y - 6).max(2 * (x + y) - 8);
    behind.max(ahead)
}

impl Walking {
    /// Nobody out of check does worse than cash out. At distance 30 or more the White king is at
    /// least four squares off, so a round can be played; it ends at distance 24 or more.
    const FIRST: Walking = Walking { level: 24, value: 0 };

    fn at(self, distance: i32) -> Fixed {
        self.value + Fixed::from((distance - self.level).max(0).div_euclid(6)) * ONE
    }

    fn rim_level(space: Space) -> i32 {
        let kings = space.rim_states().into_iter().map(|state| distance(space.men(state).king));
        kings.min().expect("a window has a rim")
    }

    /// The bound that the outermost ring, one unit thick, inside the window gives: further out
    /// every round adds a point, so nothing out there is worse than the worst on the ring.
    fn from_ring(field: &Field) -> Self {
        let space = field.space;
        let level = Self::rim_level(space) - 6;
        let worst = (0..space.len())
            .filter(|&state| {
                let men = space.men(state);
                (level..level + 6).contains(&distance(men.king))
                    && space.is_position(men, Rules::Lower)
                    && !space.attacks(men, (0, 0), Rules::Lower)
            })
            // Right's wall rises, so it is lowest at tax 0.
            .map(|state| field.shapes.curve(field.right[state]).value_at(0).unwrap_or(0))
            .min();
        match worst {
            Some(value) if level >= Self::FIRST.level => Walking { level, value },
            _ => Self::FIRST,
        }
    }

    fn write(self, field: &mut Field) {
        let space = field.space;
        let mut walls = field.beyond.take().unwrap_or_else(|| field.walls());
        let rim = space.rim_states();
        for &state in &rim {
            let men = space.men(state);
            let value = self.at(distance(men.king));
            let (left, right) = if space.attacks(men, (0, 0), Rules::LowerBeyond) {
                // In check White threatens everything; Black can still step out of it.
                (Curve::Line { base: -value, bends: &[0] }, Curve::Minus)
            } else {
                (Curve::Line { base: -value, bends: &[] }, Curve::Line { base: value, bends: &[] })
            };
            walls.left[state] = field.shapes.intern_curve(left);
            walls.right[state] = field.shapes.intern_curve(right);
        }
        field.set_beyond(walls, &rim);
    }
}

//! One step of the sweeps: the walls of a state from those of its followers.
//! Which states are looked at, and where their followers' walls come from, is decided elsewhere.

use super::Bound;
use super::block::{Block, Changes};
use super::curve::remainders;
use super::curve::{Curve, CurveBuffer, Fixed, ONE};
use super::mast::{Rounding, settle};
use super::window_moves::{Link, WindowMoves};
use crate::echess::rules::{Player, State};

/// How exactly walls are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// How means are rounded.
    pub(crate) rounding: Rounding,
    /// Whether walls that are not near the grid of `remainders` are forgotten.
    pub(crate) near_grid: bool,
}

impl Precision {
    /// Whether a wall is kept.
    pub(crate) fn keeps(self, curve: Curve<'_>) -> bool {
        !self.near_grid || remainders::is_near(curve)
    }

    /// Whether a better wall differs from the old one and is kept.
    pub(crate) fn is_news(self, new: Curve<'_>, old: Curve<'_>) -> bool {
        !new.same(old) && self.keeps(new)
    }
}

/// Buffers that a thread uses again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    black: CurveBuffer,
    white: CurveBuffer,
    step: CurveBuffer,
    left: CurveBuffer,
    right: CurveBuffer,
    spare: Vec<Fixed>,
    links: Vec<Link>,
}

/// Computes the walls of the state with the White king of `block` and the rook with this number,
/// and remembers those that are better than before. `read` tells the walls that a link leads to;
/// those that a rook's move leads to are in the block.
pub(crate) fn improve<'a>(
    moves: WindowMoves,
    precision: Precision,
    block: &Block,
    rook: usize,
    read: impl Fn(Player, &Link) -> Curve<'a>,
    scratch: &mut Scratch,
    changes: &mut Changes,
) {
    changes.evaluated += 1;
    let state = block.state(rook);
    black_can_get(moves, state, &read, scratch);
    white_can_get(moves, block, state, &read, scratch);
    let Scratch { black, white, left, right, spare, .. } = scratch;
    settle(black.curve(), white.curve(), precision.rounding, left, right);
    let old = (block.wall(Player::Black, rook), block.wall(Player::White, rook));
    // Both the old walls and the new are bounds, so the better of them is one.
    left.lower_to(old.0, 0, spare);
    right.raise_to(old.1, 0, spare);
    if precision.is_news(left.curve(), old.0) {
        changes.push(rook, Player::Black, left.curve());
    }
    if precision.is_news(right.curve(), old.1) {
        changes.push(rook, Player::White, right.curve());
    }
}

fn black_can_get<'a>(
    moves: WindowMoves,
    state: State,
    read: &impl Fn(Player, &Link) -> Curve<'a>,
    scratch: &mut Scratch,
) {
    let Scratch { black: best, step, spare, links, .. } = scratch;
    // Cashing out is worth nothing more than what the king has.
    best.set(Curve::Line { base: 0, bends: &[] }, 0);
    let takes = moves.black_steps(state, links, |gain, links| {
        let wall = |link: &Link| (read(Player::White, link), Fixed::from(gain) * ONE + link.by);
        take_best(moves.bound == Bound::Lower, links, wall, best, step, spare);
    });
    if takes {
        best.set_plus();
    }
}

fn white_can_get<'a>(
    moves: WindowMoves,
    block: &Block,
    state: State,
    read: &impl Fn(Player, &Link) -> Curve<'a>,
    scratch: &mut Scratch,
) {
    let Scratch { white: best, step, spare, links, .. } = scratch;
    let State { king, rook, .. } = state;
    if moves.in_check(state) {
        return best.set_plus();
    }
    best.clear();
    block.lines_through(rook, |line| best.raise_to(line, 0, spare));
    if rook == king && moves.bound == Bound::Upper {
        block.free_lines(step, spare);
        best.raise_to(step.curve(), 0, spare);
    }
    moves.king_moves(state, links, |links| {
        let wall = |link: &Link| (read(Player::Black, link), -link.by);
        take_best(moves.bound == Bound::Upper, links, wall, best, step, spare);
    });
}

/// Raises `best` to what a move is worth to its mover: the least over its links if they are
/// doubts decided against him, else the greatest.
#[inline]
fn take_best<'a>(
    against: bool,
    links: &[Link],
    wall: impl Fn(&Link) -> (Curve<'a>, Fixed),
    best: &mut CurveBuffer,
    step: &mut CurveBuffer,
    spare: &mut Vec<Fixed>,
) {
    match links {
        [first, rest @ ..] if against && !rest.is_empty() => {
            let (curve, by) = wall(first);
            step.set(curve, by);
            for (curve, by) in rest.iter().map(wall) {
                step.lower_to(curve, by, spare);
            }
            best.raise_to(step.curve(), 0, spare);
        }
        _ => {
            for (curve, by) in links.iter().map(wall) {
                best.raise_to(curve, by, spare);
            }
        }
    }
}

//! One step of the sweeps: the walls of a state from those of its followers.
//! Which states are looked at, and where their followers' walls come from, is decided elsewhere.

use super::Bound;
use super::block::{Block, Changes, Topped};
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

/// Where the walls of what kings' moves lead to come from; implementations are inlined, since an
/// evaluation asks some sixteen times.
pub(crate) trait Followers {
    /// A player's wall where a link leads.
    fn wall(&self, player: Player, link: &Link) -> Topped<'_>;
}

/// Computes the walls of the state with the White king of `block` and the rook with this number,
/// and remembers those that are better than before. Walls that a rook's move leads to are in the
/// block.
pub(crate) fn improve(
    moves: WindowMoves,
    precision: Precision,
    block: &Block,
    rook: usize,
    followers: &impl Followers,
    scratch: &mut Scratch,
    changes: &mut Changes,
) {
    changes.evaluated += 1;
    let state = block.state(rook);
    black_can_get(moves, state, followers, scratch);
    white_can_get(moves, block, state, followers, scratch);
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

fn black_can_get(
    moves: WindowMoves,
    state: State,
    followers: &impl Followers,
    scratch: &mut Scratch,
) {
    let Scratch { black: best, step, spare, links, .. } = scratch;
    // Cashing out is worth nothing more than what the king has.
    best.set(Curve::Line { base: 0, bends: &[] }, 0);
    let takes = moves.black_steps(state, links, |gain, links| {
        let wall =
            |link: &Link| (followers.wall(Player::White, link), Fixed::from(gain) * ONE + link.by);
        take_best(moves.bound == Bound::Lower, links, wall, best, step, spare);
    });
    if takes {
        best.set_plus();
    }
}

fn white_can_get(
    moves: WindowMoves,
    block: &Block,
    state: State,
    followers: &impl Followers,
    scratch: &mut Scratch,
) {
    let Scratch { white: best, step, spare, links, .. } = scratch;
    let State { king, rook, .. } = state;
    if moves.in_check(state) {
        return best.set_plus();
    }
    best.clear();
    block.lines_through(rook, |line| raise_to(best, line, 0, spare));
    if rook == king && moves.bound == Bound::Upper {
        block.free_lines(step, spare);
        best.raise_to(step.curve(), 0, spare);
    }
    moves.king_moves(state, links, |links| {
        let wall = |link: &Link| (followers.wall(Player::Black, link), -link.by);
        take_best(moves.bound == Bound::Upper, links, wall, best, step, spare);
    });
}

/// Raises `best` to what a move is worth to its mover: the least over its links if they are
/// doubts decided against him, else the greatest.
#[inline]
fn take_best<'a>(
    against: bool,
    links: &[Link],
    wall: impl Fn(&Link) -> (Topped<'a>, Fixed),
    best: &mut CurveBuffer,
    step: &mut CurveBuffer,
    spare: &mut Vec<Fixed>,
) {
    let least = against && links.len() > 1;
    for (n, link) in links.iter().enumerate() {
        let (wall, by) = wall(link);
        match (least, n) {
            (false, _) => raise_to(best, wall, by, spare),
            (true, 0) => step.set(wall.curve, by),
            (true, _) => step.lower_to(wall.curve, by, spare),
        }
    }
    if least {
        best.raise_to(step.curve(), 0, spare);
    }
}

#[inline]
fn raise_to(best: &mut CurveBuffer, wall: Topped<'_>, by: Fixed, spare: &mut Vec<Fixed>) {
    if !best.reaches(wall.top + by) {
        best.raise_to(wall.curve, by, spare);
    }
}

//! A window solved by going through all its states again and again.

use std::collections::HashMap;

use nimzo_work::Task;

use super::curves::{Plain, plain_settle};
use crate::echess::bounds::Bound;
use crate::echess::bounds::block::Block;
use crate::echess::bounds::curve::{Curve, CurveBuffer, Fixed, ONE};
use crate::echess::bounds::mast::Rounding;
use crate::echess::bounds::south_induction::{SouthInduction, column};
use crate::echess::bounds::wall_solver::WallSolver;
use crate::echess::bounds::window_moves::{Link, WindowMoves, is_south};
use crate::echess::rules::{Cell, Edges, State, Window};

/// Left's and Right's walls of all states.
type PlainWalls = HashMap<State, (Plain, Plain)>;

fn all_states(window: Window) -> Vec<State> {
    let rooks = || (0..window.cells()).map(|number| window.cell(number));
    window
        .king_cells()
        .flat_map(|(room, king)| rooks().map(move |rook| State { room, king, rook }))
        .filter(|&state| window.is_state(state))
        .collect()
}

/// The walls that links lead to.
type Followers<'a> = &'a dyn Fn(&Link) -> &'a (Plain, Plain);

fn plain_black(moves: WindowMoves, walls: Followers<'_>, state: State) -> Plain {
    let mut best = Plain::constant(0);
    let takes = moves.black_steps(state, &mut Vec::new(), |gain, links| {
        let after =
            links.iter().map(|link| walls(link).1.raised(Fixed::from(gain) * ONE + link.by));
        let worth = match moves.bound {
            Bound::Lower => after.reduce(|a, b| a.min(&b)),
            Bound::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.max(&worth.expect("there is a link"));
    });
    if takes { Plain::Plus } else { best }
}

/// Every rook move on its own; staying where it is is none.
fn plain_white(moves: WindowMoves, own: &PlainWalls, walls: Followers<'_>, state: State) -> Plain {
    let window = moves.window;
    let State { room, king, rook } = state;
    if moves.in_check(state) {
        return Plain::Minus;
    }
    let mut best = Plain::Plus;
    moves.king_moves(state, &mut Vec::new(), |links| {
        let after = links.iter().map(|link| walls(link).0.raised(link.by));
        let worth = match moves.bound {
            Bound::Lower => after.reduce(|a, b| a.min(&b)),
            Bound::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.min(&worth.expect("there is a link"));
    });
    let part = |i, line, along, across| moves.part(i, line, along, across);
    let floor = moves.rook_floor(room, king);
    for i in window.coordinates() {
        let (u, v) = rook;
        let east = part(u, v, king.0, king.1);
        let north = part(v, u, king.1, king.0);
        let mut go = |rook: Cell| {
            let to = State { rook, ..state };
            if window.is_state(to) {
                best = best.min(&own[&to].0);
            }
        };
        if i >= floor.0 && i != u && east.is_some() && part(i, v, king.0, king.1) == east {
            go((i, v));
        }
        if i >= floor.1 && i != v && north.is_some() && part(i, u, king.1, king.0) == north {
            go((u, i));
        }
    }
    if king == rook && moves.bound == Bound::Upper {
        let least = |floor: i32, line: &dyn Fn(i32) -> Cell| {
            let others = (floor..=window.far()).map(|i| State { rook: line(i), ..state });
            let others = others.filter(|&to| to != state && window.is_state(to));
            others.fold(Plain::Plus, |least, to| least.min(&own[&to].0))
        };
        let row = least(floor.0, &|i| (i, rook.1));
        let column = least(floor.1, &|i| (rook.0, i));
        best = best.min(&match (window.is_far(rook.0), window.is_far(rook.1)) {
            (_, false) => column,
            (false, true) => row,
            (true, true) => row.max(&column),
        });
    }
    best
}

/// Goes through the states until nothing changes; `other` tells the walls that a link leads to
/// where they are not those of the states themselves.
fn plain_sweeps<'a>(
    moves: WindowMoves,
    rounding: Rounding,
    states: &[State],
    mut walls: PlainWalls,
    other: &dyn Fn(&Link) -> Option<&'a (Plain, Plain)>,
) -> PlainWalls {
    loop {
        let mut changed = false;
        for &state in states {
            let (left, right) = {
                let follower = |link: &Link| other(link).unwrap_or_else(|| &walls[&link.to]);
                let black = plain_black(moves, &follower, state);
                let white = plain_white(moves, &walls, &follower, state);
                plain_settle(&black, &white, rounding)
            };
            let old = &walls[&state];
            let new = (left.max(&old.0), right.max(&old.1));
            if new != *old {
                changed = true;
                walls.insert(state, new);
            }
        }
        if !changed {
            return walls;
        }
    }
}

fn plain_solution(moves: WindowMoves, rounding: Rounding, walls: PlainWalls) -> PlainWalls {
    plain_sweeps(moves, rounding, &all_states(moves.window), walls, &|_| None)
}

fn walls_of(solver: &WallSolver) -> PlainWalls {
    let plain = |state: State| {
        let (left, right) = solver.walls(state);
        (state, (Plain::from_curve(left).negated(), Plain::from_curve(right)))
    };
    all_states(solver.moves.window).into_iter().map(plain).collect()
}

#[test]
fn a_small_window_solved_plainly_is_the_same() {
    let lower = lower_walls_are_plain(Window { reach: 3, edges: Edges::Far });
    let above = WindowMoves { bound: Bound::Upper, ..lower.moves };
    let start = |state, left: &mut _, right: &mut _| lower.copy_walls(state, left, right);
    let mut upper = WallSolver::new(above, Rounding::UpTo(COARSE), start);
    let begun = walls_of(&upper);
    upper.settle(&Task::silent(), "upper").unwrap();
    let plain = plain_solution(above, Rounding::UpTo(COARSE), begun);
    assert!(plain == walls_of(&upper), "the upper walls differ");
    hypotheses_hold(&lower, |state, left, right| upper.copy_walls(state, left, right));
}

#[test]
fn a_small_window_of_the_corner_solved_plainly_is_the_same() {
    let lower = lower_walls_are_plain(Window { reach: 2, edges: Edges::Counted(1) });
    // In so small a window upper walls rise for ever; hypotheses may be anything.
    hypotheses_hold(&lower, |state, left, right| {
        let (l, r) = lower.walls(state);
        left.set(l, -2 * ONE);
        right.set(r, 2 * ONE);
    });
}

/// A coarse grid, so that walls that creep do so for a few rounds only.
const COARSE: Fixed = ONE >> 6;

/// The lower walls of a small window, which are also computed plainly.
fn lower_walls_are_plain(window: Window) -> WallSolver {
    let start = |state: State, left: &mut CurveBuffer, right: &mut CurveBuffer| {
        // Beyond the window Black is worth a point; inside nothing is known.
        if window.is_vague(state.king) {
            left.set(Curve::Line { base: -ONE, bends: &[] }, 0);
            right.set(Curve::Line { base: ONE, bends: &[0] }, 0);
        } else {
            left.set_plus();
            right.clear();
        }
    };
    let below = WindowMoves { window, bound: Bound::Lower };
    let mut lower = WallSolver::new(below, Rounding::DownTo(COARSE), start);
    let begun = walls_of(&lower);
    lower.settle(&Task::silent(), "lower").unwrap();
    let plain = plain_solution(below, Rounding::DownTo(COARSE), begun);
    assert!(plain == walls_of(&lower), "the lower walls differ");
    lower
}

/// What is proved south of the window follows, plainly, from the hypotheses, and fulfils them.
fn hypotheses_hold(
    lower: &WallSolver,
    assume: impl Fn(State, &mut CurveBuffer, &mut CurveBuffer) + Sync,
) {
    let window = lower.moves.window;
    let proved = SouthInduction::prove(lower, assume, &Task::silent()).unwrap();
    let states: Vec<_> =
        all_states(window).into_iter().filter(|&state| is_south(window, state)).collect();
    let plain = |blocks: &[Block]| -> PlainWalls {
        let walls = |&state: &State| {
            let block = &blocks[column(window, state)];
            let (left, right) = block.walls(window.number(state.rook));
            (state, (Plain::from_curve(left).negated(), Plain::from_curve(right)))
        };
        states.iter().map(walls).collect()
    };
    let (known, hypotheses, level) =
        (walls_of(lower), plain(&proved.hypotheses), plain(&proved.level));
    let other = |link: &Link| match link.deeper.signum() {
        _ if !is_south(window, link.to) => Some(&known[&link.to]),
        0 => None,
        -1 => Some(&hypotheses[&link.to]),
        _ => Some(&known[&link.to]),
    };
    let found = plain_sweeps(lower.moves, lower.precision.rounding, &states, known.clone(), &other);
    let mut better = 0;
    for state in &states {
        let ((left, right), assumed) = (&found[state], &hypotheses[state]);
        assert_eq!(found[state], level[state], "{state:?}");
        assert!(left.max(&assumed.0) == *left && right.max(&assumed.1) == *right, "{state:?}");
        better += usize::from(found[state] != known[state]);
    }
    assert!(better > 0, "nothing was proved");
}

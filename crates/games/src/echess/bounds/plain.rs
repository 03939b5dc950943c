//! What `curve` and `field` compute, written the plain way and held equal to them: walls are lists
//! of corners, extrema are taken point by point, and a window is solved by going through all its
//! states again and again, without reflection, shared lines or lists of changes.

use std::collections::HashMap;

use nimzo_work::Task;
use proptest::prelude::*;

use crate::echess::bounds::block::Block;
use crate::echess::bounds::curve::{Curve, Fixed, ONE, Rounding, Workpiece, cools_at, settle};
use crate::echess::bounds::south_induction::{self, Shore};
use crate::echess::bounds::wall_solver::Field;
use crate::echess::rules::edges::Edges;
use crate::echess::rules::ground::{Ground, Link, Place, Rules, State};
use crate::echess::rules::space::{self, Men, Space};
use crate::echess::rules::terrain::Terrain;

/// A function of the tax: corners, and the slope after the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Plain {
    Minus,
    Plus,
    Path { corners: Vec<(Fixed, Fixed)>, slope: Fixed },
}

impl Plain {
    fn constant(value: Fixed) -> Self {
        Plain::Path { corners: vec![(0, value)], slope: 0 }
    }

    fn from_curve(curve: Curve<'_>) -> Self {
        match curve {
            Curve::Minus => Plain::Minus,
            Curve::Plus => Plain::Plus,
            Curve::Line { base, bends } => {
                let mut corners = vec![(0, base)];
                let mut slope = 0;
                for &bend in bends {
                    let (tax, value) = corners[corners.len() - 1];
                    corners.push((bend, value + slope * (bend - tax)));
                    slope = 1 - slope;
                }
                Plain::Path { corners, slope }.tidy()
            }
        }
    }

    /// Leaves out corners at which nothing turns.
    fn tidy(self) -> Self {
        let Plain::Path { corners, slope } = self else { return self };
        let mut kept: Vec<(Fixed, Fixed)> = Vec::new();
        for (i, &(tax, value)) in corners.iter().enumerate() {
            let after = match corners.get(i + 1) {
                Some(&(next, _)) if next == tax => continue,
                Some(&(next, there)) => (there - value) / (next - tax),
                None => slope,
            };
            let before = kept.last().map(|&(from, there)| (value - there) / (tax - from));
            if before != Some(after) {
                kept.push((tax, value));
            }
        }
        Plain::Path { corners: kept, slope }
    }

    /// The value of a path.
    fn at(&self, at: Fixed) -> Fixed {
        let Plain::Path { corners, slope } = self else { panic!("an infinity has no value") };
        let next = corners.partition_point(|&(tax, _)| tax <= at);
        let (tax, value) = corners[next - 1];
        let slope = match corners.get(next) {
            Some(&(then, there)) => (there - value) / (then - tax),
            None => *slope,
        };
        value + slope * (at - tax)
    }

    fn last_tax(&self) -> Fixed {
        let Plain::Path { corners, .. } = self else { return 0 };
        corners[corners.len() - 1].0
    }

    /// Point by point, at every corner and wherever the two may cross.
    fn combine(&self, other: &Plain, pick: impl Fn(Fixed, Fixed) -> Fixed) -> Plain {
        let taxes = together(self, other);
        let corners: Vec<_> =
            taxes.iter().map(|&tax| (tax, pick(self.at(tax), other.at(tax)))).collect();
        let (last, value) = corners[corners.len() - 1];
        let slope = pick(self.at(last + 1), other.at(last + 1)) - value;
        Plain::Path { corners, slope }.tidy()
    }

    fn max(&self, other: &Plain) -> Plain {
        match (self, other) {
            (Plain::Plus, _) | (_, Plain::Plus) => Plain::Plus,
            (Plain::Minus, rest) | (rest, Plain::Minus) => rest.clone(),
            _ => self.combine(other, Fixed::max),
        }
    }

    fn min(&self, other: &Plain) -> Plain {
        match (self, other) {
            (Plain::Minus, _) | (_, Plain::Minus) => Plain::Minus,
            (Plain::Plus, rest) | (rest, Plain::Plus) => rest.clone(),
            _ => self.combine(other, Fixed::min),
        }
    }

    fn raised(&self, by: Fixed) -> Plain {
        self.mapped(|_, value| value + by, 0)
    }

    /// `tax * tilt` is added.
    fn tilted(&self, tilt: Fixed) -> Plain {
        self.mapped(|tax, value| value + tilt * tax, tilt)
    }

    fn mapped(&self, map: impl Fn(Fixed, Fixed) -> Fixed, tilt: Fixed) -> Plain {
        match self {
            Plain::Path { corners, slope } => {
                let corners = corners.iter().map(|&(tax, value)| (tax, map(tax, value))).collect();
                Plain::Path { corners, slope: slope + tilt }
            }
            infinite => infinite.clone(),
        }
    }

    fn in_half_units(&self) -> Plain {
        let Plain::Path { corners, slope } = self else { return self.clone() };
        let corners = corners.iter().map(|&(tax, value)| (2 * tax, 2 * value)).collect();
        Plain::Path { corners, slope: *slope }
    }

    fn negated(&self) -> Plain {
        match self {
            Plain::Minus => Plain::Plus,
            Plain::Plus => Plain::Minus,
            Plain::Path { corners, slope } => {
                let corners = corners.iter().map(|&(tax, value)| (tax, -value)).collect();
                Plain::Path { corners, slope: -slope }
            }
        }
    }
}

/// The corners of both paths, and the taxes in between at which they meet, rounded down.
fn together(a: &Plain, b: &Plain) -> Vec<Fixed> {
    let corners = |plain: &Plain| match plain {
        Plain::Path { corners, .. } => corners.iter().map(|&(tax, _)| tax).collect(),
        _ => Vec::new(),
    };
    let mut taxes: Vec<Fixed> = [corners(a), corners(b)].concat();
    let apart = |tax: Fixed| a.at(tax) - b.at(tax);
    let last = a.last_tax().max(b.last_tax());
    // Two slopes differ by two at most, so after this much they have met if they ever do.
    taxes.push(last + apart(last).abs() + 1);
    taxes.sort_unstable();
    taxes.dedup();
    for pair in taxes.clone().windows(2) {
        let (from, to) = (apart(pair[0]), apart(pair[1]));
        if from.signum() * to.signum() < 0 {
            let rate = (to - from).abs() / (pair[1] - pair[0]);
            taxes.push(pair[0] + from.abs() / rate);
        }
    }
    taxes.sort_unstable();
    taxes.dedup();
    taxes
}

/// Left's and Right's wall from what Black can get and what White can get, before the tax.
fn plain_settle(black: &Plain, white: &Plain, rounding: Rounding) -> (Plain, Plain) {
    let (left, right) = (black.tilted(-1), white.tilted(1));
    let mast = match (&left, &right) {
        (Plain::Path { .. }, Plain::Path { .. }) => plain_mast(&left, &right, rounding),
        (Plain::Path { .. }, Plain::Plus) => Some(left.at(0)),
        // One wall is infinitely far from the other.
        _ => None,
    };
    match mast {
        None => (left, right),
        Some(mean) => (left.max(&Plain::constant(mean)), right.min(&Plain::constant(mean))),
    }
}

/// The greatest value of the smaller of the two, if they meet. In half units, so that they meet at
/// a whole number of them.
fn plain_mast(left: &Plain, right: &Plain, rounding: Rounding) -> Option<Fixed> {
    if left.at(0) <= right.at(0) {
        return Some(left.at(0));
    }
    let (left, right) = (left.in_half_units(), right.in_half_units());
    let taxes = together(&left, &right);
    let smaller = |&tax: &Fixed| left.at(tax).min(right.at(tax));
    let meet = taxes.last().is_some_and(|&tax| left.at(tax) <= right.at(tax));
    taxes.iter().map(smaller).max().filter(|_| meet).map(|twice| round(rounding, twice))
}

/// Half of `twice`, rounded.
fn round(rounding: Rounding, twice: Fixed) -> Fixed {
    match rounding {
        Rounding::DownTo(grid) => twice.div_euclid(2 * grid) * grid,
        Rounding::UpTo(grid) => -((-twice).div_euclid(2 * grid) * grid),
    }
}

fn any_curve() -> impl Strategy<Value = (Fixed, Vec<Fixed>)> {
    // Small numbers make corners fall together often.
    let bends = prop::collection::btree_set(0..24_i64, 0..7);
    (-12..12_i64, bends).prop_map(|(base, bends)| (base, bends.into_iter().collect()))
}

fn work((base, bends): &(Fixed, Vec<Fixed>)) -> Workpiece {
    let mut piece = Workpiece::default();
    piece.set(Curve::Line { base: *base, bends }, 0);
    piece
}

fn any_rounding() -> impl Strategy<Value = Rounding> {
    (1..5_i64, any::<bool>()).prop_map(|(grid, up)| match up {
        true => Rounding::UpTo(grid),
        false => Rounding::DownTo(grid),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn extrema_are_those_of_every_point(a in any_curve(), b in any_curve(), by in -9..9_i64) {
        let plain = |curve: &(Fixed, Vec<Fixed>)| Plain::from_curve(work(curve).curve());
        let (mut above, mut below, mut spare) = (work(&a), work(&a), Vec::new());
        above.raise_to(work(&b).curve(), by, &mut spare);
        below.lower_to(work(&b).curve(), by, &mut spare);
        let other = plain(&b).raised(by);
        prop_assert_eq!(Plain::from_curve(above.curve()), plain(&a).max(&other));
        prop_assert_eq!(Plain::from_curve(below.curve()), plain(&a).min(&other));
        for tax in 0..30 {
            prop_assert_eq!(work(&a).curve().value_at(tax), Some(plain(&a).at(tax)));
        }
    }

    #[test]
    fn distances_are_those_of_every_point(a in any_curve(), b in any_curve()) {
        let plain = |curve: &(Fixed, Vec<Fixed>)| Plain::from_curve(work(curve).curve());
        let parallel = a.1.len() % 2 == b.1.len() % 2;
        let widest = (0..30).map(|tax| (plain(&a).at(tax) - plain(&b).at(tax)).abs()).max();
        let distance = work(&a).curve().distance(work(&b).curve());
        prop_assert_eq!(distance, widest.filter(|_| parallel));
        let never = (0..100).all(|tax| plain(&a).at(tax) <= plain(&b).at(tax));
        prop_assert_eq!(work(&a).curve().never_above(work(&b).curve()), never);
    }

    #[test]
    fn a_game_cools_where_nobody_gains(black in any_curve(), white in any_curve()) {
        let (black, white) = (work(&black), work(&white));
        let gains = |tax: &Fixed| {
            let value = |piece: &Workpiece| piece.curve().value_at(*tax).expect("a line");
            value(&black) + value(&white) > 2 * tax
        };
        // Beyond this every curve is straight and any gap is closed.
        let first = (0..200).find(|tax| !gains(tax));
        prop_assert_eq!(cools_at(black.curve(), white.curve()), first);
    }

    #[test]
    fn walls_are_the_plain_ones(
        black in any_curve(),
        white in any_curve(),
        infinite in 0..6_u8,
        rounding in any_rounding(),
    ) {
        let (mut black, mut white) = (work(&black), work(&white));
        match infinite {
            0 => black.set_plus(),
            1 => white.set_plus(),
            2 => white.clear(),
            _ => {}
        }
        let (mut left, mut right) = (Workpiece::default(), Workpiece::default());
        settle(black.curve(), white.curve(), rounding, &mut left, &mut right);
        let plain_white = Plain::from_curve(white.curve()).negated();
        let (l, r) = plain_settle(&Plain::from_curve(black.curve()), &plain_white, rounding);
        prop_assert_eq!(Plain::from_curve(left.curve()), l.negated());
        prop_assert_eq!(Plain::from_curve(right.curve()), r);
    }
}

/// Left's and Right's walls of all states.
type PlainWalls = HashMap<State, (Plain, Plain)>;

fn all_states(terrain: Terrain) -> Vec<State> {
    let ground = terrain.ground;
    let rooks = || (0..ground.places()).map(|number| ground.place(number));
    terrain
        .seats()
        .flat_map(|(room, king)| rooks().map(move |rook| State { room, king, rook }))
        .filter(|&state| terrain.is_state(state))
        .collect()
}

/// The walls that links lead to.
type Followers<'a> = &'a dyn Fn(&Link) -> &'a (Plain, Plain);

fn plain_black(terrain: Terrain, walls: Followers<'_>, state: State) -> Plain {
    let mut best = Plain::constant(0);
    let takes = terrain.black_steps(state, &mut Vec::new(), |gain, links| {
        let after =
            links.iter().map(|link| walls(link).1.raised(Fixed::from(gain) * ONE + link.by));
        let worth = match terrain.ground.rules {
            Rules::Lower => after.reduce(|a, b| a.min(&b)),
            Rules::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.max(&worth.expect("there is a link"));
    });
    if takes { Plain::Plus } else { best }
}

/// Every rook move on its own; staying where it is is none.
fn plain_white(terrain: Terrain, own: &PlainWalls, walls: Followers<'_>, state: State) -> Plain {
    let ground = terrain.ground;
    let State { room, king, rook } = state;
    if ground.attacks(king, rook, ground.centre()) {
        return Plain::Minus;
    }
    let mut best = Plain::Plus;
    terrain.king_moves(state, &mut Vec::new(), |links| {
        let after = links.iter().map(|link| walls(link).0.raised(link.by));
        let worth = match ground.rules {
            Rules::Lower => after.reduce(|a, b| a.min(&b)),
            Rules::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.min(&worth.expect("there is a link"));
    });
    let part = |i, line, along, across| ground.part(i, line, along, across);
    let floor = terrain.rook_floor(room, king);
    for i in 0..ground.side() {
        let (u, v) = rook;
        let east = part(u, v, king.0, king.1);
        let north = part(v, u, king.1, king.0);
        let mut go = |rook: Place| {
            let to = State { rook, ..state };
            if terrain.is_state(to) {
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
    if king == rook && ground.rules == Rules::Upper {
        let least = |floor: i32, line: &dyn Fn(i32) -> Place| {
            let others = (floor..ground.side()).map(|i| State { rook: line(i), ..state });
            let others = others.filter(|&to| to != state && terrain.is_state(to));
            others.fold(Plain::Plus, |least, to| least.min(&own[&to].0))
        };
        let row = least(floor.0, &|i| (i, rook.1));
        let column = least(floor.1, &|i| (rook.0, i));
        best = best.min(&match (ground.is_far(rook.0), ground.is_far(rook.1)) {
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
    terrain: Terrain,
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
                let black = plain_black(terrain, &follower, state);
                let white = plain_white(terrain, &walls, &follower, state);
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

fn plain_solution(terrain: Terrain, rounding: Rounding, walls: PlainWalls) -> PlainWalls {
    plain_sweeps(terrain, rounding, &all_states(terrain), walls, &|_| None)
}

fn walls_of(field: &Field) -> PlainWalls {
    let plain = |state: State| {
        let (left, right) = field.walls(state);
        (state, (Plain::from_curve(left).negated(), Plain::from_curve(right)))
    };
    all_states(field.terrain).into_iter().map(plain).collect()
}

#[test]
fn a_small_window_solved_plainly_is_the_same() {
    const REACH: i32 = 3;
    let lower = lower_walls_are_plain(REACH, Edges::Far);
    let above = Terrain { ground: Ground { reach: REACH, rules: Rules::Upper }, ..lower.terrain };
    let mut upper = Field::new(above, Rounding::UpTo(COARSE), |state, left, right| {
        let (l, r) = lower.walls(state);
        left.set(l, 0);
        right.set(r, 0);
    });
    let begun = walls_of(&upper);
    upper.settle(&Task::silent(), "upper").unwrap();
    let plain = plain_solution(above, Rounding::UpTo(COARSE), begun);
    assert!(plain == walls_of(&upper), "the upper walls differ");
    hopes_hold(&lower, |state, left, right| {
        let (l, r) = upper.walls(state);
        left.set(l, 0);
        right.set(r, 0);
    });
}

#[test]
fn a_small_window_of_the_corner_solved_plainly_is_the_same() {
    let lower = lower_walls_are_plain(2, Edges::Counted(1));
    // In so small a window upper walls rise for ever; hopes may be anything.
    hopes_hold(&lower, |state, left, right| {
        let (l, r) = lower.walls(state);
        left.set(l, -2 * ONE);
        right.set(r, 2 * ONE);
    });
}

/// A coarse grid, so that walls that creep do so for a few rounds only.
const COARSE: Fixed = ONE >> 6;

/// The lower walls of a small window, which are also computed plainly.
fn lower_walls_are_plain(reach: i32, edges: Edges) -> Field {
    let start = |state: State, left: &mut Workpiece, right: &mut Workpiece| {
        // Beyond the window Black is worth a point; inside nothing is known.
        let far = |index: i32| index == 0 || index == 2 * reach + 2;
        if far(state.king.0) || far(state.king.1) {
            left.set(Curve::Line { base: -ONE, bends: &[] }, 0);
            right.set(Curve::Line { base: ONE, bends: &[0] }, 0);
        } else {
            left.set_plus();
            right.clear();
        }
    };
    let below = Terrain { ground: Ground { reach, rules: Rules::Lower }, edges };
    let mut lower = Field::new(below, Rounding::DownTo(COARSE), start);
    let begun = walls_of(&lower);
    lower.settle(&Task::silent(), "lower").unwrap();
    let plain = plain_solution(below, Rounding::DownTo(COARSE), begun);
    assert!(plain == walls_of(&lower), "the lower walls differ");
    lower
}

/// What is proved south of the window follows, plainly, from the hopes, and fulfils them.
fn hopes_hold(lower: &Field, hope: impl Fn(State, &mut Workpiece, &mut Workpiece) + Sync) {
    let terrain = lower.terrain;
    let proved = Shore::prove(lower, hope, &Task::silent()).unwrap();
    let states: Vec<_> =
        all_states(terrain).into_iter().filter(|state| state.king.1 == 0).collect();
    let plain = |blocks: &[Block]| -> PlainWalls {
        let walls = |&state: &State| {
            let block = &blocks[south_induction::column(terrain, state)];
            let (left, right) = block.walls(terrain.ground.number(state.rook));
            (state, (Plain::from_curve(left).negated(), Plain::from_curve(right)))
        };
        states.iter().map(walls).collect()
    };
    let (known, hopes, level) = (walls_of(lower), plain(&proved.hopes), plain(&proved.level));
    let other = |link: &Link| match link.deeper.signum() {
        _ if link.to.king.1 != 0 => Some(&known[&link.to]),
        0 => None,
        -1 => Some(&hopes[&link.to]),
        _ => Some(&known[&link.to]),
    };
    let found = plain_sweeps(terrain, lower.precision.rounding, &states, known.clone(), &other);
    let mut better = 0;
    for state in &states {
        let ((left, right), hoped) = (&found[state], &hopes[state]);
        assert_eq!(found[state], level[state], "{state:?}");
        assert!(left.max(&hoped.0) == *left && right.max(&hoped.1) == *right, "{state:?}");
        better += usize::from(found[state] != known[state]);
    }
    assert!(better > 0, "nothing was proved");
}

#[test]
fn inside_the_window_both_rules_are_those_of_the_game() {
    for edges in [Edges::Far, Edges::Counted(2)] {
        let space = Space { reach: 4, edges };
        let inner = |king: (i32, i32)| space::distance(king, (0, 0)) < space.reach;
        for men in (0..space.len()).map(|state| space.men(state)) {
            let room = space.room(men);
            // Where the edges are counted no further, there are doubts.
            let vague = |class: i32| edges != Edges::Far && edges.exactly(class).is_none();
            if inner(men.king)
                && inner(men.rook)
                && space.is_position(men)
                && !vague(room.0)
                && !vague(room.1)
            {
                for rules in [Rules::Lower, Rules::Upper] {
                    let ground = Ground { reach: space.reach, rules };
                    same_moves(Terrain { ground, edges }, men, space);
                }
            }
        }
    }
}

fn same_moves(terrain: Terrain, men: Men, space: Space) {
    let ground = terrain.ground;
    let index = |c: i32| (c + space.reach + 1).clamp(0, ground.side() - 1);
    let place = |(x, y): (i32, i32)| (index(x), index(y));
    let state =
        |men: Men| State { room: space.room(men), king: place(men.king), rook: place(men.rook) };
    let here = state(men);
    let mut steps = Vec::new();
    terrain.black_steps(here, &mut Vec::new(), |gain, links| {
        assert_eq!(links.len(), 1, "{men:?}");
        steps.push((gain, links[0].to));
    });
    let expected: Vec<_> =
        space.black_steps(men).into_iter().map(|(gain, next)| (gain, state(next))).collect();
    assert_eq!(steps, expected, "{men:?}");
    let in_check = space::attacks(men, (0, 0));
    assert_eq!(ground.attacks(here.king, here.rook, ground.centre()), in_check, "{men:?}");
    if in_check {
        return;
    }
    let mut found: Vec<State> = Vec::new();
    terrain.king_moves(here, &mut Vec::new(), |links| {
        assert_eq!(links.len(), 1, "{men:?}");
        found.push(links[0].to);
    });
    let State { room, king, rook } = here;
    let floor = terrain.rook_floor(room, king);
    let row = ground.part(rook.0, rook.1, king.0, king.1);
    let column = ground.part(rook.1, rook.0, king.1, king.0);
    for i in 0..ground.side() {
        let along = ground.part(i, rook.1, king.0, king.1) == row && i != rook.0 && i >= floor.0;
        found.extend(along.then_some(State { rook: (i, rook.1), ..here }));
        let across =
            ground.part(i, rook.0, king.1, king.0) == column && i != rook.1 && i >= floor.1;
        found.extend(across.then_some(State { rook: (rook.0, i), ..here }));
    }
    found.retain(|&to| terrain.is_state(to));
    let mut expected: Vec<State> = space.white_moves(men).into_iter().map(state).collect();
    let key = |state: &State| (state.king, state.rook);
    found.sort_unstable_by_key(key);
    expected.sort_unstable_by_key(key);
    assert_eq!(found, expected, "{men:?}");
}

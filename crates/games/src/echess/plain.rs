//! What `curve` and `field` compute, written the plain way and held equal to them: walls are lists
//! of corners, extrema are taken point by point, and a window is solved by going through all its
//! states again and again, without reflection, shared lines or lists of changes.

use std::collections::HashMap;

use nimzo_work::Task;
use proptest::prelude::*;

use super::block::Block;
use super::curve::{Curve, Fixed, ONE, Rounding, Workpiece, cools_at, settle};
use super::field::Field;
use super::ground::{Ground, Link, Place, Rules};
use super::shore::Shore;
use super::space::{self, Men, Space};

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
type PlainWalls = HashMap<(Place, Place), (Plain, Plain)>;

fn all_states(ground: Ground) -> Vec<(Place, Place)> {
    let places = || (0..ground.places()).map(|number| ground.place(number));
    places()
        .flat_map(|king| places().map(move |rook| (king, rook)))
        .filter(|&(king, rook)| ground.is_state(king, rook))
        .collect()
}

/// The walls that links lead to.
type Followers<'a> = &'a dyn Fn(&Link) -> &'a (Plain, Plain);

fn plain_black(ground: Ground, walls: Followers<'_>, king: Place, rook: Place) -> Plain {
    let mut best = Plain::constant(0);
    let takes = ground.black_steps(king, rook, &mut Vec::new(), |gain, links| {
        let after =
            links.iter().map(|link| walls(link).1.raised(Fixed::from(gain) * ONE + link.by));
        let worth = match ground.rules {
            Rules::Lower => after.reduce(|a, b| a.min(&b)),
            Rules::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.max(&worth.expect("there is a link"));
    });
    if takes { Plain::Plus } else { best }
}

/// Every rook move on its own; staying where it is is none.
fn plain_white(
    ground: Ground,
    own: &PlainWalls,
    walls: Followers<'_>,
    king: Place,
    rook: Place,
) -> Plain {
    if ground.attacks(king, rook, ground.centre()) {
        return Plain::Minus;
    }
    let mut best = Plain::Plus;
    ground.king_moves(king, rook, &mut Vec::new(), |links| {
        let after = links.iter().map(|link| walls(link).0.raised(link.by));
        let worth = match ground.rules {
            Rules::Lower => after.reduce(|a, b| a.min(&b)),
            Rules::Upper => after.reduce(|a, b| a.max(&b)),
        };
        best = best.min(&worth.expect("there is a link"));
    });
    let part = |i, line, along, across| ground.part(i, line, along, across);
    for i in 0..ground.side() {
        let (u, v) = rook;
        let east = part(u, v, king.0, king.1);
        let north = part(v, u, king.1, king.0);
        let mut go = |to: Place| {
            if ground.is_state(king, to) {
                best = best.min(&own[&(king, to)].0);
            }
        };
        if i != u && east.is_some() && part(i, v, king.0, king.1) == east {
            go((i, v));
        }
        if i != v && north.is_some() && part(i, u, king.1, king.0) == north {
            go((u, i));
        }
    }
    if king == rook && ground.rules == Rules::Upper {
        let least = |line: &dyn Fn(i32) -> Place| {
            let others = (0..ground.side()).map(line);
            let others = others.filter(|&to| to != rook && ground.is_state(king, to));
            others.fold(Plain::Plus, |least, to| least.min(&own[&(king, to)].0))
        };
        let (row, column) = (least(&|i| (i, rook.1)), least(&|i| (rook.0, i)));
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
    ground: Ground,
    rounding: Rounding,
    states: &[(Place, Place)],
    mut walls: PlainWalls,
    other: &dyn Fn(&Link) -> Option<&'a (Plain, Plain)>,
) -> PlainWalls {
    loop {
        let mut changed = false;
        for &(king, rook) in states {
            let (left, right) = {
                let follower =
                    |link: &Link| other(link).unwrap_or_else(|| &walls[&(link.king, link.rook)]);
                let black = plain_black(ground, &follower, king, rook);
                let white = plain_white(ground, &walls, &follower, king, rook);
                plain_settle(&black, &white, rounding)
            };
            let old = &walls[&(king, rook)];
            let new = (left.max(&old.0), right.max(&old.1));
            if new != *old {
                changed = true;
                walls.insert((king, rook), new);
            }
        }
        if !changed {
            return walls;
        }
    }
}

fn plain_solution(ground: Ground, rounding: Rounding, walls: PlainWalls) -> PlainWalls {
    plain_sweeps(ground, rounding, &all_states(ground), walls, &|_| None)
}

fn walls_of(field: &Field) -> PlainWalls {
    let plain = |(king, rook): (Place, Place)| {
        let (left, right) = field.walls(king, rook);
        ((king, rook), (Plain::from_curve(left).negated(), Plain::from_curve(right)))
    };
    all_states(field.ground).into_iter().map(plain).collect()
}

#[test]
fn a_small_window_solved_plainly_is_the_same() {
    let task = Task::silent();
    // A coarse grid, so that walls that creep do so for a few rounds only.
    const COARSE: Fixed = ONE >> 6;
    let reach = 3;
    let start = |king: Place, _: Place, left: &mut Workpiece, right: &mut Workpiece| {
        // Beyond the window Black is worth a point; inside nothing is known.
        let far = |index: i32| index == 0 || index == 2 * reach + 2;
        if far(king.0) || far(king.1) {
            left.set(Curve::Line { base: -ONE, bends: &[] }, 0);
            right.set(Curve::Line { base: ONE, bends: &[0] }, 0);
        } else {
            left.set_plus();
            right.clear();
        }
    };
    let below = Ground { reach, rules: Rules::Lower };
    let mut lower = Field::new(below, Rounding::DownTo(COARSE), start);
    let begun = walls_of(&lower);
    lower.settle(&task, "lower").unwrap();
    let plain = plain_solution(below, Rounding::DownTo(COARSE), begun);
    assert!(plain == walls_of(&lower), "the lower walls differ");

    let above = Ground { reach, rules: Rules::Upper };
    let mut upper = Field::new(above, Rounding::UpTo(COARSE), |king, rook, left, right| {
        let (l, r) = lower.walls(king, rook);
        left.set(l, 0);
        right.set(r, 0);
    });
    let begun = walls_of(&upper);
    upper.settle(&task, "upper").unwrap();
    let plain = plain_solution(above, Rounding::UpTo(COARSE), begun);
    assert!(plain == walls_of(&upper), "the upper walls differ");
    hopes_hold(&lower, &upper, Rounding::DownTo(COARSE));
}

/// What is proved south of the window follows, plainly, from the hopes, and fulfils them.
fn hopes_hold(lower: &Field, upper: &Field, rounding: Rounding) {
    let hope = |king: Place, rook: Place, left: &mut Workpiece, right: &mut Workpiece| {
        let (l, r) = upper.walls(king, rook);
        left.set(l, 0);
        right.set(r, 0);
    };
    let ground = lower.ground;
    let proved = Shore::prove(lower, hope, &Task::silent()).unwrap();
    let states: Vec<_> = all_states(ground).into_iter().filter(|(king, _)| king.1 == 0).collect();
    let plain = |blocks: &[Block]| -> PlainWalls {
        let walls = |&(king, rook): &(Place, Place)| {
            let (left, right) = blocks[king.0 as usize].walls(ground.number(rook));
            ((king, rook), (Plain::from_curve(left).negated(), Plain::from_curve(right)))
        };
        states.iter().map(walls).collect()
    };
    let (known, hopes, level) = (walls_of(lower), plain(&proved.hopes), plain(&proved.level));
    let other = |link: &Link| match link.deeper.signum() {
        _ if link.king.1 != 0 => Some(&known[&(link.king, link.rook)]),
        0 => None,
        -1 => Some(&hopes[&(link.king, link.rook)]),
        _ => Some(&known[&(link.king, link.rook)]),
    };
    let found = plain_sweeps(ground, rounding, &states, known.clone(), &other);
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
    let space = Space { reach: 4 };
    let place = |(x, y): (i32, i32)| (x + space.reach + 1, y + space.reach + 1);
    let inner = |king: (i32, i32)| space::distance(king, (0, 0)) < space.reach;
    for men in (0..space.len()).map(|state| space.men(state)) {
        if !inner(men.king) || !inner(men.rook) || !space.is_position(men) {
            continue;
        }
        for rules in [Rules::Lower, Rules::Upper] {
            let ground = Ground { reach: space.reach, rules };
            let (king, rook) = (place(men.king), place(men.rook));
            let mut steps = Vec::new();
            ground.black_steps(king, rook, &mut Vec::new(), |gain, links| {
                assert_eq!(links.len(), 1, "{men:?}");
                steps.push((gain, links[0].king, links[0].rook));
            });
            let expected: Vec<_> = space
                .black_steps(men)
                .into_iter()
                .map(|(gain, next)| (gain, place(next.king), place(next.rook)))
                .collect();
            assert_eq!(steps, expected, "{men:?}");
            assert_eq!(
                ground.attacks(king, rook, ground.centre()),
                space::attacks(men, (0, 0)),
                "{men:?}"
            );
            same_white_moves(ground, men, space);
        }
    }
}

fn same_white_moves(ground: Ground, men: Men, space: Space) {
    let index = |c: i32| (c + space.reach + 1).clamp(0, ground.side() - 1);
    let place = |(x, y): (i32, i32)| (index(x), index(y));
    if space::attacks(men, (0, 0)) {
        return;
    }
    let (king, rook) = (place(men.king), place(men.rook));
    let mut found: Vec<(Place, Place)> = Vec::new();
    ground.king_moves(king, rook, &mut Vec::new(), |links| {
        assert_eq!(links.len(), 1, "{men:?}");
        found.push((links[0].king, links[0].rook));
    });
    let row = ground.part(rook.0, rook.1, king.0, king.1);
    let column = ground.part(rook.1, rook.0, king.1, king.0);
    for i in 0..ground.side() {
        let along = ground.part(i, rook.1, king.0, king.1) == row && i != rook.0;
        found.extend(along.then_some((king, (i, rook.1))));
        let across = ground.part(i, rook.0, king.1, king.0) == column && i != rook.1;
        found.extend(across.then_some((king, (rook.0, i))));
    }
    found.retain(|&(king, rook)| ground.is_state(king, rook));
    let mut expected: Vec<(Place, Place)> = space
        .white_moves(men)
        .into_iter()
        .map(|next| (place(next.king), place(next.rook)))
        .collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{men:?}");
}

//! The window: which positions are kept, which position each move leads to, and what stands in
//! for everything outside, so that bounds stay bounds.
//!
//! A state is the White king and the rook as seen from the Black king. The White king is kept on
//! `-W..=W` in both coordinates; the rook too, with two more coordinates, "far west" and "far east"
//! (south and north), each of which stands for *every* square beyond the window.
//!
//! Three things are not known inside the window, and each is decided against the side whose bound
//! is computed ([`Side`]):
//! * a White king on the rim stands for all squares beyond the rim too: a follower that leaves the
//!   window is the rim's state plus a fixed slope for each step, and a step from the rim inwards
//!   may come from the rim itself or from beyond it;
//! * a far rook may or may not come into view when the Black king walks towards it;
//! * whether a White king on the rim stands between the rook and something else.

/// What is computed; it decides how doubts are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// A lower bound inside the window; squares beyond the rim have a known lower bound.
    Lower,
    /// A lower bound for the White king beyond the rim: a rim state stands for all those squares
    /// (not for the rim itself), and every doubt is decided for White.
    LowerBeyond,
    /// An upper bound inside and outside: a rim state stands for its own square and for those
    /// beyond it, and every doubt is decided for Black.
    Upper,
}

impl Rules {
    /// Half points that each step of the White king beyond the rim is worth: on the west and south
    /// side, where he falls behind, and on the north and east side, where he is ahead.
    fn slope(self, rim: i32) -> i32 {
        match self {
            _ if rim < 0 => 2,
            Rules::Lower | Rules::LowerBeyond => 0,
            Rules::Upper => 1,
        }
    }

    /// Whether a state with the White king on the rim stands for squares beyond it too.
    fn is_vague(self) -> bool {
        self != Rules::Lower
    }
}

/// The eight king steps.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(1, 1), (0, 1), (1, 0), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)];

/// A rook coordinate: a number, or far on one side.
const FAR: i32 = 1 << 20;

/// A follower: a state, and the number of half points added to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The state.
    pub(crate) state: u32,
    /// Half points gained beyond the king's own step.
    pub(crate) halves: i32,
    /// How many steps further beyond the rim the White king is than before.
    pub(crate) further: i32,
}

/// One coordinate of the White king after a step.
#[derive(Clone, Copy, Debug)]
struct Axis {
    to: i32,
    halves: i32,
    further: i32,
    /// Whether this is how it goes for a king who was beyond the rim.
    beyond: bool,
}

/// The men as seen from the Black king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// The White king.
    pub(crate) king: (i32, i32),
    /// The rook; a far coordinate is `±FAR`.
    pub(crate) rook: (i32, i32),
}

/// The states of a window and the moves between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// Half the width of the window.
    pub(crate) reach: i32,
}

impl Space {
    /// How many states there are.
    pub(crate) fn len(self) -> usize {
        self.kings() * self.rooks()
    }

    /// How many squares the White king has.
    pub(crate) fn kings(self) -> usize {
        let side = (2 * self.reach + 1) as usize;
        side * side
    }

    /// How many squares the rook has, far ones included.
    pub(crate) fn rooks(self) -> usize {
        let side = self.rook_side() as usize;
        side * side
    }

    fn rook_side(self) -> i32 {
        2 * self.reach + 3
    }

    fn rook_index(self, coordinate: i32) -> i32 {
        coordinate.clamp(-self.reach - 1, self.reach + 1) + self.reach + 1
    }

    fn rook_coordinate(self, index: i32) -> i32 {
        match index {
            0 => -FAR,
            i if i == self.rook_side() - 1 => FAR,
            i => i - self.reach - 1,
        }
    }

    /// The state of these men; the White king must be in the window.
    pub(crate) fn index(self, men: Men) -> usize {
        let side = 2 * self.reach + 1;
        let king = (men.king.1 + self.reach) * side + men.king.0 + self.reach;
        let rook = self.rook_index(men.rook.1) * self.rook_side() + self.rook_index(men.rook.0);
        king as usize * self.rooks() + rook as usize
    }

    /// The men of a state.
    pub(crate) fn men(self, state: usize) -> Men {
        let side = 2 * self.reach + 1;
        let (king, rook) = ((state / self.rooks()) as i32, (state % self.rooks()) as i32);
        Men {
            king: (king % side - self.reach, king / side - self.reach),
            rook: (
                self.rook_coordinate(rook % self.rook_side()),
                self.rook_coordinate(rook / self.rook_side()),
            ),
        }
    }

    /// Whether the White king stands on the rim, and so for squares beyond it too.
    pub(crate) fn on_rim(self, king: (i32, i32)) -> bool {
        king.0.abs() == self.reach || king.1.abs() == self.reach
    }

    /// The states with the White king on the rim.
    pub(crate) fn rim_states(self) -> Vec<usize> {
        (0..self.len()).filter(|&state| self.on_rim(self.men(state).king)).collect()
    }

    /// Whether a state is a position at all, or stands for one.
    pub(crate) fn is_position(self, men: Men, rules: Rules) -> bool {
        let rim = self.on_rim(men.king);
        let apart = distance(men.king, (0, 0)) > 1;
        let two_squares = men.king != men.rook || (rim && rules.is_vague());
        apart && men.rook != (0, 0) && two_squares && (rim || rules != Rules::LowerBeyond)
    }

    /// Whether the rook attacks `target` (beside the Black king, or his own square).
    pub(crate) fn attacks(self, men: Men, target: (i32, i32), rules: Rules) -> bool {
        let (rook, king) = (men.rook, men.king);
        if rook == target {
            return false;
        }
        (rook.1 == target.1
            && !self.between_on_line(rook.0, target.0, king.0, king.1, rook.1, rules))
            || (rook.0 == target.0
                && !self.between_on_line(rook.1, target.1, king.1, king.0, rook.0, rules))
    }

    /// Whether the White king (`along` the line, `across` it) stands between `from` and `to` on
    /// the line `line`, or on `to`: surely for a lower bound, possibly for an upper one.
    fn between_on_line(
        self,
        from: i32,
        to: i32,
        along: i32,
        across: i32,
        line: i32,
        rules: Rules,
    ) -> bool {
        let rim = along.abs() == self.reach || across.abs() == self.reach;
        match rules {
            Rules::Lower => return across == line && between(from, to, along, along),
            _ if !rim => return across == line && between(from, to, along, along),
            Rules::LowerBeyond => return false,
            Rules::Upper => {}
        }
        let on_line = across == line
            || (across == self.reach && line == FAR)
            || (across == -self.reach && line == -FAR);
        let low = if along == -self.reach { -2 * FAR } else { along };
        let high = if along == self.reach { 2 * FAR } else { along };
        on_line && between(from, to, low, high)
    }

    /// Calls `each(links)` for each step of the Black king with the points it gains; the value of
    /// the step is the least (lower bound) or greatest (upper bound) over its links. Returns
    /// whether he can take the rook.
    pub(crate) fn black_steps(
        self,
        men: Men,
        rules: Rules,
        links: &mut Vec<Link>,
        mut each: impl FnMut(i32, &[Link]),
    ) -> bool {
        let mut takes = false;
        for (dx, dy) in STEPS {
            let target = (dx, dy);
            if distance(men.king, target) <= 1 {
                continue;
            }
            if men.rook == target {
                // Next to the White king the rook is protected.
                takes |= distance(men.king, men.rook) > 1;
                continue;
            }
            if self.attacks(men, target, rules) {
                continue;
            }
            links.clear();
            self.link_step(men, (dx, dy), rules, links);
            if !links.is_empty() {
                each(dx + dy, links);
            }
        }
        takes
    }

    fn link_step(self, men: Men, (dx, dy): (i32, i32), rules: Rules, links: &mut Vec<Link>) {
        let (rows, columns) = (self.rook_after(men.rook.1, dy), self.rook_after(men.rook.0, dx));
        for &v in rows.iter().flatten() {
            for &u in columns.iter().flatten() {
                self.link_king(men.king, (-dx, -dy), (u, v), rules, links);
            }
        }
    }

    /// Where a rook coordinate may be after the Black king has gone `step`.
    fn rook_after(self, coordinate: i32, step: i32) -> [Option<i32>; 2] {
        if coordinate.abs() == FAR {
            let nearer = step == coordinate.signum();
            return [Some(coordinate), nearer.then_some(self.reach * step)];
        }
        let moved = coordinate - step;
        let outside = moved.abs() > self.reach;
        [Some(if outside { FAR * moved.signum() } else { moved }), None]
    }

    /// The states that stand for the White king gone from `king` by `step`.
    fn link_king(
        self,
        king: (i32, i32),
        step: (i32, i32),
        rook: (i32, i32),
        rules: Rules,
        links: &mut Vec<Link>,
    ) {
        for x in self.along_axis(king.0, step.0, rules).into_iter().flatten() {
            for y in self.along_axis(king.1, step.1, rules).into_iter().flatten() {
                if rules == Rules::LowerBeyond && !x.beyond && !y.beyond {
                    continue;
                }
                let men = Men { king: (x.to, y.to), rook };
                let further = x.further + y.further;
                // Beyond the rim, king and rook share a state's square without sharing a square.
                let rules = if further > 0 { Rules::LowerBeyond } else { rules };
                if self.is_position(men, rules) {
                    let state = self.index(men) as u32;
                    links.push(Link { state, halves: x.halves + y.halves, further });
                }
            }
        }
    }

    /// Where a White king coordinate may be after a step.
    fn along_axis(self, from: i32, step: i32, rules: Rules) -> [Option<Axis>; 2] {
        let to = from + step;
        let slope = rules.slope(from);
        let inside = Axis { to, halves: 0, further: 0, beyond: false };
        if from.abs() < self.reach {
            return [Some(inside), None];
        }
        let outwards = step * from.signum();
        let beyond = Axis { to: from, halves: outwards * slope, further: outwards, beyond: true };
        let from_rim = match outwards {
            1 => Axis { beyond: false, ..beyond },
            _ => inside,
        };
        match rules {
            Rules::Lower => [Some(from_rim), None],
            Rules::LowerBeyond => [Some(from_rim), Some(beyond)],
            Rules::Upper if outwards == -1 => [Some(from_rim), Some(beyond)],
            Rules::Upper => [Some(from_rim), None],
        }
    }

    /// Calls `each(links)` for each move of White.
    pub(crate) fn white_moves(
        self,
        men: Men,
        rules: Rules,
        links: &mut Vec<Link>,
        mut each: impl FnMut(&[Link]),
    ) {
        for step in STEPS {
            links.clear();
            self.link_white_king(men, step, rules, links);
            if !links.is_empty() {
                each(links);
            }
        }
        if rules == Rules::Upper && self.on_rim(men.king) {
            self.one_of_two(men, links, &mut each);
        }
        let (u, v) = men.rook;
        self.rook_line(u, men.king.0, men.king.1, v, rules, |to| {
            self.each_rook(men, (to, v), rules, &mut each);
        });
        self.rook_line(v, men.king.1, men.king.0, u, rules, |to| {
            self.each_rook(men, (u, to), rules, &mut each);
        });
    }

    /// Moves of which White surely has one, wherever beyond the rim the king and a far rook are:
    /// the rook stands on one square at most.
    fn one_of_two(self, men: Men, links: &mut Vec<Link>, each: &mut impl FnMut(&[Link])) {
        let (x, y) = men.king;
        let inwards = |c: i32| if c.abs() == self.reach { -c.signum() } else { 0 };
        let (dx, dy) = (inwards(x), inwards(y));
        let other = match (dx, dy) {
            (0, _) => (if x > 0 { -1 } else { 1 }, dy),
            (_, 0) => (dx, if y > 0 { -1 } else { 1 }),
            _ => (dx, 0),
        };
        links.clear();
        self.link_king(men.king, (dx, dy), men.rook, Rules::Upper, links);
        let one = links.len();
        self.link_king(men.king, other, men.rook, Rules::Upper, links);
        each(links);
        // In a corner: if the rook stands in the king's way inwards, its own row is free.
        if men.rook == (-dx * FAR, -dy * FAR) {
            for u in -self.reach..=self.reach {
                links.truncate(one);
                let next = Men { rook: (u, men.rook.1), ..men };
                links.push(Link { state: self.index(next) as u32, halves: 0, further: 0 });
                each(links);
            }
        }
    }

    fn each_rook(self, men: Men, rook: (i32, i32), rules: Rules, each: &mut impl FnMut(&[Link])) {
        let next = Men { rook, ..men };
        // Only for squares beyond the rim may both stand on one state's square.
        if self.is_position(next, rules) {
            each(&[Link { state: self.index(next) as u32, halves: 0, further: 0 }]);
        }
    }

    fn link_white_king(self, men: Men, step: (i32, i32), rules: Rules, links: &mut Vec<Link>) {
        let to = (men.king.0 + step.0, men.king.1 + step.1);
        if distance(to, (0, 0)) <= 1 {
            return;
        }
        let leaves = to.0.abs() > self.reach || to.1.abs() > self.reach;
        if rules == Rules::Upper && (leaves || self.may_meet(men, to)) {
            return;
        }
        let exact = rules == Rules::Lower || !self.on_rim(men.king);
        if exact && to == men.rook {
            return;
        }
        self.link_king(men.king, step, men.rook, rules, links);
    }

    /// Whether a White king going to `to` might find the rook there, wherever beyond the rim he
    /// really is.
    fn may_meet(self, men: Men, to: (i32, i32)) -> bool {
        let meets = |from: i32, to: i32, rook: i32| {
            if from == self.reach {
                rook >= to
            } else if from == -self.reach {
                rook <= to
            } else {
                rook == to
            }
        };
        meets(men.king.0, to.0, men.rook.0) && meets(men.king.1, to.1, men.rook.1)
    }

    /// Calls `each` with every coordinate that a rook at `from` can go to along a line.
    fn rook_line(
        self,
        from: i32,
        along: i32,
        across: i32,
        line: i32,
        rules: Rules,
        mut each: impl FnMut(i32),
    ) {
        if from.abs() == FAR && rules != Rules::Upper {
            // Further away, or a little nearer: the same state.
            each(from);
        }
        for index in 0..self.rook_side() {
            let to = self.rook_coordinate(index);
            if to != from && !self.between_on_line(from, to, along, across, line, rules) {
                each(to);
            }
        }
    }
}

/// The states whose value may depend on a state: a superset, found backwards.
impl Space {
    /// Those from which White may get to `men`.
    pub(crate) fn before_white(self, men: Men, mut each: impl FnMut(usize)) {
        let (i, j) = (self.rook_index(men.rook.0), self.rook_index(men.rook.1));
        let state = self.index(men);
        let base = state / self.rooks() * self.rooks();
        let side = self.rook_side();
        for k in 0..side {
            each(base + (j * side + k) as usize);
            each(base + (k * side + i) as usize);
        }
        for y in self.nearby(men.king.1) {
            for x in self.nearby(men.king.0) {
                each(self.index(Men { king: (x, y), ..men }));
            }
        }
    }

    /// Those from which Black may get to `men`.
    pub(crate) fn before_black(self, men: Men, mut each: impl FnMut(usize)) {
        for (dx, dy) in STEPS {
            for y in self.king_before(men.king.1, dy) {
                for x in self.king_before(men.king.0, dx) {
                    for v in self.rook_before(men.rook.1, dy) {
                        for u in self.rook_before(men.rook.0, dx) {
                            each(self.index(Men { king: (x, y), rook: (u, v) }));
                        }
                    }
                }
            }
        }
    }

    fn nearby(self, coordinate: i32) -> std::ops::RangeInclusive<i32> {
        (coordinate - 1).max(-self.reach)..=(coordinate + 1).min(self.reach)
    }

    fn king_before(self, coordinate: i32, step: i32) -> impl Iterator<Item = i32> {
        let reach = self.reach;
        let rim = (coordinate.abs() == reach && step != 0).then_some(coordinate);
        Some(coordinate + step).filter(|before| before.abs() <= reach).into_iter().chain(rim)
    }

    fn rook_before(self, coordinate: i32, step: i32) -> impl Iterator<Item = i32> {
        let (reach, inside) = (self.reach, coordinate.abs() != FAR);
        let far = FAR * coordinate.signum();
        let moved = if inside { coordinate + step } else { reach * coordinate.signum() };
        let before = (moved.abs() <= reach).then_some(moved);
        let far = (coordinate.abs() >= reach).then_some(far);
        before.into_iter().chain(far)
    }
}

/// King moves between two squares.
pub(crate) fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// Whether some number of `low..=high` lies between `from` (excluded) and `to` (included).
fn between(from: i32, to: i32, low: i32, high: i32) -> bool {
    if from < to { high > from && low <= to } else { low < from && high >= to }
}

//! The moves of a window when some of what they lead to is not known.
//!
//! A far White king has the walls of the nearest square beyond the window; each step further on is
//! worth a fixed slope more. Of men who are far, and of edges that are not counted, five things are not
//! known. Each is decided against the side whose [`Bound`] is computed:
//! * whether a far man comes into view when the Black king or he himself walks the right way;
//! * whether a far White king stands in the way of the rook;
//! * whether both of White's men stand on one cell of the window but on two squares of the board;
//! * whether a Black step towards an edge whose distance is only known to be at least `most` makes the
//!   distance less than that;
//! * how far beyond `most` White may go there: for a lower bound wherever she could on the open board,
//!   for an upper bound no further than `most` behind the Black king or where one of her men stands.
//!
//! The same moves backwards, for the lists of states to look at again, are at the end.

use super::Bound;
use super::curve::{Fixed, ONE};
use crate::echess::rules::{Cell, Edges, Room, STEPS, State, Window, distance};

/// The moves of a window for one of the bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowMoves {
    /// The window.
    pub(crate) window: Window,
    /// Against whom doubts are decided.
    pub(crate) bound: Bound,
}

/// A follower, and what is added to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Where it leads.
    pub(crate) to: State,
    /// What the steps beyond the window are worth by which the White king is further away now.
    pub(crate) by: Fixed,
    /// By how many rows a White king who was south of the window, and still is, is further south.
    pub(crate) deeper: i32,
}

/// What the Black king finds when he wants to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Landing {
    /// The square is attacked, taken or next to the White king.
    Barred,
    /// The rook, unprotected.
    TakesRook,
    /// He may go there.
    Free,
}

/// Where one coordinate may be after a step, and what this adds.
#[derive(Clone, Copy, Debug)]
struct Moved {
    to: i32,
    by: Fixed,
    /// Steps further out, for a coordinate that was far and still is.
    outwards: i32,
}

/// One or two possibilities.
type Either<T> = [Option<T>; 2];

impl WindowMoves {
    /// Whether the rook attacks `target`, which is in view.
    #[inline]
    pub(crate) fn attacks(self, king: Cell, rook: Cell, target: Cell) -> bool {
        rook != target
            && ((rook.1 == target.1
                && !(king.1 == rook.1 && self.screens(rook.0, king.0, target.0)))
                || (rook.0 == target.0
                    && !(king.0 == rook.0 && self.screens(rook.1, king.1, target.1))))
    }

    /// Whether the Black king stands in check.
    pub(crate) fn in_check(self, state: State) -> bool {
        self.attacks(state.king, state.rook, (0, 0))
    }

    /// Whether a king on the rook's line stands between it and `to`: surely for a lower bound,
    /// possibly for an upper one.
    fn screens(self, rook: i32, king: i32, to: i32) -> bool {
        let surely = rook.min(to) < king && king < rook.max(to);
        surely || (self.bound == Bound::Upper && king == rook)
    }

    /// What each step beyond the window is worth on the side of a far coordinate. To the west and
    /// south, where the White king falls behind, a step is worth a point; ahead of the Black king
    /// it is worth at least nothing and at most half a point.
    fn slope(self, far: i32) -> Fixed {
        match self.bound {
            _ if far < 0 => ONE,
            Bound::Lower => 0,
            Bound::Upper => ONE / 2,
        }
    }

    /// Calls `each(gain, links)` for each step of the Black king; the value of the step is the
    /// least (lower bound) or greatest (upper bound) over its links. Returns whether he can take
    /// the rook.
    #[inline]
    pub(crate) fn black_steps(
        self,
        from: State,
        links: &mut Vec<Link>,
        mut each: impl FnMut(i32, &[Link]),
    ) -> bool {
        let edges = self.window.edges;
        let mut takes = false;
        for step in STEPS {
            match self.black_step(from, step, links) {
                Landing::Barred => continue,
                Landing::TakesRook => {
                    takes |= edges.rooms_after(from.room, step).next().is_some();
                    continue;
                }
                Landing::Free if edges != Edges::Far => self.change_room(from.room, step, links),
                Landing::Free => {}
            }
            if !links.is_empty() {
                each(step.0 + step.1, links);
            }
        }
        takes
    }

    /// One step of the Black king; the states that it may lead to are written into `links`, still
    /// in the room that he had.
    #[inline]
    fn black_step(self, from: State, (dx, dy): (i32, i32), links: &mut Vec<Link>) -> Landing {
        links.clear();
        let State { king, rook, .. } = from;
        let target = (dx, dy);
        if distance(king, target) <= 1 {
            return Landing::Barred;
        }
        if rook == target {
            // Next to the White king the rook is protected.
            return if distance(king, rook) > 1 { Landing::TakesRook } else { Landing::Barred };
        }
        if self.attacks(king, rook, target) {
            return Landing::Barred;
        }
        for v in self.rook_after(rook.1, dy).into_iter().flatten() {
            for u in self.rook_after(rook.0, dx).into_iter().flatten() {
                self.link_king(State { rook: (u, v), ..from }, (-dx, -dy), links);
            }
        }
        Landing::Free
    }

    /// Puts the states that a Black step leads to into the rooms that it may lead to.
    fn change_room(self, room: Room, step: (i32, i32), links: &mut Vec<Link>) {
        let before = links.len();
        for room in self.window.edges.rooms_after(room, step) {
            for at in 0..before {
                let link = links[at];
                let to = State { room, ..link.to };
                if self.window.is_state(to) {
                    links.push(Link { to, ..link });
                }
            }
        }
        links.drain(..before);
    }

    /// Where a rook coordinate may be after the Black king has gone `step`.
    #[inline]
    fn rook_after(self, coordinate: i32, step: i32) -> Either<i32> {
        if !self.window.is_far(coordinate) {
            return [Some(coordinate - step), None];
        }
        let nearer = step == coordinate.signum();
        [Some(coordinate), nearer.then_some(coordinate - step)]
    }

    /// Where a coordinate of the White king may be after a step of his, or a step the other way
    /// of the Black king.
    #[inline]
    fn king_after(self, coordinate: i32, step: i32) -> Either<Moved> {
        let inside = Moved { to: coordinate + step, by: 0, outwards: 0 };
        if !self.window.is_far(coordinate) {
            return [Some(inside), None];
        }
        let outwards = step * coordinate.signum();
        let by = Fixed::from(outwards) * self.slope(coordinate);
        [Some(Moved { to: coordinate, by, outwards }), (outwards < 0).then_some(inside)]
    }

    /// The states that stand for the White king gone by `step`.
    #[inline(always)]
    fn link_king(self, from: State, step: (i32, i32), links: &mut Vec<Link>) {
        let State { king, rook, .. } = from;
        if self.window.is_vague(king) {
            return self.link_vague_king(from, step, links);
        }
        let to = (king.0 + step.0, king.1 + step.1);
        if self.window.men_fit(to, rook) {
            links.push(Link { to: State { king: to, ..from }, by: 0, deeper: 0 });
        }
    }

    /// The same for a king beyond the window, who may be told to be in several places.
    #[inline(never)]
    fn link_vague_king(self, from: State, step: (i32, i32), links: &mut Vec<Link>) {
        let State { king, rook, .. } = from;
        for y in self.king_after(king.1, step.1).into_iter().flatten() {
            for x in self.king_after(king.0, step.0).into_iter().flatten() {
                let to = (x.to, y.to);
                if self.window.men_fit(to, rook) {
                    let deeper = if is_south(self.window, from) { y.outwards } else { 0 };
                    let to = State { king: to, ..from };
                    links.push(Link { to, by: x.by + y.by, deeper });
                }
            }
        }
    }

    /// Calls `each(links)` for the moves of the White king: the value of a move is the least
    /// (lower bound) or greatest (upper bound) over its links. Inwards, and aside towards the
    /// Black king's own row or column, he may always go.
    #[inline]
    pub(crate) fn king_moves(
        self,
        from: State,
        links: &mut Vec<Link>,
        mut each: impl FnMut(&[Link]),
    ) {
        let State { king, rook, .. } = from;
        let may = |&step: &_| self.window.edges == Edges::Far || self.king_may_step(from, step);
        for step in STEPS.into_iter().filter(may) {
            links.clear();
            if self.bound == Bound::Upper && self.may_meet(king, rook, step) {
                continue;
            }
            self.link_king(from, step, links);
            if !links.is_empty() {
                each(links);
            }
        }
        if self.bound == Bound::Upper && self.window.is_vague(king) {
            self.one_of_two(from, links);
            each(links);
        }
    }

    /// Whether a White king going by `step` may find the rook on his square.
    fn may_meet(self, king: Cell, rook: Cell, step: (i32, i32)) -> bool {
        let meets = |from: i32, step: i32, rook: i32| {
            self.king_after(from, step).into_iter().flatten().any(|moved| moved.to == rook)
        };
        meets(king.0, step.0, rook.0) && meets(king.1, step.1, rook.1)
    }

    /// Two moves inwards, of which White surely has one: the rook stands on one square at most.
    fn one_of_two(self, from: State, links: &mut Vec<Link>) {
        let king = from.king;
        let inwards = |c: i32| if self.window.is_far(c) { -c.signum() } else { 0 };
        let (dx, dy) = (inwards(king.0), inwards(king.1));
        let aside = |c: i32| if c > 0 { -1 } else { 1 };
        let other = match (dx, dy) {
            (0, _) => (aside(king.0), dy),
            (_, 0) => (dx, aside(king.1)),
            _ => (dx, 0),
        };
        links.clear();
        self.link_king(from, (dx, dy), links);
        self.link_king(from, other, links);
    }

    /// Which part of a line (0 or 1) the rook at `rook` can move on; the White king is at `along`
    /// on the line `across`. `None`: it may be that it cannot move on the line at all.
    #[inline]
    pub(crate) fn part(self, rook: i32, line: i32, along: i32, across: i32) -> Option<usize> {
        let vague = self.window.is_vague((along, across));
        if line != across || (vague && self.bound == Bound::Lower) {
            return Some(0);
        }
        (rook != along).then_some(usize::from(rook > along))
    }

    /// The least coordinate to which White may go on one axis when a man of hers stands at `man`;
    /// `None` if there is no limit.
    fn floor(self, class: i32, man: i32) -> Option<i32> {
        let edges = self.window.edges;
        match (edges.exactly(class), edges.at_least(class), self.bound) {
            (Some(distance), ..) => Some(-distance),
            (None, Some(distance), Bound::Upper) => Some((-distance).min(man)),
            _ => None,
        }
    }

    /// The least column and row to which the rook may go, wherever it is.
    pub(crate) fn rook_floor(self, room: Room, king: Cell) -> Cell {
        let floor = |class, man| self.floor(class, man).unwrap_or(-self.window.far());
        (floor(room.0, king.0), floor(room.1, king.1))
    }

    fn king_may_step(self, State { room, king, rook }: State, step: (i32, i32)) -> bool {
        let may = |class: i32, king: i32, rook: i32, step: i32| {
            step >= 0 || self.floor(class, king.min(rook)).is_none_or(|floor| king > floor)
        };
        may(room.0, king.0, rook.0, step.0) && may(room.1, king.1, rook.1, step.1)
    }
}

/// Whether the White king is south of the window.
pub(crate) fn is_south(window: Window, state: State) -> bool {
    state.king.1 < -window.reach
}

/// Calls `each` for the states from which a step of the Black king may lead to this one; some of
/// them may be none.
#[inline]
pub(crate) fn before_step(
    window: Window,
    to: State,
    (dx, dy): (i32, i32),
    mut each: impl FnMut(State),
) {
    for room in window.edges.rooms_before(to.room, (dx, dy)) {
        for y in before(window, to.king.1, dy) {
            for x in before(window, to.king.0, dx) {
                for v in before(window, to.rook.1, dy) {
                    for u in before(window, to.rook.0, dx) {
                        each(State { room, king: (x, y), rook: (u, v) });
                    }
                }
            }
        }
    }
}

/// The coordinates from which a step of the Black king may lead to this one.
#[inline]
fn before(window: Window, coordinate: i32, step: i32) -> impl Iterator<Item = i32> {
    let moved = Some(coordinate + step).filter(|c| c.abs() <= window.far());
    let stayed = (window.is_far(coordinate) && step != 0).then_some(coordinate);
    moved.into_iter().chain(stayed)
}

/// The coordinates from which a step of the White king may lead to this one.
#[inline]
pub(crate) fn nearby(window: Window, coordinate: i32) -> std::ops::RangeInclusive<i32> {
    (coordinate - 1).max(-window.far())..=(coordinate + 1).min(window.far())
}

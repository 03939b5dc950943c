//! The ground that bounds are computed on: the window, and one more square on each side of it for
//! either of White's men, which stands for *every* square beyond the window.
//!
//! A coordinate is an index: 0 is "far west" (south), `side - 1` "far east" (north), those between
//! are squares. A far White king has the wall of the nearest square beyond the window; each step
//! further on is worth a fixed slope more. Three things are not known of men who are far, and each
//! is decided against the side whose bound is computed ([`Rules`]):
//! * whether a far man comes into view when the Black king or he himself walks the right way;
//! * whether a far White king stands in the way of the rook;
//! * whether both of White's men stand on one square of the ground but on two of the board.
//!
//! Edges of the board are no matter of this module: a move leaves the Black king's room as it is
//! here, and `terrain` tells what it becomes.

use crate::echess::bounds::curve::{Fixed, ONE};
use crate::echess::rules::edges::Room;
use crate::echess::rules::space::STEPS;

/// What is computed; it decides how doubts are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// A lower bound: every doubt is decided for White.
    Lower,
    /// An upper bound: every doubt is decided for Black.
    Upper,
}

/// A square, or a strip or quarter of the board beyond the window.
pub(crate) type Place = (i32, i32);

/// The ground of a window under one of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// Half the width of the window.
    pub(crate) reach: i32,
    /// How doubts are settled.
    pub(crate) rules: Rules,
}

/// White's men as the Black king sees them, and his room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// How far the edges are.
    pub(crate) room: Room,
    /// The White king.
    pub(crate) king: Place,
    /// The rook.
    pub(crate) rook: Place,
}

impl State {
    /// The state on the other side of the diagonal, which has the same walls.
    pub(crate) fn reflected(self) -> Self {
        let swap = |(x, y): (i32, i32)| (y, x);
        State { room: swap(self.room), king: swap(self.king), rook: swap(self.rook) }
    }

    /// Whether the White king and the room are their own reflections.
    pub(crate) fn on_diagonal(self) -> bool {
        self.king.0 == self.king.1 && self.room.0 == self.room.1
    }

    /// Whether this is the one of two reflections whose walls are kept.
    pub(crate) fn is_kept(self) -> bool {
        (self.king.0, self.room.0) <= (self.king.1, self.room.1)
    }
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
pub(crate) enum Tread {
    /// The square is attacked, taken or next to the White king.
    Barred,
    /// The rook, unprotected.
    TakesRook,
    /// He may go there.
    Free,
}

/// Where one coordinate may be after a step, and what this adds.
#[derive(Clone, Copy, Debug)]
struct Axis {
    to: i32,
    by: Fixed,
    /// Steps further out, for a coordinate that was far and still is.
    outwards: i32,
}

/// One or two possibilities.
type Either<T> = [Option<T>; 2];

impl Ground {
    /// How many indices a coordinate has.
    pub(crate) fn side(self) -> i32 {
        2 * self.reach + 3
    }

    /// How many places there are.
    pub(crate) fn places(self) -> usize {
        (self.side() * self.side()) as usize
    }

    /// The place with a number.
    pub(crate) fn place(self, number: usize) -> Place {
        (number as i32 % self.side(), number as i32 / self.side())
    }

    /// The number of a place.
    pub(crate) fn number(self, (x, y): Place) -> usize {
        (y * self.side() + x) as usize
    }

    /// The Black king's place.
    pub(crate) fn centre(self) -> Place {
        (self.reach + 1, self.reach + 1)
    }

    /// Whether an index stands for everything beyond the window.
    pub(crate) fn is_far(self, index: i32) -> bool {
        index == 0 || index == self.side() - 1
    }

    fn is_vague(self, (x, y): Place) -> bool {
        self.is_far(x) || self.is_far(y)
    }

    /// Whether White's men can stand like this.
    pub(crate) fn is_state(self, king: Place, rook: Place) -> bool {
        let centre = self.centre();
        apart(king, centre) > 1 && rook != centre && (king != rook || self.is_vague(king))
    }

    /// Whether the rook attacks `target`, which is in view.
    pub(crate) fn attacks(self, king: Place, rook: Place, target: Place) -> bool {
        rook != target
            && ((rook.1 == target.1
                && !(king.1 == rook.1 && self.screens(rook.0, king.0, target.0)))
                || (rook.0 == target.0
                    && !(king.0 == rook.0 && self.screens(rook.1, king.1, target.1))))
    }

    /// Whether a king on the rook's line stands between it and `to`: surely for a lower bound,
    /// possibly for an upper one.
    fn screens(self, rook: i32, king: i32, to: i32) -> bool {
        let surely = rook.min(to) < king && king < rook.max(to);
        surely || (self.rules == Rules::Upper && king == rook)
    }

    /// What each step beyond the window is worth on the side of a far index. To the west and
    /// south, where the White king falls behind, a step is worth a point; ahead of the Black king
    /// it is worth at least nothing and at most half a point.
    fn slope(self, far: i32) -> Fixed {
        match self.rules {
            _ if far == 0 => ONE,
            Rules::Lower => 0,
            Rules::Upper => ONE / 2,
        }
    }

    /// One step of the Black king; the states that it may lead to are written into `links`.
    #[inline]
    pub(crate) fn black_step(
        self,
        from: State,
        (dx, dy): (i32, i32),
        links: &mut Vec<Link>,
    ) -> Tread {
        links.clear();
        let State { king, rook, .. } = from;
        let target = (self.centre().0 + dx, self.centre().1 + dy);
        if apart(king, target) <= 1 {
            return Tread::Barred;
        }
        if rook == target {
            // Next to the White king the rook is protected.
            return if apart(king, rook) > 1 { Tread::TakesRook } else { Tread::Barred };
        }
        if self.attacks(king, rook, target) {
            return Tread::Barred;
        }
        for v in self.rook_after(rook.1, dy).into_iter().flatten() {
            for u in self.rook_after(rook.0, dx).into_iter().flatten() {
                self.link_king(State { rook: (u, v), ..from }, (-dx, -dy), links);
            }
        }
        Tread::Free
    }

    /// Where a rook coordinate may be after the Black king has gone `step`.
    fn rook_after(self, index: i32, step: i32) -> Either<i32> {
        if !self.is_far(index) {
            return [Some(index - step), None];
        }
        let nearer = step == if index == 0 { -1 } else { 1 };
        [Some(index), nearer.then_some(index - step)]
    }

    /// Where a coordinate of the White king may be after a step of his, or a step the other way
    /// of the Black king.
    fn king_after(self, index: i32, step: i32) -> Either<Axis> {
        if !self.is_far(index) {
            return [Some(Axis { to: index + step, by: 0, outwards: 0 }), None];
        }
        let outwards = if index == 0 { -step } else { step };
        let beyond = Axis { to: index, by: Fixed::from(outwards) * self.slope(index), outwards };
        let inside = Axis { to: index + step, by: 0, outwards: 0 };
        [Some(beyond), (outwards < 0).then_some(inside)]
    }

    /// The states that stand for the White king gone by `step`.
    #[inline]
    fn link_king(self, from: State, step: (i32, i32), links: &mut Vec<Link>) {
        let State { king, rook, .. } = from;
        if !self.is_vague(king) {
            let to = (king.0 + step.0, king.1 + step.1);
            if self.is_state(to, rook) {
                links.push(Link { to: State { king: to, ..from }, by: 0, deeper: 0 });
            }
            return;
        }
        for y in self.king_after(king.1, step.1).into_iter().flatten() {
            for x in self.king_after(king.0, step.0).into_iter().flatten() {
                let to = (x.to, y.to);
                if self.is_state(to, rook) {
                    let deeper = if king.1 == 0 { y.outwards } else { 0 };
                    let to = State { king: to, ..from };
                    links.push(Link { to, by: x.by + y.by, deeper });
                }
            }
        }
    }

    /// Calls `each(links)` for the steps that the White king `may` make: the value of a step is the
    /// least (lower bound) or greatest (upper bound) over its links. Inwards, and aside towards the
    /// Black king's own row or column, he may always go.
    #[inline]
    pub(crate) fn king_moves(
        self,
        from: State,
        may: impl Fn((i32, i32)) -> bool,
        links: &mut Vec<Link>,
        mut each: impl FnMut(&[Link]),
    ) {
        let State { king, rook, .. } = from;
        for step in STEPS.into_iter().filter(|&step| may(step)) {
            links.clear();
            if self.rules == Rules::Upper && self.may_meet(king, rook, step) {
                continue;
            }
            self.link_king(from, step, links);
            if !links.is_empty() {
                each(links);
            }
        }
        if self.rules == Rules::Upper && self.is_vague(king) {
            self.one_of_two(from, links);
            each(links);
        }
    }

    /// Whether a White king going by `step` may find the rook on his square.
    fn may_meet(self, king: Place, rook: Place, step: (i32, i32)) -> bool {
        let meets = |from: i32, step: i32, rook: i32| {
            self.king_after(from, step).into_iter().flatten().any(|axis| axis.to == rook)
        };
        meets(king.0, step.0, rook.0) && meets(king.1, step.1, rook.1)
    }

    /// Two moves inwards, of which White surely has one: the rook stands on one square at most.
    fn one_of_two(self, from: State, links: &mut Vec<Link>) {
        let king = from.king;
        let inwards = |index: i32| match index {
            0 => 1,
            i if i == self.side() - 1 => -1,
            _ => 0,
        };
        let (dx, dy) = (inwards(king.0), inwards(king.1));
        let aside = |index: i32| if index > self.centre().0 { -1 } else { 1 };
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
    pub(crate) fn part(self, rook: i32, line: i32, along: i32, across: i32) -> Option<usize> {
        let vague = self.is_far(along) || self.is_far(across);
        if line != across || (vague && self.rules == Rules::Lower) {
            return Some(0);
        }
        (rook != along).then_some(usize::from(rook > along))
    }

    /// The indices from which a step of the Black king may lead to `index`.
    fn before(self, index: i32, step: i32) -> impl Iterator<Item = i32> {
        let moved = Some(index + step).filter(|i| (0..self.side()).contains(i));
        let stayed = (self.is_far(index) && step != 0).then_some(index);
        moved.into_iter().chain(stayed)
    }

    /// Calls `each` for the states from which a step of the Black king may lead to this one.
    #[inline]
    pub(crate) fn before_step(self, to: State, (dx, dy): (i32, i32), mut each: impl FnMut(State)) {
        for y in self.before(to.king.1, dy) {
            for x in self.before(to.king.0, dx) {
                for v in self.before(to.rook.1, dy) {
                    for u in self.before(to.rook.0, dx) {
                        each(State { king: (x, y), rook: (u, v), ..to });
                    }
                }
            }
        }
    }

    /// The indices from which a step of the White king may lead to `index`.
    pub(crate) fn nearby(self, index: i32) -> std::ops::RangeInclusive<i32> {
        (index - 1).max(0)..=(index + 1).min(self.side() - 1)
    }
}

/// King moves between two places.
fn apart(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

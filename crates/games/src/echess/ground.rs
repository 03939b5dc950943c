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

use super::curve::{Fixed, ONE};
use super::space::STEPS;

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

/// A follower: where White's men are, and what is added to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The White king.
    pub(crate) king: Place,
    /// The rook.
    pub(crate) rook: Place,
    /// What the steps beyond the window are worth by which the White king is further away now.
    pub(crate) by: Fixed,
    /// By how many rows a White king who was south of the window, and still is, is further south.
    pub(crate) deeper: i32,
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

    /// Calls `each(gain, links)` for each step of the Black king; the value of the step is the
    /// least (lower bound) or greatest (upper bound) over its links. Returns whether he can take
    /// the rook.
    pub(crate) fn black_steps(
        self,
        king: Place,
        rook: Place,
        links: &mut Vec<Link>,
        mut each: impl FnMut(i32, &[Link]),
    ) -> bool {
        let mut takes = false;
        let (x, y) = self.centre();
        for (dx, dy) in STEPS {
            let target = (x + dx, y + dy);
            if apart(king, target) <= 1 {
                continue;
            }
            if rook == target {
                // Next to the White king the rook is protected.
                takes |= apart(king, rook) > 1;
                continue;
            }
            if self.attacks(king, rook, target) {
                continue;
            }
            links.clear();
            for v in self.rook_after(rook.1, dy).into_iter().flatten() {
                for u in self.rook_after(rook.0, dx).into_iter().flatten() {
                    self.link_king(king, (-dx, -dy), (u, v), links);
                }
            }
            if !links.is_empty() {
                each(dx + dy, links);
            }
        }
        takes
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

    /// The states that stand for the White king gone from `king` by `step`.
    fn link_king(self, king: Place, step: (i32, i32), rook: Place, links: &mut Vec<Link>) {
        for y in self.king_after(king.1, step.1).into_iter().flatten() {
            for x in self.king_after(king.0, step.0).into_iter().flatten() {
                let to = (x.to, y.to);
                if self.is_state(to, rook) {
                    let deeper = if king.1 == 0 { y.outwards } else { 0 };
                    links.push(Link { king: to, rook, by: x.by + y.by, deeper });
                }
            }
        }
    }

    /// Calls `each(links)` for the moves of the White king: the value of a move is the least
    /// (lower bound) or greatest (upper bound) over its links.
    pub(crate) fn king_moves(
        self,
        king: Place,
        rook: Place,
        links: &mut Vec<Link>,
        mut each: impl FnMut(&[Link]),
    ) {
        for step in STEPS {
            links.clear();
            if self.rules == Rules::Upper && self.may_meet(king, rook, step) {
                continue;
            }
            self.link_king(king, step, rook, links);
            if !links.is_empty() {
                each(links);
            }
        }
        if self.rules == Rules::Upper && self.is_vague(king) {
            self.one_of_two(king, rook, links);
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
    fn one_of_two(self, king: Place, rook: Place, links: &mut Vec<Link>) {
        let inwards = |index: i32| match index {
            0 => 1,
            i if i == self.side() - 1 => -1,
            _ => 0,
        };
        let (dx, dy) = (inwards(king.0), inwards(king.1));
        let aside = |index: i32| if index > self.reach { -1 } else { 1 };
        let other = match (dx, dy) {
            (0, _) => (aside(king.0), dy),
            (_, 0) => (dx, aside(king.1)),
            _ => (dx, 0),
        };
        links.clear();
        self.link_king(king, (dx, dy), rook, links);
        self.link_king(king, other, rook, links);
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
    pub(crate) fn before(self, index: i32, step: i32) -> impl Iterator<Item = i32> {
        let moved = Some(index + step).filter(|i| (0..self.side()).contains(i));
        let stayed = (self.is_far(index) && step != 0).then_some(index);
        moved.into_iter().chain(stayed)
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

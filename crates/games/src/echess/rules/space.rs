//! The positions of a window as the Black king sees them, how they are numbered, and the moves
//! whose outcome is certain. What stands in for everything outside the window is told in `ground`.

use crate::echess::rules::edges::{Edges, Room};

/// The eight king steps.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(1, 1), (0, 1), (1, 0), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)];

/// A rook coordinate beyond the window: far on one side. As a distance to an edge: uncounted.
const FAR: i32 = 1 << 20;

/// The men as seen from the Black king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// The White king.
    pub(crate) king: (i32, i32),
    /// The rook; a far coordinate is `±FAR`.
    pub(crate) rook: (i32, i32),
    /// How many columns and rows there are behind the Black king; means nothing on the open board.
    pub(crate) behind: (i32, i32),
}

/// The positions of a window: the White king within `reach` squares of the Black king in both
/// coordinates, the rook there or far, and the Black king's room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// Half the width of the window.
    pub(crate) reach: i32,
    /// Where the edges are.
    pub(crate) edges: Edges,
}

/// The coordinates that White's men have on one axis.
#[derive(Clone, Copy)]
struct Axis {
    /// The least one that the White king has.
    least: i32,
    /// How many the White king has.
    kings: usize,
    /// The least index of the rook's; the index of a far one is 0 or the last.
    first: i32,
    /// How many the rook has.
    rooks: usize,
}

impl Space {
    /// How many states there are.
    pub(crate) fn len(self) -> usize {
        let all = self.states_before(self.edges.classes());
        all * all
    }

    /// On one axis: the pairs of coordinates in all classes before this one.
    fn states_before(self, class: i32) -> usize {
        (0..class).map(|class| self.axis(class)).map(|axis| axis.kings * axis.rooks).sum()
    }

    /// What White's men have in a class of distances to the edge.
    fn axis(self, class: i32) -> Axis {
        let side = self.rook_side();
        let (least, first) = match self.edges.exactly(class) {
            Some(distance) => (-distance, self.reach + 1 - distance),
            None => (-self.reach, 0),
        };
        Axis {
            least,
            kings: (self.reach - least + 1) as usize,
            first,
            rooks: (side - first) as usize,
        }
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

    /// The room of these men.
    pub(crate) fn room(self, men: Men) -> Room {
        (self.edges.class(men.behind.0), self.edges.class(men.behind.1))
    }

    /// The state of these men; the White king must be in the window.
    pub(crate) fn index(self, men: Men) -> usize {
        let room = self.room(men);
        let (x, y) = (self.axis(room.0), self.axis(room.1));
        let row = self.states_before(self.edges.classes());
        let rooms_before =
            self.states_before(room.1) * row + y.kings * y.rooks * self.states_before(room.0);
        let king = (men.king.1 - y.least) as usize * x.kings + (men.king.0 - x.least) as usize;
        let (u, v) = (self.rook_index(men.rook.0), self.rook_index(men.rook.1));
        let rook = (v - y.first) as usize * x.rooks + (u - x.first) as usize;
        rooms_before + king * x.rooks * y.rooks + rook
    }

    /// The men of a state.
    pub(crate) fn men(self, state: usize) -> Men {
        let classes = || (0..self.edges.classes()).rev();
        let row = self.states_before(self.edges.classes());
        let below = classes().find(|&class| self.states_before(class) * row <= state).unwrap_or(0);
        let (y, state) = (self.axis(below), state - self.states_before(below) * row);
        let each = y.kings * y.rooks;
        let west = classes().find(|&class| self.states_before(class) * each <= state).unwrap_or(0);
        let (x, state) = (self.axis(west), state - self.states_before(west) * each);
        let (king, rook) = (state / (x.rooks * y.rooks), state % (x.rooks * y.rooks));
        let behind = |class: i32| self.edges.exactly(class).unwrap_or(FAR);
        Men {
            king: ((king % x.kings) as i32 + x.least, (king / x.kings) as i32 + y.least),
            rook: (
                self.rook_coordinate((rook % x.rooks) as i32 + x.first),
                self.rook_coordinate((rook / x.rooks) as i32 + y.first),
            ),
            behind: (behind(west), behind(below)),
        }
    }

    /// A square for the Black king from which he sees these men: on the open board the origin.
    pub(crate) fn home(self, men: Men) -> (i32, i32) {
        let at = |behind: i32, king: i32, rook: i32| {
            let seen = |c: i32| if c.abs() <= self.reach { -c } else { 0 };
            let class = self.edges.class(behind);
            match (self.edges.exactly(class), self.edges.at_least(class)) {
                (Some(distance), _) => distance,
                (None, Some(least)) => least.max(seen(king)).max(seen(rook)),
                (None, None) => 0,
            }
        };
        (at(men.behind.0, men.king.0, men.rook.0), at(men.behind.1, men.king.1, men.rook.1))
    }

    /// The men of a state with each of the distances to the edges that make a difference to Black's
    /// steps: as they are, and as near as they can be.
    pub(crate) fn distances(self, men: Men) -> impl Iterator<Item = Men> {
        let home = self.home(men);
        let ways = move |behind: i32, near: i32| {
            let other = (self.edges != Edges::Far && near != behind).then_some(near);
            [Some(behind), other].into_iter().flatten()
        };
        let columns = ways(men.behind.0, home.0);
        columns.flat_map(move |west| {
            ways(men.behind.1, home.1).map(move |south| Men { behind: (west, south), ..men })
        })
    }

    /// Whether the board has a coordinate of White's men so far from the Black king.
    fn has(self, coordinate: i32, behind: i32) -> bool {
        self.edges == Edges::Far
            || if coordinate < -self.reach { behind > self.reach } else { coordinate >= -behind }
    }

    /// Whether the White king is in the window.
    pub(crate) fn holds(self, king: (i32, i32)) -> bool {
        distance(king, (0, 0)) <= self.reach
    }

    /// Whether both coordinates of the rook are in the window.
    pub(crate) fn sees(self, rook: (i32, i32)) -> bool {
        distance(rook, (0, 0)) <= self.reach
    }

    /// Whether a state is a position.
    pub(crate) fn is_position(self, men: Men) -> bool {
        distance(men.king, (0, 0)) > 1 && men.rook != (0, 0) && men.king != men.rook
    }

    /// Black's steps that keep the White king in the window and the rook where it is known to be:
    /// points gained, men after it.
    pub(crate) fn black_steps(self, men: Men) -> Vec<(i32, Men)> {
        self.steps(men, |coordinate, step| self.rook_after(coordinate, step))
    }

    /// The same, but a rook beyond the window stays there: it is as far away as White likes.
    pub(crate) fn black_steps_from_afar(self, men: Men) -> Vec<(i32, Men)> {
        self.steps(men, |coordinate, step| self.rook_after(coordinate, step).or(Some(coordinate)))
    }

    fn steps(self, men: Men, rook_after: impl Fn(i32, i32) -> Option<i32>) -> Vec<(i32, Men)> {
        let safe = |&(dx, dy): &(i32, i32)| {
            let to = (dx, dy);
            self.has(dx, men.behind.0)
                && self.has(dy, men.behind.1)
                && distance(men.king, to) > 1
                && men.rook != to
                && !attacks(men, to)
        };
        let after = |(dx, dy): (i32, i32)| {
            let king = (men.king.0 - dx, men.king.1 - dy);
            let rook = (rook_after(men.rook.0, dx)?, rook_after(men.rook.1, dy)?);
            let behind = (behind_after(men.behind.0, dx), behind_after(men.behind.1, dy));
            self.holds(king).then_some((dx + dy, Men { king, rook, behind }))
        };
        STEPS.into_iter().filter(safe).filter_map(after).collect()
    }

    /// Where a rook coordinate is after the Black king has gone `step`, if that is certain.
    fn rook_after(self, coordinate: i32, step: i32) -> Option<i32> {
        if coordinate.abs() == FAR {
            return (step != coordinate.signum()).then_some(coordinate);
        }
        let moved = coordinate - step;
        Some(if moved.abs() > self.reach { FAR * moved.signum() } else { moved })
    }

    /// White's moves that keep her king in the window; none if she can take the Black king.
    pub(crate) fn white_moves(self, men: Men) -> Vec<Men> {
        if attacks(men, (0, 0)) {
            return Vec::new();
        }
        let kings = STEPS.into_iter().map(|(dx, dy)| (men.king.0 + dx, men.king.1 + dy));
        let on_board = |(x, y): (i32, i32)| self.has(x, men.behind.0) && self.has(y, men.behind.1);
        let kings = kings.filter(|&king| self.holds(king) && on_board(king));
        let mut moves: Vec<Men> = kings.map(|king| Men { king, ..men }).collect();
        let ((x, y), (u, v)) = (men.king, men.rook);
        for to in (0..self.rook_side()).map(|index| self.rook_coordinate(index)) {
            let passes = |from: i32, along: i32| from.min(to) < along && along < from.max(to);
            if to != u && !(y == v && passes(u, x)) {
                moves.push(Men { rook: (to, v), ..men });
            }
            if to != v && !(x == u && passes(v, y)) {
                moves.push(Men { rook: (u, to), ..men });
            }
        }
        moves.retain(|&next| self.is_position(next) && on_board(next.rook));
        moves
    }
}

/// How much there is behind the Black king after he has gone `step`.
fn behind_after(behind: i32, step: i32) -> i32 {
    if behind == FAR { FAR } else { behind + step }
}

/// Whether the rook attacks `target`.
pub(crate) fn attacks(men: Men, target: (i32, i32)) -> bool {
    let between = |a: i32, b: i32, c: i32| a.min(c) < b && b < a.max(c);
    let ((x, y), (u, v)) = (men.king, men.rook);
    men.rook != target
        && ((v == target.1 && !(y == v && between(u, x, target.0)))
            || (u == target.0 && !(x == u && between(v, y, target.1))))
}

/// King moves between two squares.
pub(crate) fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_own_number() {
        for edges in [Edges::Far, Edges::Counted(1), Edges::Counted(3)] {
            let space = Space { reach: 3, edges };
            for state in 0..space.len() {
                assert_eq!(space.index(space.men(state)), state);
            }
        }
        assert_eq!(Space { reach: 14, edges: Edges::Far }.len(), 808_201);
    }

    #[test]
    fn the_king_stands_in_the_rooks_way() {
        let behind = Men { king: (2, 1), rook: (4, 1), behind: (0, 0) };
        assert!(attacks(behind, (3, 1)) && !attacks(behind, (1, 1)));
        assert!(attacks(behind, (4, -7)) && !attacks(behind, (4, 1)));
        let space = Space { reach: 6, edges: Edges::Far };
        let moves = space.white_moves(behind);
        assert!(moves.contains(&Men { rook: (3, 1), ..behind }));
        assert!(!moves.iter().any(|next| next.rook.1 == 1 && next.rook.0 < 2));
    }
}

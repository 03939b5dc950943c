//! The positions of a window as the Black king sees them, how they are numbered, and the moves
//! whose outcome is certain. What stands in for everything outside the window is told in `ground`.

/// The eight king steps.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(1, 1), (0, 1), (1, 0), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)];

/// A rook coordinate beyond the window: far on one side.
const FAR: i32 = 1 << 20;

/// The men as seen from the Black king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// The White king.
    pub(crate) king: (i32, i32),
    /// The rook; a far coordinate is `±FAR`.
    pub(crate) rook: (i32, i32),
}

/// The positions of a window: the White king within `reach` squares of the Black king in both
/// coordinates, the rook there or far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// Half the width of the window.
    pub(crate) reach: i32,
}

impl Space {
    /// How many states there are.
    pub(crate) fn len(self) -> usize {
        let side = (2 * self.reach + 1) as usize;
        side * side * self.rooks()
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
        let safe = |&(dx, dy): &(i32, i32)| {
            let to = (dx, dy);
            distance(men.king, to) > 1 && men.rook != to && !attacks(men, to)
        };
        let after = |(dx, dy): (i32, i32)| {
            let king = (men.king.0 - dx, men.king.1 - dy);
            let rook = (self.rook_after(men.rook.0, dx)?, self.rook_after(men.rook.1, dy)?);
            self.holds(king).then_some((dx + dy, Men { king, rook }))
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
        let mut moves: Vec<Men> =
            kings.filter(|&king| self.holds(king)).map(|king| Men { king, ..men }).collect();
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
        moves.retain(|&next| self.is_position(next));
        moves
    }
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
        let space = Space { reach: 3 };
        for state in 0..space.len() {
            assert_eq!(space.index(space.men(state)), state);
        }
        assert_eq!(Space { reach: 14 }.len(), 808_201);
    }

    #[test]
    fn the_king_stands_in_the_rooks_way() {
        let behind = Men { king: (2, 1), rook: (4, 1) };
        assert!(attacks(behind, (3, 1)) && !attacks(behind, (1, 1)));
        assert!(attacks(behind, (4, -7)) && !attacks(behind, (4, 1)));
        let space = Space { reach: 6 };
        let moves = space.white_moves(behind);
        assert!(moves.contains(&Men { rook: (3, 1), ..behind }));
        assert!(!moves.iter().any(|next| next.rook.1 == 1 && next.rook.0 < 2));
    }
}

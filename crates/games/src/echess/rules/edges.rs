//! The edges of the board: how far the Black king stands from them, as far as it is counted.
//!
//! On the corner board the distance to the west and to the south edge is part of a state. It is
//! counted up to a number `most`; that class stands for *every* distance from there on, and what is
//! not known in it is decided like the other doubts of `bounds::window_moves`. On the open board there is one
//! class, and no edge.

use super::position::Board;

/// The classes of the distances to the west and to the south edge.
pub(crate) type Room = (i32, i32);

/// Where the edges are, and how far they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    /// Too far away to matter.
    Far,
    /// West of column 0 and south of row 0; the last class is "this far or further".
    Counted(i32),
}

/// How far the corner's edges are counted. White's men have no business further behind the Black
/// king than that, so more changes next to nothing.
const COUNTED: i32 = 2;

impl Edges {
    /// The edges of a board.
    pub(crate) fn of(board: Board) -> Self {
        match board {
            Board::Open => Edges::Far,
            Board::Corner => Edges::Counted(COUNTED),
        }
    }

    /// The board.
    pub(crate) fn board(self) -> Board {
        match self {
            Edges::Far => Board::Open,
            Edges::Counted(_) => Board::Corner,
        }
    }

    /// How many classes a distance has.
    pub(crate) fn classes(self) -> i32 {
        self.last() + 1
    }

    fn last(self) -> i32 {
        match self {
            Edges::Far => 0,
            Edges::Counted(most) => most,
        }
    }

    /// All rooms.
    pub(crate) fn rooms(self) -> impl Iterator<Item = Room> {
        let classes = self.classes();
        (0..classes).flat_map(move |y| (0..classes).map(move |x| (x, y)))
    }

    /// The number of a room.
    #[inline]
    pub(crate) fn number(self, (x, y): Room) -> usize {
        (y * self.classes() + x) as usize
    }

    /// The room with a number.
    pub(crate) fn room(self, number: usize) -> Room {
        (number as i32 % self.classes(), number as i32 / self.classes())
    }

    /// The class of a distance.
    pub(crate) fn class(self, distance: i32) -> i32 {
        distance.clamp(0, self.last())
    }

    /// The distance that a class stands for, if it is only one.
    pub(crate) fn exactly(self, class: i32) -> Option<i32> {
        (class < self.last()).then_some(class)
    }

    /// The distance that a class has at least, if there is an edge.
    pub(crate) fn at_least(self, class: i32) -> Option<i32> {
        (self != Edges::Far).then_some(class)
    }

    /// The classes that a distance may have after the Black king has gone `step`; none if there is
    /// no square.
    pub(crate) fn after(self, class: i32, step: i32) -> [Option<i32>; 2] {
        match self {
            Edges::Far => [Some(0), None],
            Edges::Counted(most) if class == most && step < 0 => [Some(most), Some(most - 1)],
            Edges::Counted(most) => {
                let to = class + step;
                [(to >= 0).then_some(to.min(most)), None]
            }
        }
    }

    /// The rooms that the Black king may have after a step.
    pub(crate) fn rooms_after(
        self,
        room: Room,
        (dx, dy): (i32, i32),
    ) -> impl Iterator<Item = Room> {
        pairs(self.after(room.0, dx), self.after(room.1, dy))
    }

    /// The classes from which a step may lead to `class`.
    fn before(self, class: i32, step: i32) -> [Option<i32>; 2] {
        let Edges::Counted(most) = self else { return [Some(0), None] };
        let from = class - step;
        let stayed = (class == most && step > 0).then_some(most);
        // Towards the edge the last class may lead to itself, or to the one before it.
        let moved = if class == most { most } else { from };
        match step {
            0 => [Some(class), None],
            1.. => [(from >= 0).then_some(from), stayed],
            ..0 => [Some(moved), None],
        }
    }

    /// The rooms from which a step of the Black king may lead to this one.
    #[inline]
    pub(crate) fn rooms_before(
        self,
        room: Room,
        (dx, dy): (i32, i32),
    ) -> impl Iterator<Item = Room> {
        pairs(self.before(room.0, dx), self.before(room.1, dy))
    }
}

/// The rooms with one of these columns and one of these rows.
#[inline]
fn pairs(columns: [Option<i32>; 2], rows: [Option<i32>; 2]) -> impl Iterator<Item = Room> {
    let rows = rows.into_iter().flatten();
    rows.flat_map(move |y| columns.into_iter().flatten().map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_a_class_is_before_it() {
        for edges in [Edges::Far, Edges::Counted(1), Edges::Counted(2), Edges::Counted(4)] {
            for step in -1..=1 {
                for class in 0..edges.classes() {
                    let leads = |from: &i32| edges.after(*from, step).contains(&Some(class));
                    let plain: Vec<i32> = (0..edges.classes()).filter(leads).collect();
                    let found: Vec<i32> = edges.before(class, step).into_iter().flatten().collect();
                    assert_eq!(found, plain, "{edges:?}, class {class}, step {step}");
                }
            }
        }
    }
}

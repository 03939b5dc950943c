//! The geometry of a window: what the Black king sees of White's men from where he stands.
//!
//! Coordinates are counted from the Black king. Those from `-reach` to `reach` are squares; one more
//! on each side, `reach + 1` away, is *far*: it stands for every square beyond the window. How far
//! the board's edges are is told by the Black king's [`Room`]. A [`State`] is all this together; a
//! position has one state, a state with something far stands for many positions.

use super::edges::{Edges, Room};
use super::position::{Board, Position, Square};

/// The eight king steps.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(1, 1), (0, 1), (1, 0), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)];

/// Where the Black king sees a man: a square, or a strip or quarter of the board beyond the window.
pub(crate) type Cell = (i32, i32);

/// The squares around the Black king that are told apart, and the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Half the width of the window.
    pub(crate) reach: i32,
    /// Where the edges are.
    pub(crate) edges: Edges,
}

/// White's men as the Black king sees them, and his room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// How far the edges are.
    pub(crate) room: Room,
    /// The White king.
    pub(crate) king: Cell,
    /// The rook.
    pub(crate) rook: Cell,
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

impl Window {
    /// A window on a board.
    pub(crate) fn new(board: Board, reach: u64) -> Self {
        Window { reach: reach as i32, edges: Edges::of(board) }
    }

    /// The far coordinate in the east and north; in the west and south it is the negative of it.
    pub(crate) fn far(self) -> i32 {
        self.reach + 1
    }

    /// Whether a coordinate stands for everything beyond the window on its side.
    #[inline]
    pub(crate) fn is_far(self, coordinate: i32) -> bool {
        coordinate.abs() > self.reach
    }

    /// Whether a cell is more than one square.
    #[inline]
    pub(crate) fn is_vague(self, (x, y): Cell) -> bool {
        self.is_far(x) || self.is_far(y)
    }

    /// How many coordinates there are on an axis.
    pub(crate) fn side(self) -> i32 {
        2 * self.reach + 3
    }

    /// All coordinates of an axis.
    pub(crate) fn coordinates(self) -> std::ops::RangeInclusive<i32> {
        -self.far()..=self.far()
    }

    /// How many cells there are.
    pub(crate) fn cells(self) -> usize {
        (self.side() * self.side()) as usize
    }

    /// The cell with a number.
    #[inline]
    pub(crate) fn cell(self, number: usize) -> Cell {
        (number as i32 % self.side() - self.far(), number as i32 / self.side() - self.far())
    }

    /// The number of a cell.
    #[inline]
    pub(crate) fn number(self, (x, y): Cell) -> usize {
        ((y + self.far()) * self.side() + x + self.far()) as usize
    }

    /// Every cell of the White king in every room.
    pub(crate) fn king_cells(self) -> impl Iterator<Item = (Room, Cell)> {
        let cells = move || (0..self.cells()).map(move |number| self.cell(number));
        self.edges.rooms().flat_map(move |room| cells().map(move |king| (room, king)))
    }

    /// The number of a cell of the White king in a room.
    #[inline]
    pub(crate) fn king_number(self, room: Room, king: Cell) -> usize {
        self.edges.number(room) * self.cells() + self.number(king)
    }

    /// Whether a room has a cell: not one that is surely off the board.
    pub(crate) fn has(self, room: Room, cell: Cell) -> bool {
        let on = |class: i32, coordinate: i32| match self.edges.exactly(class) {
            Some(distance) => coordinate >= -distance,
            None => true,
        };
        on(room.0, cell.0) && on(room.1, cell.1)
    }

    /// Whether White's men can be on these cells of a board without edges.
    #[inline]
    pub(crate) fn men_fit(self, king: Cell, rook: Cell) -> bool {
        distance(king, (0, 0)) > 1 && rook != (0, 0) && (king != rook || self.is_vague(king))
    }

    /// Whether White's men can stand like this.
    pub(crate) fn is_state(self, State { room, king, rook }: State) -> bool {
        self.men_fit(king, rook) && self.has(room, king) && self.has(room, rook)
    }

    /// The state of a position.
    pub(crate) fn state_of(self, position: &Position) -> State {
        let Square { x, y } = position.black_king;
        let coordinate = |c: i32| c.clamp(-self.far(), self.far());
        let cell = |square: Square| (coordinate(square.x - x), coordinate(square.y - y));
        State {
            room: (self.edges.class(x), self.edges.class(y)),
            king: cell(position.white_king),
            rook: cell(position.rook),
        }
    }

    /// The position of a state whose men are all in view; on the open board the Black king is on
    /// (0, 0), in the corner as near to the edges as he can be.
    pub(crate) fn position(self, state: State) -> Position {
        let at = |class: i32, king: i32, rook: i32| match (
            self.edges.exactly(class),
            self.edges.at_least(class),
        ) {
            (Some(distance), _) => distance,
            (None, Some(least)) => least.max(-king).max(-rook),
            (None, None) => 0,
        };
        let black_king = Square::new(
            at(state.room.0, state.king.0, state.rook.0),
            at(state.room.1, state.king.1, state.rook.1),
        );
        let white_king = black_king.by(state.king);
        Position { black_king, white_king, rook: black_king.by(state.rook) }
    }

    /// Positions of a state that between them have every follower that a position of it can have:
    /// where a distance to an edge is not counted, one as near to it and one far away from it.
    pub(crate) fn positions(self, state: State) -> impl Iterator<Item = Position> {
        const FAR_FROM_THE_EDGE: i32 = 1000;
        let nearest = self.position(state);
        let shifts = move |class: i32| {
            let uncounted = self.edges != Edges::Far && self.edges.exactly(class).is_none();
            [Some(0), uncounted.then_some(FAR_FROM_THE_EDGE)].into_iter().flatten()
        };
        shifts(state.room.0).flat_map(move |x| {
            shifts(state.room.1).map(move |y| Position {
                black_king: nearest.black_king.by((x, y)),
                white_king: nearest.white_king.by((x, y)),
                rook: nearest.rook.by((x, y)),
            })
        })
    }

    /// Whether the window holds a man as seen from the Black king.
    pub(crate) fn sees(self, position: &Position, man: Square) -> bool {
        let Square { x, y } = position.black_king;
        distance((man.x, man.y), (x, y)) <= self.reach
    }
}

/// King moves between two squares or cells.
#[inline]
pub(crate) fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

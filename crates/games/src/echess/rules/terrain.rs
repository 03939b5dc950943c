//! A ground with edges: the moves of a room. What stands in for the squares beyond the window is
//! told in `ground`, how distances to the edges are counted in `edges`.
//!
//! In a room whose distances are known exactly the men move as on the corner board. Where a
//! distance is only known to be at least `most`, doubts are decided against the side whose bound is
//! computed:
//! * after a Black step towards the edge he may be in either class;
//! * for a lower bound White may go wherever she could on the open board; for an upper bound she goes
//!   only to squares that are surely there: no further than `most` behind the Black king, and no
//!   further than where one of her men stands.

use crate::echess::rules::edges::{Edges, Room};
use crate::echess::rules::ground::{Ground, Link, Place, Rules, State, Tread};
use crate::echess::rules::space::STEPS;

/// The ground and the edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terrain {
    /// The window and what is beyond it.
    pub(crate) ground: Ground,
    /// Where the edges are.
    pub(crate) edges: Edges,
}

impl Terrain {
    /// All places of the White king in all rooms.
    pub(crate) fn seats(self) -> impl Iterator<Item = (Room, Place)> {
        let ground = self.ground;
        let places = move || (0..ground.places()).map(move |number| ground.place(number));
        self.edges.rooms().flat_map(move |room| places().map(move |king| (room, king)))
    }

    /// The number of a place of the White king in a room.
    #[inline]
    pub(crate) fn seat(self, room: Room, king: Place) -> usize {
        let king = self.ground.number(king);
        match self.edges {
            Edges::Far => king,
            edges => edges.number(room) * self.ground.places() + king,
        }
    }

    /// Whether a room has a place: not one that is surely off the board.
    pub(crate) fn holds(self, room: Room, place: Place) -> bool {
        let on = |class: i32, index: i32| match self.edges.exactly(class) {
            Some(distance) => index >= self.ground.centre().0 - distance,
            None => true,
        };
        on(room.0, place.0) && on(room.1, place.1)
    }

    /// Whether White's men can stand like this.
    pub(crate) fn is_state(self, State { room, king, rook }: State) -> bool {
        self.ground.is_state(king, rook) && self.holds(room, king) && self.holds(room, rook)
    }

    /// The least index to which White may go on one axis when a man of hers stands at `man`;
    /// `None` if there is no limit.
    fn floor(self, class: i32, man: i32) -> Option<i32> {
        let centre = self.ground.centre().0;
        match (self.edges.exactly(class), self.edges.at_least(class), self.ground.rules) {
            (Some(distance), ..) => Some(centre - distance),
            (None, Some(distance), Rules::Upper) => Some((centre - distance).min(man)),
            _ => None,
        }
    }

    /// The least place to which the rook may go, whatever its own place.
    pub(crate) fn rook_floor(self, room: Room, king: Place) -> Place {
        let floor = |class, man| self.floor(class, man).unwrap_or(0);
        (floor(room.0, king.0), floor(room.1, king.1))
    }

    fn king_may_step(self, State { room, king, rook }: State, step: (i32, i32)) -> bool {
        let may = |class: i32, king: i32, rook: i32, step: i32| {
            step >= 0 || self.floor(class, king.min(rook)).is_none_or(|floor| king > floor)
        };
        may(room.0, king.0, rook.0, step.0) && may(room.1, king.1, rook.1, step.1)
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
        let mut takes = false;
        for step in STEPS {
            match self.ground.black_step(from, step, links) {
                Tread::Barred => continue,
                Tread::TakesRook => {
                    takes |= self.edges.rooms_after(from.room, step).next().is_some();
                    continue;
                }
                Tread::Free if self.edges != Edges::Far => self.change_room(from.room, step, links),
                Tread::Free => {}
            }
            if !links.is_empty() {
                each(step.0 + step.1, links);
            }
        }
        takes
    }

    /// Puts the states that a Black step leads to into the rooms that it may lead to.
    fn change_room(self, room: Room, step: (i32, i32), links: &mut Vec<Link>) {
        let before = links.len();
        for room in self.edges.rooms_after(room, step) {
            for at in 0..before {
                let link = links[at];
                let to = State { room, ..link.to };
                if self.is_state(to) {
                    links.push(Link { to, ..link });
                }
            }
        }
        links.drain(..before);
    }

    /// Calls `each(links)` for the moves of the White king: the value of a move is the least
    /// (lower bound) or greatest (upper bound) over its links.
    #[inline]
    pub(crate) fn king_moves(self, from: State, links: &mut Vec<Link>, each: impl FnMut(&[Link])) {
        let may = |step| self.edges == Edges::Far || self.king_may_step(from, step);
        self.ground.king_moves(from, may, links, each);
    }

    /// Calls `each` for the states from which a step of the Black king may lead to this one; some
    /// of them may be none.
    #[inline]
    pub(crate) fn before_step(self, to: State, step: (i32, i32), mut each: impl FnMut(State)) {
        if self.edges == Edges::Far {
            return self.ground.before_step(to, step, each);
        }
        for room in self.edges.rooms_before(to.room, step) {
            self.ground.before_step(State { room, ..to }, step, &mut each);
        }
    }
}

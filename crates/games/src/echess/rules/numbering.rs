//! How the states of a window that answers are kept for are numbered: those with the White king in
//! the window and the rook there or far. Files have the walls in this order.

use super::window::{State, Window};

/// The coordinates that White's men have on one axis.
#[derive(Clone, Copy)]
struct Axis {
    /// The least one that the White king has.
    king: i32,
    /// How many the White king has.
    kings: usize,
    /// The least one that the rook has.
    rook: i32,
    /// How many the rook has.
    rooks: usize,
}

impl Window {
    /// How many states there are.
    pub(crate) fn len(self) -> usize {
        let all = self.pairs_before(self.edges.classes());
        all * all
    }

    /// On one axis: the pairs of coordinates in all classes of distances before this one.
    fn pairs_before(self, class: i32) -> usize {
        (0..class).map(|class| self.axis(class)).map(|axis| axis.kings * axis.rooks).sum()
    }

    /// What White's men have in a class of distances to the edge.
    fn axis(self, class: i32) -> Axis {
        let (king, rook) = match self.edges.exactly(class) {
            Some(distance) => (-distance, -distance),
            None => (-self.reach, -self.far()),
        };
        let (kings, rooks) = ((self.reach - king + 1) as usize, (self.far() - rook + 1) as usize);
        Axis { king, kings, rook, rooks }
    }

    /// The number of a state.
    pub(crate) fn index(self, State { room, king, rook }: State) -> usize {
        let (x, y) = (self.axis(room.0), self.axis(room.1));
        let all = self.pairs_before(self.edges.classes());
        let before =
            self.pairs_before(room.1) * all + y.kings * y.rooks * self.pairs_before(room.0);
        let king = (king.1 - y.king) as usize * x.kings + (king.0 - x.king) as usize;
        let rook = (rook.1 - y.rook) as usize * x.rooks + (rook.0 - x.rook) as usize;
        before + king * x.rooks * y.rooks + rook
    }

    /// The state with a number; its men may be on cells that they cannot share.
    pub(crate) fn state(self, index: usize) -> State {
        let classes = || (0..self.edges.classes()).rev();
        let all = self.pairs_before(self.edges.classes());
        let below = classes().find(|&class| self.pairs_before(class) * all <= index).unwrap_or(0);
        let (y, index) = (self.axis(below), index - self.pairs_before(below) * all);
        let each = y.kings * y.rooks;
        let west = classes().find(|&class| self.pairs_before(class) * each <= index).unwrap_or(0);
        let (x, index) = (self.axis(west), index - self.pairs_before(west) * each);
        let (king, rook) = (index / (x.rooks * y.rooks), index % (x.rooks * y.rooks));
        State {
            room: (west, below),
            king: ((king % x.kings) as i32 + x.king, (king / x.kings) as i32 + y.king),
            rook: ((rook % x.rooks) as i32 + x.rook, (rook / x.rooks) as i32 + y.rook),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::rules::{Board, Edges};

    #[test]
    fn every_state_has_its_own_number() {
        for edges in [Edges::Far, Edges::Counted(1), Edges::Counted(3)] {
            let window = Window { reach: 3, edges };
            for index in 0..window.len() {
                assert_eq!(window.index(window.state(index)), index);
            }
        }
        assert_eq!(Window::new(Board::Open, 14).len(), 808_201);
    }

    #[test]
    fn a_state_in_view_has_a_position_on_the_board() {
        for board in [Board::Open, Board::Corner] {
            let window = Window::new(board, 6);
            let states = (0..window.len()).map(|index| window.state(index));
            for state in states.filter(|&s| window.is_state(s) && !window.is_vague(s.rook)) {
                for position in window.positions(state) {
                    assert_eq!(window.state_of(&position.on(board).unwrap()), state);
                }
            }
        }
    }
}

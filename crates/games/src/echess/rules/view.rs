//! A position and what follows it as a window tells it: once the rook has left the window it may be
//! on any square beyond, and only moves whose outcome is certain are followed.

use super::moves::{After, Move, Player};
use super::position::{Board, Position};
use super::window::Window;

/// A position whose rook may stand for all rooks beyond the window on its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    /// The men.
    pub(crate) position: Position,
    /// Whether the rook's column, and its row, is any column or row beyond the window.
    pub(crate) beyond: (bool, bool),
}

impl View {
    /// A position as it is.
    pub(crate) fn of(position: &Position) -> Self {
        View { position: *position, beyond: (false, false) }
    }

    /// The same, but a rook outside the window may be anywhere beyond it; on the open board the
    /// Black king is moved to (0, 0), and a rook beyond the window to the nearest square there.
    pub(crate) fn forgetful(mut self, window: Window) -> Self {
        let state = window.state_of(&self.position);
        self.beyond = (window.is_far(state.rook.0), window.is_far(state.rook.1));
        if window.edges.board() == Board::Open {
            self.position = window.position(state);
        }
        self
    }

    /// Black's steps that keep the White king in the window and the rook where it is known to be.
    pub(crate) fn black_steps(self, window: Window) -> impl Iterator<Item = View> {
        let rook = self.position.rook;
        self.steps(window).filter(move |next| {
            let (from, to) = (self.position.black_king, next.position.black_king);
            let approaches = |beyond: bool, from: i32, to: i32, rook: i32| {
                beyond && (rook - to).abs() < (rook - from).abs()
            };
            !approaches(self.beyond.0, from.x, to.x, rook.x)
                && !approaches(self.beyond.1, from.y, to.y, rook.y)
        })
    }

    /// The same, but a rook beyond the window moves along with him: it is as far away as White
    /// likes.
    pub(crate) fn black_steps_from_afar(self, window: Window) -> impl Iterator<Item = View> {
        self.steps(window).map(move |mut next| {
            let (from, to) = (self.position.black_king, next.position.black_king);
            let along = |beyond: bool, step: i32| if beyond { step } else { 0 };
            let step = (along(self.beyond.0, to.x - from.x), along(self.beyond.1, to.y - from.y));
            let rook = next.position.rook.by(step);
            if window.edges.board().holds(rook) {
                next.position.rook = rook;
            }
            next
        })
    }

    fn steps(self, window: Window) -> impl Iterator<Item = View> {
        let here = self.position;
        let moves = here.black_moves(window.edges.board()).into_iter();
        moves.filter_map(move |played| match here.after(Player::Black, played) {
            After::Position(position) if window.sees(&position, position.white_king) => {
                Some(View { position, ..self })
            }
            _ => None,
        })
    }

    /// White's moves that keep her king in the window; none if she can take the Black king. A rook
    /// that leaves the window, or goes on outside it, may be anywhere beyond.
    pub(crate) fn white_moves(self, window: Window) -> impl Iterator<Item = View> {
        let (here, black) = (self.position, self.position.black_king);
        let moves = here.white_moves(window.edges.board(), window.reach).into_iter();
        let moved = moves.filter_map(move |played| {
            let After::Position(position) = here.after(Player::White, played) else { return None };
            let beyond = match played {
                Move::Rook(to) if to.x != here.rook.x => {
                    (window.is_far(to.x - black.x), self.beyond.1)
                }
                Move::Rook(to) => (self.beyond.0, window.is_far(to.y - black.y)),
                _ => self.beyond,
            };
            window.sees(&position, position.white_king).then_some(View { position, beyond })
        });
        // On the nearest square beyond the window the rook can go on outwards, too.
        let on_the_rim = |beyond: bool, offset: i32| !beyond && offset.abs() == window.far();
        let [_, (u, v)] = here.offsets();
        let (row, column) = (on_the_rim(self.beyond.0, u), on_the_rim(self.beyond.1, v));
        let free = !here.in_check();
        moved
            .chain((row && free).then_some(View { beyond: (true, self.beyond.1), ..self }))
            .chain((column && free).then_some(View { beyond: (self.beyond.0, true), ..self }))
    }
}

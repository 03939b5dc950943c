//! Where nothing is in doubt, the moves of a window are those of the game.

use crate::echess::bounds::Bound;
use crate::echess::bounds::window_moves::WindowMoves;
use crate::echess::rules::{After, Edges, Player, Position, State, Window, distance};

#[test]
fn inside_the_window_both_bounds_have_the_moves_of_the_game() {
    for edges in [Edges::Far, Edges::Counted(2)] {
        let window = Window { reach: 4, edges };
        let inner = |cell| distance(cell, (0, 0)) < window.reach;
        // Where the edges are counted no further, there are doubts.
        let counted = |class: i32| edges == Edges::Far || edges.exactly(class).is_some();
        let mut compared = 0;
        for state in (0..window.len()).map(|index| window.state(index)) {
            if inner(state.king)
                && inner(state.rook)
                && window.is_state(state)
                && counted(state.room.0)
                && counted(state.room.1)
            {
                for bound in [Bound::Lower, Bound::Upper] {
                    same_moves(WindowMoves { window, bound }, state);
                }
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared} states on {edges:?}");
    }
}

/// The states after every move of a player that goes on, with what Black gains.
fn followers(window: Window, here: &Position, player: Player) -> Vec<(i64, State)> {
    let moves = here.moves(player, window.edges.board(), window.reach).into_iter();
    let next = moves.filter_map(|played| match here.after(player, played) {
        After::Position(next) => Some((next.cash() - here.cash(), window.state_of(&next))),
        _ => None,
    });
    sorted(next.collect())
}

fn sorted(mut followers: Vec<(i64, State)>) -> Vec<(i64, State)> {
    followers.sort_unstable_by_key(|(gain, next)| (*gain, next.king, next.rook, next.room));
    followers
}

fn same_moves(moves: WindowMoves, state: State) {
    let window = moves.window;
    let here = window.position(state);
    let mut steps = Vec::new();
    moves.black_steps(state, &mut Vec::new(), |gain, links| {
        assert_eq!(links.len(), 1, "{state:?}");
        steps.push((i64::from(gain), links[0].to));
    });
    assert_eq!(sorted(steps), followers(window, &here, Player::Black), "{state:?}");
    assert_eq!(moves.in_check(state), here.in_check(), "{state:?}");
    if here.in_check() {
        return;
    }
    let mut found: Vec<State> = Vec::new();
    moves.king_moves(state, &mut Vec::new(), |links| {
        assert_eq!(links.len(), 1, "{state:?}");
        found.push(links[0].to);
    });
    let State { room, king, rook } = state;
    let floor = moves.rook_floor(room, king);
    let row = moves.part(rook.0, rook.1, king.0, king.1);
    let column = moves.part(rook.1, rook.0, king.1, king.0);
    for i in window.coordinates() {
        let along = moves.part(i, rook.1, king.0, king.1) == row && i != rook.0 && i >= floor.0;
        found.extend(along.then_some(State { rook: (i, rook.1), ..state }));
        let across = moves.part(i, rook.0, king.1, king.0) == column && i != rook.1 && i >= floor.1;
        found.extend(across.then_some(State { rook: (rook.0, i), ..state }));
    }
    found.retain(|&to| window.is_state(to));
    let found = sorted(found.into_iter().map(|to| (0, to)).collect());
    assert_eq!(found, followers(window, &here, Player::White), "{state:?}");
}

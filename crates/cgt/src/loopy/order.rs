//! The game of comparing, solved on the product of two graphs.
//!
//! Both games are read on their onside: infinite play in a game is good for Left there. Left wants
//! to survive the difference `a - b` moving second; then `a ≥ b`. In `-b` infinite play is good
//! for Right, so a play that goes on for ever is survived if and only if it moves in `a` for ever
//! and again. For stoppers every infinite play moves in both for ever and again.

use nimzo_work::Task;

use super::graph::{Graph, Side};
use crate::Result;

/// For every pair of positions of two graphs, whether the first is at least the second.
pub(super) struct AtLeast {
    columns: usize,
    holds: Vec<bool>,
}

impl AtLeast {
    pub(super) fn get(&self, a: usize, b: usize) -> bool {
        self.holds[a * self.columns + b]
    }
}

/// A position of the difference `a - b` with the player to move.
#[derive(Clone, Copy)]
struct State {
    a: usize,
    b: usize,
    mover: Side,
}

struct Arena<'a> {
    first: &'a Graph,
    second: &'a Graph,
}

impl Arena<'_> {
    fn count(&self) -> usize {
        2 * self.first.len() * self.second.len()
    }

    fn index(&self, state: State) -> usize {
        2 * (state.a * self.second.len() + state.b) + state.mover as usize
    }

    fn state(&self, index: usize) -> State {
        let mover = if index.is_multiple_of(2) { Side::Left } else { Side::Right };
        let (a, b) = (index / 2 / self.second.len(), index / 2 % self.second.len());
        State { a, b, mover }
    }

    /// The moves of a state: where to, and whether the move is in `a`.
    fn moves(&self, State { a, b, mover }: State) -> impl Iterator<Item = (usize, bool)> {
        let next = mover.other();
        let in_first =
            self.first.options(a, mover).iter().map(move |&a| State { a, b, mover: next });
        // In -b the players have changed sides.
        let in_second =
            self.second.options(b, next).iter().map(move |&b| State { a, b, mover: next });
        let first = in_first.map(|state| (self.index(state), true));
        first.chain(in_second.map(|state| (self.index(state), false)))
    }

    /// Whether Left holds a state, if she holds `safe` after moves in `a` and `held` after others.
    fn holds(&self, index: usize, safe: &[bool], held: &[bool]) -> bool {
        let state = self.state(index);
        let good = |(to, in_first): (usize, bool)| safe[to] && (in_first || held[to]);
        match state.mover {
            Side::Left => self.moves(state).any(good),
            Side::Right => self.moves(state).all(good),
        }
    }
}

/// Solves the game of comparing for all pairs.
pub(super) fn at_least(first: &Graph, second: &Graph, task: &Task) -> Result<AtLeast> {
    let arena = Arena { first, second };
    let stoppers = first.is_stopper() && second.is_stopper();
    let safe = if stoppers { survive(&arena, task)? } else { survive_in_first(&arena, task)? };
    let pairs = first.len() * second.len();
    let holds = (0..pairs).map(|pair| safe[2 * pair + Side::Right as usize]).collect();
    Ok(AtLeast { columns: second.len(), holds })
}

/// The greatest set of states in which Left can stay: enough for stoppers, where every play
/// without end moves in `a` for ever and again.
fn survive(arena: &Arena<'_>, task: &Task) -> Result<Vec<bool>> {
    let mut safe = vec![true; arena.count()];
    loop {
        let mut changed = false;
        for index in (0..safe.len()).rev() {
            look_up(index, task)?;
            if safe[index] && !arena.holds(index, &safe, &safe) {
                safe[index] = false;
                changed = true;
            }
        }
        if !changed {
            return Ok(safe);
        }
    }
}

/// The greatest set of states from each of which Left can force, inside the set, the next move in
/// `a` or the end of play in her favour.
fn survive_in_first(arena: &Arena<'_>, task: &Task) -> Result<Vec<bool>> {
    let mut safe = vec![true; arena.count()];
    loop {
        let held = force(arena, &safe, task)?;
        if held == safe {
            return Ok(safe);
        }
        safe = held;
    }
}

/// The least set of states from which Left forces a move in `a` that stays safe, or wins.
fn force(arena: &Arena<'_>, safe: &[bool], task: &Task) -> Result<Vec<bool>> {
    let mut held = vec![false; arena.count()];
    loop {
        let mut changed = false;
        // Options mostly stand behind their positions, so the news travels from the back.
        for index in (0..held.len()).rev() {
            look_up(index, task)?;
            if safe[index] && !held[index] && arena.holds(index, safe, &held) {
                held[index] = true;
                changed = true;
            }
        }
        if !changed {
            return Ok(held);
        }
    }
}

/// Now and then, whether somebody asked to stop.
fn look_up(index: usize, task: &Task) -> Result<()> {
    if index.is_multiple_of(256) { Ok(task.check()?) } else { Ok(()) }
}

/// Whether the two games are equal on their onsides.
pub(super) fn equal(a: &Graph, b: &Graph, task: &Task) -> Result<bool> {
    Ok(a == b || (at_least(a, b, task)?.get(0, 0) && at_least(b, a, task)?.get(0, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_on_stoppers() {
        let none = Vec::new;
        let graphs = [
            vec![(none(), none())],
            vec![(vec![0], none())],
            vec![(none(), vec![0])],
            vec![(vec![1], vec![0]), (none(), none())],
            vec![(vec![0], vec![1]), (none(), none())],
            vec![(vec![0], vec![1]), (vec![2], vec![2]), (none(), none())],
            vec![(vec![0, 2], vec![2]), (vec![2], vec![2]), (none(), none())],
            vec![(vec![1], vec![2]), (vec![3], vec![1]), (vec![2], vec![3]), (none(), none())],
        ];
        let graphs = graphs.map(|positions| Graph::new(positions).unwrap());
        for first in &graphs {
            assert!(first.is_stopper());
            for second in &graphs {
                let arena = Arena { first, second };
                let task = Task::silent();
                let plain = survive(&arena, &task).unwrap();
                assert_eq!(plain, survive_in_first(&arena, &task).unwrap(), "{first:?} {second:?}");
            }
        }
    }
}

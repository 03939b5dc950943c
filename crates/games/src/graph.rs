//! Who wins on a finite game graph, and in how many plies: retrograde analysis, written once for
//! every game that can name the positions before a position. The games themselves live elsewhere.

use std::fmt;

use nimzo_work::{Interrupted, Task};

/// A finite game: positions with the side to move in them, numbered from 0.
///
/// Every ending is a loss for the side that would move next (mated, or the other side has got
/// what it wanted); a position without moves that is no such ending is a draw.
pub trait GameGraph {
    /// One more than the greatest number of a position.
    fn size(&self) -> usize;
    /// Whether the side to move has lost.
    fn is_lost(&self, position: usize) -> bool;
    /// How many moves there are in a position, counted as [`before`](Self::before) finds them; at
    /// most 254.
    fn moves(&self, position: usize) -> u8;
    /// Calls `each` with every position that has a move to `position`.
    fn before(&self, position: usize, each: impl FnMut(usize));
}

/// How a position ends with best play, for the side to move. The winner hurries, the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// The side to move wins, in this many plies.
    Win(u16),
    /// The side to move loses, in this many plies.
    Loss(u16),
    /// Nobody can force anything.
    Draw,
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forced::Win(plies) => write!(f, "win in {plies} plies"),
            Forced::Loss(plies) => write!(f, "loss in {plies} plies"),
            Forced::Draw => f.write_str("draw"),
        }
    }
}

// Zeros, since memory comes with them: whoever solves a large graph does not begin by filling it.
const UNDECIDED: u16 = 0;
const UNCOUNTED: u8 = 0;

/// The positions of a graph, each with what best play forces in it.
#[derive(Clone, Debug)]
pub struct SolvedGraph {
    /// One more than the plies to the end, which are even for losses and odd for wins.
    plies: Vec<u16>,
}

impl SolvedGraph {
    /// What best play forces in a position.
    pub fn of(&self, position: usize) -> Forced {
        match self.plies[position] {
            UNDECIDED => Forced::Draw,
            more if more % 2 == 1 => Forced::Loss(more - 1),
            more => Forced::Win(more - 1),
        }
    }
}

/// Decides the whole graph or, when `wanted` is not empty, goes on until those are decided.
/// Positions that are still open then are reported as draws, so ask only for `wanted` ones.
pub fn solve(
    graph: &impl GameGraph,
    wanted: &[usize],
    task: &Task,
) -> Result<SolvedGraph, Interrupted> {
    let mut plies = vec![UNDECIDED; graph.size()];
    // One more than the moves that are left.
    let mut open_moves = vec![UNCOUNTED; graph.size()];
    let mut frontier = Vec::new();
    for (position, plies) in plies.iter_mut().enumerate() {
        if position.is_multiple_of(1 << 16) {
            task.check()?;
        }
        if graph.is_lost(position) {
            *plies = 1;
            frontier.push(position);
        }
    }
    let stage = task.stage("plies from the end", 0);
    let mut depth: u16 = 0;
    while !frontier.is_empty() && depth < u16::MAX - 1 {
        let decided = |plies: &[u16]| wanted.iter().all(|&w| plies[w] != UNDECIDED);
        if !wanted.is_empty() && decided(&plies) {
            break;
        }
        let mut next = Vec::new();
        for (index, &position) in frontier.iter().enumerate() {
            if index.is_multiple_of(1 << 16) {
                task.check()?;
            }
            graph.before(position, |earlier| {
                if plies[earlier] != UNDECIDED {
                    return;
                }
                // A move to a lost position wins; a move to a won one is one hope less.
                let decided = depth.is_multiple_of(2) || {
                    let left = &mut open_moves[earlier];
                    if *left == UNCOUNTED {
                        *left = graph.moves(earlier) + 1;
                    }
                    *left -= 1;
                    *left == 1
                };
                if decided {
                    plies[earlier] = depth + 2;
                    next.push(earlier);
                }
            });
        }
        frontier = next;
        depth += 1;
        stage.advance(1);
    }
    Ok(SolvedGraph { plies })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Subtraction: take one to three stones; who cannot move has lost.
    struct Stones(usize);

    impl GameGraph for Stones {
        fn size(&self) -> usize {
            self.0
        }
        fn is_lost(&self, position: usize) -> bool {
            position == 0
        }
        fn moves(&self, position: usize) -> u8 {
            position.min(3) as u8
        }
        fn before(&self, position: usize, each: impl FnMut(usize)) {
            (position + 1..(position + 4).min(self.0)).for_each(each);
        }
    }

    #[test]
    fn multiples_of_four_are_lost() {
        let solved = solve(&Stones(50), &[], &Task::silent()).unwrap();
        for stones in 0..50 {
            let lost = matches!(solved.of(stones), Forced::Loss(_));
            assert_eq!(lost, stones % 4 == 0, "{stones} stones");
        }
        assert_eq!(solved.of(8), Forced::Loss(4));
        assert_eq!(solved.of(7), Forced::Win(3));
    }

    /// A ring with one way out: walking round for ever is a draw unless the way out is near.
    struct Ring;

    impl GameGraph for Ring {
        fn size(&self) -> usize {
            4
        }
        fn is_lost(&self, position: usize) -> bool {
            position == 3
        }
        fn moves(&self, position: usize) -> u8 {
            [1, 2, 1, 0][position]
        }
        fn before(&self, position: usize, each: impl FnMut(usize)) {
            let before: &[usize] = [&[1][..], &[0, 2], &[], &[1]][position];
            before.iter().copied().for_each(each);
        }
    }

    #[test]
    fn only_forced_positions_are_lost() {
        let solved = solve(&Ring, &[], &Task::silent()).unwrap();
        let all: Vec<Forced> = (0..4).map(|position| solved.of(position)).collect();
        assert_eq!(all, [Forced::Loss(2), Forced::Win(1), Forced::Loss(2), Forced::Loss(0)]);
    }

    #[test]
    fn an_interrupted_run_says_so() {
        let task = Task::silent();
        task.stop();
        assert!(solve(&Stones(50), &[], &task).is_err());
    }
}

//! The graph of a game with its moves as labels, and when two games are the same.

use nimzo_work::Task;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::young::{Move, Moveset, Partition};
use crate::{Error, Result};

/// A cell as row and column.
pub(super) type Cell = (usize, usize);

/// The largest diagram whose graph is written out.
pub const MOST_NODES: u64 = 10_000;
/// The most moves of a graph that is written out.
pub const MOST_EDGES: usize = 500_000;

/// The positions that play on a partition can reach and the moves between them.
///
/// ```
/// use nimzo_games::young::{Dag, Piece};
/// use nimzo_work::Task;
/// let knight = Piece::Knight.moveset();
/// let dag = |parts: &str| Dag::new(&parts.parse()?, &knight, &Task::silent());
/// assert_eq!(dag("3,3,2")?, dag("4,3,3")?);
/// assert_ne!(dag("3,3")?, dag("2,2,2")?);
/// assert!(dag("3,3")?.equivalence(&dag("2,2,2")?, &Task::silent())?.is_some());
/// # Ok::<(), nimzo_games::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dag {
    /// The cells reached, in reading order.
    pub nodes: Vec<Cell>,
    /// Cell, move, cell; in reading order.
    pub edges: Vec<(Cell, Move, Cell)>,
}

impl Dag {
    /// The graph of a game; a diagram of more than [`MOST_NODES`] cells or a graph of more than
    /// [`MOST_EDGES`] moves is refused.
    pub fn new(partition: &Partition, moveset: &Moveset, task: &Task) -> Result<Self> {
        if partition.size() > MOST_NODES {
            let (partition, cells) = (partition.to_string(), partition.size());
            return Err(Error::TooManyCells { partition, cells, most: MOST_NODES });
        }
        let moves = moveset.within(partition.rows(), partition.columns());
        let mut reached = FxHashSet::from_iter([(0, 0)]);
        let mut edges = Vec::new();
        // Every move leads further in reading order, so one sweep meets each cell after all the
        // cells that lead to it.
        for cell in partition.cells() {
            if !reached.contains(&cell) {
                continue;
            }
            task.check()?;
            for &made in &moves {
                let next = (cell.0 + made.rows, cell.1 + made.columns);
                if partition.has(next.0, next.1) {
                    reached.insert(next);
                    edges.push((cell, made, next));
                }
            }
            if edges.len() > MOST_EDGES {
                let most = MOST_EDGES as u64;
                return Err(Error::TooManyMoves { partition: partition.to_string(), most });
            }
        }
        let mut nodes: Vec<Cell> = reached.into_iter().collect();
        nodes.sort_unstable();
        Ok(Self { nodes, edges })
    }

    /// The number of moves in the longest play.
    pub fn longest_play(&self) -> usize {
        let mut longest: FxHashMap<Cell, usize> = FxHashMap::default();
        for &(from, _, to) in self.edges.iter().rev() {
            let after = longest.get(&to).copied().unwrap_or(0);
            let so_far = longest.entry(from).or_insert(0);
            *so_far = (*so_far).max(after + 1);
        }
        longest.get(&(0, 0)).copied().unwrap_or(0)
    }

    /// The moves that are ever made. Each of them can be made at once, since the whole diagram
    /// holds every smaller one.
    pub fn labels(&self) -> Vec<Move> {
        let mut labels: Vec<Move> = self.edges.iter().map(|edge| edge.1).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }
}

//! When two games are the same after renaming the moves.

use nimzo_work::Task;
use rustc_hash::{FxHashMap, FxHashSet};

use super::dag::{Cell, Dag};
use crate::Result;
use crate::young::Move;

impl Dag {
    /// A renaming of the moves that turns this graph into the other, if there is one: the games
    /// are then game-equivalent.
    pub fn equivalence(&self, other: &Dag, task: &Task) -> Result<Option<Vec<(Move, Move)>>> {
        let sizes = |dag: &Dag| (dag.nodes.len(), dag.edges.len());
        let labels = self.labels();
        if sizes(self) != sizes(other) || labels.len() != other.labels().len() {
            return Ok(None);
        }
        let mut search = Renaming {
            from: self,
            to: other,
            profiles: [profiles(self), profiles(other)],
            candidates: other.labels(),
            made: vec![],
            task,
        };
        Ok(search.extend(&labels)?.then_some(search.made))
    }

    /// Whether the renaming carries nodes to nodes and edges to edges, one to one.
    pub(super) fn is_carried_to(&self, other: &Dag, renaming: &[(Move, Move)]) -> bool {
        let renamed: FxHashMap<Move, Move> = renaming.iter().copied().collect();
        let mut image: FxHashMap<Cell, Cell> = FxHashMap::from_iter([((0, 0), (0, 0))]);
        let targets: FxHashSet<_> = other.edges.iter().copied().collect();
        for &(from, made, to) in &self.edges {
            let (Some(&start), Some(&made)) = (image.get(&from), renamed.get(&made)) else {
                return false;
            };
            let end = (start.0 + made.rows, start.1 + made.columns);
            if *image.entry(to).or_insert(end) != end || !targets.contains(&(start, made, end)) {
                return false;
            }
        }
        let distinct: FxHashSet<Cell> = image.values().copied().collect();
        distinct.len() == self.nodes.len()
    }
}

/// How often each move occurs, and how many options it leaves when made at once: a renaming keeps
/// both.
fn profiles(dag: &Dag) -> FxHashMap<Move, (usize, usize)> {
    let mut degrees: FxHashMap<Cell, usize> = FxHashMap::default();
    let mut counts: FxHashMap<Move, (usize, usize)> = FxHashMap::default();
    for &(from, made, _) in &dag.edges {
        *degrees.entry(from).or_insert(0) += 1;
        counts.entry(made).or_insert((0, 0)).0 += 1;
    }
    for (made, profile) in &mut counts {
        profile.1 = degrees.get(&(made.rows, made.columns)).copied().unwrap_or(0);
    }
    counts
}

/// A renaming of moves under construction.
struct Renaming<'a> {
    from: &'a Dag,
    to: &'a Dag,
    profiles: [FxHashMap<Move, (usize, usize)>; 2],
    candidates: Vec<Move>,
    made: Vec<(Move, Move)>,
    task: &'a Task,
}

impl Renaming<'_> {
    fn extend(&mut self, labels: &[Move]) -> Result<bool> {
        self.task.check()?;
        let Some((&label, rest)) = labels.split_first() else {
            return Ok(self.from.is_carried_to(self.to, &self.made));
        };
        for index in 0..self.candidates.len() {
            let candidate = self.candidates[index];
            let fresh = self.made.iter().all(|&(_, taken)| taken != candidate);
            if fresh && self.profiles[0][&label] == self.profiles[1][&candidate] {
                self.made.push((label, candidate));
                if self.sums_agree() && self.extend(rest)? {
                    return Ok(true);
                }
                self.made.pop();
            }
        }
        Ok(false)
    }

    /// Whether the newest pair, made before each older one, is legal on both sides or on neither,
    /// and meets the same sums.
    fn sums_agree(&self) -> bool {
        let Some(&(label, candidate)) = self.made.last() else { return true };
        let sum = |a: Move, b: Move| (a.rows + b.rows, a.columns + b.columns);
        let reaches = |dag: &Dag, cell: Cell| dag.nodes.binary_search(&cell).is_ok();
        self.made.iter().all(|&(older, image)| {
            let (left, right) = (sum(label, older), sum(candidate, image));
            let equal_sums = self.made.iter().all(|&(third, third_image)| {
                (left == (third.rows, third.columns))
                    == (right == (third_image.rows, third_image.columns))
            });
            reaches(self.from, left) == reaches(self.to, right) && equal_sums
        })
    }
}

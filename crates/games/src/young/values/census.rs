//! The values of all partitions up to a size at once, each computed once.

use nimzo_cgt::ConwayPair;
use nimzo_work::{Task, memory};
use rayon::prelude::*;

use super::map::conway;
use super::positions::Positions;
use crate::Result;
use crate::young::diagrams::NOTHING;
use crate::young::{Move, Moveset, Partition, Shapes};

/// Partitions per piece of parallel work.
const CHUNK: usize = 1 << 13;

/// Both values of every partition that a [`Shapes`] numbers, under one moveset.
///
/// ```
/// use nimzo_games::young::{Census, Piece, Shapes};
/// use nimzo_work::Task;
/// let shapes = Shapes::up_to(17, &Task::silent())?;
/// let rook = Census::solve(&shapes, &Piece::Rook.moveset(), &Task::silent())?;
/// assert_eq!(rook.pair(&"5,4^3".parse()?).unwrap().to_string(), "(4,0)");
/// assert_eq!(rook.losing(4).0, 1);
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub struct Census<'a> {
    shapes: &'a Shapes,
    moveset: Moveset,
    pairs: Vec<[u8; 2]>,
}

impl<'a> Census<'a> {
    /// Solves every partition, the smaller before the larger.
    pub fn solve(shapes: &'a Shapes, moveset: &Moveset, task: &Task) -> Result<Self> {
        let what = format!("the values of {} partitions", shapes.count());
        memory::require(&what, 2 * shapes.count() as u64)?;
        let pairs = vec![[0; 2]; shapes.count() + 1];
        let mut census = Self { shapes, moveset: moveset.clone(), pairs };
        let stage = task.stage(&format!("solving {}", moveset.name()), shapes.count() as u64);
        for slab in (1..=shapes.max()).flat_map(|size| shapes.slabs_of_size(size)) {
            task.check()?;
            let numbers = slab.clone().into_par_iter().with_min_len(CHUNK);
            let solved: Vec<[u8; 2]> = numbers.map(|at| census.solve_one(at)).collect();
            stage.advance(solved.len() as u64);
            census.pairs[slab].copy_from_slice(&solved);
        }
        Ok(census)
    }

    /// No value exceeds the number of moves that can be made one after the other, which is below
    /// the size and so below 128.
    fn solve_one(&self, at: usize) -> [u8; 2] {
        let mut met = [0u128; 2];
        self.each_option(at, |_, option| {
            let [normal, misere] = self.pairs[option];
            met[0] |= 1 << normal;
            met[1] |= 1 << misere;
            true
        });
        match met {
            [0, 0] => [0, 1],
            _ => met.map(|values| values.trailing_ones() as u8),
        }
    }

    /// The partitions solved.
    pub fn shapes(&self) -> &'a Shapes {
        self.shapes
    }

    /// The moveset.
    pub fn moveset(&self) -> &Moveset {
        &self.moveset
    }

    /// The values of a partition, if it is not too large.
    pub fn pair(&self, partition: &Partition) -> Option<ConwayPair> {
        self.shapes.number(partition).map(|at| self.pair_at(at))
    }

    /// The values of a numbered partition.
    pub fn pair_at(&self, at: usize) -> ConwayPair {
        conway(self.values(at))
    }

    /// How many partitions of a size the player to move loses, in normal and in misère play.
    pub fn losing(&self, size: usize) -> (usize, usize) {
        let layer = &self.pairs[self.shapes.of_size(size)];
        let zeros = |play: usize| layer.par_iter().filter(|pair| pair[play] == 0).count();
        (zeros(0), zeros(1))
    }

    /// The largest normal and misère values met.
    pub fn largest(&self) -> (u8, u8) {
        let largest = |play: usize| self.pairs.par_iter().map(|pair| pair[play]).max().unwrap_or(0);
        (largest(0), largest(1))
    }
}

impl Positions for Census<'_> {
    fn values(&self, at: usize) -> [u32; 2] {
        self.pairs[at].map(u32::from)
    }

    #[inline]
    fn each_option(&self, at: usize, mut visit: impl FnMut(Move, usize) -> bool) {
        for &step in self.moveset.steps() {
            let option = self.shapes.after(at, step);
            if option != NOTHING && !visit(step, option) {
                return;
            }
        }
        for &slide in self.moveset.slides() {
            let mut option = self.shapes.after(at, slide);
            let mut times = 1;
            while option != NOTHING {
                if !visit(slide.times(times), option) {
                    return;
                }
                option = self.shapes.after(option, slide);
                times += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Solver;
    use crate::young::{ChessOnDiagrams, Piece, ValueMap};

    #[test]
    fn all_partitions_to_14_agree_with_the_plain_recursion_and_the_map() {
        let task = Task::silent();
        let shapes = Shapes::up_to(14, &task).unwrap();
        let odd: Moveset = "(2,0),(0,2)+,(1,3)".parse().unwrap();
        for moveset in Piece::ALL.map(Piece::moveset).into_iter().chain([odd]) {
            let census = Census::solve(&shapes, &moveset, &task).unwrap();
            let mut plain = Solver::new(ChessOnDiagrams(moveset.clone()));
            for at in 1..=shapes.count() {
                let partition = shapes.partition(at).unwrap();
                assert_eq!(census.pair_at(at), plain.pair(&partition), "{moveset} {partition}");
                let map = ValueMap::solve(&partition, &moveset, &task).unwrap();
                assert_eq!(census.pair_at(at), map.root());
            }
        }
    }

    /// Conjugation exchanges the moves of a piece with their reflections.
    #[test]
    fn conjugates_have_the_values_of_the_reflected_moveset() {
        let task = Task::silent();
        let shapes = Shapes::up_to(18, &task).unwrap();
        let pawn = Piece::Pawn.moveset();
        let census = Census::solve(&shapes, &pawn, &task).unwrap();
        let mirrored = Census::solve(&shapes, &pawn.transposed(), &task).unwrap();
        for at in 1..=shapes.count() {
            let conjugate = shapes.partition(at).unwrap().conjugate();
            assert_eq!(mirrored.pair(&conjugate), Some(census.pair_at(at)));
        }
    }
}

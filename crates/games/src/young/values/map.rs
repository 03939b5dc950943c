//! The values of every subpartition of one diagram, in one pass from the corners.
//!
//! A subpartition is a cell: the cell (i, j) stands for what is left after removing i rows and j
//! columns. Each slide runs along lines of cells, and a line keeps the set of values met so far,
//! so a cell costs the union of a few sets however many options it has.

use nimzo_cgt::{ConwayPair, Nimber};
use nimzo_work::{Task, memory};

use super::lines::{Lines, mex_of_union};
use super::pairs::{Narrow, Pairs, largest_value};
use super::positions::Positions;
use crate::young::{Move, Moveset, Partition};
use crate::{Error, Result};

/// Both Grundy values of every subpartition of one partition under one moveset.
///
/// ```
/// use nimzo_games::young::{Piece, ValueMap};
/// use nimzo_work::Task;
/// let map = ValueMap::solve(&"5,4^3".parse()?, &Piece::Rook.moveset(), &Task::silent())?;
/// assert_eq!(map.root().to_string(), "(4,0)");
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub struct ValueMap {
    partition: Partition,
    moveset: Moveset,
    /// Where each row begins among the cells; one more entry than there are rows.
    starts: Vec<usize>,
    pairs: Pairs,
}

/// The most cells of a map that is shown cell by cell.
pub const MOST_SHOWN: u64 = 1_000_000;

/// Cells that are solved between two looks at whether to stop.
const UNCHECKED: usize = 4096;
/// The same where every option of a cell is looked at, and there may be many.
const REACHED_UNCHECKED: usize = 64;

impl ValueMap {
    /// Solves every cell.
    pub fn solve(partition: &Partition, moveset: &Moveset, task: &Task) -> Result<Self> {
        let (rows, columns) = (partition.rows(), partition.columns());
        let largest = largest_value(partition, moveset);
        let needed = partition.size() * Pairs::bytes_each(largest)
            + 2 * Lines::plan(moveset.slides(), rows, columns);
        memory::require(&format!("the map of {partition}"), needed)?;
        let starts = row_starts(partition);
        let pairs = match Pairs::bytes_each(largest) {
            2 => Pairs::Bytes(solve_cells(partition, &starts, moveset, task)?),
            4 => Pairs::Shorts(solve_cells(partition, &starts, moveset, task)?),
            _ => Pairs::Longs(solve_cells(partition, &starts, moveset, task)?),
        };
        Ok(Self { partition: partition.clone(), moveset: moveset.clone(), starts, pairs })
    }

    /// Solves a map of which every cell will be shown; one with more than [`MOST_SHOWN`] cells is
    /// refused before anything is computed.
    pub fn solve_to_show(partition: &Partition, moveset: &Moveset, task: &Task) -> Result<Self> {
        if partition.size() > MOST_SHOWN {
            return Err(Error::TooManyCells {
                partition: partition.to_string(),
                cells: partition.size(),
                most: MOST_SHOWN,
            });
        }
        Self::solve(partition, moveset, task)
    }

    /// The partition whose subpartitions these are.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The moveset.
    pub fn moveset(&self) -> &Moveset {
        &self.moveset
    }

    /// The values of the subpartition at a cell; `None` outside the diagram.
    pub fn pair(&self, row: usize, column: usize) -> Option<ConwayPair> {
        self.at(row, column).map(|at| conway(self.pairs.get(at)))
    }

    /// The values of the whole partition.
    pub fn root(&self) -> ConwayPair {
        conway(self.pairs.get(0))
    }

    /// Whether no move fits at this cell.
    pub fn is_terminal(&self, row: usize, column: usize) -> bool {
        is_terminal(&self.partition, &self.moveset, row, column)
    }

    /// Every legal move at a cell and the values it leads to.
    pub fn options(&self, row: usize, column: usize) -> Vec<(Move, ConwayPair)> {
        let (rows, columns) = (self.partition.rows() - row, self.partition.columns() - column);
        let moves = self.moveset.within(rows, columns);
        moves
            .into_iter()
            .filter_map(|m| Some((m, self.pair(row + m.rows, column + m.columns)?)))
            .collect()
    }

    /// The moves of the whole partition that win in normal play and in misère play.
    pub fn winning_moves(&self) -> (Vec<Move>, Vec<Move>) {
        let options = self.options(0, 0);
        let to_zero = |value: fn(&ConwayPair) -> Nimber| {
            options.iter().filter(|(_, pair)| value(pair).is_zero()).map(|&(m, _)| m).collect()
        };
        (to_zero(|pair| pair.normal), to_zero(|pair| pair.misere))
    }

    /// The cells that play can reach from the whole partition, in reading order.
    pub fn reachable(&self, task: &Task) -> Result<Vec<(usize, usize)>> {
        let mut seen = vec![false; self.starts[self.partition.rows()]];
        seen[0] = true;
        let mut cells = Vec::new();
        for (row, column) in self.partition.cells() {
            if column.is_multiple_of(REACHED_UNCHECKED) {
                task.check()?;
            }
            if !seen[self.starts[row] + column] {
                continue;
            }
            cells.push((row, column));
            self.each_option(self.starts[row] + column, |_, option| {
                seen[option] = true;
                true
            });
        }
        Ok(cells)
    }

    /// The row and column of a cell given by its number in reading order.
    pub(in crate::young) fn cell(&self, at: usize) -> (usize, usize) {
        let row = self.starts.partition_point(|&start| start <= at) - 1;
        (row, at - self.starts[row])
    }

    /// The number of a cell in reading order, if the diagram has it.
    pub(in crate::young) fn at(&self, row: usize, column: usize) -> Option<usize> {
        self.partition.has(row, column).then(|| self.starts[row] + column)
    }

    pub(in crate::young) fn raw_at(&self, at: usize) -> [u32; 2] {
        self.pairs.get(at)
    }

    /// The values of every cell, row by row.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = ConwayPair>> {
        let row = |bounds: &[usize]| (bounds[0]..bounds[1]).map(|at| conway(self.pairs.get(at)));
        self.starts.windows(2).map(row)
    }

    /// One of the two values of every cell, row by row.
    pub fn grid(&self, value: fn(&ConwayPair) -> Nimber) -> Vec<Vec<u64>> {
        self.rows().map(|row| row.map(|pair| value(&pair).0).collect()).collect()
    }
}

/// One pass over the cells, from the last row up and from right to left.
fn solve_cells<N: Narrow>(
    partition: &Partition,
    starts: &[usize],
    moveset: &Moveset,
    task: &Task,
) -> Result<Vec<[N; 2]>> {
    let (rows, columns) = (partition.rows(), partition.columns());
    let mut pairs = vec![[N::default(); 2]; starts[rows]];
    let mut lines = [0, 1].map(|_| Lines::new(moveset.slides(), rows, columns));
    let stage = task.stage("cells", partition.size());
    for row in (0..rows).rev() {
        for column in (0..partition.row(row) as usize).rev() {
            if column.is_multiple_of(UNCHECKED) {
                task.check()?;
            }
            let pair = if is_terminal(partition, moveset, row, column) {
                [0, 1]
            } else {
                let reached = |step: &Move| {
                    let (row, column) = (row + step.rows, column + step.columns);
                    partition.has(row, column).then(|| pairs[starts[row] + column])
                };
                [0, 1].map(|play| {
                    let steps = moveset.steps().iter();
                    let steps = steps.filter_map(|step| Some(reached(step)?[play].value()));
                    mex_of_union(&lines[play], row, column, steps)
                })
            };
            pairs[starts[row] + column] = pair.map(N::narrow);
            for (lines, value) in lines.iter_mut().zip(pair) {
                lines.insert(row, column, value);
            }
        }
        stage.advance(u64::from(partition.row(row)));
    }
    Ok(pairs)
}

/// Whether no move fits at a cell.
fn is_terminal(partition: &Partition, moveset: &Moveset, row: usize, column: usize) -> bool {
    let moves = moveset.steps().iter().chain(moveset.slides());
    !moves.into_iter().any(|m| partition.has(row + m.rows, column + m.columns))
}

fn row_starts(partition: &Partition) -> Vec<usize> {
    let mut starts = vec![0];
    for &part in partition.parts() {
        starts.push(starts[starts.len() - 1] + part as usize);
    }
    starts
}

/// The compact pair as the value type.
pub(in crate::young) fn conway([normal, misere]: [u32; 2]) -> ConwayPair {
    ConwayPair { normal: Nimber(normal.into()), misere: Nimber(misere.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Solver;
    use crate::young::{ChessOnDiagrams, Piece};
    use proptest::prelude::*;

    fn map(moveset: &Moveset, partition: &str) -> ValueMap {
        ValueMap::solve(&partition.parse().unwrap(), moveset, &Task::silent()).unwrap()
    }

    /// Figure 3: the king on 5,5,3,2,1 and everything below it.
    #[test]
    fn a_row_and_a_column_for_the_king() {
        let map = map(&Piece::King.moveset(), "5,5,3,2,1");
        let top = map.grid(|pair| pair.normal);
        assert_eq!(top[4], [0]);
        assert_eq!(top[3], [1, 0]);
        assert_eq!(map.partition().sub(3, 0).unwrap().to_string(), "2,1");
    }

    #[test]
    fn a_long_single_row_is_a_heap() {
        let map = map(&Piece::Rook.moveset(), "100000");
        assert_eq!(map.root().to_string(), "(99999,99999)");
    }

    #[test]
    fn a_map_beyond_the_machine_is_refused() {
        let huge = Partition::new(vec![1_000_000; 1_000_000]).unwrap();
        let refusal = ValueMap::solve(&huge, &Piece::King.moveset(), &Task::silent());
        assert!(matches!(refusal, Err(crate::Error::Memory(_))));
    }

    #[test]
    fn values_are_kept_in_as_few_bytes_as_they_need() {
        let kind = |piece: Piece, parts: &str| match map(&piece.moveset(), parts).pairs {
            Pairs::Bytes(_) => 1,
            Pairs::Shorts(_) => 2,
            Pairs::Longs(_) => 4,
        };
        assert_eq!(kind(Piece::King, "600^600"), 1);
        assert_eq!(kind(Piece::Rook, "128^128"), 1);
        assert_eq!(kind(Piece::Rook, "200^200"), 2);
        assert_eq!(kind(Piece::Rook, "65536"), 2);
        assert_eq!(kind(Piece::Rook, "65537"), 4);
    }

    #[test]
    fn a_map_too_large_to_show_is_refused_and_others_are_not() {
        let (king, task) = (Piece::King.moveset(), Task::silent());
        for (parts, shown) in [("1000000", true), ("1000^1000", true), ("1000^1000,1", false)] {
            let map = ValueMap::solve_to_show(&parts.parse().unwrap(), &king, &task);
            assert_eq!(map.is_ok(), shown, "{parts}");
        }
        let huge = "10000^10000".parse().unwrap();
        let refusal = ValueMap::solve_to_show(&huge, &king, &task).err().unwrap().to_string();
        for figure in ["10000^10000", "100000000", "1000000"] {
            assert!(refusal.contains(figure), "{refusal}");
        }
    }

    #[test]
    fn a_stopped_map_is_not_solved() {
        let task = Task::silent();
        task.stop();
        let solved = ValueMap::solve(&"1000000".parse().unwrap(), &Piece::Queen.moveset(), &task);
        assert!(matches!(solved, Err(crate::Error::Interrupted(_))));
    }

    /// Any moveset with a few short steps and slides.
    fn any_moveset() -> impl Strategy<Value = Moveset> {
        let short =
            (0usize..3, 0usize..3).prop_filter_map("removes nothing", |(r, c)| Move::new(r, c));
        let steps = proptest::collection::vec(short.clone(), 0..3);
        (steps, proptest::collection::vec(short, 0..3))
            .prop_filter_map("has no moves", |(steps, slides)| Moveset::new(steps, slides))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_pass_agrees_with_the_plain_recursion(
            moveset in any_moveset(),
            mut parts in proptest::collection::vec(1u32..9, 1..9),
        ) {
            parts.sort_unstable_by(|a, b| b.cmp(a));
            let partition = Partition::new(parts).unwrap();
            let map = ValueMap::solve(&partition, &moveset, &Task::silent()).unwrap();
            let mut plain = Solver::new(ChessOnDiagrams(moveset.clone()));
            for (row, column) in partition.cells() {
                let expected = plain.pair(&partition.sub(row, column).unwrap());
                prop_assert_eq!(map.pair(row, column), Some(expected));
            }
            // Reflecting board and moves together changes nothing.
            let mirrored = ValueMap::solve(&partition.conjugate(), &moveset.transposed(), &Task::silent());
            prop_assert_eq!(mirrored.unwrap().root(), map.root());
        }
    }
}

//! How long, for its number of rows, a lost diagram of QUEEN can be.
//!
//! Lemma 3.22: with r rows, a first row of more than 2(r - 1) + 1 cells wins. On rectangles the
//! factor 2 may be replaced by the golden ratio, and the paper asks what is true in general.
//!
//! Every row below the first holds at most one lost cell, and a lost cell i rows down in column c
//! makes the cells c and c - i of the first row won. The whole diagram is lost if the first row's
//! columns 1, 2, … are all made won so and column 0 is not. With all r - 1 rows used to the full,
//! the pairs (c, c - i) part the numbers 1 to 2(r - 1) into pairs with differences 1 to r - 1: a
//! Skolem sequence, of which there are none unless r - 1 is 0 or 1 modulo 4.
//!
//! The search builds the diagram from its last row up. In a row as long as the one below, the
//! lost cell is the rightmost one not attacked from below; in a longer row it is the last cell.
//! Nothing else about the row lengths matters, so each choice of lost cells is tried with the
//! shortest rows that yield it.

use nimzo_work::Task;

use crate::young::{Census, Partition};
use crate::{Error, Result};

/// The most rows below the first that the search takes: its sets of columns are words of 128.
pub const MAX_LOWER_ROWS: u32 = 60;

/// What the search found for a number of rows.
#[derive(Clone, Debug)]
pub struct LongestLost {
    /// Rows of the diagram, the first included.
    pub rows: u32,
    /// A lost diagram with the longest first row found.
    pub partition: Option<Partition>,
    /// Whether a longer first row has been excluded.
    pub exhaustive: bool,
    /// Diagrams tried, whole and in part.
    pub tried: u64,
}

impl LongestLost {
    /// By how much the first row falls short of the lemma's bound.
    pub fn shortfall(&self) -> Option<u32> {
        let first = self.partition.as_ref()?.columns() as u32;
        (2 * self.rows - 1).checked_sub(first)
    }
}

/// Looks for a lost diagram of QUEEN with so many rows and the longest first row, trying at most
/// `effort` diagrams for each length.
///
/// ```
/// use nimzo_games::young::longest_lost;
/// use nimzo_work::Task;
/// let found = longest_lost(6, 1_000_000, &Task::silent())?;
/// assert_eq!(found.partition.unwrap().to_string(), "11^2,9^2,8,7");
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub fn longest_lost(rows: u32, effort: u64, task: &Task) -> Result<LongestLost> {
    if !(2..=MAX_LOWER_ROWS + 1).contains(&rows) {
        return Err(Error::Range {
            what: "number of rows",
            given: rows.into(),
            least: 2,
            most: u64::from(MAX_LOWER_ROWS) + 1,
        });
    }
    let lower = rows - 1;
    let mut result = LongestLost { rows, partition: None, exhaustive: true, tried: 0 };
    for spare in 0..2 * lower {
        let mut search = Search::new(lower, spare, effort);
        search.add_row(task, Rows { index: lower, spare, ..Rows::default() })?;
        result.tried += search.tried;
        if search.found {
            result.partition = search.partition();
            return Ok(result);
        }
        result.exhaustive &= search.tried < effort;
    }
    Ok(result)
}

/// The rows built so far, as the row about to be added sees them.
#[derive(Clone, Copy, Default)]
struct Rows {
    /// Distance of the row about to be added from the first row.
    index: u32,
    /// Length of the row below.
    length: u32,
    /// Columns with a lost cell.
    columns: u128,
    /// Columns of this row on a diagonal with a lost cell.
    diagonals: u128,
    /// Columns of the first row that are made won.
    covered: u128,
    /// How many attacks on the first row may still be wasted.
    spare: u32,
}

struct Search {
    first_row: u32,
    effort: u64,
    tried: u64,
    found: bool,
    /// Lengths of the rows built, from the last row up.
    lengths: Vec<u32>,
}

impl Search {
    fn new(lower: u32, spare: u32, effort: u64) -> Self {
        Self { first_row: 2 * lower + 1 - spare, effort, tried: 0, found: false, lengths: vec![] }
    }

    fn add_row(&mut self, task: &Task, rows: Rows) -> Result<()> {
        if rows.index == 0 {
            self.found = true;
            return Ok(());
        }
        self.tried += 1;
        if self.tried & 0xFFFF == 0 {
            task.check()?;
        }
        let attacked = rows.columns | rows.diagonals;
        let free = !attacked & ((1 << rows.length) - 1);
        // As long as the row below: the rightmost cell not attacked is lost, if there is one.
        let same = if free == 0 { None } else { Some(127 - free.leading_zeros()) };
        if rows.length > 0 && self.go_on(task, rows, same, rows.length)? {
            return Ok(());
        }
        for column in rows.length..self.first_row {
            if self.go_on(task, rows, Some(column), column + 1)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Adds a row of this length with its lost cell, and all rows above it; whether to stop.
    fn go_on(&mut self, task: &Task, rows: Rows, lost: Option<u32>, length: u32) -> Result<bool> {
        if self.tried >= self.effort {
            return Ok(true);
        }
        let Some(next) = place(rows, lost, length) else { return Ok(false) };
        self.lengths.push(length);
        self.add_row(task, next)?;
        if !self.found {
            self.lengths.pop();
        }
        Ok(self.found)
    }

    fn partition(&self) -> Option<Partition> {
        let lower = self.lengths.iter().rev().copied();
        Partition::new([self.first_row].into_iter().chain(lower).collect())
    }
}

/// The rows after adding one; `None` where that spoils the diagram.
fn place(rows: Rows, lost: Option<u32>, length: u32) -> Option<Rows> {
    let mut next = Rows { index: rows.index - 1, length, ..rows };
    let mut wasted = 2;
    if let Some(column) = lost {
        // An attack on column 0 of the first row would win the whole diagram.
        if column == 0 || column == rows.index {
            return None;
        }
        next.columns |= 1 << column;
        next.diagonals |= 1 << column;
        let across = if column > rows.index { 1 << (column - rows.index) } else { 0 };
        let hits = (1 << column) | across;
        wasted = 2 - (hits & !rows.covered).count_ones();
        next.covered |= hits;
    }
    next.diagonals >>= 1;
    next.spare = rows.spare.checked_sub(wasted)?;
    Some(next)
}

/// A lost diagram and its proportions.
#[derive(Clone, Debug)]
pub struct Proportion {
    /// The diagram, at least as wide as high.
    pub partition: Partition,
    /// First row less one.
    pub long: u32,
    /// Number of rows less one.
    pub short: u32,
}

impl Proportion {
    /// Whether it is beyond the golden ratio: long² > long · short + short².
    pub fn beyond_golden(&self) -> bool {
        let (long, short) = (u64::from(self.long), u64::from(self.short));
        long * long > long * short + short * short
    }
}

/// The lost diagrams of a census of QUEEN that have more than one row and are at least as wide as
/// high, those of the greatest proportion first, beyond the golden ratio only.
pub fn beyond_golden(census: &Census<'_>, task: &Task) -> Result<Vec<Proportion>> {
    let shapes = census.shapes();
    let mut found: Vec<Proportion> = Vec::new();
    for slab in (1..=shapes.max()).flat_map(|size| shapes.slabs_of_size(size)) {
        task.check()?;
        found.extend(
            slab.filter(|&at| census.pair_at(at).normal.is_zero() && shapes.rows(at) > 1)
                .filter_map(|at| shapes.partition(at))
                .map(|partition| Proportion {
                    long: partition.columns() as u32 - 1,
                    short: partition.rows() as u32 - 1,
                    partition,
                })
                .filter(Proportion::beyond_golden),
        );
    }
    found.sort_by_key(|p| std::cmp::Reverse(u64::from(p.long) * 1_000_000 / u64::from(p.short)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::{Piece, Shapes, ValueMap};

    fn value(partition: &Partition) -> u64 {
        let map = ValueMap::solve(partition, &Piece::Queen.moveset(), &Task::silent()).unwrap();
        map.root().normal.0
    }

    /// What the search finds is lost, and nothing longer among all small diagrams is.
    #[test]
    fn the_search_agrees_with_the_census() {
        let task = Task::silent();
        let shapes = Shapes::up_to(34, &task).unwrap();
        let census = Census::solve(&shapes, &Piece::Queen.moveset(), &task).unwrap();
        for rows in 2..=4 {
            let found = longest_lost(rows, u64::MAX, &task).unwrap();
            let partition = found.partition.clone().unwrap();
            assert!(found.exhaustive);
            assert_eq!(value(&partition), 0, "{partition}");
            // Diagrams with these rows and a first row this long all have at most 34 cells.
            let most = (2 * rows - 1) * rows;
            assert!(most <= 34);
            let longest = (1..=shapes.count())
                .filter(|&at| {
                    shapes.rows(at) == rows as usize && census.pair_at(at).normal.is_zero()
                })
                .filter_map(|at| shapes.partition(at))
                .map(|lost| lost.columns())
                .max();
            assert_eq!(longest, Some(partition.columns()), "{rows} rows");
        }
    }

    #[test]
    fn the_paper_s_two_diagrams_are_as_long_as_can_be() {
        for text in ["3^2", "9^2,7^3"] {
            let partition: Partition = text.parse().unwrap();
            assert_eq!(value(&partition), 0);
            assert_eq!(partition.columns(), 2 * partition.rows() - 1);
            let rows = partition.rows() as u32;
            assert_eq!(longest_lost(rows, u64::MAX, &Task::silent()).unwrap().shortfall(), Some(0));
        }
    }

    #[test]
    fn rows_out_of_range_are_refused() {
        assert!(longest_lost(1, 1, &Task::silent()).is_err());
        assert!(longest_lost(MAX_LOWER_ROWS + 2, 1, &Task::silent()).is_err());
    }
}

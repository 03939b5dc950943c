//! All partitions up to a size, numbered so that removing a row or a column is a table look-up.
//!
//! Partitions are ordered by size, then by first part, then by what remains. Those of n with
//! first part k are then in step with the first partitions of n - k, namely those whose parts do
//! not exceed k: the number of what remains is found by counting alone.

use std::ops::Range;

use nimzo_work::{Task, memory};

use crate::young::{Move, Partition};
use crate::{Error, Result};

/// The largest size whose partitions are all numbered together.
pub const MAX_SIZE: usize = 100;

/// The number of the empty partition, which is no position.
pub(in crate::young) const NOTHING: usize = 0;

/// All partitions up to a size; number 0 stands for the empty one.
pub struct Shapes {
    max: usize,
    /// Where each size begins; one more entry than there are sizes.
    starts: Vec<usize>,
    /// `bounded[n][k]`: how many partitions of n have no part above k.
    bounded: Vec<Vec<usize>>,
    /// The partition without its first row.
    down: Vec<u32>,
    /// The partition without its first column.
    right: Vec<u32>,
    rows: Vec<u8>,
}

impl Shapes {
    /// Numbers all partitions up to size `max`.
    pub fn up_to(max: usize, task: &Task) -> Result<Self> {
        if !(1..=MAX_SIZE).contains(&max) {
            return Err(Error::Range {
                what: "partition size",
                given: max as u64,
                least: 1,
                most: MAX_SIZE as u64,
            });
        }
        let bounded = count_bounded(max);
        let mut starts = vec![0];
        for (n, counts) in bounded.iter().enumerate() {
            starts.push(starts[n] + counts[n]);
        }
        let total = starts[max + 1];
        memory::require(&format!("numbering the partitions up to size {max}"), 9 * total as u64)?;
        let zeros = || vec![0; total];
        let mut shapes =
            Self { max, starts, bounded, down: zeros(), right: zeros(), rows: vec![0; total] };
        let stage = task.stage("numbering partitions", max as u64);
        for n in 1..=max {
            for first in 1..=n {
                task.check()?;
                shapes.link(n, first);
            }
            stage.advance(1);
        }
        Ok(shapes)
    }

    /// Links the partitions of n with this first part to what one removal leaves of them.
    fn link(&mut self, n: usize, first: usize) {
        let begin = self.starts[n] + self.bounded[n][first - 1];
        for offset in 0..self.bounded[n - first][first] {
            let (at, rest) = (begin + offset, self.starts[n - first] + offset);
            let rows = self.rows[rest] as usize + 1;
            self.down[at] = rest as u32;
            self.rows[at] = rows as u8;
            if first > 1 {
                // First part - 1, then the rest without its first column.
                let left = n - rows;
                let place = self.right[rest] as usize - self.starts[left - (first - 1)];
                self.right[at] = (self.starts[left] + self.bounded[left][first - 2] + place) as u32;
            }
        }
    }

    /// The largest size.
    pub fn max(&self) -> usize {
        self.max
    }

    /// How many partitions there are, the empty one not counted.
    pub fn count(&self) -> usize {
        self.down.len() - 1
    }

    /// The numbers of the partitions of `size`.
    pub fn of_size(&self, size: usize) -> Range<usize> {
        self.starts[size]..self.starts[size + 1]
    }

    /// The same in pieces small enough that one of them takes a moment only.
    pub(in crate::young) fn slabs_of_size(
        &self,
        size: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        const SLAB: usize = 1 << 20;
        let whole = self.of_size(size);
        whole.clone().step_by(SLAB).map(move |start| start..whole.end.min(start + SLAB))
    }

    /// The size of a numbered partition.
    pub fn size(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at) - 1
    }

    /// How many rows a numbered partition has.
    pub fn rows(&self, at: usize) -> usize {
        self.rows[at].into()
    }

    /// The number of a partition, if it is not too large.
    pub fn number(&self, partition: &Partition) -> Option<usize> {
        if partition.size() > self.max as u64 {
            return None;
        }
        let mut left = partition.size() as usize;
        let mut number = self.starts[left];
        for &part in partition.parts() {
            number += self.bounded[left][part as usize - 1];
            left -= part as usize;
        }
        Some(number)
    }

    /// The partition with a number; `None` for the empty one and beyond the last.
    pub fn partition(&self, at: usize) -> Option<Partition> {
        if at >= self.down.len() {
            return None;
        }
        let mut parts = Vec::with_capacity(self.rows(at));
        let mut rest = at;
        while rest != NOTHING {
            let next = self.down[rest] as usize;
            parts.push((self.size(rest) - self.size(next)) as u32);
            rest = next;
        }
        Partition::new(parts)
    }

    /// What a move leaves of a numbered partition; 0 where it leaves nothing.
    #[inline]
    pub(in crate::young) fn after(&self, at: usize, made: Move) -> usize {
        let mut at = at;
        for _ in 0..made.rows {
            at = self.down[at] as usize;
        }
        for _ in 0..made.columns {
            at = self.right[at] as usize;
        }
        at
    }
}

/// `[n][k]`: how many partitions of n have no part above k, for k up to n.
fn count_bounded(max: usize) -> Vec<Vec<usize>> {
    let mut bounded: Vec<Vec<usize>> = vec![vec![1; max + 1]];
    for n in 1..=max {
        let mut counts = vec![0; max + 1];
        for k in 1..=max {
            counts[k] = counts[k - 1] + if k <= n { bounded[n - k][k] } else { 0 };
        }
        bounded.push(counts);
    }
    bounded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_partitions() {
        let shapes = Shapes::up_to(45, &Task::silent()).unwrap();
        assert_eq!([1, 5, 20, 45].map(|n| shapes.of_size(n).len()), [1, 7, 627, 89134]);
    }

    #[test]
    fn numbering_is_a_bijection_and_moves_are_removals() {
        let shapes = Shapes::up_to(16, &Task::silent()).unwrap();
        for n in 1..=16 {
            for at in shapes.of_size(n) {
                let partition = shapes.partition(at).unwrap();
                assert_eq!(partition.size(), n as u64);
                assert_eq!(shapes.number(&partition), Some(at));
                assert_eq!(shapes.rows(at), partition.rows());
                for (rows, columns) in [(1, 0), (0, 1), (1, 1), (2, 1), (0, 3)] {
                    let after = shapes.after(at, Move::new(rows, columns).unwrap());
                    assert_eq!(shapes.partition(after), partition.sub(rows, columns));
                }
            }
        }
        assert_eq!(shapes.partition(shapes.count() + 1), None);
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for max in [0, MAX_SIZE + 1] {
            assert!(matches!(Shapes::up_to(max, &Task::silent()), Err(Error::Range { .. })));
        }
    }
}

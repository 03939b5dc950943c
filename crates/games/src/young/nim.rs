//! Nim on partitions and on boxes (Gottlieb, Krnc and Muršič, arXiv 2506.04991), as the rules read.
//!
//! PNim removes some rows, or some columns, of a diagram, wherever they are; the rest closes up. RNim
//! makes one side of a box shorter. What has no cells left is gone. The tests hold what that paper
//! states against plain play.

use crate::impartial::Impartial;

/// PNim: positions are the parts of a partition, largest first.
pub struct PNim;

impl Impartial for PNim {
    type Position = Vec<u32>;

    fn options(&self, parts: &Vec<u32>) -> Vec<Vec<u32>> {
        let columns = conjugate(parts);
        let without_columns = without_some(&columns).into_iter().map(|rest| conjugate(&rest));
        without_some(parts).into_iter().chain(without_columns).collect()
    }
}

/// RNim: positions are the sides of a box.
pub struct RNim;

impl Impartial for RNim {
    type Position = Vec<u32>;

    fn options(&self, sides: &Vec<u32>) -> Vec<Vec<u32>> {
        if sides.contains(&0) {
            return Vec::new();
        }
        let shorter = |index: usize| {
            (0..sides[index]).map(move |side| {
                let mut next = sides.clone();
                next[index] = side;
                next
            })
        };
        (0..sides.len()).flat_map(shorter).collect()
    }
}

/// Every list with some members left out, but not with none.
fn without_some(parts: &[u32]) -> Vec<Vec<u32>> {
    let mut rests: Vec<Vec<u32>> = vec![vec![]];
    for &part in parts {
        let with: Vec<Vec<u32>> =
            rests.iter().map(|rest| rest.iter().copied().chain([part]).collect()).collect();
        rests.extend(with);
        rests.sort_unstable();
        rests.dedup();
    }
    rests.retain(|rest| rest.len() < parts.len());
    rests
}

/// The lengths of the columns.
fn conjugate(parts: &[u32]) -> Vec<u32> {
    let widest = parts.first().copied().unwrap_or(0);
    (0..widest).map(|column| parts.iter().filter(|part| **part > column).count() as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Solver;

    /// All partitions of up to so many cells.
    fn partitions(most: u32) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        let mut last: Vec<(u32, Vec<u32>)> = vec![(0, vec![])];
        while !last.is_empty() {
            let longer = last.iter().flat_map(|(size, parts)| {
                let largest = parts.last().copied().unwrap_or(most).min(most - size);
                (1..=largest).map(move |part| {
                    (size + part, parts.iter().copied().chain([part]).collect::<Vec<u32>>())
                })
            });
            last = longer.collect();
            all.extend(last.iter().map(|(_, parts)| parts.clone()));
        }
        all
    }

    /// At most as many as rows and columns less one; single rows and columns reach that.
    #[test]
    fn values_of_pnim_have_the_published_bound() {
        let mut solver = Solver::new(PNim);
        for parts in partitions(14).into_iter().filter(|parts| !parts.is_empty()) {
            let bound = u64::from(parts[0]) + parts.len() as u64 - 1;
            let value = solver.pair(&parts).normal.0;
            assert!((1..=bound).contains(&value), "{parts:?} has {value}, at most {bound}");
        }
        for parts in [vec![1], vec![5], vec![1, 1, 1]] {
            let bound = u64::from(parts[0]) + parts.len() as u64 - 1;
            assert_eq!(solver.pair(&parts).normal.0, bound, "{parts:?}");
        }
    }

    /// Value one: a single cell, and the diagrams of r rows and columns, r from 2, that hold
    /// r, r, r-1, ..., 2.
    #[test]
    fn partitions_of_value_one_are_the_published_ones() {
        let mut solver = Solver::new(PNim);
        let mut met = 0;
        for parts in partitions(16).into_iter().filter(|parts| !parts.is_empty()) {
            let r = parts[0];
            let inner = |row: usize| if row == 0 { r } else { r + 1 - row as u32 };
            let square = parts.len() == r as usize;
            let holds = square && parts.iter().enumerate().all(|(row, &part)| part >= inner(row));
            let published = parts == [1] || (r >= 2 && holds);
            assert_eq!(solver.pair(&parts).normal.0 == 1, published, "{parts:?}");
            met += u32::from(published);
        }
        assert!(met >= 4, "{met}");
    }

    /// One more than the nim-sum of the sides each less one: the game of the sides down to 1, with a
    /// move to the end from everywhere.
    #[test]
    fn boxes_have_the_value_of_the_formula() {
        let mut solver = Solver::new(RNim);
        let mut boxes: Vec<Vec<u32>> = (1..=30).map(|side| vec![side]).collect();
        boxes.extend((1..=12).flat_map(|a| (1..=12).map(move |b| vec![a, b])));
        boxes.extend(
            (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| vec![a, b, c]))),
        );
        for sides in boxes {
            let sum = sides.iter().fold(0, |sum, side| sum ^ (side - 1));
            assert_eq!(solver.pair(&sides).normal.0, u64::from(sum) + 1, "{sides:?}");
        }
    }
}

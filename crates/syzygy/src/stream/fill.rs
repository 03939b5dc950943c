//! Which values stand where a file may say what it likes: those that let runs of like values go on.

use super::super::cells::{ANY_RESULT, DepthCell};

/// Runs of like values, counted as values come one after another.
pub trait Runs {
    /// What is known of a value.
    type Cell: Copy;

    /// Takes the next value into account, and tells whether it begins a new run.
    fn next(&mut self, cell: Self::Cell) -> bool;
}

/// Runs of results, of which sets are given: a run goes on as long as its sets have one in common.
#[derive(Debug, Clone, Copy)]
pub struct ResultRuns {
    /// What all sets of the run have in common.
    common: u8,
}

impl Default for ResultRuns {
    fn default() -> Self {
        Self { common: ANY_RESULT }
    }
}

impl Runs for ResultRuns {
    type Cell = u8;

    #[inline(always)]
    fn next(&mut self, cell: u8) -> bool {
        let common = self.common & cell;
        let is_new = common == 0;
        self.common = if is_new { cell } else { common };
        is_new
    }
}

/// Runs of depths: a depth that may be any is that before it.
#[derive(Debug, Clone, Copy, Default)]
pub struct DepthRuns {
    last: Option<DepthCell>,
}

impl Runs for DepthRuns {
    type Cell = u16;

    #[inline(always)]
    fn next(&mut self, cell: u16) -> bool {
        let Some(depth) = DepthCell::read(cell) else { return false };
        self.last.replace(depth).is_some_and(|last| last != depth)
    }
}

/// The values of a table.
#[derive(Debug, PartialEq, Eq)]
pub enum Filled {
    /// They are all alike.
    Single(u16),
    /// They are not.
    Values(Vec<u16>),
}

/// Results from sets of them, as few runs as there can be. Where a run leaves a choice, it is of the
/// result that has to stand most often.
pub fn fill_results(cells: &[u8]) -> Filled {
    let mut often = [0u64; 5];
    for cell in cells.iter().filter(|cell| cell.is_power_of_two()) {
        often[cell.trailing_zeros() as usize] += 1;
    }
    let best = |common: u8| {
        let possible = (0..5u16).filter(|value| common >> value & 1 != 0);
        possible.max_by_key(|&value| often[usize::from(value)]).unwrap_or_default()
    };
    let mut values = vec![0; cells.len()];
    let mut runs = ResultRuns::default();
    let (mut start, mut common) = (0, ANY_RESULT);
    for (at, &cell) in cells.iter().enumerate() {
        if runs.next(cell) {
            values[start..at].fill(best(common));
            start = at;
        }
        common = runs.common;
    }
    if start == 0 {
        return Filled::Single(best(common));
    }
    values[start..].fill(best(common));
    Filled::Values(values)
}

/// Depths as the numbers that stand for them; one that may be any is that before it, at the beginning
/// that after it.
pub fn fill_depths(cells: &[u16], number: impl Fn(DepthCell) -> u16) -> Filled {
    let first = cells.iter().find_map(|&cell| DepthCell::read(cell));
    let mut last = first.map_or(0, &number);
    let mut alike = true;
    let mut next = |&cell: &u16| {
        if let Some(depth) = DepthCell::read(cell) {
            let now = number(depth);
            alike &= now == last;
            last = now;
        }
        last
    };
    let values: Vec<u16> = cells.iter().map(&mut next).collect();
    if alike { Filled::Single(last) } else { Filled::Values(values) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_few_as_can_be() {
        // Loss or draw, draw, any, draw or win, win, loss.
        let cells = [0b101, 0b100, ANY_RESULT, 0b10100, 0b10000, 0b1];
        assert_eq!(fill_results(&cells), Filled::Values(vec![2, 2, 2, 2, 4, 0]));
        assert_eq!(fill_results(&cells[..4]), Filled::Single(2));
    }
}

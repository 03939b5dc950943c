//! In which order the cells of a block are gone through.
//!
//! A cell is told by file and rank of the column man and of the row man, three bits each. They may be counted in any order: which
//! one leaves the longest runs depends on how these men move.

use super::{ANY, CELLS, Ranges};

/// Where each of the four goes in the number of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    code: u8,
    shifts: [u8; 4],
}

/// How many there are.
const ORDERS: u8 = 24;

impl Order {
    /// The order of a code.
    pub fn of_code(code: u8) -> Option<Self> {
        let mut left = vec![0, 3, 6, 9];
        let mut rest = usize::from(code);
        let shifts = [4, 3, 2, 1].map(|count| {
            let shift = left.remove(rest % count);
            rest /= count;
            shift
        });
        (code < ORDERS).then_some(Self { code, shifts })
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ORDERS).filter_map(Self::of_code)
    }

    /// The number that stands for it.
    pub fn code(self) -> u8 {
        self.code
    }

    /// At which place a cell comes.
    #[inline(always)]
    pub fn place(self, cell: usize) -> usize {
        let [a, b, c, d] = self.shifts;
        (cell & 7) << a | (cell >> 3 & 7) << b | (cell >> 6 & 7) << c | (cell >> 9 & 7) << d
    }

    /// The same cells by their places.
    pub fn sorted(self, ranges: &Ranges) -> Box<Ranges> {
        let mut sorted = Box::new([ANY; CELLS]);
        for (cell, &range) in ranges.iter().enumerate() {
            sorted[self.place(cell)] = range;
        }
        sorted
    }

    /// The order that leaves the fewest runs in some blocks, and how many.
    pub fn best<'a>(blocks: impl Iterator<Item = &'a Ranges> + Clone) -> (Self, usize) {
        let runs = |order: Self| -> usize {
            blocks.clone().map(|block| runs(&order.sorted(block)).len()).sum()
        };
        let judged = Self::all().map(|order| (runs(order), order));
        let (runs, best) = judged.min_by_key(|&(runs, order)| (runs, order.code)).expect("orders");
        (best, runs)
    }
}

/// Values for a block whose cells come in order, in as few runs as can be; where a run leaves a choice, the nearest to a
/// favourite. What lies between two runs and may belong to either is cut at the roundest place, so that the same
/// lengths come up again.
pub fn filled(sorted: &Ranges, favourite: u8) -> Box<[u8; CELLS]> {
    let runs = runs(sorted);
    let mut values = Box::new([0; CELLS]);
    let mut begin = 0;
    for (number, &(_, [least, most])) in runs.iter().enumerate() {
        let value = favourite.clamp(least, most);
        let Some(&(latest, [least, most])) = runs.get(number + 1) else {
            values[begin..].fill(value);
            break;
        };
        let next = favourite.clamp(least, most);
        let may_be_next = |cell: usize| sorted[cell][0] <= next && next <= sorted[cell][1];
        let mut earliest = latest;
        while earliest > begin + 1 && may_be_next(earliest - 1) {
            earliest -= 1;
        }
        let end = (earliest..=latest).max_by_key(|place| place.trailing_zeros()).unwrap_or(latest);
        values[begin..end].fill(value);
        begin = end;
    }
    values
}

/// Where runs begin, and what all cells of a run may be: as few runs as can be.
pub fn runs(sorted: &Ranges) -> Vec<(usize, [u8; 2])> {
    let mut found = Vec::new();
    let (mut start, mut common) = (0, ANY);
    for (at, &[least, most]) in sorted.iter().enumerate() {
        let joined = [common[0].max(least), common[1].min(most)];
        if joined[0] > joined[1] {
            found.push((start, common));
            (start, common) = (at, [least, most]);
        } else {
            common = joined;
        }
    }
    found.push((start, common));
    found
}

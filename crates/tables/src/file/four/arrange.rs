//! Which cells of a block are stored, and in what order.
//!
//! Cells that no probe asks for are left out: whoever reads a block knows which they are. The others
//! follow each other by rows or by columns, whichever suits the men better; and in a stream after
//! the first they may be grouped by what the first stream has in the same cell, because positions
//! equally far from mate are often equally far from a zeroing move. Which of these, is tried out on
//! a sample when a table is written, for each stream and side to move.

use nimzo_retro::kernel::{Kernel, Portable};
use nimzo_retro::layout::BLOCK_SLOTS;

/// How the cells of a block follow each other in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// Column by column instead of row by row.
    pub by_columns: bool,
    /// Then grouped, in ascending order, by the low byte of the first stream's code.
    pub grouped: bool,
}

impl Arrangement {
    /// The cells that matter row by row, which is the fastest to read.
    pub(super) const BY_ROWS: Self = Self { by_columns: false, grouped: false };

    /// What is tried for a stream: the first of a file has none to be grouped by.
    pub(super) fn candidates(first: bool) -> impl Iterator<Item = Self> {
        let all = [(false, false), (true, false), (false, true), (true, true)];
        all.into_iter()
            .map(|(by_columns, grouped)| Self { by_columns, grouped })
            .filter(move |arrangement| !(first && arrangement.grouped))
    }

    /// Visits the cells that matter: where in the sequence each is, and its place in the block. `first`
    /// are the low bytes of the first stream's cells, asked for only if they are grouped. Places come
    /// group after group only in the sequence, not in the order of visits.
    #[inline(always)]
    pub(super) fn each(
        self,
        wanted: &[u64; 64],
        first: impl Fn(usize) -> u8,
        mut visit: impl FnMut(usize, usize),
    ) {
        // Where the next cell of each group is; without groups all are in one.
        let mut next = [0u16; 256];
        let group = |place: usize| if self.grouped { usize::from(first(place)) } else { 0 };
        if self.grouped {
            each_place(wanted, false, |place| next[group(place)] += 1);
            let mut before = 0;
            for count in &mut next {
                before += std::mem::replace(count, before);
            }
        }
        each_place(wanted, self.by_columns, |place| {
            let at = &mut next[group(place)];
            visit(usize::from(*at), place);
            *at += 1;
        });
    }

    /// Puts the stored cells, of `WIDTH` bytes each, from their sequence into the places of a block.
    pub(super) fn spread<const WIDTH: usize>(
        self,
        wanted: &[u64; 64],
        first: impl Fn(usize) -> u8,
        packed: &[u8],
        cells: &mut [u8],
    ) {
        if self == Self::BY_ROWS {
            return spread_rows::<WIDTH>(wanted, packed, cells);
        }
        let (cells, _) = cells.as_chunks_mut::<WIDTH>();
        let (packed, _) = packed.as_chunks::<WIDTH>();
        self.each(wanted, first, |at, place| {
            if let Some(&cell) = packed.get(at) {
                cells[place] = cell;
            }
        });
    }

    /// The byte that stands for it in a header; its lowest bit, that only cells that matter are stored,
    /// is always set.
    pub(in crate::file) fn code(self) -> u8 {
        1 | u8::from(self.by_columns) << 1 | u8::from(self.grouped) << 2
    }

    /// What a byte of a header stands for.
    pub(in crate::file) fn of_code(code: u8) -> Option<Self> {
        let bit = |i: u8| code >> i & 1 != 0;
        (code < 8 && bit(0)).then(|| Self { by_columns: bit(1), grouped: bit(2) })
    }
}

/// Where in the sequence of a block each cell is, if cells are not grouped: found without putting all of
/// them into their places.
pub struct Ranks {
    /// The cells that matter, by rows or by columns as they are stored.
    lines: [u64; 64],
    /// How many of them lie in the lines before each.
    before: [u16; 64],
    by_columns: bool,
}

impl Ranks {
    /// Those of a block of which `wanted` matter.
    pub(super) fn of(wanted: &[u64; 64], by_columns: bool) -> Self {
        let lines = if by_columns { transposed(wanted) } else { *wanted };
        let mut seen = 0;
        let before = lines.map(|line| {
            let before = seen;
            seen += line.count_ones() as u16;
            before
        });
        Self { lines, before, by_columns }
    }

    /// The rank of a cell; `None` of one that does not matter.
    pub fn rank(&self, cell: usize) -> Option<usize> {
        let (row, column) = (cell / 64 % 64, cell % 64);
        let (line, at) = if self.by_columns { (column, row) } else { (row, column) };
        let bit = 1 << at;
        let earlier = (self.lines[line] & (bit - 1)).count_ones() as usize;
        (self.lines[line] & bit != 0).then(|| usize::from(self.before[line]) + earlier)
    }
}

fn transposed(words: &[u64; 64]) -> [u64; 64] {
    let mut columns = [0; 64];
    Portable::store(&Portable::transpose(&Portable::load(words)), &mut columns);
    columns
}

/// How many cells are stored if `wanted` matter.
pub(super) fn count(wanted: &[u64; 64]) -> usize {
    wanted.iter().map(|word| word.count_ones() as usize).sum()
}

/// Cells that follow each other by rows: runs of neighbours, mostly few in a row.
fn spread_rows<const WIDTH: usize>(wanted: &[u64; 64], packed: &[u8], cells: &mut [u8]) {
    let mut rest = packed;
    for (row, &word) in cells.chunks_exact_mut(64 * WIDTH).zip(wanted) {
        let mut left = word;
        while left != 0 {
            let start = left.trailing_zeros() as usize;
            let run = (!(left >> start)).trailing_zeros() as usize;
            let (now, later) = rest.split_at(run * WIDTH);
            row[start * WIDTH..(start + run) * WIDTH].copy_from_slice(now);
            rest = later;
            left = left.checked_shr((start + run) as u32).map_or(0, |left| left << (start + run));
        }
    }
}

/// Visits the places of a block that matter, by rows or by columns.
#[inline(always)]
fn each_place(wanted: &[u64; 64], by_columns: bool, mut each: impl FnMut(usize)) {
    if by_columns {
        each_bit(&transposed(wanted), |column, row| each((row << 6 | column) % BLOCK_SLOTS));
    } else {
        each_bit(wanted, |row, column| each((row << 6 | column) % BLOCK_SLOTS));
    }
}

#[inline(always)]
fn each_bit(words: &[u64; 64], mut each: impl FnMut(usize, usize)) {
    for (i, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            each(i, left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wanted_cell_comes_once_in_its_order() {
        let wanted: [u64; 64] =
            std::array::from_fn(|i| (i as u64 + 3).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let is_wanted = |cell: usize| wanted[cell >> 6] >> (cell & 63) & 1 != 0;
        let group = |cell: usize| (cell * 7 % 5) as u8;
        for arrangement in Arrangement::candidates(false) {
            assert_eq!(Arrangement::of_code(arrangement.code()), Some(arrangement));
            let mut expected: Vec<usize> =
                (0..BLOCK_SLOTS).filter(|&cell| is_wanted(cell)).collect();
            if arrangement.by_columns {
                expected.sort_by_key(|cell| (cell & 63, cell >> 6));
            }
            if arrangement.grouped {
                expected.sort_by_key(|&cell| group(cell));
            }
            let mut found = vec![BLOCK_SLOTS; count(&wanted)];
            arrangement.each(&wanted, group, |at, place| found[at] = place);
            assert_eq!(found, expected, "{arrangement:?}");
            if !arrangement.grouped {
                let ranks = Ranks::of(&wanted, arrangement.by_columns);
                for cell in 0..BLOCK_SLOTS {
                    let rank = expected.iter().position(|&one| one == cell);
                    assert_eq!(ranks.rank(cell), rank, "{arrangement:?} {cell}");
                }
            }

            let packed: Vec<u8> =
                expected.iter().flat_map(|&cell| (cell as u16).to_le_bytes()).collect();
            let mut cells = vec![0; 2 * BLOCK_SLOTS];
            arrangement.spread::<2>(&wanted, group, &packed, &mut cells);
            for (cell, found) in cells.as_chunks::<2>().0.iter().enumerate() {
                let there = is_wanted(cell);
                assert_eq!(usize::from(u16::from_le_bytes(*found)), cell * usize::from(there));
            }
        }
        assert_eq!(Arrangement::of_code(8), None);
    }
}

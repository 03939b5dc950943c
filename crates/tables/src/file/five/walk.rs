//! In which order the cells of a band are coded, and in view of what: the one description that writing, reading
//! and the taking of samples follow.
//!
//! A *band* is [`ROWS`] rows of a block, coded by itself or, for results, in view of the bands [above](Above). Results come row by row: first whether all of the
//! row is the same, and if not, each cell in view of some [neighbours](super::neighbours) that are already
//! known. Depths follow for the cells that are won or lost: to the first metric of the file in view of the
//! result and of what lies between the neighbours' depths; to the others also in view of the depth that the last
//! cell had which was equally far by the first metric.

use std::ops::Range;

use nimzo_retro::planes::BYTES_OF_BITS;

use super::free::Ranges;
use super::neighbours::{GRID, Neighbours, place, roll};
use super::tree::{KINDS, Path};

/// Rows of a band.
pub const ROWS: usize = 8;
/// Cells of a band.
pub const BAND: usize = ROWS * 64;
/// Bands of a block.
pub const BANDS: usize = 64 / ROWS;

/// Results, from the side to move.
pub const LOSS: u8 = 0;
/// A loss that the fifty-move rule makes a draw.
pub const BLESSED_LOSS: u8 = 1;
/// A draw.
pub const DRAW: u8 = 2;
/// A win that the fifty-move rule makes a draw.
pub const CURSED_WIN: u8 = 3;
/// A win.
pub const WIN: u8 = 4;
/// What a cell holds that is not stored.
pub const NOTHING: u8 = 5;

/// Neighbours that results look at.
pub const RESULT_NEIGHBOURS: usize = 8;
/// Neighbours that depths look at, of which the first three that are there count.
pub const DEPTH_NEIGHBOURS: usize = 5;

/// A row of more than one result.
pub const MIXED: u8 = 5;
/// The first circumstance of what is told of whole rows.
const OF_ROWS: u8 = 63;
/// From this on depths are written bare.
pub const LARGE: u16 = 254;

/// Whether a cell of this result has a depth.
#[inline(always)]
pub fn is_decided(result: u8) -> bool {
    result != DRAW && result < NOTHING
}

/// Whatever symbols are handed to.
pub trait Coding {
    /// Whether what is handed in means nothing, because it is read.
    const READS: bool;
    /// Writes a symbol, or reads one and returns it.
    fn code(&mut self, path: Path, symbol: u8) -> u8;
    /// The same for a cell of the band.
    #[inline(always)]
    fn cell(&mut self, path: Path, _cell: usize, symbol: u8) -> u8 {
        self.code(path, symbol)
    }
    /// The same for what is told of a whole row.
    #[inline(always)]
    fn row(&mut self, path: Path, _row: usize, symbol: u8) -> u8 {
        self.code(path, symbol)
    }
    /// The same for any number.
    fn bare(&mut self, number: u16) -> u16;
    /// Told before a band what its cells may be.
    fn band(&mut self, _ranges: &Ranges) {}
    /// Takes note of a grid before the cell of this place is put there as `kind`.
    #[inline(always)]
    fn note(&mut self, _grid: &[u8; GRID], _place: usize, _kind: u8) {}
}

impl<C: Coding> Coding for &mut C {
    const READS: bool = C::READS;

    #[inline(always)]
    fn code(&mut self, path: Path, symbol: u8) -> u8 {
        (**self).code(path, symbol)
    }

    fn bare(&mut self, number: u16) -> u16 {
        (**self).bare(number)
    }
}

/// What is known of the results above a band.
pub struct Above {
    /// Results are one more here, so that 0 is none.
    grid: [u8; GRID],
    /// What was told of the last two rows.
    rows: [u8; 2],
}

impl Above {
    /// Nothing.
    pub const NOTHING: Self = Self { grid: [0; GRID], rows: [6; 2] };

    /// Moves on to a band, which may be joined to the one before.
    pub fn step(&mut self, joined: u8, band: usize) {
        match u16::from(joined) << 1 >> band & 1 {
            0 => *self = Self::NOTHING,
            _ => self.pass_on(),
        }
    }

    /// Moves on to the next band.
    pub fn pass_on(&mut self) {
        roll(&mut self.grid);
    }
}

/// Puts one number into the cells of a row that are stored, and another into the rest.
#[inline(always)]
pub fn fill_row(stored: u64, [here, else_where]: [u8; 2], row: &mut [u8]) {
    let of = |byte: u8| u64::from_le_bytes([byte; 8]);
    for (eight, cells) in row[..64].as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mask = BYTES_OF_BITS[usize::from((stored >> (8 * eight)) as u8)];
        *cells = (mask & of(here) | !mask & of(else_where)).to_le_bytes();
    }
}

/// Codes the results of a band; `stored` are its rows' cells that are.
#[inline(always)]
pub fn results<C: Coding>(
    near: &Neighbours,
    stored: &[u64; ROWS],
    cells: &mut [u8; BAND],
    above: &mut Above,
    coding: &mut C,
) {
    let Above { grid, rows } = above;
    for (number, (row, &stored)) in cells.as_chunks_mut::<64>().0.iter_mut().zip(stored).enumerate()
    {
        if stored == 0 {
            row.fill(NOTHING);
            continue;
        }
        let first = row[stored.trailing_zeros() as usize];
        let same = !C::READS && each(stored).all(|column| row[column] == first);
        let symbol = if same { first } else { MIXED };
        let told = coding.row([OF_ROWS, rows[0], rows[1], 0, 0, 0], number, symbol);
        *rows = [told.min(MIXED), rows[0]];
        let start = place(number, 0);
        if told < MIXED {
            fill_row(stored, [told, NOTHING], row);
            fill_row(stored, [told + 1, 0], &mut grid[start..]);
            continue;
        }
        let mut left = 0;
        let mut next = 0;
        for column in each(stored) {
            row[next..column].fill(NOTHING);
            next = column + 1;
            let at = start + column;
            let look = |which: usize| near.look(which, grid, at);
            let path = [
                look(0),
                look(1),
                look(2) * 6 + look(3),
                look(4) * 6 + look(5),
                look(6) * 6 + look(7),
                left,
            ];
            let found = coding.cell(path, number * 64 + column, row[column]).min(WIN);
            coding.note(grid, at, found + 1);
            row[column] = found;
            grid[at] = found + 1;
            left = found + 1;
        }
        row[next..].fill(NOTHING);
    }
}

/// The row from which on the depths of a band are coded by themselves, if those above have enough.
pub const HALF: usize = ROWS / 2;
/// So many.
const ENOUGH: usize = 64;

/// Whether the depths of a band are cut in two: the first half of its results tells.
pub fn is_cut(results: &[u8; BAND]) -> bool {
    let decided = results[..HALF * 64].iter().filter(|&&result| is_decided(result)).count();
    decided >= ENOUGH
}

/// The rows of a band whose depths are coded together.
pub fn halves(is_cut: bool) -> [Range<usize>; 2] {
    if is_cut { [0..HALF, HALF..ROWS] } else { [0..ROWS, ROWS..ROWS] }
}

/// Codes the depths of some rows of a band whose results are known; `first` are the depths of the file's first metric.
#[inline(always)]
pub fn depths<C: Coding>(
    near: &Neighbours,
    rows: Range<usize>,
    results: &[u8; BAND],
    first: Option<&[u16; BAND]>,
    depths: &mut [u16; BAND],
    coding: &mut C,
) {
    // Losses and wins apart; depths as circumstances, so that 0 is none.
    let mut grids = [[0; GRID]; 2];
    // The last depth for each depth by the first metric.
    let mut alike = [[0; 256]; 2];
    for row in rows {
        let mut left = [0; 2];
        for column in 0..64 {
            let cell = row * 64 + column;
            let result = results[cell];
            if !is_decided(result) {
                depths[cell] = 0;
                continue;
            }
            let side = usize::from(result > DRAW);
            let at = place(row, column);
            let (grid, alike) = (&mut grids[side], &mut alike[side]);
            let known = View::of(near, grid, at, left[side]);
            let seen = first.map(|first| usize::from(first[cell]).min(255));
            let path = match seen {
                None => {
                    let (middle, spread) = known.middle_and_spread();
                    let [a, b, _] = known.kinds;
                    [
                        result,
                        middle,
                        spread,
                        above_or_below(a, middle),
                        above_or_below(b, middle),
                        0,
                    ]
                }
                Some(first) => {
                    let [a, b, c] = known.kinds;
                    let (b, c) = (above_or_below(b, a), above_or_below(c, a));
                    [result, alike[first], a, b, c, kind_of(first as u16)]
                }
            };
            let symbol = coding.cell(path, cell, depths[cell].min(LARGE) as u8);
            let found = match u16::from(symbol) {
                LARGE.. => coding.bare(depths[cell]),
                depth => depth,
            };
            depths[cell] = found;
            let kind = kind_of(found);
            coding.note(grid, at, kind);
            grid[at] = kind;
            left[side] = kind;
            if let Some(first) = seen {
                alike[first] = kind;
            }
        }
    }
}

/// The first three neighbours that are there.
struct View {
    kinds: [u8; 3],
    count: usize,
}

impl View {
    #[inline(always)]
    fn of(near: &Neighbours, grid: &[u8; GRID], at: usize, left: u8) -> Self {
        let (mut kinds, mut count) = ([0; 3], 0);
        for which in 0..DEPTH_NEIGHBOURS {
            let kind = near.look(which, grid, at);
            if kind != 0 {
                kinds[count] = kind;
                count += 1;
                if count == 3 {
                    break;
                }
            }
        }
        // Where there is none, the last of the row.
        if count == 0 && left != 0 {
            (kinds[0], count) = (left, 1);
        }
        Self { kinds, count }
    }

    /// What lies in the middle, and how far the greatest and least are from it.
    #[inline(always)]
    fn middle_and_spread(&self) -> (u8, u8) {
        let [a, b, c] = self.kinds;
        let (least, middle, greatest) = match self.count {
            0 => return (0, 63),
            1 => (a, a, a),
            2 => (a.min(b), ((u16::from(a) + u16::from(b)).div_ceil(2)) as u8, a.max(b)),
            _ => (a.min(b).min(c), a.min(b).max(a.max(b).min(c)), a.max(b).max(c)),
        };
        (middle, roughly(greatest - middle) * 8 + roughly(middle - least))
    }
}

/// A distance in eight steps.
#[inline(always)]
fn roughly(distance: u8) -> u8 {
    match distance {
        0..=4 => distance,
        5..=6 => 5,
        7..=10 => 6,
        _ => 7,
    }
}

/// How far above or below a kind another one is, if it is there.
#[inline(always)]
fn above_or_below(kind: u8, from: u8) -> u8 {
    match kind {
        0 => 15,
        _ => ((i16::from(kind) - i16::from(from)).clamp(-6, 6) + 7) as u8,
    }
}

/// A depth as a circumstance: exact as long as it is small. 0 stands for none.
#[inline(always)]
pub fn kind_of(depth: u16) -> u8 {
    match depth {
        ..100 => depth as u8 + 1,
        _ => (101 + (depth - 100) / 4).min(KINDS as u16 - 1) as u8,
    }
}

/// The places of the bits of a word.
#[inline(always)]
fn each(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

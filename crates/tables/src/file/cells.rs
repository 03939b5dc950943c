//! Decoded cells in as few bits as tell their codes apart: most blocks hold few codes, so that many more of them find
//! room in memory than bytes would.

use std::cell::RefCell;

/// Bytes behind the last cell, so that each can be read as part of four.
const BEHIND: usize = 4;
/// Bits of a cell where codes stand for themselves, there being more than can be listed.
const BARE: usize = 16;
/// As many codes are listed, at most.
const MOST_LISTED: usize = 256;

/// The codes of the cells of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// Bits of a cell.
    bits: u8,
    /// Bytes of the list of codes that come up, which comes before the cells.
    listed: u16,
    count: u16,
    bytes: Box<[u8]>,
}

thread_local! {
    /// For each code its place in the list that is being made, or 0.
    static PLACES: RefCell<Box<[u16; 1 << 16]>> = RefCell::new(Box::new([0; 1 << 16]));
}

impl Cells {
    /// Cells of so many bytes each (1 or 2, little-endian).
    pub fn of(cells: &[u8], width: u8) -> Self {
        match width {
            1 => Self::of_codes(cells, u16::from, &mut [0; 1 << 8]),
            _ => PLACES.with_borrow_mut(|places| {
                Self::of_codes(cells.as_chunks::<2>().0, u16::from_le_bytes, &mut places[..])
            }),
        }
    }

    /// `places` has a 0 for each code that there may be, and has it again afterwards.
    fn of_codes<T: Copy>(cells: &[T], code: impl Fn(T) -> u16, places: &mut [u16]) -> Self {
        let mut list = Vec::new();
        for &cell in cells {
            let code = code(cell);
            let place = &mut places[usize::from(code)];
            if *place == 0 {
                list.push(code);
                *place = list.len() as u16;
            }
        }
        let found = match list.len() {
            ..=MOST_LISTED => {
                let place = |cell: T| places[usize::from(code(cell))].wrapping_sub(1);
                match list.len().next_power_of_two().trailing_zeros() {
                    0 => Self::packed::<0, T>(&list, cells, place),
                    1 => Self::packed::<1, T>(&list, cells, place),
                    2 => Self::packed::<2, T>(&list, cells, place),
                    3 => Self::packed::<3, T>(&list, cells, place),
                    4 => Self::packed::<4, T>(&list, cells, place),
                    5 => Self::packed::<5, T>(&list, cells, place),
                    6 => Self::packed::<6, T>(&list, cells, place),
                    7 => Self::packed::<7, T>(&list, cells, place),
                    _ => Self::packed::<8, T>(&list, cells, place),
                }
            }
            _ => Self::packed::<BARE, T>(&[], cells, &code),
        };
        list.iter().for_each(|&code| places[usize::from(code)] = 0);
        found
    }

    /// Cells of so many bits, each of which `number` tells.
    fn packed<const BITS: usize, T: Copy>(
        list: &[u16],
        cells: &[T],
        number: impl Fn(T) -> u16,
    ) -> Self {
        let listed = 2 * list.len();
        let length = listed + (cells.len() * BITS).div_ceil(8) + BEHIND;
        let mut bytes = vec![0; length].into_boxed_slice();
        for (place, code) in bytes.chunks_exact_mut(2).zip(list) {
            place.copy_from_slice(&code.to_le_bytes());
        }
        if BITS > 0 {
            // Eight cells fill whole bytes.
            let word = |eight: &[T]| {
                let number = |(at, &cell): (usize, &T)| u128::from(number(cell)) << (at * BITS);
                eight.iter().enumerate().map(number).fold(0, |word, cell| word | cell)
            };
            let (eights, rest) = cells.as_chunks::<8>();
            let (whole, end) = bytes[listed..].split_at_mut(eights.len() * BITS);
            for (bytes, eight) in whole.chunks_exact_mut(BITS).zip(eights) {
                if BITS <= 8 {
                    let number = |at: usize| u64::from(number(eight[at])) << (at * (BITS % 9));
                    let word = (0..8).map(number).fold(0, |word, cell| word | cell);
                    bytes.copy_from_slice(&word.to_le_bytes()[..BITS % 9]);
                } else {
                    bytes.copy_from_slice(&word(eight).to_le_bytes()[..BITS]);
                }
            }
            let last = (rest.len() * BITS).div_ceil(8);
            end[..last].copy_from_slice(&word(rest).to_le_bytes()[..last]);
        }
        Self { bits: BITS as u8, listed: listed as u16, count: cells.len() as u16, bytes }
    }

    /// The code of a cell; 0, which no cell of a position has, of one that is not there.
    #[inline]
    pub fn code(&self, cell: usize) -> u16 {
        if cell >= self.count() {
            return 0;
        }
        let (bits, listed) = (usize::from(self.bits), usize::from(self.listed));
        let bit = cell * bits;
        let rest = self.bytes.get(listed + bit / 8..).and_then(|rest| rest.first_chunk());
        let Some(&word) = rest else { return 0 };
        let number = (u32::from_le_bytes(word) >> (bit % 8)) as usize & ((1 << bits) - 1);
        match listed {
            0 => number as u16,
            _ => {
                let code = self.bytes.get(2 * number..2 * number + 2);
                code.map_or(0, |code| u16::from_le_bytes([code[0], code[1]]))
            }
        }
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back() {
        let mut dice = fastrand::Rng::with_seed(1);
        for kinds in [1, 2, 3, 4, 5, 7, 16, 17, 60, 128, 200, 256, 257, 3000, 65536] {
            for count in [1, 7, 64, 512, 4096] {
                let codes: Vec<u16> =
                    (0..count).map(|_| (dice.u64(..kinds) * 0x9E37) as u16).collect();
                let wide: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
                let cells = Cells::of(&wide, 2);
                for (at, &code) in codes.iter().enumerate() {
                    assert_eq!(cells.code(at), code, "{kinds} {count} {at}");
                }
                let narrow: Vec<u8> = codes.iter().map(|&code| code as u8).collect();
                let cells = Cells::of(&narrow, 1);
                assert!(
                    narrow.iter().enumerate().all(|(at, &code)| cells.code(at) == u16::from(code))
                );
                assert_eq!((cells.count(), cells.code(count)), (count, 0));
            }
        }
    }

    #[test]
    fn few_codes_take_few_bits() {
        let bytes = |kinds: usize| {
            let cells: Vec<u8> = (0..4096).map(|cell| (cell % kinds) as u8).collect();
            Cells::of(&cells, 1).bytes()
        };
        assert_eq!([1, 2, 3, 33].map(bytes), [6, 520, 1034, 3142]);
    }
}

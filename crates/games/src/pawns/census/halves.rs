//! One byte a word: what it is worth as the part beyond a move, read outwards.

use rayon::prelude::*;

use super::rank;

/// The nimber of the part without its first file.
pub const NIMBER: u8 = 0b0001_1111;
/// An interior move on an open file next to this part is loony.
pub const LOONY_OPEN: u8 = 0b0010_0000;
/// A move on a stopped file next to this part is loony, interior or not.
pub const LOONY_STOPPED: u8 = 0b0100_0000;
/// A move on an open file next to this part, nothing on its other side, is loony.
pub const LOONY_OPEN_END: u8 = 0b1000_0000;

/// Bytes after each table, so that a row of [`super::kernel::LANES`] may be read anywhere.
pub const PADDING: usize = super::kernel::LANES;

/// The bytes of all words to some length. Whatever is stored of words of length `m` is the
/// nimbers of words of length `m - 1`.
pub struct Halves {
    /// `of[length][rank]`.
    of: Vec<Vec<u8>>,
}

impl Halves {
    /// The words of length 0 and 1.
    pub fn new() -> Self {
        let empty = 0;
        let open = LOONY_OPEN | LOONY_STOPPED | LOONY_OPEN_END;
        let stopped = LOONY_STOPPED | LOONY_OPEN_END;
        let mut of = vec![vec![empty], vec![open, stopped]];
        of.iter_mut().for_each(|table| table.resize(table.len() + PADDING, 0));
        Self { of }
    }

    /// The table of a length.
    pub fn of(&self, length: usize) -> &[u8] {
        &self.of[length]
    }

    /// A table for words of a length. The nimbers of the words one letter shorter go to its front.
    pub fn room_for(&self, length: usize) -> Vec<u8> {
        vec![0; rank::words(length) as usize + PADDING]
    }

    /// Takes the table of the next length, its front filled with nimbers by rank.
    pub fn push(&mut self, mut table: Vec<u8>) {
        let length = self.of.len();
        if length == 2 {
            // Length 2 was given with the nimbers of length 1.
            debug_assert_eq!(table.len(), 3 + PADDING);
        }
        let open = rank::words(length - 1) as usize;
        let (after_open, rest) = table.split_at_mut(open);
        let stopped = rank::words(length - 2) as usize;
        // A word after a stop begins with 0: the first so many of them.
        let after_stop = &mut rest[..stopped];
        self.fill_after_stop(length, after_open, after_stop);
        self.fill_after_open(length, after_open);
        self.of.push(table);
    }

    /// The words `1 v`: `v` begins with 0.
    fn fill_after_stop(&self, length: usize, nimbers: &[u8], table: &mut [u8]) {
        let beyond = self.of(length - 1);
        table.par_iter_mut().enumerate().with_min_len(1 << 14).for_each(|(rank, byte)| {
            let nimber = nimbers[rank];
            let sound_further = beyond[rank] & LOONY_STOPPED == 0;
            let end = sound_further && beyond[rank] & NIMBER == nimber;
            *byte = nimber | LOONY_STOPPED | if end { LOONY_OPEN_END } else { 0 };
        });
    }

    /// The words `0 v` with `v = i x`: their nimbers are in place, the marks are added.
    fn fill_after_open(&self, length: usize, table: &mut [u8]) {
        let beyond = self.of(length - 1);
        let further = self.of(length - 2);
        let open_next = rank::words(length - 2) as usize;
        table.par_iter_mut().enumerate().with_min_len(1 << 14).for_each(|(rank, byte)| {
            let nimber = *byte;
            let open = beyond[rank] & LOONY_OPEN_END == 0 && beyond[rank] & NIMBER == nimber;
            // The letter i decides which move on it counts, and where x is found.
            let (x, mark) = match rank.checked_sub(open_next) {
                None => (further[rank], LOONY_OPEN_END),
                Some(rank) => (further[rank], LOONY_STOPPED),
            };
            let stopped = !(x & mark == 0 && x & NIMBER == nimber);
            *byte = nimber
                | if open { LOONY_OPEN | LOONY_OPEN_END } else { 0 }
                | if stopped { LOONY_STOPPED } else { 0 };
        });
    }
}

//! Values words by the thousand: a tile is all words with the same middle.
//!
//! Beginnings `x` and ends `y` run through all words of [`SIDE`] letters. For a move in `x` or the
//! middle the right halves are a row over all `y`; for a move in `y` the left halves, read
//! outwards, are a row over all `x` in the order of their mirror images. So a tile is filled twice,
//! row by row and column by column, and the two are joined.

use nimzo_work::{Stage, Task};

use super::halves::{Halves, LOONY_OPEN, LOONY_OPEN_END, LOONY_STOPPED, NIMBER};
use super::kernel::{LANES, Move, Reached, mark};
use super::{Tally, rank, tally_all};
use crate::Result;
use crate::pawns::word::{File, Word};

/// Letters at either end of a word that run: 55 words fill the lanes of the kernel.
const SIDE: usize = 8;

/// Values all words of a length, writes their nimbers by rank unless `nimbers` is empty, and
/// counts them.
pub fn value_all(
    length: usize,
    halves: &Halves,
    nimbers: &mut [u8],
    task: &Task,
    stage: &Stage<'_>,
) -> Result<Tally> {
    if length <= 2 * SIDE {
        task.check()?;
        let tally = value_short(length, halves, nimbers);
        stage.advance(rank::words(length));
        return Ok(tally);
    }
    let nimbers = Nimbers { start: nimbers.as_mut_ptr(), len: nimbers.len() };
    let ends: Vec<Word> = Word::all(SIDE).collect();
    let middles: Vec<Word> = Word::all(length - 2 * SIDE).collect();
    let blocks: Vec<&[Word]> = middles.chunks(64).collect();
    tally_all(blocks, |block| {
        task.check()?;
        let mut tally = Tally::new();
        let mut words = 0;
        for middle in block {
            words += Tile::new(halves, &ends, middle).value(&nimbers, &mut tally);
        }
        stage.advance(words);
        Ok(tally)
    })
}

/// A place for the nimbers by rank that several threads write to, each to its own words.
struct Nimbers {
    start: *mut u8,
    len: usize,
}

// SAFETY: tiles have different middles, so no two of them write to the same word.
unsafe impl Sync for Nimbers {}

impl Nimbers {
    fn write(&self, rank: usize, row: &[u8]) {
        if self.len > 0 {
            assert!(rank + row.len() <= self.len);
            // SAFETY: within the slice this was made from, and no other tile has these words.
            unsafe { std::ptr::copy_nonoverlapping(row.as_ptr(), self.start.add(rank), row.len()) };
        }
    }
}

/// The bits of a half-value byte that count for a move next to it.
fn keep(u: File, other_side_is_empty: bool) -> u8 {
    NIMBER
        | match (u, other_side_is_empty) {
            (File::Stopped, _) => LOONY_STOPPED,
            (File::Open, false) => LOONY_OPEN,
            (File::Open, true) => LOONY_OPEN_END,
        }
}

/// The nimber of a half-value byte, or `None` when the move is loony on its side.
fn sound(byte: u8, keep: u8) -> Option<u8> {
    let kept = byte & keep;
    (kept <= NIMBER).then_some(kept)
}

/// Words of any length, one after another and move by move: what the tiles are tested against.
fn value_short(length: usize, halves: &Halves, nimbers: &mut [u8]) -> Tally {
    let mut tally = Tally::new();
    for (rank, word) in Word::all(length).enumerate() {
        let nimber = nimber_of(&word, halves);
        tally.note(nimber, rank as u64);
        if let Some(place) = nimbers.get_mut(rank) {
            *place = nimber;
        }
    }
    tally
}

/// The nimber of one word from the half-values of its parts.
fn nimber_of(word: &Word, halves: &Halves) -> u8 {
    let files = word.files();
    if files.len() == 1 {
        return 1;
    }
    let mut reached = 0u32;
    for (place, &u) in files.iter().enumerate() {
        let (left, right) = (&files[..place], &files[place + 1..]);
        let left_byte = halves.of(left.len())[rank::rank_reversed(left) as usize];
        let right_byte = halves.of(right.len())[rank::rank(right) as usize];
        let left_half = sound(left_byte, keep(u, right.is_empty()));
        let right_half = sound(right_byte, keep(u, left.is_empty()));
        if let (Some(left), Some(right)) = (left_half, right_half) {
            reached |= 1 << (left ^ right);
        }
    }
    reached.trailing_ones() as u8
}

/// All words `x middle y`.
struct Tile<'a> {
    halves: &'a Halves,
    /// Words of [`SIDE`] letters in order: the ends `y`, and the beginnings `x` mirrored.
    ends: &'a [Word],
    middle: &'a [File],
}

impl<'a> Tile<'a> {
    fn new(halves: &'a Halves, ends: &'a [Word], middle: &'a Word) -> Self {
        Self { halves, ends, middle: middle.files() }
    }

    /// Values the tile; tells how many words it has.
    fn value(&self, nimbers: &Nimbers, tally: &mut Tally) -> u64 {
        let starts = self.fitting(self.middle[0]);
        let ends = self.fitting(self.middle[self.middle.len() - 1]);
        let reversed: Vec<File> = self.middle.iter().rev().copied().collect();
        let columns: Vec<Reached> =
            (0..ends).map(|y| mark(&self.moves_in(y, &reversed, false))).collect();
        for x in 0..starts {
            let mut reached = mark(&self.moves_in(x, self.middle, true));
            let mut row = [0u8; LANES];
            let base = self.rank_of_row(x);
            let lanes = row.iter_mut().zip(&mut reached).zip(&columns);
            for (y, ((nimber, reached), column)) in lanes.enumerate() {
                *reached |= column[x];
                *nimber = reached.trailing_ones() as u8;
                tally.note(*nimber, base + y as u64);
            }
            nimbers.write(base as usize, &row[..ends]);
        }
        (starts * ends) as u64
    }

    /// How many of the words at an end fit next to a letter: all, or those that begin with 0.
    fn fitting(&self, next: File) -> usize {
        if next.is_stopped() { rank::weight(SIDE) as usize } else { self.ends.len() }
    }

    /// The rank of `x middle` followed by zeros.
    fn rank_of_row(&self, x: usize) -> u64 {
        let length = 2 * SIDE + self.middle.len();
        let start = self.ends[x].files().iter().rev().enumerate();
        let stops = start.chain(self.middle.iter().enumerate().map(|(i, file)| (SIDE + i, file)));
        stops
            .filter(|(_, file)| file.is_stopped())
            .map(|(place, _)| rank::weight(length - place))
            .sum()
    }

    /// The moves on the files of one end, and of the middle too where `with_middle`, for all words
    /// of the other end at once. `near` is the end's number, read outwards; `middle` is read from
    /// that end.
    fn moves_in(&self, near: usize, middle: &[File], with_middle: bool) -> Vec<Move<'a>> {
        let length = 2 * SIDE + middle.len();
        let end = self.ends[near].files();
        let files: Vec<File> = end.iter().rev().chain(middle).copied().collect();
        let count = if with_middle { files.len() } else { SIDE };
        let mut far_rank: u64 = files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.is_stopped())
            .map(|(place, _)| rank::weight(length - place))
            .sum();
        let mut near_rank = 0;
        let mut moves = Vec::with_capacity(count);
        for (place, &u) in files.iter().enumerate().take(count) {
            if u.is_stopped() {
                far_rank -= rank::weight(length - place);
            }
            let near_byte = self.halves.of(place)[near_rank as usize];
            if let Some(near) = sound(near_byte, keep(u, false)) {
                let far = &self.halves.of(length - 1 - place)[far_rank as usize..];
                moves.push(Move { far, keep: keep(u, place == 0), near });
            }
            if u.is_stopped() {
                near_rank += rank::weight(place + 1);
            }
        }
        moves
    }
}

//! Which of the slots that repeat each other counts: the one with the smallest number, once like
//! men are sorted and, where a symmetry of the board is left, the smaller of the two images taken.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::slices::squares;
use super::symmetry::Symmetry;
use super::{BLOCK_SLOTS, Layout, Squares};
use crate::planes::{Buffer, Cell, SharedBuffer};

/// Masks of counting slots, made when first asked for. They depend on the places of the outer men
/// and on whether a symmetry is left, not on the frame.
#[derive(Debug, Default)]
pub(super) struct Counting {
    like: OnceLock<Vec<[u64; 64]>>,
    diagonal: OnceLock<Vec<[u64; 64]>>,
    mirror: OnceLock<[u64; 64]>,
    like_repeats: OnceLock<Vec<Vec<Repeat>>>,
    diagonal_repeats: OnceLock<Vec<Vec<Repeat>>>,
}

/// A slot of a block that does not count, and the slot of the same frame that counts in its stead.
#[derive(Debug, Clone, Copy)]
struct Repeat {
    cell: u16,
    counting: u32,
}

/// Repeats are kept where the outer men have at most so many places; there would be too many of
/// them otherwise.
const KEPT_PLACES: usize = 64;

const ALL: [u64; 64] = [!0; 64];
const NONE: [u64; 64] = [0; 64];

impl Counting {
    pub(super) fn mask(&self, layout: &Layout, slice: usize, block: usize) -> &[u64; 64] {
        let (frame, place) = (block / layout.outer_places, block % layout.outer_places);
        let kings = layout.frames.kings[frame];
        match layout.symmetry_left(slice, kings) {
            None if !layout.has_like_men() => &ALL,
            None => &self.like.get_or_init(|| every_place(layout, None))[place],
            Some(Symmetry::MIRROR) if kings[0] < 64 => {
                if kings[0] & 7 > 3 {
                    &NONE
                } else {
                    &self.like.get_or_init(|| every_place(layout, None))[place]
                }
            }
            Some(Symmetry::MIRROR) => {
                self.mirror.get_or_init(|| one_place(layout, 0, Some(Symmetry::MIRROR)))
            }
            Some(g) => &self.diagonal.get_or_init(|| every_place(layout, Some(g)))[place],
        }
    }

    /// The repeats of a block with these outer men, if they are kept.
    fn repeats(&self, layout: &Layout, place: usize, left: Option<Symmetry>) -> Option<&[Repeat]> {
        let kept = match left {
            None => &self.like_repeats,
            Some(Symmetry::DIAGONAL) => &self.diagonal_repeats,
            Some(_) => return None,
        };
        let every = || {
            let masks = (0..layout.outer_places).map(|place| one_place(layout, place, left));
            masks.enumerate().map(|(place, mask)| layout.repeats(place, left, &mask)).collect()
        };
        (layout.outer_places <= KEPT_PLACES).then(|| &kept.get_or_init(every)[place][..])
    }
}

impl Layout {
    /// The symmetry that maps positions of this frame and slice to positions of the same slice
    /// which are their images.
    fn symmetry_left(&self, slice: usize, kings: [u8; 2]) -> Option<Symmetry> {
        let on_diagonal = |square: u8| square > 63 || square >> 3 == square & 7;
        if self.material.has_pawns() {
            self.slices.pawns(slice).is_mirror_symmetric().then_some(Symmetry::MIRROR)
        } else {
            (kings[0] < 64 && kings.into_iter().all(on_diagonal)).then_some(Symmetry::DIAGONAL)
        }
    }

    /// Calls `each` with every slot of a block that does not count, as its place in the block, and
    /// the slot that counts in its stead.
    pub fn each_repeat(&self, slice: usize, block: usize, mut each: impl FnMut(usize, usize)) {
        let counted = self.counted(slice, block);
        if *counted == ALL {
            return;
        }
        let (frame, place) = (block / self.outer_places, block % self.outer_places);
        let kings = self.frames.kings[frame];
        let left = self.symmetry_left(slice, kings);
        // The image may stand in another frame.
        if left == Some(Symmetry::MIRROR) && kings[0] < 64 {
            for (row, counted) in counted.iter().enumerate() {
                for column in squares(!counted) {
                    let cell = row * 64 + usize::from(column);
                    let counting = self.counting_slot(slice, block * BLOCK_SLOTS + cell);
                    counting.into_iter().for_each(|counting| each(cell, counting));
                }
            }
            return;
        }
        let first = (block - place) * BLOCK_SLOTS;
        let mut all = |repeats: &[Repeat]| {
            for repeat in repeats {
                each(usize::from(repeat.cell), first + repeat.counting as usize);
            }
        };
        match self.counting.repeats(self, place, left) {
            Some(kept) => all(kept),
            None => all(&self.repeats(place, left, counted)),
        }
    }

    /// Copies the value of each slot that counts to those that repeat it.
    pub fn fill_repeats<T: Cell>(&self, slice: usize, cells: Buffer<T>) -> Buffer<T> {
        assert_eq!(cells.len(), self.blocks() * BLOCK_SLOTS, "a value for each slot");
        let shared = SharedBuffer::from(cells);
        (0..self.blocks()).into_par_iter().for_each(|block| {
            self.each_repeat(slice, block, |cell, counting| {
                // SAFETY: both are slots of the layout, which is as long as the buffer. The first
                // counts, so that no thread writes it; the second does not and belongs to this
                // block alone.
                let (from, to) = unsafe {
                    (shared.part::<1>(counting), shared.part_mut::<1>(block * BLOCK_SLOTS + cell))
                };
                *to = *from;
            });
        });
        shared.into()
    }

    /// The repeats of a block with these outer men, in a frame that has this symmetry left.
    fn repeats(&self, place: usize, left: Option<Symmetry>, counted: &[u64; 64]) -> Vec<Repeat> {
        let n = self.men.len();
        let pairs = self.like_pairs();
        let mut men = self.squares(place * BLOCK_SLOTS);
        let mut found = Vec::new();
        for (row, counted) in counted.iter().enumerate() {
            for column in squares(!counted) {
                (men[n - 2], men[n - 1]) = (row as u8, column);
                let mut own = men;
                sort_pairs(&pairs, &mut own);
                let mut counting = self.place_in_frame(&own);
                if let Some(g) = left {
                    let mut image = men.map(|square| g.square(square & 63));
                    sort_pairs(&pairs, &mut image);
                    counting = counting.min(self.place_in_frame(&image));
                }
                let cell = row as u16 * 64 + u16::from(column);
                found.push(Repeat { cell, counting: counting as u32 });
            }
        }
        found
    }

    /// The slot of these men within their frame.
    fn place_in_frame(&self, men: &Squares) -> usize {
        let n = self.men.len();
        let outer = self.outer_place(self.outer_of(men, Symmetry::IDENTITY));
        outer * BLOCK_SLOTS + usize::from(men[n - 2]) * 64 + usize::from(men[n - 1])
    }

    fn has_like_men(&self) -> bool {
        (1..self.men.len()).any(|i| self.men[..i].contains(&self.men[i]))
    }

    /// All pairs of like men, in an order in which comparing them one after another sorts.
    fn like_pairs(&self) -> Vec<(usize, usize)> {
        let n = self.men.len();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        pairs.filter(|&(i, j)| self.men[i] == self.men[j]).collect()
    }

    /// The slot that counts among those of this position, which is already in its slice.
    pub(super) fn representative(&self, slice: usize, men: &Squares) -> Option<usize> {
        let found = self.frames.find(men[0], men[1])?;
        let mut own = *men;
        for square in &mut own[..self.men.len()] {
            *square = found.symmetry.square(*square);
        }
        self.sort_like_men(&mut own);
        let kings = self.frames.kings[usize::from(found.frame)];
        let slot = self.slot(&own)?;
        let Some(g) = self.symmetry_left(slice, kings) else { return Some(slot) };
        let mut image = own.map(|square| g.square(square & 63));
        self.sort_like_men(&mut image);
        Some(slot.min(self.slot(&image)?))
    }

    /// Puts like men in ascending order of their squares.
    fn sort_like_men(&self, men: &mut Squares) {
        for i in 0..self.men.len() {
            for j in i + 1..self.men.len() {
                if self.men[i] == self.men[j] && men[j] < men[i] {
                    men.swap(i, j);
                }
            }
        }
    }
}

#[inline(always)]
fn sort_pairs(pairs: &[(usize, usize)], men: &mut Squares) {
    for &(i, j) in pairs {
        if men[j] < men[i] {
            men.swap(i, j);
        }
    }
}

/// Made by one thread: a pool's thread that waits for others may take up work that asks for these
/// masks, and would wait for itself.
fn every_place(layout: &Layout, left: Option<Symmetry>) -> Vec<[u64; 64]> {
    (0..layout.outer_places).map(|place| one_place(layout, place, left)).collect()
}

/// The same where the outer men alone say which block counts: no man of the block is like one of theirs, and
/// their image stands elsewhere. Of seven men there are too many places to go through each slot by slot.
fn of_outer_men(
    layout: &Layout,
    place: usize,
    left: Option<Symmetry>,
    pairs: &[(usize, usize)],
) -> Option<[u64; 64]> {
    let n = layout.men.len();
    let inside = |man: usize| man + 2 >= n;
    if layout.outer_men == 0 || pairs.iter().any(|&(i, j)| inside(i) != inside(j)) {
        return None;
    }
    let mut men = layout.squares(place * BLOCK_SLOTS);
    let outer: Vec<_> = pairs.iter().copied().filter(|&(i, _)| !inside(i)).collect();
    if outer.iter().any(|&(i, j)| men[j] < men[i]) {
        return Some(NONE);
    }
    if let Some(g) = left {
        men = men.map(|square| g.square(square & 63));
        sort_pairs(&outer, &mut men);
        let image = layout.outer_place(layout.outer_of(&men, Symmetry::IDENTITY));
        if image <= place {
            return (image < place).then_some(NONE);
        }
    }
    Some(if layout.has_twins() { std::array::from_fn(|row| !0 << row) } else { ALL })
}

/// The counting slots of a block with these outer men, in a frame that has this symmetry left.
fn one_place(layout: &Layout, place: usize, left: Option<Symmetry>) -> [u64; 64] {
    let n = layout.men.len();
    let mut men = layout.squares(place * BLOCK_SLOTS);
    let mut mask = NONE;
    let rank = |men: &Squares| layout.place_in_frame(men);
    let pairs = layout.like_pairs();
    if let Some(mask) = of_outer_men(layout, place, left, &pairs) {
        return mask;
    }
    for row in 0..64u8 {
        for column in squares(!0) {
            (men[n - 2], men[n - 1]) = (row, column);
            let own = rank(&men);
            let mut sorted = men;
            sort_pairs(&pairs, &mut sorted);
            let counts = own == rank(&sorted)
                && left.is_none_or(|g| {
                    let mut image = men.map(|square| g.square(square & 63));
                    sort_pairs(&pairs, &mut image);
                    own <= rank(&image)
                });
            mask[usize::from(row)] |= u64::from(counts) << column;
        }
    }
    mask
}

//! A line of 64 slots of a child: one man of the parent's block runs over all squares and everything
//! else stands still. What is read along it stands in the order of the squares that he runs over.

use crate::kernel::{Block, Job, Kernel};
use crate::layout::symmetry::Symmetry;
use crate::layout::{BLOCK_SLOTS, pair_place};
use crate::planes::ResultBits;

/// Which man of the parent's block runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Along {
    Row,
    Column,
}

/// Slots of a child along a line: `base + stride * σ(square)` with a symmetry σ of the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub base: usize,
    pub stride: usize,
    /// Where the stride is [`PAIRED`], the square of the other man of the pair.
    pub partner: u8,
    pub symmetry: Symmetry,
}

/// The stride of a man of a folded pair: his square tells a place together with that of the other one.
pub(crate) const PAIRED: usize = usize::MAX;

/// Where each symmetry takes each square.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        images[i / 64][i % 64] = Symmetry((i / 64) as u8).square((i % 64) as u8);
        i += 1;
    }
    images
};

impl Line {
    #[inline(always)]
    fn images(self) -> &'static [u8; 64] {
        &IMAGES[usize::from(self.symmetry.0 & 7)]
    }

    /// The slot at a square.
    #[inline(always)]
    pub fn slot(self, square: u8) -> usize {
        self.base + self.offset(self.symmetry.square(square))
    }

    /// How far from the base the slot of an image is.
    #[inline(always)]
    fn offset(self, image: u8) -> usize {
        match self.stride {
            PAIRED => pair_place(image.into(), self.partner.into()) * BLOCK_SLOTS,
            stride => stride * usize::from(image),
        }
    }

    /// The block that a line of stride 0, 1 or 64 runs through.
    #[inline(always)]
    pub fn block(self) -> usize {
        debug_assert!(self.stride <= 64);
        self.base / BLOCK_SLOTS
    }

    /// The bits of that block along the line.
    #[inline(always)]
    pub fn bits_in_block<K: Kernel>(self, words: &Block) -> u64 {
        Self { base: self.base % BLOCK_SLOTS, ..self }.bits::<K>(words)
    }

    /// The bits of a plane along the line.
    #[inline(always)]
    pub fn bits<K: Kernel>(self, plane: &[u64]) -> u64 {
        let first = self.base >> 6;
        match self.stride {
            1 => self.symmetry.pull(plane[first]),
            64 => {
                let (words, _) = plane[first..].split_first_chunk().expect("a whole block");
                let column = (self.base & 63) as u8;
                self.symmetry.pull(K::enter(ReadColumn { words, column }))
            }
            0 => 0u64.wrapping_sub(plane[first] >> (self.base & 63) & 1),
            _ => (self.images().iter().enumerate()).fold(0, |word, (square, &image)| {
                let slot = self.base + self.offset(image);
                word | (plane[slot >> 6] >> (slot & 63) & 1) << square
            }),
        }
    }

    /// The cells of a plane along the line.
    #[inline(always)]
    pub fn cells<C: Copy + Default>(self, plane: &[C]) -> [C; 64] {
        let mut row = [C::default(); 64];
        if self.stride == 1 && self.symmetry == Symmetry::IDENTITY {
            row.copy_from_slice(&plane[self.base..self.base + 64]);
        } else if self.stride == 1 {
            let from = &plane[self.base..self.base + 64];
            for (cell, &image) in row.iter_mut().zip(self.images()) {
                *cell = from[usize::from(image)];
            }
        } else {
            for (cell, &image) in row.iter_mut().zip(self.images()) {
                *cell = plane[self.base + self.offset(image)];
            }
        }
        row
    }
}

/// Reads a column of a block.
struct ReadColumn<'a> {
    words: &'a Block,
    column: u8,
}

impl Job for ReadColumn<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self) -> u64 {
        K::column(self.words, self.column)
    }
}

/// Win, draw and loss along a line.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LineBits {
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
}

impl LineBits {
    #[inline(always)]
    pub fn legal(self) -> u64 {
        self.win | self.draw | self.loss
    }

    /// The same in two bits.
    #[inline(always)]
    pub fn codes(self) -> ResultBits {
        ResultBits { unwon: self.draw | self.loss, decided: self.win | self.loss }
    }
}

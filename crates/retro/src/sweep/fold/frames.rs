//! Promotions seen from behind, frame by frame: the class after promotion is gone through once, and
//! each of its frames is handed to all the frames before promotion that lead into it.
//!
//! With the promoted man on a given square, a frame after promotion has as many men left as a frame
//! before it: a cube of 64 x 64 x 64 positions, or with one man fewer a square of 64 x 64. What is to
//! be done is to turn that cube: its axes stand in another order, and a symmetry of the board may lie
//! between. Bits that run along the wrong man are transposed in blocks of 64 x 64.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::ByColor;

use super::{Arrangement, fill_impossible, into_results};
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::Layout;
use crate::layout::symmetry::Symmetry;
use crate::planes::{ResultPlanes, WdlPlanes};
use crate::sweep::children::regions::ManSquare;
use crate::sweep::shared::SharedSets;

/// A frame before promotion and how it lies in the frame after it.
#[derive(Debug, Clone, Copy)]
struct Image {
    frame: usize,
    symmetry: Symmetry,
}

/// Promotions of some pawns of one side to one kind of man.
pub(super) struct FrameFold<'a> {
    parent: &'a Layout,
    child: &'a Layout,
    pawns: &'a [Arrangement<'a>],
    /// Which man after promotion has promoted.
    promoted: usize,
    /// For each man before promotion, from the outermost to the column man, which of the men after
    /// promotion that are left (in their order) he is.
    axes: Vec<usize>,
    /// For each pawn and frame after promotion, the frames before it that lead there.
    images: Vec<Vec<Vec<Image>>>,
}

/// Cubes of one frame after promotion, one for each square of the promoted man: words of bits along the
/// last man left.
#[derive(Default)]
struct Cubes {
    /// The number of a square's cube.
    numbers: Vec<Option<usize>>,
    squares: Vec<u8>,
    unwon: Vec<u64>,
    decided: Vec<u64>,
}

impl<'a> FrameFold<'a> {
    pub fn new(parent: &'a Layout, child: &'a Layout, pawns: &'a [Arrangement<'a>]) -> Self {
        let n = child.men().len();
        let sources = &pawns[0].sources[..n];
        let promoted = sources.iter().position(|source| matches!(source, ManSquare::Fixed(_)));
        let promoted = promoted.expect("one man has promoted");
        let left: Vec<ManSquare> =
            (2..n).filter(|&man| man != promoted).map(|man| sources[man]).collect();
        let before = n - 1;
        let axes = (2..before)
            .map(|man| {
                let own = match (man + 2).checked_sub(before) {
                    None => ManSquare::Outside(man),
                    Some(0) => ManSquare::Row,
                    Some(_) => ManSquare::Column,
                };
                left.iter().position(|&source| source == own).expect("each man is still there")
            })
            .collect();
        let images = pawns.iter().map(|pawn| images(parent, child, pawn)).collect();
        Self { parent, child, pawns, promoted, axes, images }
    }

    /// Reads the results of the slice after promotion.
    pub fn run(&self, results: &ByColor<WdlPlanes>) -> Vec<ResultPlanes> {
        self.run_frames(results, 0..self.child.frames().len())
    }

    /// Reads some frames of it and writes those that lead there.
    fn run_frames(&self, results: &ByColor<WdlPlanes>, frames: Range<usize>) -> Vec<ResultPlanes> {
        let blocks = self.parent.blocks();
        let fields: Vec<[SharedSets; 2]> = self
            .pawns
            .iter()
            .map(|_| [SharedSets::unfilled(blocks), SharedSets::unfilled(blocks)])
            .collect();
        frames.into_par_iter().for_each_init(Cubes::default, |cubes, f| {
            kernel::run(FrameJob { fold: self, results, frame: f, cubes, fields: &fields });
        });
        fields.into_iter().map(into_results).collect()
    }

    /// Words in a cube.
    fn cube_words(&self) -> usize {
        1 << (6 * (self.axes.len() - 1))
    }

    /// What one square of a man left is worth in the number of a cube's word.
    fn stride(&self, axis: usize) -> usize {
        1 << (6 * (self.axes.len() - 2 - axis))
    }
}

/// For each frame after promotion, the frames before it that lead there.
fn images(parent: &Layout, child: &Layout, pawn: &Arrangement<'_>) -> Vec<Vec<Image>> {
    let mut images = vec![Vec::new(); child.frames().len()];
    for (frame, kings) in parent.frames().kings.iter().enumerate() {
        let king = |man: usize| match pawn.sources[man] {
            ManSquare::Outside(king) => pawn.reflection.square(kings[king]),
            _ => unreachable!("kings are outside the blocks"),
        };
        if let Some(found) = child.frames().find(king(0), king(1)) {
            let symmetry = found.symmetry.after_reflection(pawn.reflection);
            images[usize::from(found.frame)].push(Image { frame, symmetry });
        }
    }
    images
}

struct FrameJob<'j, 'a> {
    fold: &'j FrameFold<'a>,
    results: &'j ByColor<WdlPlanes>,
    frame: usize,
    cubes: &'j mut Cubes,
    fields: &'j [[SharedSets; 2]],
}

impl Job for FrameJob<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { fold, results, frame, cubes, fields } = self;
        cubes.begin(fold, frame);
        if cubes.squares.is_empty() {
            return;
        }
        K::enter(Extract { fold, planes: &results[fold.pawns[0].side], frame, cubes });
        for ((pawn, images), fields) in fold.pawns.iter().zip(&fold.images).zip(fields) {
            for &image in &images[frame] {
                let square = image.symmetry.square(pawn.to);
                let number = cubes.numbers[usize::from(square)].expect("a cube for each square");
                K::enter(Turn { fold, pawn, image, cubes, number, fields });
            }
        }
    }
}

impl Cubes {
    /// Makes room for the cubes that this frame needs.
    fn begin(&mut self, fold: &FrameFold<'_>, frame: usize) {
        self.numbers.clear();
        self.numbers.resize(64, None);
        self.squares.clear();
        for (pawn, images) in fold.pawns.iter().zip(&fold.images) {
            for image in &images[frame] {
                let square = image.symmetry.square(pawn.to);
                let number = &mut self.numbers[usize::from(square)];
                if number.is_none() {
                    *number = Some(self.squares.len());
                    self.squares.push(square);
                }
            }
        }
        let words = self.squares.len() * fold.cube_words();
        if self.unwon.len() < words {
            self.unwon.resize(words, 0);
            self.decided.resize(words, 0);
        }
    }
}

/// Fills the cubes from the blocks of a frame.
struct Extract<'j, 'a> {
    fold: &'j FrameFold<'a>,
    planes: &'j WdlPlanes,
    frame: usize,
    cubes: &'j mut Cubes,
}

impl Job for Extract<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { fold, planes, frame, cubes } = self;
        let child = fold.child;
        let n = child.men().len();
        let words = fold.cube_words();
        let outer_men = child.outer_men();
        let place = |first: usize, second: usize| {
            frame * child.outer_places() + child.outer_place([first as u8, second as u8, 0])
        };
        let (mut unwon, mut decided) = ([0; 64], [0; 64]);
        if fold.promoted >= n - 2 {
            // The promoted man is in the block: of each block one row (or column) for each square.
            for outer in 0..words {
                let block = place(outer >> (6 * (outer_men - 1)), outer & 63);
                let transposed = fold.promoted == n - 1;
                two_bits::<K>(planes, block, transposed, &mut unwon, &mut decided);
                for (number, &square) in cubes.squares.iter().enumerate() {
                    cubes.unwon[number * words + outer] = unwon[usize::from(square)];
                    cubes.decided[number * words + outer] = decided[usize::from(square)];
                }
            }
            return;
        }
        // The promoted man is outside: of the blocks those with him on each square.
        for (number, &square) in cubes.squares.iter().enumerate() {
            let square = usize::from(square);
            for other in 0..words / 64 {
                let block = match fold.promoted {
                    2 => place(square, other),
                    _ => place(other, square),
                };
                two_bits::<K>(planes, block, false, &mut unwon, &mut decided);
                let at = number * words + other * 64;
                cubes.unwon[at..at + 64].copy_from_slice(&unwon);
                cubes.decided[at..at + 64].copy_from_slice(&decided);
            }
        }
    }
}

/// The results of a block in two bits a position. (A function, because a closure would be compiled without
/// the kernel's instructions.)
#[inline(always)]
fn two_bits<K: Kernel>(
    planes: &WdlPlanes,
    block: usize,
    transposed: bool,
    unwon: &mut Block,
    decided: &mut Block,
) {
    let [win, draw, loss] = [&planes.win, &planes.draw, &planes.loss].map(|plane| {
        let words: &[u64; 64] = plane[block * 64..].first_chunk().expect("a whole block");
        words
    });
    for (words, into) in [(draw, unwon), (win, decided)] {
        let mut both = K::load(words);
        K::add(&mut both, &K::load(loss));
        if transposed {
            both = K::transpose(&both);
        }
        K::store(&both, into);
    }
}

/// Writes one frame before promotion from a cube.
struct Turn<'j, 'a> {
    fold: &'j FrameFold<'a>,
    pawn: &'j Arrangement<'a>,
    image: Image,
    cubes: &'j Cubes,
    number: usize,
    fields: &'j [SharedSets; 2],
}

impl Job for Turn<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let words = self.fold.cube_words();
        let range = self.number * words..(self.number + 1) * words;
        let cubes = [&self.cubes.unwon[range.clone()], &self.cubes.decided[range]];
        for (cube, field) in cubes.into_iter().zip(self.fields) {
            self.plane::<K>(cube, field);
        }
        let geometry = &self.pawn.geometry;
        for outer in geometry.stored_outers() {
            let block = geometry.block(self.image.frame, outer);
            let outside = geometry.outside_men(self.image.frame, outer);
            // SAFETY: this thread alone has this frame.
            let [unwon, decided] = [0, 1].map(|i| unsafe { self.fields[i].block_mut(block) });
            fill_impossible(&outside, [unwon, decided]);
        }
    }
}

impl Turn<'_, '_> {
    #[inline(always)]
    fn plane<K: Kernel>(&self, cube: &[u64], field: &SharedSets) {
        let fold = self.fold;
        let g = self.image.symmetry;
        let last = fold.axes.len() - 1;
        let first_block = self.image.frame * fold.parent.outer_places();
        let gather = |base: usize, stride: usize| -> Block {
            std::array::from_fn(|i| cube[base + stride * i])
        };
        if let ([outer, row, column], false) = (&fold.axes[..], fold.axes[last] == last)
            && *outer == last
        {
            // Bits run along the outer man: a row of all his blocks at a time.
            for square in 0..64u8 {
                let base = usize::from(g.square(square)) * fold.stride(*row);
                let set = K::transpose(&K::load(&gather(base, fold.stride(*column))));
                let mut rows = [0; 64];
                K::store(&K::pull(&set, g), &mut rows);
                for (place, &word) in rows.iter().enumerate() {
                    // SAFETY: this thread alone has this frame.
                    unsafe { field.block_mut(first_block + place)[usize::from(square)] = word };
                }
            }
            return;
        }
        let (row, column) = (fold.axes[last - 1], fold.axes[last]);
        for place in 0..fold.parent.outer_places() {
            let base = match fold.axes[..] {
                [outer, _, _] => usize::from(g.square(place as u8)) * fold.stride(outer),
                _ => 0,
            };
            let set = if column == last {
                K::load(&gather(base, fold.stride(row)))
            } else {
                K::transpose(&K::load(&gather(base, fold.stride(column))))
            };
            // SAFETY: this thread alone has this frame.
            K::store(&K::pull(&set, g), unsafe { field.block_mut(first_block + place) });
        }
    }
}

#[cfg(test)]
mod tests;

//! Windows: of a slice, the depths of those positions alone in which one man stands on one square or, without
//! pawns, on an image of it. That is all that is read of a slice which pawns promote into, and it is an eighth
//! of it at most, a 64th with pawns.
//!
//! Depths lie in the order of the class's layout, but for the man of the window, whose place is counted
//! among the images and comes right after the frame; a pair of like men is stored in both orders.

use shakmaty::Color;

use crate::kernel::{Block, Kernel};
use crate::layout::frames::KingsOutside;
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, MAX_PIECES, Man};
use crate::planes::{Buffer, DepthPlane, SharedBuffer, Unit};
use crate::sweep::codes::Code;
use crate::sweep::geometry::OutsideMen;
use crate::sweep::solve::PlaneCode;

/// A window, with the enemy of its man to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The man.
    pub man: Man,
    /// The square on which he stands; without pawns the smallest of its images.
    pub square: u8,
}

impl Window {
    /// The window of this man on this square in slices of this layout.
    pub fn new(layout: &Layout, man: Man, square: u8) -> Self {
        Self { man, square: images(layout, square)[0] }
    }

    /// Who is to move.
    pub fn side(self) -> Color {
        !self.man.side
    }

    /// How many depths there are; `None` for a class that has no such window.
    pub fn cells(self, layout: &Layout) -> Option<usize> {
        Some(Shape::new(layout, self)?.cells(layout))
    }
}

/// The images of a square, ascending; with pawns it is the only one.
fn images(layout: &Layout, square: u8) -> Vec<u8> {
    if layout.material().has_pawns() {
        return vec![square];
    }
    let mut images: Vec<u8> = Symmetry::all().map(|symmetry| symmetry.square(square)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// Where depths lie.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Which man of the layout.
    pub man: usize,
    /// The number of each image of the square; [`OUTSIDE`](Self::OUTSIDE) for other squares.
    numbers: [u8; 64],
    /// The images, by number.
    pub images: Vec<u8>,
    /// What one square of each man beside the kings is worth, and one image of the window's.
    pub strides: [usize; MAX_PIECES],
    /// Depths to each frame.
    pub of_frame: usize,
}

impl Shape {
    const OUTSIDE: u8 = 64;

    /// Of like men the last one is the man of the window, as with those who look for a promoted man.
    pub fn new(layout: &Layout, window: Window) -> Option<Self> {
        if layout.kings_outside() != KingsOutside::Both {
            return None;
        }
        let man = layout.men().iter().rposition(|&man| man == window.man).filter(|&man| man > 1)?;
        let images = images(layout, window.square);
        let mut numbers = [Self::OUTSIDE; 64];
        for (number, &image) in images.iter().enumerate() {
            numbers[usize::from(image)] = number as u8;
        }
        let mut strides = [0; MAX_PIECES];
        let mut stride = 1;
        for other in (2..layout.men().len()).rev().filter(|&other| other != man) {
            strides[other] = stride;
            stride *= 64;
        }
        strides[man] = stride;
        let of_frame = stride * images.len();
        Some(Self { man, numbers, images, strides, of_frame })
    }

    /// How many depths there are.
    pub fn cells(&self, layout: &Layout) -> usize {
        layout.frames().len() * self.of_frame
    }

    /// What a man's square counts for.
    #[inline(always)]
    pub(crate) fn digit(&self, man: usize, square: u8) -> usize {
        usize::from(if man == self.man { self.numbers[usize::from(square)] } else { square })
    }

    /// Visits the rows of 64 depths that have something of a block, with the places that have it.
    #[inline(always)]
    fn each_row<K: Kernel>(
        &self,
        layout: &Layout,
        outside: &OutsideMen,
        new: &Block,
        mut visit: impl FnMut(usize, u64),
    ) {
        let men = layout.men().len();
        let (row, column) = (men - 2, men - 1);
        let mut squares = outside.squares;
        let orders = if layout.is_folded() && squares[2] != squares[3] { 2 } else { 1 };
        for _ in 0..orders {
            let outer = 2..row;
            let in_window = |man: usize| man != self.man || self.digit(man, squares[man]) < 64;
            if outer.clone().all(in_window) {
                let base = outer
                    .map(|man| self.digit(man, squares[man]) * self.strides[man])
                    .sum::<usize>()
                    + outside.frame * self.of_frame;
                if self.man == row || self.man == column {
                    for (number, &image) in self.images.iter().enumerate() {
                        let places = match self.man == row {
                            true => new[usize::from(image)],
                            false => K::column(new, image),
                        };
                        if places != 0 {
                            visit(base + number * self.strides[self.man], places);
                        }
                    }
                } else {
                    for (square, &places) in new.iter().enumerate().filter(|(_, row)| **row != 0) {
                        visit(base + square * self.strides[row], places);
                    }
                }
            }
            squares.swap(2, 3);
        }
    }
}

/// The depths of a window in the making.
pub(crate) struct WindowCells<T: Code> {
    window: Window,
    shape: Shape,
    cells: SharedBuffer<T>,
}

impl<T: Code> WindowCells<T> {
    /// No depth yet; `None` for a class that has no such window.
    pub fn new(layout: &Layout, window: Window) -> Option<Self> {
        let shape = Shape::new(layout, window)?;
        let cells = Buffer::zeroed(shape.cells(layout)).into();
        Some(Self { window, shape, cells })
    }

    /// Writes a code to those of some positions of a block that are in the window.
    ///
    /// # Safety
    /// This thread alone has this side of the block.
    #[inline(always)]
    pub unsafe fn put<K: Kernel>(
        &self,
        layout: &Layout,
        outside: &OutsideMen,
        places: &Block,
        code: T,
    ) {
        self.shape.each_row::<K>(layout, outside, places, |start, places| {
            // SAFETY: within the window, and each of its depths is of one block.
            T::put::<K>(unsafe { self.cells.part_mut::<64>(start) }, places, code);
        });
    }
}

impl<T: PlaneCode> WindowCells<T> {
    pub fn into_plane(self) -> (Window, DepthPlane) {
        (self.window, DepthPlane { unit: Unit::Moves, cells: T::cells(self.cells.into()) })
    }
}

#[cfg(test)]
mod tests {
    use nimzo_chess::Material;

    use super::*;
    use crate::kernel::{self, Job};
    use crate::sweep::geometry::Geometry;

    /// Where a block's positions are written, as those who write do it.
    struct Written<'a>(&'a Shape, &'a Layout, &'a OutsideMen, &'a Block);

    impl Job for Written<'_> {
        type Output = Vec<usize>;

        #[inline(always)]
        fn run<K: Kernel>(self) -> Vec<usize> {
            let mut cells = Vec::new();
            self.0.each_row::<K>(self.1, self.2, self.3, |start, places| {
                cells.push(start + places.trailing_zeros() as usize);
            });
            cells
        }
    }

    #[test]
    fn depths_are_written_where_they_are_read() {
        let mut numbers = fastrand::Rng::with_seed(4);
        for name in [
            "KQvKN", "KRNvKN", "KNNvKN", "KQRvKB", "KQNvKBN", "KQQNvKQ", "KNNvKQQ", "KRRRvKQ",
            "KRBvKNN", "KRPvKBN", "KQPPvKQ",
        ] {
            let class: Material = name.parse().unwrap();
            let layout = &Layout::new(class).unwrap();
            let geometry = Geometry::new(layout, layout.pawns(0));
            let men = layout.men();
            let mut seen = 0;
            while seen < 200 {
                let mut squares = [0; MAX_PIECES];
                squares.fill_with(|| numbers.u8(..64));
                let one = numbers.usize(2..men.len());
                // The man of the window is told as the last of those like him.
                let last = men.iter().rposition(|man| *man == men[one]).unwrap();
                let window = Window::new(layout, men[last], squares[last]);
                let shape = Shape::new(layout, window).unwrap();
                let Some(found) = layout.frames().find(squares[0], squares[1]) else { continue };
                let at = (2..men.len()).map(|man| {
                    let square = found.symmetry.square(squares[man]);
                    shape.digit(man, square) * shape.strides[man]
                });
                let read = usize::from(found.frame) * shape.of_frame + at.sum::<usize>();
                let slot = layout.slot(&squares).unwrap();
                let block = slot / crate::layout::BLOCK_SLOTS;
                let mut bits = [0; 64];
                bits[slot >> 6 & 63] = 1 << (slot & 63);
                let outside = geometry.outside_men_of_block(block);
                let written = kernel::run(Written(&shape, layout, &outside, &bits));
                assert!(written.contains(&read), "{name} {squares:?} {written:?} {read}");
                assert!(read < shape.cells(layout));
                seen += 1;
            }
        }
    }
}

//! One slice seen by the sweeps: which squares the men outside a block stand on, and along which
//! squares they move.

pub mod legality;
pub mod moves;
pub mod rays;

use shakmaty::{ByColor, Role};

use crate::kernel::Blockers;
use crate::layout::slices::Pawns;
use crate::layout::symmetry::Symmetry;
use crate::layout::{BLOCK_SLOTS, Layout, MAX_OUTER, MAX_PIECES, Man, Squares};

/// The men outside a block: its frame and the places of its outer men, with what follows from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutsideMen {
    pub frame: usize,
    /// The outer men's squares in one number, the first man's the most significant; never folded.
    pub outer: usize,
    /// Squares of the men outside the block; the rest has no meaning.
    pub squares: Squares,
    pub blockers: Blockers,
    /// Whether the men outside the block (pawns included) stand on different squares.
    pub distinct: bool,
}

/// What does not depend on the kings: one entry for each number of outer places.
#[derive(Debug, Clone, Copy)]
struct OuterInfo {
    squares: [u8; MAX_OUTER],
    set: u64,
    distinct: bool,
}

/// The geometry of one slice.
#[derive(Debug)]
pub(crate) struct Geometry<'a> {
    pub layout: &'a Layout,
    pub pawns: Pawns,
    /// Outer places counted without folding: 64 to the number of outer men.
    pub outers: usize,
    /// Words of block flags to each frame.
    pub flag_words: usize,
    /// Which flags of a frame stand for blocks that are stored.
    pub stored: Vec<u64>,
    /// Whether moves of a side's king are looked at before those of its other men. They lead to
    /// blocks far away, so two sliders outside the block, which leave little open, come before them.
    pub king_first: ByColor<bool>,
    info: Vec<OuterInfo>,
    /// The stored place of an outer number.
    place: Vec<u32>,
    /// An outer number after each of the eight symmetries.
    turned: Vec<u32>,
}

impl<'a> Geometry<'a> {
    pub fn new(layout: &'a Layout, pawns: Pawns) -> Self {
        let outer_men = layout.outer_men();
        let outers = 1usize << (6 * outer_men);
        let split = |outer: usize| -> [u8; MAX_OUTER] {
            std::array::from_fn(|man| match man < outer_men {
                true => (outer >> (6 * (outer_men - 1 - man)) & 63) as u8,
                false => 0,
            })
        };
        let info: Vec<OuterInfo> = (0..outers)
            .map(|outer| {
                let squares = split(outer);
                let all = squares[..outer_men].iter().fold(0u64, |set, s| set | 1 << s);
                let distinct =
                    all.count_ones() as usize == outer_men && all & pawns.occupied() == 0;
                OuterInfo { squares, set: all | pawns.occupied(), distinct }
            })
            .collect();
        let join = |squares: [u8; MAX_OUTER]| {
            squares[..outer_men].iter().fold(0, |all, &square| all << 6 | u32::from(square))
        };
        let place = info.iter().map(|info| layout.outer_place(info.squares) as u32).collect();
        let turned = Symmetry::all()
            .flat_map(|g| info.iter().map(move |info| info.squares.map(|s| g.square(s))))
            .map(join)
            .collect();
        let flag_words = outers.div_ceil(64);
        let mut stored = vec![if outers == 1 { 1 } else { !0u64 }; flag_words];
        if layout.is_folded() {
            for (outer, word) in stored.iter_mut().enumerate() {
                *word = match outer_men {
                    2 => !0 << outer,
                    _ if outer >> 6 <= outer & 63 => !0,
                    _ => 0,
                };
            }
        }
        let outside = &layout.men()[..layout.men().len() - 2];
        let slides = |man: &&Man| !matches!(man.role, Role::King | Role::Knight);
        let sliders = |side| outside.iter().filter(slides).filter(|man| man.side == side).count();
        let king_first = ByColor::new_with(|side| sliders(side) < 2);
        Self { layout, pawns, outers, flag_words, stored, king_first, info, place, turned }
    }

    /// Only what questions about single blocks need: no tables of outer places.
    pub fn bare(layout: &'a Layout, pawns: Pawns) -> Self {
        let (info, place, turned, stored, king_first) = Default::default();
        Self { layout, pawns, outers: 0, flag_words: 0, stored, king_first, info, place, turned }
    }

    /// The men outside a stored block, without tables.
    pub fn outside_men_of_block(&self, block: usize) -> OutsideMen {
        let squares = self.layout.squares(block * BLOCK_SLOTS);
        let mut set = self.pawns.occupied();
        let mut distinct = true;
        for &square in &squares[..self.outside_count()] {
            distinct &= set >> square & 1 == 0;
            set |= 1 << square;
        }
        let places = self.layout.outer_places();
        let blockers = Blockers::new(set);
        OutsideMen { frame: block / places, outer: block % places, squares, blockers, distinct }
    }

    /// The men that are not pawns.
    pub fn men(&self) -> &[Man] {
        self.layout.men()
    }

    /// How many of them are outside the block.
    #[inline(always)]
    pub fn outside_count(&self) -> usize {
        self.layout.men().len() - 2
    }

    /// The man whose square is the row, and the man whose square is the column.
    #[inline(always)]
    pub fn row_and_column(&self) -> (Man, Man) {
        let men = self.layout.men();
        (men[men.len() - 2], men[men.len() - 1])
    }

    #[inline(always)]
    pub fn outside_men(&self, frame: usize, outer: usize) -> OutsideMen {
        let kings = self.layout.frames().kings[frame];
        let info = self.info[outer];
        let mut squares = [0; MAX_PIECES];
        squares[..2].copy_from_slice(&kings);
        squares[2..2 + MAX_OUTER].copy_from_slice(&info.squares);
        let mut set = info.set;
        let mut distinct = info.distinct;
        for king in kings {
            if king < 64 {
                distinct &= set >> king & 1 == 0;
                set |= 1 << king;
            }
        }
        OutsideMen { frame, outer, squares, blockers: Blockers::new(set), distinct }
    }

    /// The outer numbers whose blocks are stored.
    #[inline(always)]
    pub fn stored_outers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.outers).filter(|outer| self.stored[outer >> 6] >> (outer & 63) & 1 != 0)
    }

    /// Where the block of a frame and outer number is stored.
    #[inline(always)]
    pub fn block(&self, frame: usize, outer: usize) -> usize {
        frame * self.layout.outer_places() + self.place[outer] as usize
    }

    /// The outer number after a symmetry.
    #[inline(always)]
    pub fn turned(&self, outer: usize, symmetry: Symmetry) -> usize {
        self.turned[usize::from(symmetry.0) * self.outers + outer] as usize
    }

    /// How far the square of man `man` (2, 3 or 4) is shifted in the outer number.
    #[inline(always)]
    pub fn shift(&self, man: usize) -> usize {
        6 * (self.layout.outer_men() + 1 - man)
    }
}

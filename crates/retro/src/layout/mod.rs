//! Which slot of a class a position has: the order in which values lie in memory and in files.
//!
//! A class is cut into *slices*, one for each set of pawn squares up to the left-right symmetry (a
//! class without pawns is one slice). A slice is a row of *blocks*, and a block is 64 x 64 slots:
//! the square of one man is its *row*, of another its *column*. The men outside the block number
//! the blocks: the *frame* (the kings, see [`frames`]) first, then up to three *outer* men.
//! So the slot of a position within its slice is
//! `((frame * outer places + outer place) * 64 + row) * 64 + column`.
//!
//! Men are ordered White's king, Black's king, then the rest from knights to queens, so that the
//! men which move farthest are in the block; of six men and more a pair of like men comes first, and such
//! an outermost pair is stored once for both orders. Of seven men a second pair comes last, into the
//! block, half of which then says the other half. Slots that no position has (two men on one
//! square) and slots that repeat another (like men exchanged, mirror images of each other) exist;
//! [`Layout::locate`] names the one slot that counts, and [`Layout::counted`] marks all of these.

mod counting;
pub mod frames;
pub mod slices;
pub mod symmetry;

use nimzo_chess::Material;
use shakmaty::{Board, ByColor, Color, Piece, Role, Square};

use counting::Counting;
use frames::{Frames, KingsOutside};
use slices::{Pawns, Slices, squares};
use symmetry::Symmetry;

/// Slots in a block.
pub const BLOCK_SLOTS: usize = 64 * 64;

/// One block of a class with one side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockId {
    /// The slice.
    pub slice: usize,
    /// Who is to move.
    pub turn: Color,
    /// The block within the slice.
    pub block: usize,
}

/// Words in a block of bits.
pub const BLOCK_WORDS: usize = 64;

/// More men than this (pawns not counted) have no layout, and no class of so many has one with pawns.
pub const MAX_PIECES: usize = 7;

/// More men than this (pawns not counted) are counted at most, not kept in files.
pub const KEPT_PIECES: usize = 6;

/// The most outer men.
pub const MAX_OUTER: usize = 3;

/// A man that is not a pawn: the side it belongs to and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub side: Color,
    /// King, queen, rook, bishop or knight.
    pub role: Role,
}

/// Squares of the men of a layout, in its order; what lies beyond its men has no meaning.
pub type Squares = [u8; MAX_PIECES];

/// Where a position's value is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// The slice.
    pub slice: usize,
    /// The slot within the slice.
    pub slot: usize,
}

/// In which colours slices are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Colors {
    /// As the class has them: the side with more men, or else the stronger men, is White.
    #[default]
    OfClass,
    /// As the board has them, so that a slice and its image in other colours are two.
    OfBoard,
}

impl Colors {
    /// The class that stands for a material, and whether its colours are exchanged.
    pub fn class(self, material: Material) -> (Material, bool) {
        match self {
            Self::OfClass => (material.canonical(), !material.is_canonical()),
            Self::OfBoard => (material, false),
        }
    }
}

/// The layout of one class.
#[derive(Debug)]
pub struct Layout {
    material: Material,
    men: Vec<Man>,
    outside: KingsOutside,
    frames: &'static Frames,
    outer_men: usize,
    folded: bool,
    outer_places: usize,
    slices: Slices,
    counting: Counting,
}

impl Layout {
    /// The layout of a class; `None` when it has more than six men beside its pawns, or seven without any.
    ///
    /// Any order of sides is served, though tables are made for canonical classes only.
    pub fn new(material: Material) -> Option<Self> {
        let pawns = |color| material.army(color).count(Role::Pawn);
        has_layout(material).then(|| {
            Self::with_slices(material, Slices::of(pawns(Color::White), pawns(Color::Black)))
        })
    }

    /// The layout of some slices of a class, with any number of pawns: slots are as in the whole class,
    /// slices are numbered among those listed. `None` where a class has none.
    pub fn listed(material: Material, sets: impl IntoIterator<Item = Pawns>) -> Option<Self> {
        has_layout(material).then(|| Self::with_slices(material, Slices::listed(sets)))
    }

    fn with_slices(material: Material, slices: Slices) -> Self {
        let men = ordered_men(material);
        let outside = match men.len() {
            2 => KingsOutside::None,
            3 => KingsOutside::White,
            _ => KingsOutside::Both,
        };
        let outer_men = men.len().saturating_sub(4);
        let folded = outer_men >= 2 && men[2] == men[3];
        let outer_places = match folded {
            true => PAIR_PLACES << (6 * (outer_men - 2)),
            false => 1 << (6 * outer_men),
        };
        Self {
            material,
            outside,
            frames: Frames::of(outside, material.has_pawns()),
            outer_men,
            folded,
            outer_places,
            slices,
            counting: Counting::default(),
            men,
        }
    }

    /// The class.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The men that are not pawns, in the order in which they number slots; the last two are the
    /// block's row and column.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// The frames of the kings outside the blocks.
    pub fn frames(&self) -> &'static Frames {
        self.frames
    }

    /// Which kings are in the frame.
    pub fn kings_outside(&self) -> KingsOutside {
        self.outside
    }

    /// How many outer men there are beside the kings (0 to 3).
    pub fn outer_men(&self) -> usize {
        self.outer_men
    }

    /// Whether the first two outer men are alike and stored once for both orders.
    pub fn is_folded(&self) -> bool {
        self.folded
    }

    /// Whether the two men of the block are alike, so that rows and columns may change places.
    pub fn has_twins(&self) -> bool {
        let n = self.men.len();
        self.men[n - 2] == self.men[n - 1]
    }

    /// Blocks to each frame.
    pub fn outer_places(&self) -> usize {
        self.outer_places
    }

    /// How many slices there are.
    pub fn slices(&self) -> usize {
        self.slices.len()
    }

    /// The pawns of a slice.
    pub fn pawns(&self, slice: usize) -> Pawns {
        self.slices.pawns(slice)
    }

    /// The slice of a set of pawns and the symmetry that brings it there.
    pub fn slice_of(&self, pawns: Pawns) -> Option<(usize, Symmetry)> {
        self.slices.find(pawns)
    }

    /// Blocks in each slice.
    pub fn blocks(&self) -> usize {
        self.frames.len() * self.outer_places
    }

    /// Slots in each slice.
    pub fn slots(&self) -> usize {
        self.blocks() * BLOCK_SLOTS
    }

    /// The number of the outer men's places; of their squares those count that there are men for.
    #[inline(always)]
    pub fn outer_place(&self, outer: [u8; MAX_OUTER]) -> usize {
        let [first, second, third] = outer.map(usize::from);
        if self.folded {
            let pair = pair_place(first, second);
            if self.outer_men == 2 { pair } else { pair << 6 | third }
        } else {
            match self.outer_men {
                0 => 0,
                1 => first,
                2 => first << 6 | second,
                _ => first << 12 | second << 6 | third,
            }
        }
    }

    /// The squares of the outer men at a place (ascending when they are folded).
    pub fn outer_squares(&self, place: usize) -> [u8; MAX_OUTER] {
        let last = (place & 63) as u8;
        if self.folded {
            let pair = if self.outer_men == 2 { place } else { place >> 6 };
            let mut low = 0;
            while low < 63 && pair_place(low + 1, low + 1) <= pair {
                low += 1;
            }
            let high = low + pair - pair_place(low, low);
            [low as u8, high as u8, if self.outer_men == 2 { 0 } else { last }]
        } else {
            match self.outer_men {
                0 => [0; 3],
                1 => [last, 0, 0],
                2 => [(place >> 6) as u8, last, 0],
                _ => [(place >> 12) as u8, (place >> 6 & 63) as u8, last],
            }
        }
    }

    /// The outer men's squares of the men of a layout, each after a symmetry.
    #[inline(always)]
    fn outer_of(&self, men: &Squares, g: Symmetry) -> [u8; MAX_OUTER] {
        [men[2], men[3], men[4]].map(|square| g.square(square & 63))
    }

    /// The slot of men on these squares, once brought into their frame; `None` when the kings of
    /// the frame touch. Like men may be given in any order.
    #[inline]
    pub fn slot(&self, men: &Squares) -> Option<usize> {
        let found = self.frames.find(men[0], men[1])?;
        let g = found.symmetry;
        let n = self.men.len();
        let outer = self.outer_place(self.outer_of(men, g));
        let block = usize::from(found.frame) * self.outer_places + outer;
        let (row, column) = (g.square(men[n - 2]), g.square(men[n - 1]));
        Some((block * 64 + usize::from(row)) * 64 + usize::from(column))
    }

    /// The squares of the men in a slot.
    pub fn squares(&self, slot: usize) -> Squares {
        let mut found = [0; MAX_PIECES];
        let block = slot / BLOCK_SLOTS;
        let kings = self.frames.kings[block / self.outer_places];
        let [first, second, third] = self.outer_squares(block % self.outer_places);
        found[..5].copy_from_slice(&[kings[0], kings[1], first, second, third]);
        let n = self.men.len();
        found[n - 2] = (slot >> 6 & 63) as u8;
        found[n - 1] = (slot & 63) as u8;
        found
    }

    /// The address at which this board's value is kept; `None` for other material, and where the
    /// kings touch. The one slot of all that repeat each other which counts is named.
    pub fn locate(&self, board: &Board) -> Option<Address> {
        let set = |color, role| u64::from(board.by_color(color) & board.by_role(role));
        let pawns = Pawns { sides: ByColor::new_with(|color| set(color, Role::Pawn)) };
        let mut men = [0; MAX_PIECES];
        let mut seen = pawns.occupied().count_ones() as usize;
        let mut taken = 0u64;
        for (square, man) in men.iter_mut().zip(&self.men) {
            *square = squares(set(man.side, man.role) & !taken).next()?;
            taken |= 1 << *square;
            seen += 1;
        }
        (seen == board.occupied().count()).then(|| self.address(pawns, men))?
    }

    /// The same address, of pawns and of the other men in the layout's order, like men in any.
    pub fn address(&self, pawns: Pawns, mut men: Squares) -> Option<Address> {
        let (slice, reflection) = self.slices.find(pawns)?;
        for square in &mut men[..self.men.len()] {
            *square = reflection.square(*square);
        }
        Some(Address { slice, slot: self.representative(slice, &men)? })
    }

    /// The board of a slot; `None` where two men share a square.
    pub fn board(&self, address: Address) -> Option<Board> {
        let men = self.squares(address.slot);
        let pawns = self.slices.pawns(address.slice);
        let mut board = Board::empty();
        let mut occupied = pawns.occupied();
        for (color, set) in pawns.sides.zip_color() {
            for square in squares(set) {
                let pawn = Piece { color, role: Role::Pawn };
                board.set_piece_at(at(square), pawn);
            }
        }
        for (man, &square) in self.men.iter().zip(&men) {
            if occupied >> square & 1 != 0 {
                return None;
            }
            occupied |= 1 << square;
            board.set_piece_at(at(square), Piece { color: man.side, role: man.role });
        }
        Some(board)
    }

    /// The slots of a block that count: one of all those which repeat each other. Slots that no
    /// position has may be among them.
    pub fn counted(&self, slice: usize, block: usize) -> &[u64; 64] {
        self.counting.mask(self, slice, block)
    }

    /// The slot that counts among those which repeat the given one; `None` where the kings touch.
    pub fn counting_slot(&self, slice: usize, slot: usize) -> Option<usize> {
        self.representative(slice, &self.squares(slot))
    }
}

fn at(square: u8) -> Square {
    Square::new(u32::from(square))
}

/// Whether a class has a layout.
fn has_layout(material: Material) -> bool {
    material.pieces() <= KEPT_PIECES || (material.pieces() == MAX_PIECES && !material.has_pawns())
}

/// Places of a pair that is stored once for both orders.
const PAIR_PLACES: usize = 64 * 65 / 2;

/// The place of two like men.
#[inline(always)]
pub(crate) fn pair_place(first: usize, second: usize) -> usize {
    let (low, high) = if first <= second { (first, second) } else { (second, first) };
    low * 64 - low * (low + 1) / 2 + high
}

/// Kings first, then from knights to queens, White before Black; of six men and more a like pair first, and of
/// seven another one last.
fn ordered_men(material: Material) -> Vec<Man> {
    let mut men: Vec<Man> = material
        .men()
        .filter(|&(_, role)| role != Role::Pawn)
        .map(|(color, role)| Man { side: color, role })
        .collect();
    men.sort_by_key(|man| (man.role != Role::King, man.role, man.side.is_black()));
    let n = men.len();
    if n < KEPT_PIECES {
        return men;
    }
    if let Some(first) = (2..n - 1).find(|&i| men[i] == men[i + 1]) {
        men[2..=first + 1].rotate_right(2);
        if n == MAX_PIECES && men[4] == men[5] {
            men[4..].rotate_left(2);
        }
    }
    men
}

#[cfg(test)]
mod tests;

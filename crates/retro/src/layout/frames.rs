//! Frames: where the kings stand that are not in the 64 x 64 blocks, and how king moves lead from
//! frame to frame.
//!
//! With two or more other men both kings are in the frame, with one other man White's king only,
//! with none neither. Without pawns all eight symmetries of the board are taken out by keeping
//! the White king in the triangle a1-d1-d4 (and, when it stands on the diagonal, the Black king
//! on or below it): 462 pairs of kings, or 10 squares of one. With pawns nothing is taken out
//! here, because the pawns have used up the left-right symmetry: 3612 pairs or 64 squares.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use shakmaty::{ByColor, Color};

use super::symmetry::Symmetry;

/// How many kings are in the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KingsOutside {
    /// Both kings are men of the block.
    None,
    /// White's king is in the frame, Black's is in the block.
    White,
    /// Both.
    Both,
}

/// A king move out of a frame: the frame it leads to, and the symmetry that brings the position
/// after the move into that frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingMove {
    /// The frame after the move.
    pub frame: u16,
    /// What then has to be done to the other men.
    pub symmetry: Symmetry,
}

/// The frames of one kind.
#[derive(Debug)]
pub struct Frames {
    /// Squares of White's and Black's king; [`Frames::IN_BLOCK`] for one that is not in the frame.
    pub kings: Vec<[u8; 2]>,
    /// Moves of White's and of Black's king from each frame; none for a king in the block.
    pub moves: ByColor<Vec<Vec<KingMove>>>,
    /// For White and for Black, the frames in groups within which only that side's king moves.
    pub groups: ByColor<Vec<Vec<u16>>>,
    found: Vec<Option<KingMove>>,
}

const NO_FRAME: Option<KingMove> = None;

impl Frames {
    /// Stands for the square of a king that is not in the frame.
    pub const IN_BLOCK: u8 = 255;

    /// The frames for so many kings, with or without pawns on the board.
    pub fn of(outside: KingsOutside, pawns: bool) -> &'static Self {
        static ALL: [OnceLock<Frames>; 6] = [const { OnceLock::new() }; 6];
        ALL[outside as usize * 2 + usize::from(pawns)].get_or_init(|| Self::build(outside, pawns))
    }

    /// The frame of these kings, and the symmetry that brings them into it; `None` where the kings
    /// of a frame touch. Kings that are not in the frame may be given any square.
    #[inline(always)]
    pub fn find(&self, white: u8, black: u8) -> Option<KingMove> {
        self.found[usize::from(white & 63) << 6 | usize::from(black & 63)]
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.kings.len()
    }

    fn build(outside: KingsOutside, pawns: bool) -> Self {
        let kings = Self::representatives(outside, pawns);
        let mut found = vec![NO_FRAME; 4096];
        for white in 0..64u8 {
            for black in 0..64u8 {
                found[usize::from(white) << 6 | usize::from(black)] =
                    Self::search(&kings, outside, pawns, white, black);
            }
        }
        let groups = ByColor::new_with(|side| Self::groups(&kings, side));
        let mut frames = Self { kings, moves: ByColor::default(), groups, found };
        frames.moves = ByColor::new_with(|side| {
            frames.kings.iter().map(|&kings| frames.king_moves(kings, side)).collect()
        });
        frames
    }

    fn representatives(outside: KingsOutside, pawns: bool) -> Vec<[u8; 2]> {
        let whites = (0..64u8).filter(|&s| pawns || (s & 7 <= 3 && s >> 3 <= (s & 7)));
        match outside {
            KingsOutside::None => vec![[Self::IN_BLOCK; 2]],
            KingsOutside::White => whites.map(|white| [white, Self::IN_BLOCK]).collect(),
            KingsOutside::Both => whites
                .flat_map(|white| (0..64u8).map(move |black| [white, black]))
                .filter(|&[white, black]| !touch(white, black))
                .filter(|&[white, black]| {
                    pawns || white >> 3 != white & 7 || black >> 3 <= (black & 7)
                })
                .collect(),
        }
    }

    /// The frames by the square of the king that `side` does not move.
    fn groups(kings: &[[u8; 2]], side: Color) -> Vec<Vec<u16>> {
        let mut groups: BTreeMap<u8, Vec<u16>> = BTreeMap::new();
        for (frame, kings) in kings.iter().enumerate() {
            groups.entry(kings[king_of(!side)]).or_default().push(frame as u16);
        }
        groups.into_values().collect()
    }

    fn search(
        kings: &[[u8; 2]],
        outside: KingsOutside,
        pawns: bool,
        white: u8,
        black: u8,
    ) -> Option<KingMove> {
        let images = if pawns || outside == KingsOutside::None { 1 } else { 8 };
        Symmetry::all().take(images).find_map(|symmetry| {
            let wanted = match outside {
                KingsOutside::None => [Self::IN_BLOCK; 2],
                KingsOutside::White => [symmetry.square(white), Self::IN_BLOCK],
                KingsOutside::Both => [symmetry.square(white), symmetry.square(black)],
            };
            let frame = kings.binary_search(&wanted).ok()? as u16;
            Some(KingMove { frame, symmetry })
        })
    }

    fn king_moves(&self, kings: [u8; 2], side: Color) -> Vec<KingMove> {
        let king = king_of(side);
        if kings[king] == Self::IN_BLOCK {
            return Vec::new();
        }
        (0..64u8)
            .filter(|&to| to != kings[king] && touch(to, kings[king]))
            .filter_map(|to| {
                let mut after = kings;
                after[king] = to;
                self.find(after[0], after[1])
            })
            .collect()
    }
}

/// Which of a layout's men a side's king is.
#[inline(always)]
pub const fn king_of(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// Whether kings on these squares would touch, or be the same.
pub fn touch(a: u8, b: u8) -> bool {
    (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3)) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_numbers_of_frames() {
        for (outside, pawns, count) in [
            (KingsOutside::Both, false, 462),
            (KingsOutside::Both, true, 3612),
            (KingsOutside::White, false, 10),
            (KingsOutside::White, true, 64),
            (KingsOutside::None, false, 1),
            (KingsOutside::None, true, 1),
        ] {
            assert_eq!(Frames::of(outside, pawns).len(), count);
        }
    }

    #[test]
    fn every_pair_of_kings_is_brought_into_its_frame() {
        let frames = Frames::of(KingsOutside::Both, false);
        for white in 0..64 {
            for black in 0..64 {
                match frames.find(white, black) {
                    None => assert!(touch(white, black)),
                    Some(KingMove { frame, symmetry: g }) => assert_eq!(
                        frames.kings[usize::from(frame)],
                        [g.square(white), g.square(black)]
                    ),
                }
            }
        }
    }
}

//! How far to look, and what stands for what lies beyond.

use nimzo_chess::Army;
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Role};

use crate::layout::{BLOCK_WORDS, BlockId, Colors, KEPT_PIECES, Layout};
use crate::planes::{BitPlane, WdlPlanes};
use crate::sweep::legal_positions;

/// How far to look.
#[derive(Debug, Clone, Copy)]
pub struct Horizon {
    /// Classes with more men beside pawns than this are left out.
    pub pieces: usize,
    /// More slices than this are too many.
    pub slices: usize,
    /// Slices more pawn moves and captures away than this are not looked into; `None` for all.
    pub changes: Option<u32>,
    /// Who wins what lies beyond, if that is settled. Promotions of the other to less than a queen are then
    /// left out, and so are those after which a side is two promotions ahead: they tell little against him.
    pub against: Option<Color>,
    /// In which colours slices are told.
    pub colors: Colors,
}

impl Horizon {
    /// As far as layouts go.
    pub const FARTHEST: Self = Self {
        pieces: KEPT_PIECES,
        slices: 500_000,
        changes: None,
        against: None,
        colors: Colors::OfClass,
    };

    /// Whether promotions of a side to this are looked into.
    pub(super) fn follows(&self, side: Color, role: Role) -> bool {
        role == Role::Queen || self.against.is_none_or(|winner| winner == side)
    }
}

/// Who wins where nothing was looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beyond {
    /// The side that wins it.
    pub winner: Color,
}

impl Beyond {
    /// The values of a slice that is not looked into, told in the colours of the board: all its legal positions
    /// are won by that side, or drawn if it has nothing but its king. As a bound that is true whatever their values
    /// are.
    pub fn values(self, layout: &Layout, slice: usize) -> ByColor<WdlPlanes> {
        let bare = layout.material().army(self.winner) == Army::BARE;
        let words = layout.slots() / 64;
        ByColor::new_with(|turn| {
            let mut legal = BitPlane::zeroed(words);
            legal.par_chunks_mut(BLOCK_WORDS).enumerate().for_each(|(block, words)| {
                words.copy_from_slice(&legal_positions(layout, BlockId { slice, turn, block }));
            });
            let none = || BitPlane::zeroed(words);
            match (bare, turn == self.winner) {
                (true, _) => WdlPlanes { win: none(), draw: legal, loss: none() },
                (false, true) => WdlPlanes { win: legal, draw: none(), loss: none() },
                (false, false) => WdlPlanes { win: none(), draw: none(), loss: legal },
            }
        })
    }
}

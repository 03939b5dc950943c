//! Promotions to what is not in question: worth a win to one side, whatever the truth is.

use super::regions::{ManSquare, Region, Target};
use super::result_block::ResultBlock;
use crate::planes::ResultBits;
use crate::sweep::geometry::OutsideMen;

/// A promotion to a class that is not in question and that one side is taken to win. Whether the move
/// leaves the king in check is not asked: a move too many is in the favour of that side too.
#[derive(Debug)]
pub(crate) struct PromotionBeyond {
    pub to: u8,
    /// The man taken there.
    pub takes: Option<(ManSquare, u8)>,
    /// Whether the side that promotes is the one that wins.
    pub wins: bool,
}

impl PromotionBeyond {
    /// Raises a block to it wherever it can be made.
    #[inline(always)]
    pub fn fold_results(&self, outside: &OutsideMen, best: &mut ResultBlock) {
        let worth = ResultBits { unwon: if self.wins { !0 } else { 0 }, decided: !0 };
        let region = match self.takes {
            Some((place, square)) => Region::standing(place, square, outside),
            None if outside.blockers.set >> self.to & 1 != 0 => None,
            None => Some(Region::Whole),
        };
        match region {
            None => {}
            Some(Region::Part(target)) => best.raise_at(target, worth),
            Some(Region::Whole) => {
                let free = if self.takes.is_none() { !(1u64 << self.to) } else { !0 };
                for row in (0..64).filter(|row| free >> row & 1 != 0) {
                    best.raise_at(Target::Row(row), worth.within(free));
                }
            }
        }
    }
}

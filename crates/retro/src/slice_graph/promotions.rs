//! Which promotions lead from class to class, and from which slices to which.

use std::collections::BTreeSet;

use nimzo_chess::Material;
use nimzo_chess::material::PROMOTIONS;
use shakmaty::{Color, Role};

use crate::layout::slices::{Pawns, squares};
use crate::layout::{Colors, Layout, Man};
use crate::sweep::{PromotionFrom, Window};

/// A kind of promotion without capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Promotion {
    /// The class before it.
    pub before: Material,
    /// Who promotes, in the colours of that class.
    pub side: Color,
    /// What the pawn becomes.
    pub role: Role,
    /// In which colours the classes are told.
    pub colors: Colors,
}

impl Promotion {
    /// All that a class has.
    pub fn of(class: Material, colors: Colors) -> Vec<Self> {
        let kinds = Color::ALL.into_iter().flat_map(|side| PROMOTIONS.map(|role| (side, role)));
        let all = kinds.map(|(side, role)| Self { before: class, side, role, colors });
        all.filter(|promotion| promotion.material().is_some()).collect()
    }

    /// The men after it, in the colours of the class before; `None` if the side has no pawn.
    fn material(self) -> Option<Material> {
        let promoted = |color| {
            let army = self.before.army(color);
            Some(army.without(Role::Pawn)?.with(self.role))
        };
        Some(match self.side {
            Color::White => Material { white: promoted(Color::White)?, ..self.before },
            Color::Black => Material { black: promoted(Color::Black)?, ..self.before },
        })
    }

    /// The class after it.
    pub fn after(self) -> Material {
        self.material().map_or(self.before, |material| self.colors.class(material).0)
    }

    /// Whether the class after it is told in the other colours.
    fn is_flipped(self) -> bool {
        self.material().is_some_and(|material| self.colors.class(material).1)
    }

    /// The promoted man, in the colours of the class after.
    pub(super) fn man_after(self) -> Man {
        Man { side: self.side ^ self.is_flipped(), role: self.role }
    }

    /// The side to move after it, in the colours of the class after.
    pub(super) fn next_to_move(self) -> Color {
        !self.side ^ self.is_flipped()
    }

    /// The pawns that are left when the pawn on `square` has promoted, in the colours of the class after.
    pub(super) fn pawns_after(self, before: &Layout, slice: usize, square: u8) -> Pawns {
        let mut pawns = before.pawns(slice);
        pawns.sides[self.side] &= !(1 << square);
        if self.is_flipped() {
            pawns = pawns.flipped();
        }
        pawns
    }

    /// The slices of the class after it, with their windows, that the pawns of a slice before it look into.
    pub(super) fn windows(
        self,
        before: &Layout,
        slice: usize,
        after: &Layout,
    ) -> Vec<(usize, Window)> {
        let (man, flipped) = (self.man_after(), self.is_flipped());
        let seen = |square: u8| {
            let to = self.side.fold_wb(square.wrapping_add(8), square.wrapping_sub(8));
            let to = if flipped { to ^ 56 } else { to };
            let (found, mirror) = after.slice_of(self.pawns_after(before, slice, square))?;
            Some((found, Window::new(after, man, mirror.square(to))))
        };
        before_promotion(before, slice, self.side).into_iter().filter_map(seen).collect()
    }

    /// The pawns whose promotion of this kind leads to a slice of the class after it.
    pub fn pawns_before(self, before: &Layout, after: &Layout, slice: usize) -> Vec<PromotionFrom> {
        let mut pawns = after.pawns(slice);
        if self.is_flipped() {
            pawns = pawns.flipped();
        }
        let rank = self.side.fold_wb(48, 8);
        let mut found = BTreeSet::new();
        // The mirror image too: a slice before promotion that is its own image has both pawns.
        for rest in [pawns, pawns.mirrored()] {
            for square in (rank..rank + 8u8).filter(|square| rest.occupied() >> square & 1 == 0) {
                let mut with_pawn = rest;
                with_pawn.sides[self.side] |= 1 << square;
                if let Some((slice, mirror)) = before.slice_of(with_pawn) {
                    found.insert(PromotionFrom { slice, square: mirror.square(square) });
                }
            }
        }
        found.into_iter().collect()
    }
}

/// The pawns of a side that stand before promotion in a slice.
pub(super) fn before_promotion(layout: &Layout, slice: usize, side: Color) -> Vec<u8> {
    let rank: u64 = side.fold_wb(0xFF << 48, 0xFF << 8);
    squares(layout.pawns(slice).sides[side] & rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promotion_is_handed_on_exactly_once() {
        for name in ["KPvK", "KPPvK", "KPvKP", "KRPvKP", "KNNvKP", "KPPvKP"] {
            let class: Material = name.parse().unwrap();
            let before = Layout::new(class).unwrap();
            for promotion in Promotion::of(class, Colors::OfClass) {
                let after = Layout::new(promotion.after()).unwrap();
                let mut handed: Vec<PromotionFrom> = (0..after.slices())
                    .flat_map(|slice| promotion.pawns_before(&before, &after, slice))
                    .collect();
                let mut expected: Vec<PromotionFrom> = (0..before.slices())
                    .flat_map(|slice| {
                        let pawns = before_promotion(&before, slice, promotion.side);
                        pawns.into_iter().map(move |square| PromotionFrom { slice, square })
                    })
                    .collect();
                handed.sort_unstable();
                expected.sort_unstable();
                assert_eq!(handed, expected, "{promotion:?}");
            }
        }
    }
}

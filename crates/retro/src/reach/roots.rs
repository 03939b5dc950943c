//! Where to begin.

use std::collections::HashMap;

use nimzo_chess::Material;
use shakmaty::{Board, ByColor};

use super::{Regions, pawns_of, pieces};
use crate::layout::slices::Pawns;

/// Where to begin: boards, those with the same men and pawns taken together.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    pub(super) slices: HashMap<(Material, Pawns), Regions>,
}

impl Roots {
    /// Begins at this board too.
    pub fn add(&mut self, board: &Board) {
        let slice = (Material::of_board(board), pawns_of(board));
        self.add_slice(slice, &Regions::of_board(board));
    }

    /// These and those.
    pub fn joined(mut self, others: &Self) -> Self {
        others.slices.iter().for_each(|(&slice, regions)| self.add_slice(slice, regions));
        self
    }

    fn add_slice(&mut self, slice: (Material, Pawns), regions: &Regions) {
        let known = self.slices.entry(slice).or_default();
        *known = known.joined(regions);
    }

    /// The most men beside pawns that each side has.
    pub(super) fn most_pieces(&self) -> ByColor<usize> {
        let of = |side| self.slices.keys().map(move |(material, _)| pieces(*material, side));
        ByColor::new_with(|side| of(side).max().unwrap_or_default())
    }
}

impl<'a> FromIterator<&'a Board> for Roots {
    fn from_iter<T: IntoIterator<Item = &'a Board>>(boards: T) -> Self {
        let mut roots = Self::default();
        boards.into_iter().for_each(|board| roots.add(board));
        roots
    }
}

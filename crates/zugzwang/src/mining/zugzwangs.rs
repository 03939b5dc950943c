//! The zugzwangs of a class, each orbit once, and how they are counted.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{Board, Color};

use crate::definition::kind::Kind;
use crate::mining::counts::Counts;
use crate::mining::placement::Placement;

/// Zugzwangs by placement. Every placement is canonical.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    /// White first, no en passant right.
    pub ordinary: BTreeMap<Placement, Kind>,
    /// White first, with an en passant right.
    pub white_en_passant: BTreeMap<Placement, Kind>,
    /// Black first, with an en passant right.
    pub black_en_passant: BTreeMap<Placement, Kind>,
}

impl Zugzwangs {
    /// Notes a zugzwang without en passant right, White first.
    pub fn add(&mut self, board: &Board, kind: Kind) {
        self.ordinary.insert(Placement::of(board, None).canonical(), kind);
    }

    /// Notes a zugzwang with an en passant right.
    pub fn add_en_passant(&mut self, placement: &Placement, first: Color, kind: Kind) {
        match first {
            Color::White => &mut self.white_en_passant,
            Color::Black => &mut self.black_en_passant,
        }
        .insert(placement.canonical(), kind);
    }

    /// The zugzwangs of both.
    pub fn merge(mut self, mut other: Self) -> Self {
        if self.ordinary.len() < other.ordinary.len() {
            std::mem::swap(&mut self, &mut other);
        }
        self.ordinary.extend(other.ordinary);
        self.white_en_passant.extend(other.white_en_passant);
        self.black_en_passant.extend(other.black_en_passant);
        self
    }

    /// The zugzwangs of the same class with the colours of the two sides exchanged.
    pub fn with_colours_exchanged(&self) -> Self {
        let exchange = |zugs: &BTreeMap<Placement, Kind>, see: fn(Kind) -> Kind| {
            zugs.iter().map(|(p, kind)| (p.exchanged().canonical(), see(*kind))).collect()
        };
        Self {
            ordinary: exchange(&self.ordinary, Kind::seen_by_the_other),
            white_en_passant: exchange(&self.black_en_passant, |kind| kind),
            black_en_passant: exchange(&self.white_en_passant, |kind| kind),
        }
    }

    /// The counts in the conventions of the literature.
    pub fn counts(&self, equal_forces: bool) -> Counts {
        let mut counts = Counts { equal_forces, ..Counts::default() };
        for kind in self.ordinary.values() {
            counts.white[*kind] += 1;
        }
        counts.physical_a3 = counts.white[Kind::A3];
        if equal_forces {
            let a3 = self.ordinary.iter().filter(|(_, kind)| **kind == Kind::A3);
            let distinct: BTreeSet<Placement> =
                a3.map(|(placement, _)| placement.canonical_up_to_colour()).collect();
            counts.white[Kind::A3] = distinct.len() as u64;
        }
        for kind in self.white_en_passant.values() {
            counts.en_passant.white[*kind] += 1;
        }
        if !equal_forces {
            for kind in self.black_en_passant.values() {
                counts.en_passant.black[*kind] += 1;
            }
        }
        counts
    }
}

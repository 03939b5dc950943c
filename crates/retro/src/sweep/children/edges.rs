//! Where the captures and pawn moves of a slice lead, without any values: which slices of which classes,
//! and how the men lie there.
//!
//! The plain list of what a slice reads, for those who keep values elsewhere than in this machine's memory.

use std::sync::Arc;

use shakmaty::{ByColor, Color, Role};

use super::regions::ManSquare;
use super::steps::{PawnStep, men_of, pawn_steps, victims};
use super::{arrange, lasting_layout_of, material_of};
use crate::Error;
use crate::layout::slices::Pawns;
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, MAX_PIECES, Man};
use crate::sweep::PromotionFrom;

/// A slice that a move leads to, and how the parent's men lie in it.
#[derive(Debug, Clone)]
pub struct Child {
    /// Its class, which is canonical.
    pub layout: &'static Layout,
    /// The slice.
    pub slice: usize,
    /// The side to move in it, in its colours.
    pub side: Color,
    /// Where each of its men stands, in the parent's terms.
    pub sources: [ManSquare; MAX_PIECES],
    /// What is done to all squares before they are looked up.
    pub reflection: Symmetry,
}

impl Child {
    /// The child with these men and pawns and this side to move.
    pub fn new(men: &[(Man, ManSquare)], pawns: Pawns, side: Color) -> Result<Self, Error> {
        let material = material_of(men, pawns);
        let (class, flipped) = (material.canonical(), !material.is_canonical());
        let layout: &'static Layout = lasting_layout_of(class)?;
        let pawns = if flipped { pawns.flipped() } else { pawns };
        let (slice, mirror) = layout.slice_of(pawns).expect("a set of pawns of this class");
        let turn = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
        let sources = arrange(layout, men, flipped);
        let reflection = mirror.after_reflection(turn);
        Ok(Self { layout, slice, side: side ^ flipped, sources, reflection })
    }
}

impl PromotionFrom {
    /// What promoting to `role` leads to, the enemy to move.
    pub fn child(self, parent: &Arc<Layout>, role: Role) -> Result<Child, Error> {
        let mut pawns = parent.pawns(self.slice);
        let side = Color::from_white(pawns.sides.black >> self.square & 1 == 0);
        pawns.sides[side] &= !(1 << self.square);
        let to = side.fold_wb(self.square.wrapping_add(8), self.square.wrapping_sub(8));
        let mut men = men_of(parent.men());
        men.push((Man { side, role }, ManSquare::Fixed(to)));
        Child::new(&men, pawns, !side)
    }
}

/// A man that the enemy can take.
#[derive(Debug)]
pub struct CaptureEdge {
    /// What is left, the side whose man was taken to move.
    pub child: Child,
    /// The man.
    pub victim: ManSquare,
    /// Who can take it.
    pub capturers: Vec<ManSquare>,
}

/// One kind of pawn move: a pawn of the slice goes to a square.
#[derive(Debug)]
pub struct PawnEdge {
    /// What it leads to.
    pub child: Child,
    /// The man taken on the square it goes to.
    pub takes: Option<(ManSquare, u8)>,
    /// The square it passes over.
    pub passes: Option<u8>,
    /// What the enemy may answer en passant.
    pub en_passant: Vec<Child>,
}

/// Where the captures and pawn moves of a slice lead.
#[derive(Debug, Default)]
pub struct Edges {
    /// Captures by kings and pieces, by the side whose man is taken.
    pub captures: ByColor<Vec<CaptureEdge>>,
    /// Moves of pawns, by side.
    pub pawn_moves: ByColor<Vec<PawnEdge>>,
}

impl Edges {
    /// All of a slice; promotions without capture only of the sides for which they have not been seen to.
    pub fn new(
        layout: &Arc<Layout>,
        slice: usize,
        queen_only: bool,
        promoted: ByColor<bool>,
    ) -> Result<Self, Error> {
        let (men, pawns) = (men_of(layout.men()), layout.pawns(slice));
        let mut edges = Self::default();
        for side in Color::ALL {
            let takes = men.iter().filter(|(man, _)| man.side != side);
            let capturers: Vec<ManSquare> = takes.map(|&(_, square)| square).collect();
            for victim in victims(&men, pawns, side) {
                let child = Child::new(&victim.men, victim.pawns, side)?;
                let (victim, capturers) = (victim.square, capturers.clone());
                edges.captures[side].push(CaptureEdge { child, victim, capturers });
            }
            for step in pawn_steps(&men, pawns, side) {
                let seen_to = match step.kind.promotes {
                    None => false,
                    Some(role) => {
                        (promoted[side] && step.takes.is_none())
                            || (queen_only && role != Role::Queen)
                    }
                };
                if !seen_to {
                    edges.pawn_moves[side].push(PawnEdge::new(step, side)?);
                }
            }
        }
        Ok(edges)
    }
}

impl PawnEdge {
    fn new(step: PawnStep, side: Color) -> Result<Self, Error> {
        let PawnStep { men, pawns, takes, passes, .. } = step;
        let child = Child::new(&men, pawns, !side)?;
        let answers = step.en_passant.into_iter().map(|pawns| Child::new(&men, pawns, side));
        let en_passant = answers.collect::<Result<_, Error>>()?;
        Ok(Self { child, takes, passes, en_passant })
    }
}

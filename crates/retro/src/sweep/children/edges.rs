//! Where the captures and pawn moves of a slice lead, without any values: which slices of which classes,
//! and how the men lie there.
//!
//! The plain list of what a slice reads, for those who keep values elsewhere than in this machine's memory.

use std::sync::Arc;

use shakmaty::{ByColor, Color, Role};

use super::neighbours::Neighbours;
use super::regions::ManSquare;
use super::steps::{Men, PawnStep, men_of, pawn_steps, victims};
use super::{arrange, lasting_layout_of, material_of};
use crate::Error;
use crate::layout::slices::Pawns;
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, MAX_PIECES, Man};
use crate::sweep::{PromotionFrom, Window};

/// A slice that a move leads to, and how the parent's men lie in it.
#[derive(Debug, Clone)]
pub struct Child<'a> {
    /// Its class, which is canonical unless classes are told in the colours of the board.
    pub layout: &'a Layout,
    /// The slice.
    pub slice: usize,
    /// The side to move in it, in its colours.
    pub side: Color,
    /// Where each of its men stands, in the parent's terms.
    pub sources: [ManSquare; MAX_PIECES],
    /// What is done to all squares before they are looked up.
    pub reflection: Symmetry,
}

impl Child<'static> {
    /// The child with these men and pawns and this side to move.
    pub fn new(men: &[(Man, ManSquare)], pawns: Pawns, side: Color) -> Result<Self, Error> {
        let material = material_of(men, pawns);
        let layout: &'static Layout = lasting_layout_of(material.canonical())?;
        let child = Self::within(layout, !material.is_canonical(), men, pawns, side);
        Ok(child.expect("a set of pawns of this class"))
    }
}

impl<'a> Child<'a> {
    /// The child with these men and pawns and this side to move, in a class that is told in the colours of the
    /// parent or flipped; `None` if its slice is not among those of the layout.
    pub(super) fn within(
        layout: &'a Layout,
        flipped: bool,
        men: &[(Man, ManSquare)],
        pawns: Pawns,
        side: Color,
    ) -> Option<Self> {
        let pawns = if flipped { pawns.flipped() } else { pawns };
        let (slice, mirror) = layout.slice_of(pawns)?;
        let turn = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
        let sources = arrange(layout, men, flipped);
        let reflection = mirror.after_reflection(turn);
        Some(Self { layout, slice, side: side ^ flipped, sources, reflection })
    }

    /// The window through which the parent sees it, if a pawn has just been promoted.
    pub fn window(&self) -> Option<Window> {
        let promoted = |&(_, source): &(&Man, &ManSquare)| matches!(source, ManSquare::Fixed(_));
        let (&man, &source) = self.layout.men().iter().zip(&self.sources).rfind(promoted)?;
        let ManSquare::Fixed(square) = source else { return None };
        Some(Window::new(self.layout, man, self.reflection.square(square)))
    }
}

impl PromotionFrom {
    /// What promoting to `role` leads to, the enemy to move.
    pub fn child(self, parent: &Arc<Layout>, role: Role) -> Result<Child<'static>, Error> {
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
pub struct CaptureEdge<'a> {
    /// What is left, the side whose man was taken to move.
    pub child: Child<'a>,
    /// The man.
    pub victim: ManSquare,
    /// Who can take it.
    pub capturers: Vec<ManSquare>,
}

/// One kind of pawn move: a pawn of the slice goes to a square.
#[derive(Debug)]
pub struct PawnEdge<'a> {
    /// What it leads to.
    pub child: Child<'a>,
    /// The man taken on the square it goes to.
    pub takes: Option<(ManSquare, u8)>,
    /// The square it passes over.
    pub passes: Option<u8>,
    /// What the enemy may answer en passant.
    pub en_passant: Vec<Child<'a>>,
}

/// Where the captures and pawn moves of a slice lead.
#[derive(Debug, Default)]
pub struct Edges<'a> {
    /// Captures by kings and pieces, by the side whose man is taken.
    pub captures: ByColor<Vec<CaptureEdge<'a>>>,
    /// Moves of pawns, by side.
    pub pawn_moves: ByColor<Vec<PawnEdge<'a>>>,
}

/// Finds the child with some men and pawns and a side to move, if it is in question.
type Find<'a, 'f> = dyn Fn(&Men, Pawns, Color) -> Result<Option<Child<'a>>, Error> + 'f;

impl Edges<'static> {
    /// All of a slice; promotions without capture only of the sides for which they have not been seen to.
    pub fn new(
        layout: &Arc<Layout>,
        slice: usize,
        queen_only: bool,
        promoted: ByColor<bool>,
    ) -> Result<Self, Error> {
        let find = |men: &Men, pawns: Pawns, side: Color| Child::new(men, pawns, side).map(Some);
        Self::found_by(&find, layout, slice, queen_only, promoted)
    }
}

impl<'a> Edges<'a> {
    /// The same to slices that are in question.
    pub fn among(
        neighbours: &'a Neighbours,
        slice: usize,
        promoted: ByColor<bool>,
    ) -> Result<Self, Error> {
        let find = |men: &Men, pawns: Pawns, side: Color| Ok(neighbours.child(men, pawns, side));
        Self::found_by(&find, neighbours.parent(), slice, false, promoted)
    }

    fn found_by(
        find: &Find<'a, '_>,
        layout: &Layout,
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
                let Some(child) = find(&victim.men, victim.pawns, side)? else { continue };
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
                    edges.pawn_moves[side].extend(PawnEdge::found_by(find, step, side)?);
                }
            }
        }
        Ok(edges)
    }
}

impl<'a> PawnEdge<'a> {
    fn found_by(find: &Find<'a, '_>, step: PawnStep, side: Color) -> Result<Option<Self>, Error> {
        let PawnStep { men, pawns, takes, passes, .. } = step;
        let Some(child) = find(&men, pawns, !side)? else { return Ok(None) };
        let mut en_passant = Vec::new();
        for pawns in step.en_passant {
            en_passant.extend(find(&men, pawns, side)?);
        }
        Ok(Some(Self { child, takes, passes, en_passant }))
    }
}

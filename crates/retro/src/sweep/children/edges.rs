//! Where the captures and pawn moves of a slice lead, without any values: which slices of which classes,
//! and how the men lie there.
//!
//! The plain list of what a slice reads, for those who keep values elsewhere than in this machine's memory.

use std::sync::Arc;

use nimzo_chess::material::PROMOTIONS;
use shakmaty::{ByColor, Color, Role};

use super::lines::ManSquare;
use super::pawn_moves::beside;
use super::{arrange, lasting_layout_of, material_of};
use crate::Error;
use crate::layout::slices::{Pawns, squares};
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
        let mut men = men_of(parent);
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
        let pawns = layout.pawns(slice);
        let mut edges = Self::default();
        for side in Color::ALL {
            edges.captures[side] = captures(layout, pawns, side)?;
            let (men, found) = (men_of(layout), Vec::new());
            let promoted = promoted[side];
            let mut collector = Collector { men, side, queen_only, promoted, found };
            for from in squares(pawns.sides[side]) {
                collector.moves_of(pawns, from)?;
            }
            edges.pawn_moves[side] = collector.found;
        }
        Ok(edges)
    }
}

/// The men of a class beside its pawns, with where they stand.
fn men_of(layout: &Layout) -> Vec<(Man, ManSquare)> {
    let square = |man: usize| match (man + 2).checked_sub(layout.men().len()) {
        None => ManSquare::Outside(man),
        Some(0) => ManSquare::Row,
        Some(_) => ManSquare::Column,
    };
    (layout.men().iter().enumerate()).map(|(i, &man)| (man, square(i))).collect()
}

/// The men of `side` that can be taken.
fn captures(layout: &Arc<Layout>, pawns: Pawns, side: Color) -> Result<Vec<CaptureEdge>, Error> {
    let men = men_of(layout);
    let capturers: Vec<ManSquare> =
        men.iter().filter(|(man, _)| man.side != side).map(|&(_, square)| square).collect();
    let mut found = Vec::new();
    for (i, &(man, victim)) in men.iter().enumerate().skip(2) {
        if man.side == side {
            let mut rest = men.clone();
            rest.remove(i);
            let child = Child::new(&rest, pawns, side)?;
            found.push(CaptureEdge { child, victim, capturers: capturers.clone() });
        }
    }
    for square in squares(pawns.sides[side]) {
        let mut rest = pawns;
        rest.sides[side] &= !(1 << square);
        let child = Child::new(&men, rest, side)?;
        let victim = ManSquare::Fixed(square);
        found.push(CaptureEdge { child, victim, capturers: capturers.clone() });
    }
    Ok(found)
}

/// Collects the moves of one side's pawns.
struct Collector {
    men: Vec<(Man, ManSquare)>,
    side: Color,
    queen_only: bool,
    /// Whether promotions without capture have been seen to.
    promoted: bool,
    found: Vec<PawnEdge>,
}

impl Collector {
    fn moves_of(&mut self, pawns: Pawns, from: u8) -> Result<(), Error> {
        let side = self.side;
        let ahead = |square: u8| side.fold_wb(square.wrapping_add(8), square.wrapping_sub(8));
        let to = ahead(from);
        let mut rest = pawns;
        rest.sides[self.side] &= !(1 << from);
        if pawns.occupied() >> to & 1 == 0 {
            self.arrive(self.men.clone(), rest, to, None)?;
            let on_start = from >> 3 == self.side.fold_wb(1, 6);
            if on_start && pawns.occupied() >> ahead(to) & 1 == 0 {
                self.double_push(rest, to, ahead(to))?;
            }
        }
        for square in beside(to) {
            if rest.sides[!self.side] >> square & 1 != 0 {
                let mut after = rest;
                after.sides[!self.side] &= !(1 << square);
                self.arrive(self.men.clone(), after, square, None)?;
            } else if rest.sides[self.side] >> square & 1 == 0 {
                for victim in 2..self.men.len() {
                    if self.men[victim].0.side != self.side {
                        let mut men = self.men.clone();
                        let (_, taken) = men.remove(victim);
                        self.arrive(men, rest, square, Some((taken, square)))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The pawn stands on `to` as what it then is.
    fn arrive(
        &mut self,
        men: Vec<(Man, ManSquare)>,
        pawns: Pawns,
        to: u8,
        takes: Option<(ManSquare, u8)>,
    ) -> Result<(), Error> {
        if (8..56).contains(&to) {
            let mut after = pawns;
            after.sides[self.side] |= 1 << to;
            return self.add(&men, after, takes);
        }
        if self.promoted && takes.is_none() {
            return Ok(());
        }
        for role in PROMOTIONS {
            if role == Role::Queen || !self.queen_only {
                let mut men = men.clone();
                men.push((Man { side: self.side, role }, ManSquare::Fixed(to)));
                self.add(&men, pawns, takes)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        men: &[(Man, ManSquare)],
        pawns: Pawns,
        takes: Option<(ManSquare, u8)>,
    ) -> Result<(), Error> {
        let child = Child::new(men, pawns, !self.side)?;
        let en_passant = Vec::new();
        self.found.push(PawnEdge { child, takes, passes: None, en_passant });
        Ok(())
    }

    fn double_push(&mut self, rest: Pawns, over: u8, to: u8) -> Result<(), Error> {
        let mut after = rest;
        after.sides[self.side] |= 1 << to;
        let enemy = !self.side;
        let mut en_passant = Vec::new();
        for from in beside(to).filter(|&from| rest.sides[enemy] >> from & 1 != 0) {
            let mut taken = rest;
            taken.sides[enemy] ^= 1 << from | 1 << over;
            en_passant.push(Child::new(&self.men, taken, self.side)?);
        }
        let child = Child::new(&self.men, after, enemy)?;
        self.found.push(PawnEdge { child, takes: None, passes: Some(over), en_passant });
        Ok(())
    }
}

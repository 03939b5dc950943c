//! The captures and pawn moves of a slice, listed once for all who look at where they lead: which men and
//! pawns are left, and where they stand.

use nimzo_chess::material::PROMOTIONS;
use shakmaty::{Color, Role};

use super::regions::ManSquare;
use crate::layout::Man;
use crate::layout::slices::{Pawns, squares};

/// Men beside the pawns, with where they stand.
pub(crate) type Men = Vec<(Man, ManSquare)>;

/// The men of a class beside its pawns, with where they stand.
pub(crate) fn men_of(men: &[Man]) -> Men {
    let square = |man: usize| match (man + 2).checked_sub(men.len()) {
        None => ManSquare::Outside(man),
        Some(0) => ManSquare::Row,
        Some(_) => ManSquare::Column,
    };
    men.iter().enumerate().map(|(i, &man)| (man, square(i))).collect()
}

/// A man that a king or a piece of the enemy may take, and what is left then.
pub(super) struct Victim {
    pub square: ManSquare,
    pub men: Men,
    pub pawns: Pawns,
}

/// The men and pawns of `side` that can be taken.
pub(super) fn victims(men: &Men, pawns: Pawns, side: Color) -> Vec<Victim> {
    let mut found = Vec::new();
    for (i, &(man, square)) in men.iter().enumerate().skip(2) {
        if man.side == side {
            let mut rest = men.clone();
            rest.remove(i);
            found.push(Victim { square, men: rest, pawns });
        }
    }
    for square in squares(pawns.sides[side]) {
        let mut rest = pawns;
        rest.sides[side] &= !(1 << square);
        found.push(Victim { square: ManSquare::Fixed(square), men: men.clone(), pawns: rest });
    }
    found
}

/// What a pawn move does beside moving the pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PawnMoveKind {
    /// The man it takes.
    pub takes: Option<Role>,
    /// What the pawn becomes.
    pub promotes: Option<Role>,
}

/// One kind of pawn move: a pawn of the slice goes to a square.
pub(super) struct PawnStep {
    /// The men after it; what a pawn has become is the last.
    pub men: Men,
    /// The pawns after it.
    pub pawns: Pawns,
    /// Where the pawn goes.
    pub to: u8,
    /// The man taken there, unless it is a pawn.
    pub takes: Option<(ManSquare, u8)>,
    /// What it does.
    pub kind: PawnMoveKind,
    /// The square it passes over.
    pub passes: Option<u8>,
    /// The pawns after each answer en passant.
    pub en_passant: Vec<Pawns>,
}

/// The moves of the pawns of `side`, to whatever they may become.
pub(super) fn pawn_steps(men: &Men, pawns: Pawns, side: Color) -> Vec<PawnStep> {
    let mut steps = Steps { men, side, found: Vec::new() };
    for from in squares(pawns.sides[side]) {
        steps.of_pawn(pawns, from);
    }
    steps.found
}

struct Steps<'a> {
    men: &'a Men,
    side: Color,
    found: Vec<PawnStep>,
}

impl Steps<'_> {
    fn of_pawn(&mut self, pawns: Pawns, from: u8) {
        let side = self.side;
        let ahead = |square: u8| side.fold_wb(square.wrapping_add(8), square.wrapping_sub(8));
        let to = ahead(from);
        let mut rest = pawns;
        rest.sides[side] &= !(1 << from);
        if pawns.occupied() >> to & 1 == 0 {
            self.arrive(self.men.clone(), rest, to, None, None);
            let on_start = from >> 3 == side.fold_wb(1, 6);
            if on_start && pawns.occupied() >> ahead(to) & 1 == 0 {
                self.double_push(rest, to, ahead(to));
            }
        }
        for square in beside(to) {
            if rest.sides[!side] >> square & 1 != 0 {
                let mut after = rest;
                after.sides[!side] &= !(1 << square);
                self.arrive(self.men.clone(), after, square, None, Some(Role::Pawn));
            } else if rest.sides[side] >> square & 1 == 0 {
                for victim in 2..self.men.len() {
                    if self.men[victim].0.side != side {
                        let mut men = self.men.clone();
                        let (man, taken) = men.remove(victim);
                        self.arrive(men, rest, square, Some((taken, square)), Some(man.role));
                    }
                }
            }
        }
    }

    /// The pawn stands on `to` as what it then is.
    fn arrive(
        &mut self,
        men: Men,
        mut pawns: Pawns,
        to: u8,
        takes: Option<(ManSquare, u8)>,
        victim: Option<Role>,
    ) {
        let mut add = |men: Men, pawns: Pawns, promotes: Option<Role>| {
            let kind = PawnMoveKind { takes: victim, promotes };
            let en_passant = Vec::new();
            self.found.push(PawnStep { men, pawns, to, takes, kind, passes: None, en_passant });
        };
        if (8..56).contains(&to) {
            pawns.sides[self.side] |= 1 << to;
            return add(men, pawns, None);
        }
        for role in PROMOTIONS {
            let mut men = men.clone();
            men.push((Man { side: self.side, role }, ManSquare::Fixed(to)));
            add(men, pawns, Some(role));
        }
    }

    fn double_push(&mut self, rest: Pawns, over: u8, to: u8) {
        let mut pawns = rest;
        pawns.sides[self.side] |= 1 << to;
        let enemy = !self.side;
        let takers = beside(to).filter(|&from| rest.sides[enemy] >> from & 1 != 0);
        let en_passant = takers.map(|from| {
            let mut taken = rest;
            taken.sides[enemy] ^= 1 << from | 1 << over;
            taken
        });
        let (men, en_passant) = (self.men.clone(), en_passant.collect());
        let (kind, passes) = (PawnMoveKind::default(), Some(over));
        self.found.push(PawnStep { men, pawns, to, takes: None, kind, passes, en_passant });
    }
}

/// The squares left and right of a square.
fn beside(square: u8) -> impl Iterator<Item = u8> {
    let left = (square & 7 > 0).then(|| square - 1);
    let right = (square & 7 < 7).then(|| square + 1);
    left.into_iter().chain(right)
}

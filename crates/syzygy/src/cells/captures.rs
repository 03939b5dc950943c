//! Captures of one side in a slice, and what they lead to.

use std::sync::Arc;

use nimzo_chess::material::{Army, PROMOTIONS};
use nimzo_chess::{Material, Wdl50};
use nimzo_retro::layout::frames::{king_of, touch};
use nimzo_retro::layout::slices::{Pawns, squares};
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_retro::layout::{Layout, MAX_PIECES, Man, Squares};
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::results::{Below, Results};

/// The captures of one side in a slice.
pub struct Captures {
    all: Vec<Capture>,
}

/// A kind of capture: this man takes that one.
struct Capture {
    by: By,
    takes: Taken,
    child: Child,
}

/// Who takes.
#[derive(Clone, Copy)]
enum By {
    /// A man of the layout.
    Piece(usize),
    /// A pawn, on this square.
    Pawn(u8),
}

/// Who is taken.
#[derive(Clone, Copy)]
enum Taken {
    /// A man of the layout.
    Piece(usize),
    /// A pawn.
    Pawn(u8),
}

/// Where the position after a capture is looked up.
enum Child {
    /// Nothing but the kings is left; this one did not take.
    Kings(usize),
    /// A class.
    Class {
        results: Arc<Results>,
        slice: usize,
        /// The side to move then.
        turn: Color,
        reflection: Symmetry,
        /// Where the men of its layout stand.
        sources: [Source; MAX_PIECES],
    },
}

/// Where a man stands after a capture.
#[derive(Clone, Copy)]
enum Source {
    /// Where this man of the layout stood.
    Man(usize),
    /// Where the man was taken.
    There,
}

/// Men after a capture.
#[derive(Clone, Default)]
struct After {
    men: Vec<(Man, usize)>,
    pawns: Pawns,
}

impl Captures {
    /// The captures of a side in a slice.
    pub fn new(layout: &Layout, slice: usize, side: Color, below: &Below) -> Self {
        let pawns = layout.pawns(slice);
        let men: Vec<(Man, usize)> = layout.men().iter().copied().zip(0..).collect();
        let takers = men.iter().filter(|(man, _)| man.side == side);
        let taken_men = men.iter().filter(|(man, _)| man.side != side && man.role != Role::King);
        let taken: Vec<Taken> = (taken_men.map(|&(_, i)| Taken::Piece(i)))
            .chain(squares(pawns.sides[!side]).map(Taken::Pawn))
            .collect();
        let mut all = Vec::new();
        for &takes in &taken {
            let mut left = After { men: men.clone(), pawns };
            match takes {
                Taken::Piece(taken) => left.men.retain(|&(_, i)| i != taken),
                Taken::Pawn(square) => left.pawns.sides[!side] &= !(1 << square),
            }
            for &(_, by) in takers.clone() {
                let child = Child::new(&left, Some(by), side, below);
                all.push(Capture { by: By::Piece(by), takes, child });
            }
            for from in squares(pawns.sides[side]) {
                all.extend(pawn_captures(from, takes, &left, side, below));
            }
        }
        Self { all }
    }

    /// Whether there is a capture in this position that leads to a result for the side that makes it.
    /// `men` are those of the layout, `occupied` the squares of all men.
    #[inline]
    pub fn reach(&self, layout: &Layout, men: &Squares, occupied: u64, wanted: Wdl50) -> bool {
        self.all.iter().any(|capture| {
            let there = match capture.takes {
                Taken::Piece(taken) => men[taken],
                Taken::Pawn(square) => square,
            };
            let reaches = match capture.by {
                By::Piece(by) => {
                    attacked_by(layout.men()[by].role, men[by], occupied) >> there & 1 != 0
                }
                By::Pawn(to) => to == there,
            };
            reaches && capture.child.result(men, there) == Some(-wanted)
        })
    }

    /// Whether there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// The squares that a man attacks which is not a pawn.
#[inline(always)]
pub fn attacked_by(role: Role, from: u8, occupied: u64) -> u64 {
    let from = Square::new(u32::from(from));
    let occupied = Bitboard(occupied);
    u64::from(match role {
        Role::King => attacks::king_attacks(from),
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::Pawn => Bitboard(0),
    })
}

/// The captures of a man by the pawn on a square, each promotion one.
fn pawn_captures(from: u8, takes: Taken, left: &After, side: Color, below: &Below) -> Vec<Capture> {
    let reached = attacks::pawn_attacks(side, Square::new(u32::from(from)));
    let mut found = Vec::new();
    for to in squares(u64::from(reached)) {
        if matches!(takes, Taken::Pawn(square) if square != to) {
            continue;
        }
        let mut after = left.clone();
        after.pawns.sides[side] &= !(1 << from);
        if (8..56).contains(&to) {
            after.pawns.sides[side] |= 1 << to;
            let child = Child::new(&after, None, side, below);
            found.push(Capture { by: By::Pawn(to), takes, child });
            continue;
        }
        for role in PROMOTIONS {
            let mut after = after.clone();
            after.men.push((Man { side, role }, PROMOTED));
            let child = Child::new(&after, Some(PROMOTED), side, below);
            found.push(Capture { by: By::Pawn(to), takes, child });
        }
    }
    found
}

/// Stands for the man that a pawn has become, which is none of the layout's.
const PROMOTED: usize = MAX_PIECES;

impl Child {
    /// `taker` stands where it took.
    fn new(after: &After, taker: Option<usize>, side: Color, below: &Below) -> Self {
        let army = |color: Color| {
            let pieces = after.men.iter().filter(|(man, _)| man.side == color);
            let pieces = pieces.map(|(man, _)| man.role).filter(|&role| role != Role::King);
            let pawns = squares(after.pawns.sides[color]).map(|_| Role::Pawn);
            pieces.chain(pawns).fold(Army::BARE, Army::with)
        };
        let material = Material { white: army(Color::White), black: army(Color::Black) };
        let flipped = !material.is_canonical();
        let Some(results) = below.of(material.canonical()) else {
            return Self::Kings(king_of(!side));
        };
        let pawns = if flipped { after.pawns.flipped() } else { after.pawns };
        let turned = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
        let (slice, mirror) =
            results.layout.slice_of(pawns).expect("each set of pawns of a class has a slice");
        let mut sources = [Source::There; MAX_PIECES];
        let mut left = after.men.clone();
        for (source, wanted) in sources.iter_mut().zip(results.layout.men()) {
            let is_wanted = |(man, _): &(Man, usize)| {
                man.role == wanted.role && man.side == wanted.side ^ flipped
            };
            let at = left.iter().position(is_wanted).expect("the men of this class");
            let (_, man) = left.swap_remove(at);
            *source = if Some(man) == taker { Source::There } else { Source::Man(man) };
        }
        let reflection = mirror.after_reflection(turned);
        Self::Class { results, slice, turn: !side ^ flipped, reflection, sources }
    }

    /// The result for the side then to move; `None` if the capture is against the rules.
    #[inline]
    fn result(&self, men: &Squares, there: u8) -> Option<Wdl50> {
        match self {
            Self::Kings(other) => (!touch(men[*other], there)).then_some(Wdl50::Draw),
            Self::Class { results, slice, turn, reflection, sources } => {
                let mut after = [0; MAX_PIECES];
                let count = results.layout.men().len();
                for (square, source) in after[..count].iter_mut().zip(sources) {
                    *square = reflection.square(match source {
                        Source::Man(man) => men[*man],
                        Source::There => there,
                    });
                }
                let slot = results.layout.slot(&after)?;
                results.slices[*slice].wdl50_at(*turn, slot)
            }
        }
    }
}

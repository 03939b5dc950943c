//! Which squares the men of a slice can get to while its pawns stand still.
//!
//! Each kind of man is looked at by itself, pawns being all that is in its way, so a region is never
//! too small. A king does not go where an enemy pawn strikes.

use nimzo_chess::Material;
use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Role, Square, attacks};

use crate::layout::slices::{Pawns, squares};
use crate::layout::symmetry::Symmetry;

/// The men beside pawns.
pub const PIECES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// For each kind of man of each side, the squares on which it may stand; none for kinds that are not
/// on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Regions {
    sides: ByColor<[u64; 5]>,
}

fn place(role: Role) -> usize {
    PIECES.iter().position(|&piece| piece == role).unwrap_or_default()
}

/// The squares that pawns strike.
pub(super) fn struck(pawns: u64, side: Color) -> u64 {
    squares(pawns)
        .map(|square| u64::from(attacks::pawn_attacks(side, Square::new(u32::from(square)))))
        .fold(0, |all, some| all | some)
}

impl Regions {
    /// Where the men stand.
    pub fn of_board(board: &Board) -> Self {
        let of = |color| PIECES.map(|role| u64::from(board.by_piece(Piece { color, role })));
        Self { sides: ByColor::new_with(of) }
    }

    /// Every square for every kind.
    pub fn whole(material: Material) -> Self {
        let of =
            |color| PIECES.map(|role| if material.army(color).count(role) > 0 { !0 } else { 0 });
        Self { sides: ByColor::new_with(of) }
    }

    /// The squares of a kind of man.
    pub fn get(&self, side: Color, role: Role) -> u64 {
        self.sides[side][place(role)]
    }

    /// The squares of all kinds, White's first.
    pub fn sets(&self) -> [u64; 10] {
        let mut sets = [0; 10];
        sets[..5].copy_from_slice(&self.sides.white);
        sets[5..].copy_from_slice(&self.sides.black);
        sets
    }

    /// The regions of ten sets in the same order.
    pub fn from_sets(sets: [u64; 10]) -> Self {
        let side = |from: usize| std::array::from_fn(|i| sets[from + i]);
        Self { sides: ByColor { white: side(0), black: side(5) } }
    }

    /// With these squares too.
    pub fn with(mut self, side: Color, role: Role, set: u64) -> Self {
        self.sides[side][place(role)] |= set;
        self
    }

    /// Those of both.
    pub fn joined(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.sides.iter_mut().zip(&other.sides) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
        self
    }

    /// The squares of both.
    pub fn common(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.sides.iter_mut().zip(&other.sides) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine &= theirs);
        }
        self
    }

    /// Whether they hold all squares of others.
    pub fn contain(&self, other: &Self) -> bool {
        self.sets().iter().zip(other.sets()).all(|(mine, theirs)| theirs & !mine == 0)
    }

    fn mapped(mut self, change: impl Fn(u64) -> u64) -> Self {
        self.sides.iter_mut().flatten().for_each(|set| *set = change(*set));
        self
    }

    /// The image under a symmetry of the files.
    pub fn turned(self, symmetry: Symmetry) -> Self {
        if symmetry == Symmetry::IDENTITY { self } else { self.mapped(|set| symmetry.pull(set)) }
    }

    /// The image with colours exchanged and the board turned over.
    pub fn flipped(self) -> Self {
        Self { sides: self.sides.into_swapped() }.mapped(u64::swap_bytes)
    }

    /// What is left of them beside pawns; `None` if some men have no room.
    pub fn beside(self, material: Material, pawns: Pawns) -> Option<Self> {
        let mut left = self.mapped(|set| set & !pawns.occupied());
        for (side, sets) in left.sides.as_mut().zip_color() {
            for (role, set) in PIECES.into_iter().zip(sets) {
                let men = material.army(side).count(role);
                if (set.count_ones() as usize) < men {
                    return None;
                }
                if men == 0 {
                    *set = 0;
                }
            }
        }
        Some(left)
    }

    /// Where the men get to from here, step by step.
    pub fn closed(mut self, pawns: Pawns) -> Self {
        for (side, sets) in self.sides.as_mut().zip_color() {
            for (role, set) in PIECES.into_iter().zip(sets) {
                let mut new = *set;
                while new != 0 {
                    let reached = squares(new)
                        .fold(0, |all, from| all | targets(side, role, from, pawns))
                        & !pawns.occupied();
                    new = reached & !*set;
                    *set |= new;
                }
            }
        }
        self
    }

    /// The enemy pawns that men of a kind can take.
    pub fn pawns_taken(&self, side: Color, role: Role, pawns: Pawns) -> u64 {
        let reached = squares(self.get(side, role))
            .fold(0, |all, from| all | targets(side, role, from, pawns));
        reached & pawns.sides[!side]
    }
}

/// Where a man may go among pawns.
fn targets(side: Color, role: Role, from: u8, pawns: Pawns) -> u64 {
    let piece = Piece { color: side, role };
    let blockers = Bitboard(pawns.occupied());
    let all = attacks::attacks(Square::new(u32::from(from)), piece, blockers);
    let safe = match role {
        Role::King => !struck(pawns.sides[!side], !side),
        _ => !0,
    };
    u64::from(all) & !pawns.sides[side] & safe
}

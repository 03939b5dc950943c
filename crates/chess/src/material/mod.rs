//! Material: which men are on the board, in one canonical order and under one name.
//!
//! A [`Material`] keeps its sides in the order in which they were written, because `KQvKNN` and
//! `KNNvKQ` ask about different colours; [`Material::canonical`] brings both to the one class
//! that a table is made for. Squares, indices and values do not live here.

mod army;
mod count;
mod name;
mod order;
#[cfg(test)]
mod tests;

use shakmaty::{Board, Color, Role};

pub use army::Army;
use order::{armies, classes};
pub use order::{dependency_order, depth_first_order};

/// The men other than kings, strongest first: the order in which names list them.
pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What a pawn may become, in the same order.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// More men than this are refused as soon as they are read.
pub const MAX_MEN: usize = 8;

/// The men of both sides, White's first: `KQRvKQ`.
///
/// ```
/// use nimzo_chess::Material;
/// let written: Material = "KQKNN".parse()?;
/// assert_eq!(written.to_string(), "KQvKNN");
/// assert_eq!(written.canonical().to_string(), "KNNvKQ");
/// # Ok::<(), nimzo_chess::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's men.
    pub white: Army,
    /// Black's men.
    pub black: Army,
}

impl Material {
    /// The two kings alone: always drawn, and no table is made for it.
    pub const BARE_KINGS: Self = Self { white: Army::BARE, black: Army::BARE };

    /// The men on a board.
    pub fn of_board(board: &Board) -> Self {
        Self::counted(|color, role| (board.by_color(color) & board.by_role(role)).count() as u8)
    }

    /// The men of which `count` says how many there are.
    pub(crate) fn counted(count: impl Fn(Color, Role) -> u8) -> Self {
        let army = |color| Army { counts: ROLES.map(|role| count(color, role)) };
        Self { white: army(Color::White), black: army(Color::Black) }
    }

    /// This side's men.
    pub fn army(self, color: Color) -> Army {
        color.fold_wb(self.white, self.black)
    }

    /// All men, White's first, each side's in canonical order with the king first.
    pub fn men(self) -> impl Iterator<Item = (Color, Role)> {
        let white = self.white.roles().map(|role| (Color::White, role));
        white.chain(self.black.roles().map(|role| (Color::Black, role)))
    }

    /// How many men there are, the kings included.
    pub fn count(self) -> usize {
        self.white.men() + self.black.men()
    }

    /// How many pawns there are.
    pub fn pawns(self) -> usize {
        self.white.count(Role::Pawn) + self.black.count(Role::Pawn)
    }

    /// How many men there are beside pawns, the kings included.
    pub fn pieces(self) -> usize {
        self.count() - self.pawns()
    }

    /// Whether there is any pawn, so that only the left-right symmetry is left.
    pub fn has_pawns(self) -> bool {
        self.pawns() > 0
    }

    /// Whether both sides have the same men: one colour's positions are the other's, turned round.
    pub fn is_symmetric(self) -> bool {
        self.white == self.black
    }

    /// With the colours exchanged.
    pub fn flipped(self) -> Self {
        Self { white: self.black, black: self.white }
    }

    /// Whether the sides stand in the order in which tables name them.
    pub fn is_canonical(self) -> bool {
        self.white.weight() >= self.black.weight()
    }

    /// The class of this material: the side with more men, or else the stronger men, is White.
    pub fn canonical(self) -> Self {
        if self.is_canonical() { self } else { self.flipped() }
    }

    /// The classes that one capture leads to, bare kings left out.
    pub fn by_capture(self) -> Vec<Self> {
        let white = self.white.reduced().map(|white| Self { white, ..self });
        let black = self.black.reduced().map(|black| Self { black, ..self });
        classes(white.chain(black))
    }

    /// The classes that one promotion without capture leads to.
    pub fn by_promotion(self) -> Vec<Self> {
        let white = self.white.promoted().map(|white| Self { white, ..self });
        let black = self.black.promoted().map(|black| Self { black, ..self });
        classes(white.chain(black))
    }

    /// The classes that one move leads to, by capture, promotion or both; bare kings left out.
    pub fn sub_games(self) -> Vec<Self> {
        let white = self
            .white
            .promoted()
            .flat_map(|white| self.black.reduced().map(move |black| Self { white, black }));
        let black = self
            .black
            .promoted()
            .flat_map(|black| self.white.reduced().map(move |white| Self { white, black }));
        let single = self.by_capture().into_iter().chain(self.by_promotion());
        classes(white.chain(black).chain(single))
    }

    /// Every class that can arise from this one, in an order in which each comes after all those
    /// it needs; the canonical form of this class itself is the last.
    pub fn closure(self) -> Vec<Self> {
        dependency_order([self])
    }

    /// Every class of this many men, in dependency order.
    pub fn all(men: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for white_men in men.div_ceil(2)..men {
            for &white in &armies(white_men) {
                for &black in &armies(men - white_men) {
                    found.push(Self { white, black });
                }
            }
        }
        classes(found.into_iter())
    }
}

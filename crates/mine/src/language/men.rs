//! Sets of men and sets of squares, as queries write them.

use std::fmt;

use nimzo_retro::layout::symmetry::Symmetry;
use shakmaty::{Color, Piece, Role};

/// Kinds of men: `R`, `k`, `white`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Men(u16);

impl Men {
    /// All men of a side.
    pub fn of(side: Color) -> Self {
        let men = Role::ALL.into_iter().map(|role| Self::one(role.of(side)).0);
        Self(men.fold(0, |set, man| set | man))
    }

    /// One kind.
    pub fn one(piece: Piece) -> Self {
        Self(1 << (piece.role as u16 + piece.color.fold_wb(0, 8)))
    }

    /// The men that a word names.
    pub(super) fn named(word: &str) -> Option<Self> {
        let mut letters = word.chars();
        match (word, letters.next(), letters.next()) {
            ("white", ..) => Some(Self::of(Color::White)),
            ("black", ..) => Some(Self::of(Color::Black)),
            (_, Some(letter), None) => Piece::from_char(letter).map(Self::one),
            _ => None,
        }
    }

    /// Whether this man is one of them.
    pub fn has(self, piece: Piece) -> bool {
        self.0 & Self::one(piece).0 != 0
    }
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::of(Color::White) {
            return f.write_str("white");
        }
        if *self == Self::of(Color::Black) {
            return f.write_str("black");
        }
        for color in Color::ALL {
            for role in Role::ALL {
                if self.has(role.of(color)) {
                    write!(f, "{}", role.of(color).char())?;
                }
            }
        }
        Ok(())
    }
}

/// A set of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Squares(pub u64);

impl Squares {
    /// The dark squares, a1 among them.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The light squares.
    pub const LIGHT: Self = Self(!Self::DARK.0);

    /// Words for sets of squares.
    pub(super) const NAMED: [(&str, Self); 5] = [
        ("light", Self::LIGHT),
        ("dark", Self::DARK),
        ("edge", Self(0xFF81_8181_8181_81FF)),
        ("corner", Self(0x8100_0000_0000_0081)),
        ("center", Self(0x0000_0018_1800_0000)),
    ];

    /// The rectangle of these files and ranks, both ends included and in any order.
    pub(super) fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Self {
        let within = |at: u8, (one, two): (u8, u8)| at >= one.min(two) && at <= one.max(two);
        let inside = |square: &u8| within(square & 7, files) && within(square >> 3, ranks);
        Self((0..64u8).filter(inside).fold(0, |set, square| set | 1 << square))
    }

    /// The squares whose images under a symmetry are in this set.
    pub fn pulled(self, symmetry: Symmetry) -> Self {
        Self(symmetry.pull(self.0))
    }
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Self::NAMED.iter().find(|(_, set)| set == self) {
            return f.write_str(name);
        }
        let names: Vec<String> = (0..64u32)
            .filter(|square| self.0 >> square & 1 != 0)
            .map(|square| shakmaty::Square::new(square).to_string())
            .collect();
        write!(f, "{{{}}}", names.join(", "))
    }
}

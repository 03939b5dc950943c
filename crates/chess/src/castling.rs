//! Castling rights as a set, apart from any position.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Chess, Color, Position, Square};

/// A set of castling rights, as FEN writes it: some of `KQkq`.
///
/// ```
/// use nimzo_chess::CastlingRights;
/// assert_eq!(CastlingRights::all().count(), 16);
/// assert_eq!(CastlingRights::all().last().unwrap().to_string(), "KQkq");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CastlingRights(u8);

/// The rooks' home squares with the letters of FEN, in its order.
const CORNERS: [(Square, char); 4] =
    [(Square::H1, 'K'), (Square::A1, 'Q'), (Square::H8, 'k'), (Square::A8, 'q')];

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);

    /// All sixteen sets, the empty one first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..16).map(Self)
    }

    /// The rights of a position.
    pub fn of(position: &Chess) -> Self {
        Self::with_rooks(position.castles().castling_rights())
    }

    /// The rights that go with these rooks; other squares than corners are passed over.
    pub fn with_rooks(rooks: Bitboard) -> Self {
        let held = (0..4).filter(|&i| rooks.contains(CORNERS[i].0));
        Self(held.fold(0, |set, i| set | 1 << i))
    }

    /// The squares of the rooks, which have not moved.
    pub fn rooks(self) -> Bitboard {
        (0..4).filter(|i| self.0 >> i & 1 == 1).map(|i| CORNERS[i].0).collect()
    }

    /// The squares of the kings, which have not moved.
    pub fn kings(self) -> Bitboard {
        Color::ALL.into_iter().filter_map(|color| self.king(color)).collect()
    }

    /// Where the king of a side with a right stands; `None` for a side without.
    pub fn king(self, color: Color) -> Option<Square> {
        let home = color.fold_wb(Square::E1, Square::E8);
        (self.0 & color.fold_wb(0b0011, 0b1100) != 0).then_some(home)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rights after an exchange of colours.
    pub fn flipped(self) -> Self {
        Self(self.0 >> 2 | (self.0 & 0b0011) << 2)
    }
}

impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let held = (0..4).filter(|i| self.0 >> i & 1 == 1);
        held.map(|i| CORNERS[i].1).try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// A text that is no set of castling rights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("castling rights {0:?}: expected some of KQkq, or -")]
pub struct UnknownRights(pub String);

impl FromStr for CastlingRights {
    type Err = UnknownRights;

    fn from_str(text: &str) -> Result<Self, UnknownRights> {
        let found = Self::all().find(|rights| rights.to_string() == text);
        found.ok_or_else(|| UnknownRights(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_as_in_fen() {
        let texts: Vec<String> = CastlingRights::all().map(|rights| rights.to_string()).collect();
        assert_eq!(texts[..5], ["-", "K", "Q", "KQ", "k"]);
        for rights in CastlingRights::all() {
            assert_eq!(CastlingRights::with_rooks(rights.rooks()), rights);
            assert_eq!(rights.to_string().parse(), Ok(rights));
            assert_eq!(rights.flipped().flipped(), rights);
            let swapped: String =
                rights
                    .flipped()
                    .to_string()
                    .chars()
                    .map(|c| {
                        if c.is_uppercase() {
                            c.to_ascii_lowercase()
                        } else {
                            c.to_ascii_uppercase()
                        }
                    })
                    .collect();
            let mut letters: Vec<char> = swapped.chars().collect();
            letters.sort_by_key(|&c| "KQkq-".find(c));
            assert_eq!(letters.into_iter().collect::<String>(), rights.to_string());
        }
    }
}

//! Positions of entrepreneurial chess as users write them: absolute squares, checked.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Result};

/// A square; a1 is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

/// Coordinates further from zero than this are refused: differences between squares stay far
/// inside the integers.
const FARTHEST: i32 = 1_000_000;

impl Square {
    /// A square.
    pub const fn new(x: i32, y: i32) -> Self {
        Square { x, y }
    }

    pub(crate) fn touches(self, other: Square) -> bool {
        (self.x - other.x).abs() <= 1 && (self.y - other.y).abs() <= 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let refuse =
            |reason: &str| Error::EchessSquare { text: text.to_owned(), reason: reason.to_owned() };
        let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
        let (x, y) = inner.split_once(',').ok_or_else(|| refuse("there is no comma"))?;
        let number = |part: &str| {
            use std::num::IntErrorKind::{NegOverflow, PosOverflow};
            let outside = || refuse(&format!("{part} is outside {}..{FARTHEST}", -FARTHEST));
            match part.parse::<i32>() {
                Ok(value) if (-FARTHEST..=FARTHEST).contains(&value) => Ok(value),
                Ok(_) => Err(outside()),
                Err(fault) if matches!(fault.kind(), NegOverflow | PosOverflow) => Err(outside()),
                Err(_) => Err(refuse(&format!("`{part}` is not an integer"))),
            }
        };
        Ok(Square { x: number(x.trim())?, y: number(y.trim())? })
    }
}

/// Where the edges of the board are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Board {
    /// Too far away to matter.
    #[default]
    Open,
    /// West of column 0 and south of row 0: a quarter of the plane.
    Corner,
}

impl Board {
    /// Whether the board has this square.
    pub fn holds(self, square: Square) -> bool {
        self == Board::Open || (square.x >= 0 && square.y >= 0)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Board::Open => "open",
            Board::Corner => "corner",
        })
    }
}

/// Where the three men stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The Black king.
    pub black_king: Square,
    /// The White king.
    pub white_king: Square,
    /// The rook.
    pub rook: Square,
}

impl Position {
    /// A position, if the men can stand like that.
    pub fn new(black_king: Square, white_king: Square, rook: Square) -> Result<Self> {
        let position = Position { black_king, white_king, rook };
        let refuse = |reason: &str| {
            Err(Error::EchessPosition { text: position.to_string(), reason: reason.to_owned() })
        };
        if black_king == white_king {
            return refuse("both kings are on one square");
        }
        if rook == black_king {
            return refuse("the rook is on the Black king's square");
        }
        if rook == white_king {
            return refuse("the rook is on the White king's square");
        }
        if black_king.touches(white_king) {
            return refuse("the kings are on adjacent squares");
        }
        Ok(position)
    }

    /// The position, if the board has all its squares.
    pub fn on(self, board: Board) -> Result<Self> {
        let men = [
            ("the Black king", self.black_king),
            ("the White king", self.white_king),
            ("the rook", self.rook),
        ];
        match men.into_iter().find(|&(_, square)| !board.holds(square)) {
            None => Ok(self),
            Some((man, square)) => Err(Error::EchessPosition {
                text: self.to_string(),
                reason: format!(
                    "{man} on {square} is off the corner board, whose squares have no negative \
                     coordinate"
                ),
            }),
        }
    }

    /// The White king and the rook as seen from the Black king.
    pub(crate) fn offsets(&self) -> [(i32, i32); 2] {
        let Square { x, y } = self.black_king;
        [self.white_king, self.rook].map(|man| (man.x - x, man.y - y))
    }

    /// What Black gets by cashing out now.
    pub fn cash(&self) -> i64 {
        i64::from(self.black_king.x) + i64::from(self.black_king.y)
    }

    /// Whether the rook attacks `target`.
    pub fn attacks(&self, target: Square) -> bool {
        let pair = |square: Square| (square.x, square.y);
        rook_attacks(pair(self.rook), pair(self.white_king), pair(target))
    }

    /// Whether the Black king stands in check.
    pub fn in_check(&self) -> bool {
        self.attacks(self.black_king)
    }
}

/// Whether a rook attacks `target`; only the White king can stand in the way.
pub(crate) fn rook_attacks(rook: (i32, i32), king: (i32, i32), target: (i32, i32)) -> bool {
    let between = |a: i32, b: i32, c: i32| a.min(c) < b && b < a.max(c);
    rook != target
        && ((rook.1 == target.1 && !(king.1 == rook.1 && between(rook.0, king.0, target.0)))
            || (rook.0 == target.0 && !(king.0 == rook.0 && between(rook.1, king.1, target.1))))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.black_king, self.white_king, self.rook)
    }
}

impl FromStr for Position {
    type Err = Error;

    /// `BKX,BKY WKX,WKY WRX,WRY`
    fn from_str(text: &str) -> Result<Self> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [black, white, rook] = parts[..] else {
            return Err(Error::EchessPosition {
                text: text.to_owned(),
                reason: format!("{} squares instead of three", parts.len()),
            });
        };
        Position::new(black.parse()?, white.parse()?, rook.parse()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_off_the_rules_are_named() {
        for (text, named) in [
            ("0,0 1,1 5,5", "adjacent"),
            ("0,0 0,0 5,5", "both kings"),
            ("0,0 3,3 0,0", "Black king's"),
            ("0,0 3,3 3,3", "White king's"),
            ("0,0 3,3", "2 squares"),
            ("0,0 3;3 1,2", "no comma"),
            ("0,0 3,z 1,2", "`z`"),
            ("0,0 -2147483648,5 1,1", "`-2147483648,5` is not a square"),
            ("0,0 5,1000001 1,1", "1000001 is outside -1000000..1000000"),
            ("0,0 5,5 1,99999999999", "99999999999 is outside"),
        ] {
            let refusal = text.parse::<Position>().unwrap_err().to_string();
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
        assert_eq!("2,2 0,0 1,1".parse::<Position>().unwrap().cash(), 4);
        let widest: Position = "1000000,0 -1000000,0 0,-1000000".parse().unwrap();
        assert_eq!(widest.offsets(), [(-2_000_000, 0), (-1_000_000, -1_000_000)]);
    }
}

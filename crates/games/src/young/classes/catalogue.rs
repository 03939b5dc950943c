//! Movesets and lines of diagrams to look through when a game with given properties is wanted.

use std::fmt;

use crate::young::{Move, Moveset, Partition, thick_hook};

/// How far a short piece slides in one direction.
const REACHES: [Option<usize>; 6] = [Some(0), Some(1), Some(2), Some(3), Some(4), None];

/// Every set of steps that remove at most two rows and two columns.
pub fn short_steps() -> Vec<Moveset> {
    let steps: Vec<Move> = (0..9).filter_map(|cell| Move::new(cell / 3, cell % 3)).collect();
    (1u32..1 << steps.len())
        .filter_map(|chosen| {
            let list = steps.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
            Moveset::new(list.map(|(_, &step)| step).collect(), vec![])
        })
        .collect()
}

/// Every queen whose reach down, right and along the diagonal is none, 1 to 4, or unbounded.
pub fn short_queens() -> Vec<Moveset> {
    let directions = [(1, 0), (0, 1), (1, 1)].map(|(rows, columns)| Move { rows, columns });
    let mut movesets = Vec::new();
    for down in REACHES {
        for right in REACHES {
            for diagonal in REACHES {
                let (mut steps, mut slides) = (Vec::new(), Vec::new());
                for (direction, reach) in directions.into_iter().zip([down, right, diagonal]) {
                    match reach {
                        Some(times) => steps.extend((1..=times).map(|t| direction.times(t))),
                        None => slides.push(direction),
                    }
                }
                movesets.extend(Moveset::new(steps, slides));
            }
        }
    }
    movesets
}

/// Thick hooks whose sides grow together: `upper` rows of l + `wider` over l + `higher` rows of l.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GrowingHooks {
    /// Rows of the upper part.
    pub upper: u32,
    /// How much wider the upper part is.
    pub wider: u32,
    /// How many more rows than columns the lower part has; fewer where negative.
    pub higher: i32,
}

impl GrowingHooks {
    /// The lines looked through.
    pub fn all() -> impl Iterator<Item = GrowingHooks> {
        (1..=3).flat_map(|upper| {
            (1..=3).flat_map(move |wider| {
                (-2..=4).map(move |higher| GrowingHooks { upper, wider, higher })
            })
        })
    }

    /// The member of the line with a given l.
    pub fn member(self, narrow: u32) -> Option<Partition> {
        let lower = narrow.checked_add_signed(self.higher).filter(|&rows| rows > 0)?;
        thick_hook(self.upper, narrow + self.wider, lower, narrow)
    }
}

impl fmt::Display for GrowingHooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upper = if self.upper > 1 { format!("^{}", self.upper) } else { String::new() };
        let lower = match self.higher {
            0 => "l".to_owned(),
            more => format!("(l{more:+})"),
        };
        write!(f, "(l+{}){upper}, l^{lower}", self.wider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::Piece;

    #[test]
    fn the_catalogue_holds_the_pieces() {
        let (steps, queens) = (short_steps(), short_queens());
        assert_eq!((steps.len(), queens.len()), (255, 215));
        for piece in [Piece::Downright, Piece::Pawn, Piece::Knight, Piece::King] {
            assert!(steps.iter().any(|moveset| moveset.piece() == Some(piece)), "{piece}");
        }
        for piece in [Piece::Bishop, Piece::Rook, Piece::Queen] {
            assert!(queens.iter().any(|moveset| moveset.piece() == Some(piece)), "{piece}");
        }
    }

    #[test]
    fn lines_read_like_their_members() {
        let line = GrowingHooks { upper: 1, wider: 1, higher: -1 };
        assert_eq!(line.to_string(), "(l+1), l^(l-1)");
        assert_eq!(line.member(4).unwrap().to_string(), "5,4^3");
        assert_eq!(line.member(1), None);
    }
}

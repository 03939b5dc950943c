//! Movesets: which rows and columns one move may remove.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// The longest single step, in rows or in columns.
pub const MAX_STEP: u32 = 1000;

/// The removal of some rows from the top and some columns from the left; not of nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Rows removed.
    pub rows: usize,
    /// Columns removed.
    pub columns: usize,
}

impl Move {
    /// The move that removes so many rows and columns; `None` for no rows and no columns.
    pub const fn new(rows: usize, columns: usize) -> Option<Self> {
        if rows == 0 && columns == 0 { None } else { Some(Self { rows, columns }) }
    }

    /// The move with rows and columns exchanged.
    pub const fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    /// The move made `times` times at once.
    pub const fn times(self, times: usize) -> Self {
        Self { rows: self.rows * times, columns: self.columns * times }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.rows, self.columns)
    }
}

/// The moves of one game: steps, made once, and slides, made any number of times at once.
///
/// ```
/// use nimzo_games::young::Moveset;
/// let moveset: Moveset = "(1,2),(0,1)+".parse().unwrap();
/// assert_eq!(moveset.to_string(), "(1,2),(0,1)+");
/// assert_eq!("King".parse::<Moveset>().unwrap().steps().len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Moveset {
    steps: Vec<Move>,
    slides: Vec<Move>,
}

/// The seven games of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Piece {
    Downright,
    Pawn,
    Knight,
    Bishop,
    King,
    Rook,
    Queen,
}

impl Piece {
    /// All seven, in the paper's order.
    pub const ALL: [Piece; 7] = [
        Piece::Downright,
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::King,
        Piece::Rook,
        Piece::Queen,
    ];

    /// The name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Downright => "downright",
            Piece::Pawn => "pawn",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::King => "king",
            Piece::Rook => "rook",
            Piece::Queen => "queen",
        }
    }

    /// What the piece may remove.
    pub fn moveset(self) -> Moveset {
        const DOWN: (usize, usize) = (1, 0);
        const RIGHT: (usize, usize) = (0, 1);
        const DIAGONAL: (usize, usize) = (1, 1);
        let (steps, slides): (&[_], &[_]) = match self {
            Piece::Downright => (&[RIGHT, DOWN], &[]),
            Piece::Pawn => (&[RIGHT, DIAGONAL], &[]),
            Piece::Knight => (&[(1, 2), (2, 1)], &[]),
            Piece::Bishop => (&[], &[DIAGONAL]),
            Piece::King => (&[RIGHT, DOWN, DIAGONAL], &[]),
            Piece::Rook => (&[], &[DOWN, RIGHT]),
            Piece::Queen => (&[], &[DOWN, RIGHT, DIAGONAL]),
        };
        let moves = |list: &[(usize, usize)]| {
            list.iter().map(|&(rows, columns)| Move { rows, columns }).collect::<Vec<_>>()
        };
        Moveset { steps: moves(steps), slides: moves(slides) }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Moveset {
    /// A moveset from its steps and slides; `None` where it is empty. Doubles are dropped.
    pub fn new(steps: Vec<Move>, slides: Vec<Move>) -> Option<Self> {
        let (mut steps, mut slides) = (steps, slides);
        drop_doubles(&mut slides);
        drop_doubles(&mut steps);
        (!steps.is_empty() || !slides.is_empty()).then_some(Self { steps, slides })
    }

    /// Moves that are made once.
    pub fn steps(&self) -> &[Move] {
        &self.steps
    }

    /// Moves that are made any number of times at once.
    pub fn slides(&self) -> &[Move] {
        &self.slides
    }

    /// The moveset with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let transpose = |moves: &[Move]| moves.iter().map(|m| m.transposed()).collect();
        Self { steps: transpose(&self.steps), slides: transpose(&self.slides) }
    }

    /// Every single move that fits into a diagram of so many rows and columns, slides written out.
    pub fn within(&self, rows: usize, columns: usize) -> Vec<Move> {
        let fits = |m: &Move| m.rows < rows && m.columns < columns;
        let mut moves: Vec<Move> = self.steps.iter().copied().filter(fits).collect();
        for &slide in &self.slides {
            moves.extend((1..).map(|times| slide.times(times)).take_while(fits));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The name of the piece that moves so, if it is one of the seven.
    pub fn piece(&self) -> Option<Piece> {
        let sorted = |moveset: &Moveset| {
            let (mut steps, mut slides) = (moveset.steps.clone(), moveset.slides.clone());
            steps.sort_unstable();
            slides.sort_unstable();
            (steps, slides)
        };
        Piece::ALL.into_iter().find(|piece| sorted(&piece.moveset()) == sorted(self))
    }

    /// The piece's name, or the moves.
    pub fn name(&self) -> String {
        self.piece().map_or_else(|| self.to_string(), |piece| piece.name().to_owned())
    }
}

fn drop_doubles(moves: &mut Vec<Move>) {
    let mut seen = Vec::new();
    moves.retain(|m| {
        !seen.contains(m) && {
            seen.push(*m);
            true
        }
    });
}

impl From<Piece> for Moveset {
    fn from(piece: Piece) -> Self {
        piece.moveset()
    }
}

impl fmt::Display for Moveset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.steps.iter().map(|step| step.to_string());
        let slides = self.slides.iter().map(|slide| format!("{slide}+"));
        f.write_str(&steps.chain(slides).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Moveset {
    type Err = Error;

    /// Reads a piece's name or a list of moves `(rows,columns)`, each with `+` where it slides.
    fn from_str(text: &str) -> Result<Self, Error> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some(piece) = Piece::ALL.into_iter().find(|piece| piece.name() == lower) {
            return Ok(piece.moveset());
        }
        let wrong = |reason: String| Error::Moveset { text: text.to_owned(), reason };
        let (mut steps, mut slides) = (Vec::new(), Vec::new());
        let mut rest = lower.as_str();
        let mut number = 0;
        while !rest.is_empty() {
            number += 1;
            let (read, slides_on, after) =
                read_move(rest).map_err(|reason| wrong(format!("move {number} {reason}")))?;
            if slides_on {
                slides.push(read)
            } else {
                steps.push(read)
            }
            rest = match after.trim_start() {
                "" => "",
                more => match more.strip_prefix(',') {
                    Some(next) if !next.trim().is_empty() => next,
                    Some(_) => return Err(wrong("it ends with a comma".into())),
                    None => return Err(wrong(format!("a comma is missing after move {number}"))),
                },
            };
        }
        Self::new(steps, slides).ok_or_else(|| wrong("it has no moves".into()))
    }
}

/// Reads one move from the front of `text`: the move, whether it slides, and what follows.
fn read_move(text: &str) -> Result<(Move, bool, &str), String> {
    let text = text.trim_start();
    let body = text.strip_prefix('(').ok_or("does not begin with `(`")?;
    let (inside, mut after) = body.split_once(')').ok_or("has no closing `)`")?;
    let (rows, columns) = inside.split_once(',').ok_or("is not a pair (rows,columns)")?;
    let number = |side: &str| {
        let side = side.trim();
        match side.parse::<u32>() {
            Ok(number) if number <= MAX_STEP => Ok(number as usize),
            Ok(_) => Err(format!("has `{side}`, beyond the limit of {MAX_STEP}")),
            Err(_) => Err(format!("has `{side}` where a number from 0 to {MAX_STEP} belongs")),
        }
    };
    let read = Move::new(number(rows)?, number(columns)?)
        .ok_or("is (0,0), which removes nothing: play would never end")?;
    let slides_on = after.trim_start().starts_with('+');
    if slides_on {
        after = &after.trim_start()[1..];
    }
    Ok((read, slides_on, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lists_are_read_alike() {
        for piece in Piece::ALL {
            let moveset = piece.moveset();
            assert_eq!(piece.name().parse::<Moveset>().unwrap(), moveset);
            assert_eq!(moveset.to_string().parse::<Moveset>().unwrap(), moveset);
            assert_eq!(moveset.piece(), Some(piece));
        }
        let read: Moveset = " ( 1 , 2 ) , (0,1) + ".parse().unwrap();
        assert_eq!(read.to_string(), "(1,2),(0,1)+");
        assert_eq!(read.name(), "(1,2),(0,1)+");
        assert_eq!(read.transposed().to_string(), "(2,1),(1,0)+");
        assert_eq!("(1,1),(1,1)".parse::<Moveset>().unwrap().steps().len(), 1);
    }

    #[test]
    fn slides_are_written_out_within_a_diagram() {
        let moves = Piece::Queen.moveset().within(3, 4);
        let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(texts.join(" "), "(0,1) (0,2) (0,3) (1,0) (1,1) (2,0) (2,2)");
    }

    #[test]
    fn bad_movesets_are_named() {
        for (text, needle) in [
            ("(1,1),(0,0)", "move 2 is (0,0)"),
            ("(0,0)+", "move 1 is (0,0)"),
            ("quene", "does not begin with `(`"),
            ("", "no moves"),
            ("(1,2", "no closing"),
            ("(1)", "not a pair"),
            ("(1,-2)", "has `-2`"),
            ("(1,5000)", "beyond the limit"),
            ("(1,2)(2,1)", "a comma is missing after move 1"),
            ("(1,2),", "ends with a comma"),
        ] {
            let message = text.parse::<Moveset>().unwrap_err().to_string();
            assert!(message.contains(needle) && message.contains(text), "{text}: {message}");
        }
    }
}

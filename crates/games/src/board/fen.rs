//! Position texts: rows from the top, separated by `/`, runs of empty squares as numbers of any
//! size, then the side to move and the square of an en passant capture.

use std::fmt;
use std::str::FromStr;

use super::men::{Man, Role, Side};
use super::position::{Position, SIZES, Square};
use crate::Error;

impl FromStr for Position {
    type Err = Error;

    /// Reads `ROWS [w|b [- [SQUARE|- …]]]`; White is to move when nobody is named.
    fn from_str(text: &str) -> Result<Self, Error> {
        read(text).map_err(|why| Error::BadFen { fen: text.to_owned(), why })
    }
}

fn read(text: &str) -> Result<Position, String> {
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or("it is empty")?;
    let rows: Vec<Vec<Option<Man>>> = board
        .split('/')
        .enumerate()
        .map(|(place, row)| read_row(place, row))
        .collect::<Result<_, _>>()?;
    let files = rows[0].len();
    for (place, row) in rows.iter().enumerate() {
        if row.len() != files {
            return Err(format!(
                "row {} from the top has {} squares, the first {files}",
                place + 1,
                row.len()
            ));
        }
    }
    let to_move = match fields.next() {
        None | Some("w") => Side::White,
        Some("b") => Side::Black,
        Some(other) => return Err(format!("the side to move is `{other}`, not w or b")),
    };
    let mut position = Position::empty(files, rows.len(), to_move).ok_or_else(|| {
        format!("a board has {} to {} rows and files", SIZES.start(), SIZES.end())
    })?;
    for (row, men) in rows.into_iter().rev().enumerate() {
        for (file, man) in men.into_iter().enumerate() {
            position.put(Square { file: file as u8, row: row as u8 }, man);
        }
    }
    match fields.next() {
        None | Some("-") => {}
        Some(other) => return Err(format!("castling `{other}`: there is none here, write -")),
    }
    if let Some(square) = fields.next().filter(|&square| square != "-") {
        position.en_passant = Some(passed_square(&position, square)?);
    }
    check(&position)?;
    Ok(position)
}

fn read_row(place: usize, row: &str) -> Result<Vec<Option<Man>>, String> {
    let mut squares = Vec::new();
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            if run == 0 || run > *SIZES.end() {
                return Err(format!(
                    "row {} from the top: a run of {} empty squares",
                    place + 1,
                    &rest[..digits]
                ));
            }
            squares.extend(std::iter::repeat_n(None, run));
            rest = &rest[digits..];
        } else {
            let man = Man::from_letter(letter)
                .ok_or_else(|| format!("row {} from the top: `{letter}` is no man", place + 1))?;
            squares.push(Some(man));
            rest = &rest[letter.len_utf8()..];
        }
    }
    Ok(squares)
}

/// The named square, if a pawn can just have passed it.
fn passed_square(position: &Position, name: &str) -> Result<Square, String> {
    let passer = position.to_move().other();
    let all = (0..position.files)
        .flat_map(|file| (0..position.rows).map(move |row| Square { file, row }));
    let square = all
        .into_iter()
        .find(|square| square.to_string() == name)
        .ok_or_else(|| format!("`{name}` is no square of the board"))?;
    let ahead = Position::ahead(passer);
    let pawn = position.step(square, (0, ahead)).and_then(|at| position.man(at));
    let start = position.step(square, (0, -ahead));
    let stepped = pawn == Some(Man { side: passer, role: Role::Pawn })
        && start.is_some_and(|at| {
            position.double_step_row(passer) == Some(at.row) && position.man(at).is_none()
        })
        && position.man(square).is_none();
    stepped.then_some(square).ok_or_else(|| format!("no pawn has just passed {name}"))
}

/// What the rules of the game need.
fn check(position: &Position) -> Result<(), String> {
    for side in [Side::White, Side::Black] {
        let kings =
            position.men().filter(|(_, man)| *man == Man { side, role: Role::King }).count();
        if kings != 1 {
            return Err(format!("{side} has {kings} kings instead of one"));
        }
    }
    let last_rows = [position.last_row(Side::White), position.last_row(Side::Black)];
    if let Some((square, _)) = position
        .men()
        .find(|(square, man)| man.role == Role::Pawn && last_rows.contains(&square.row))
    {
        return Err(format!("a pawn stands on {square}, in a last row"));
    }
    if position.in_check(position.to_move().other()) {
        return Err(format!("{} could take the king", position.to_move()));
    }
    Ok(())
}

impl fmt::Display for Position {
    /// The position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rows).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                match self.man(Square { file, row }) {
                    None => empty += 1,
                    Some(man) => {
                        write_run(f, empty)?;
                        empty = 0;
                        write!(f, "{}", man.letter())?;
                    }
                }
            }
            write_run(f, empty)?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.to_move {
            Side::White => "w - ",
            Side::Black => "b - ",
        })?;
        match self.en_passant {
            None => f.write_str("-"),
            Some(square) => write!(f, "{square}"),
        }
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGRAM: &str = "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K w - -";

    #[test]
    fn texts_come_back_as_they_were() {
        for text in [DIAGRAM, "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3", "k1/2/1K w - -"] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
        }
        let short: Position = DIAGRAM.trim_end_matches(" w - -").parse().unwrap();
        assert_eq!(short.to_string(), DIAGRAM);
        assert_eq!((short.files(), short.rows()), (12, 9));
    }

    #[test]
    fn bad_texts_are_told_why() {
        for (text, why) in [
            ("", "it is empty"),
            ("k2/3/2K/2 w - -", "row 4 from the top has 2 squares"),
            ("k2/3/2X w", "row 3 from the top: `X` is no man"),
            ("k2/3/3 w", "White has 0 kings"),
            ("k2/3/2K x", "the side to move is `x`"),
            ("k2/3/2K w KQ", "castling `KQ`"),
            ("kP1/3/2K w", "a pawn stands on b3"),
            ("kQ1/3/2K w", "White could take the king"),
            ("k2/3/2K w - z9", "`z9` is no square"),
            ("k2/3/2K w - a2", "no pawn has just passed a2"),
            ("k0/3/2K", "a run of 0 empty squares"),
            ("k99999999999999999999/3/2K", "a run of 99999999999999999999"),
        ] {
            let message = text.parse::<Position>().unwrap_err().to_string();
            assert!(message.contains(why), "{text}: {message}");
        }
    }
}

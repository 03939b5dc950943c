//! Squares and ranks as text, on boards of any size.

use super::men::Man;

/// The most files or ranks that can be drawn.
pub(super) const MOST: usize = 300;

/// A square as (file, rank), both counted from 0 at the corner next to White's left hand.
pub(super) type Square = (usize, usize);

/// The men of a rank of a placement, or what is wrong with it.
pub(super) fn parse_rank(rank: &str) -> Result<Vec<Option<Man>>, String> {
    let mut row = Vec::new();
    let mut run = 0usize;
    for c in rank.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = run * 10 + digit as usize;
            if run > MOST {
                return Err(format!("has a run of more than {MOST}"));
            }
            continue;
        }
        row.resize(row.len() + run, None);
        run = 0;
        match Man::from_letter(c) {
            Some(man) => row.push(Some(man)),
            None => return Err(format!("has `{c}`")),
        }
    }
    row.resize(row.len() + run, None);
    if row.is_empty() { Err("is empty".into()) } else { Ok(row) }
}

/// The name of a file: `a` … `z`, `aa`, `ab`, ….
pub(super) fn file_name(file: usize) -> String {
    let letter = char::from(b'a' + (file % 26) as u8);
    match file / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", file_name(more - 1)),
    }
}

/// The square of a name; whether a board has it is not asked.
pub(super) fn parse_square(name: &str) -> Option<Square> {
    let split = name.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, digits) = name.split_at(split);
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let file = letters.bytes().fold(0, |file, letter| file * 26 + usize::from(letter - b'a') + 1);
    let rank: usize = digits.parse().ok()?;
    Some((file - 1, rank.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names_on_any_board() {
        for square in [(0, 0), (25, 7), (26, 99), (299, 299)] {
            let name = format!("{}{}", file_name(square.0), square.1 + 1);
            assert_eq!(parse_square(&name), Some(square), "{name}");
        }
        for bad in ["", "a", "4", "a0", "A1", "a-1", "aaaa1", "e4x"] {
            assert_eq!(parse_square(bad), None, "{bad}");
        }
    }
}

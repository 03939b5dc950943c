//! Chess positions: one, or where the kings stand in many.

use std::borrow::Borrow;

use shakmaty::{Board, Color};

use crate::Error;
use crate::pictures::{self, Density, Picture};

/// A position given by a FEN (of any board size) with an arrow for each of some moves, written as
/// squares (`e2e4`, `g7g8q`).
///
/// ```
/// let picture = nimzo_report::drawings::position("8/8/8/8/8/4k3/4p3/4K3", &["e1d1"], "Stalemate?", "")?;
/// assert!(picture.svg().contains("n-arrow"));
/// # Ok::<(), nimzo_report::Error>(())
/// ```
pub fn position(fen: &str, moves: &[&str], title: &str, caption: &str) -> Result<Picture, Error> {
    framed(fen, &[], moves, title, caption)
}

/// The same with frames around squares that belong together, and words above each.
pub fn framed(
    fen: &str,
    frames: &[(Vec<String>, String)],
    moves: &[&str],
    title: &str,
    caption: &str,
) -> Result<Picture, Error> {
    let mut board = pictures::Board::parse(fen)?;
    for (squares, words) in frames {
        let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
        board = board.frame(&squares, words)?;
    }
    for played in moves {
        let (from, to) = squares(played).ok_or_else(|| Error::Drawing {
            what: format!("the move `{played}`"),
            expected: "two squares, as in e2e4".into(),
        })?;
        board = board.arrow(from, to)?;
    }
    Ok(board.picture(title, caption))
}

/// Splits a move into the square it leaves and the one it reaches.
fn squares(played: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = played.find(|c: char| c.is_ascii_digit())?;
    let (from, rest) = played.split_at(first + digits(&played[first..]));
    let second = rest.find(|c: char| c.is_ascii_digit())?;
    Some((from, &rest[..second + digits(&rest[second..])]))
}

/// Where the kings stand in some positions, each taken with its mirror images: left and right
/// exchanged, and for men without pawns all eight images.
pub fn kings(
    boards: impl IntoIterator<Item = impl Borrow<Board>>,
    title: &str,
    caption: &str,
) -> Result<Picture, Error> {
    let (mut white, mut black) = ([0u64; 64], [0u64; 64]);
    for image in boards.into_iter().flat_map(|board| images(board.borrow())) {
        for (color, counts) in [(Color::White, &mut white), (Color::Black, &mut black)] {
            if let Some(square) = image.king_of(color) {
                counts[usize::from(square)] += 1;
            }
        }
    }
    let boards = vec![("White king".to_owned(), white), ("Black king".to_owned(), black)];
    Ok(Density::new(boards)?.picture(title, caption))
}

/// The distinct mirror images of a board.
fn images(board: &Board) -> Vec<Board> {
    let mut images = vec![board.clone()];
    let mut mirror = |flip: fn(&mut Board)| {
        for index in 0..images.len() {
            let mut image = images[index].clone();
            flip(&mut image);
            if !images.contains(&image) {
                images.push(image);
            }
        }
    };
    mirror(Board::flip_horizontal);
    if board.pawns().is_empty() {
        mirror(Board::flip_vertical);
        mirror(Board::flip_diagonal);
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_split_on_any_board() {
        for (played, split) in [
            ("e2e4", Some(("e2", "e4"))),
            ("g7g8q", Some(("g7", "g8"))),
            ("a12ab13", Some(("a12", "ab13"))),
            ("e2", None),
            ("", None),
            ("e²e4", None),
        ] {
            assert_eq!(squares(played), split, "{played}");
        }
    }

    #[test]
    fn mirror_images_are_counted_once_each() {
        let images_of = |placement: &str| images(&placement.parse().unwrap()).len();
        assert_eq!(images_of("8/8/8/8/8/k7/8/1K6"), 8);
        assert_eq!(images_of("8/8/8/8/8/8/1k6/K7"), 4);
        assert_eq!(images_of("8/8/8/8/8/k7/1P6/1K6"), 2);
    }

    #[test]
    fn each_king_is_counted_on_its_own_board() {
        let board: Board = "k7/8/8/8/8/8/3P4/3K4".parse().unwrap();
        let svg = kings([board], "", "").unwrap().svg();
        let (white, black) = svg.split_once("Black king").unwrap();
        assert!(white.contains("<title>d1: 1</title>") && white.contains("<title>e1: 1</title>"));
        assert!(black.contains("<title>a8: 1</title>") && black.contains("<title>h8: 1</title>"));
    }
}

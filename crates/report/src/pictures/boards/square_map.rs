//! What a position would be with one man on each square: boards of results or of depths.

use super::men::Man;
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};
use crate::pictures::drawing::theme::heat;

const SIDE: f64 = 40.0;
const HEAD: f64 = 22.0;
const ROOM: f64 = 18.0;
const GAP: f64 = 22.0;

/// What a square says.
#[derive(Clone, Debug, PartialEq)]
pub struct MapSquare {
    /// How it is coloured.
    pub look: MapLook,
    /// What is written in it.
    pub words: String,
    /// What is told when one points at it.
    pub hint: String,
}

/// How a square is coloured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MapLook {
    /// Green.
    Won,
    /// Blue.
    Drawn,
    /// Red.
    Lost,
    /// By a number from 0 to 1, on the ramp from cool to hot.
    Heat(f64),
    /// Grey: nothing can be said.
    Impossible,
}

/// One board: its name, the men that stand still (the first field of a FEN), and the squares,
/// a1 = 0, b1 = 1, …, h8 = 63.
#[derive(Clone, Debug, PartialEq)]
pub struct MapBoard {
    /// What stands above it.
    pub name: String,
    /// The men that stand still.
    pub men: String,
    /// The squares.
    pub squares: Vec<MapSquare>,
}

/// Boards side by side whose squares say what the position would be with a man there.
///
/// ```
/// use nimzo_report::pictures::{MapBoard, MapLook, MapSquare, SquareMap};
///
/// let won = |_| MapSquare { look: MapLook::Won, words: "7".into(), hint: String::new() };
/// let men = "4k3/8/8/8/8/8/8/4K3".to_owned();
/// let board = MapBoard { name: "White to move".into(), men, squares: (0..64).map(won).collect() };
/// assert!(SquareMap::new(vec![board])?.picture("A rook", "").svg().contains("n-good"));
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SquareMap {
    boards: Vec<(MapBoard, Vec<(usize, Man)>)>,
}

impl SquareMap {
    /// One to four boards of 64 squares each.
    pub fn new(boards: Vec<MapBoard>) -> Result<Self, Error> {
        let bad = |what: String, expected: &str| {
            Err(Error::Drawing { what, expected: expected.to_owned() })
        };
        if boards.is_empty() || boards.len() > 4 {
            return bad(format!("{} maps of a board", boards.len()), "1 to 4");
        }
        if let Some(board) = boards.iter().find(|board| board.squares.len() != 64) {
            return bad(format!("a map of {} squares", board.squares.len()), "64");
        }
        let boards = boards.into_iter().map(|board| {
            let men = men_of(&board.men);
            (board, men)
        });
        Ok(Self { boards: boards.collect() })
    }

    /// Draws them.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let (wide, tall) = (ROOM + 8.0 * SIDE + GAP, HEAD + 8.0 * SIDE + ROOM + 6.0);
        let mut svg = Svg::new(self.boards.len() as f64 * wide - GAP + 2.0, tall);
        for (index, (board, men)) in self.boards.iter().enumerate() {
            draw(&mut svg, board, men, index as f64 * wide);
        }
        Picture::new(title, caption, svg)
    }
}

/// The men of a placement with their squares; what is no man stands for nothing.
fn men_of(placement: &str) -> Vec<(usize, Man)> {
    let mut men = Vec::new();
    for (row, rank) in placement.split('/').take(8).enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    let square = (7 - row) * 8 + file.min(7);
                    men.extend(Man::from_letter(letter).map(|man| (square, man)));
                    file += 1;
                }
            }
        }
    }
    men
}

fn draw(svg: &mut Svg, board: &MapBoard, men: &[(usize, Man)], x: f64) {
    svg.words((x + ROOM, 14.0), 12.0, Anchor::Start, "ink", board.name.clone());
    let corner = |square: usize| {
        (x + ROOM + (square % 8) as f64 * SIDE, HEAD + (7 - square / 8) as f64 * SIDE)
    };
    for (square, said) in board.squares.iter().enumerate() {
        let (left, top) = corner(square);
        let cell = || Shape::rect(left, top, SIDE, SIDE);
        let ground = if (square / 8 + square % 8) % 2 == 1 { "light" } else { "dark" };
        svg.push(cell().class(ground));
        let (cell, ink) = match said.look {
            MapLook::Won => (cell().class("good"), "on-pale"),
            MapLook::Drawn => (cell().class("note"), "on-pale"),
            MapLook::Lost => (cell().class("bad"), "on-pale"),
            MapLook::Impossible => (cell().class("gone"), "soft"),
            MapLook::Heat(level) => {
                let (colour, ink) = heat(level);
                (cell().class("cell").attribute("fill", colour), ink)
            }
        };
        svg.push(if said.hint.is_empty() { cell } else { cell.hint(said.hint.clone()) });
        let size = 13.0_f64.min(0.85 * SIDE / font::width(&said.words, 1.0).max(0.1));
        let at = (left + SIDE / 2.0, top + SIDE / 2.0 + 0.36 * size);
        if !said.words.is_empty() {
            svg.words(at, size, Anchor::Middle, ink, said.words.clone());
        }
    }
    for &(square, man) in men {
        let (left, top) = corner(square);
        svg.push(man.shape(left, top, SIDE));
    }
    for index in 0..8u8 {
        let along = f64::from(index) * SIDE + SIDE / 2.0;
        let bottom = HEAD + 8.0 * SIDE;
        let letter = char::from(b'a' + index).to_string();
        svg.words((x + ROOM + along, bottom + 13.0), 10.0, Anchor::Middle, "soft", letter);
        let at = (x + ROOM - 5.0, bottom - along + 3.6);
        svg.words(at, 10.0, Anchor::End, "soft", (index + 1).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_stand_on_their_squares() {
        let squares: Vec<usize> = men_of("k7/8/8/8/8/8/8/1R5K").iter().map(|man| man.0).collect();
        assert_eq!(squares, [56, 1, 7]);
    }

    #[test]
    fn a_map_has_sixty_four_squares() {
        let board = MapBoard { name: String::new(), men: String::new(), squares: Vec::new() };
        let message = SquareMap::new(vec![board]).unwrap_err().to_string();
        assert!(message.contains("0 squares"), "{message}");
        assert!(SquareMap::new(Vec::new()).is_err());
    }
}

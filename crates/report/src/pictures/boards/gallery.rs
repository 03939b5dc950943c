//! Many small boards on one sheet.

use super::board::Board;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Svg};

const SIDE: f64 = 16.0;
const WORDS: f64 = 11.0;
const GAP: f64 = 14.0;
/// The width of a sheet.
const WIDE: f64 = 1000.0;

/// Small boards in rows, with a few words below each.
///
/// ```
/// use nimzo_report::pictures::{Board, Gallery};
///
/// let up = Board::parse("1/1/1/p/1/1/P/1")?;
/// let picture = Gallery::new(vec![(up, "^".to_owned())]).picture("Values of pawns", "");
/// assert!(picture.svg().contains("^"));
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gallery {
    boards: Vec<(Board, String)>,
}

impl Gallery {
    /// Boards with their words.
    pub fn new(boards: Vec<(Board, String)>) -> Self {
        let bare = |(board, words): (Board, String)| (board.without_coordinates(), words);
        Self { boards: boards.into_iter().map(bare).collect() }
    }

    /// Draws them.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let drawings = self.boards.iter().map(|(board, words)| (board.drawing(SIDE), words));
        let (mut x, mut y, mut tallest) = (0.0, 0.0, 0.0_f64);
        let mut places = Vec::new();
        for (drawing, words) in drawings {
            let width = drawing.width().max(font::width(words, WORDS));
            if x > 0.0 && x + width > WIDE {
                (x, y, tallest) = (0.0, y + tallest + WORDS + GAP, 0.0);
            }
            tallest = tallest.max(drawing.height());
            places.push((x, y, width, drawing, words));
            x += width + GAP;
        }
        let mut svg = Svg::new(WIDE, y + tallest + WORDS + GAP);
        for (x, y, width, drawing, words) in places {
            let below = (x + width / 2.0, y + drawing.height() + WORDS);
            svg.words(below, WORDS, Anchor::Middle, "ink", words.clone());
            let left = x + (width - drawing.width()) / 2.0;
            svg.place(drawing, left, y);
        }
        Picture::new(title, caption, svg)
    }
}

//! Young diagrams with a value in every cell.

use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};
use crate::pictures::drawing::theme::heat;

const SIDE: f64 = 30.0;
const LONGEST: f64 = 1000.0;

/// The most rows or columns that can be drawn.
const MOST: usize = 400;

/// A larger diagram has no hints on its cells, to keep the file small.
const HINTED: usize = 10_000;

/// A cell of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YoungCell {
    /// What is written in it.
    pub words: String,
    /// How hot it is coloured; usually the value itself.
    pub level: u64,
    /// Whether the player to move loses there: ringed.
    pub lost: bool,
}

/// A Young diagram: rows of cells from the top, none longer than the one above it.
///
/// ```
/// use nimzo_report::pictures::Young;
///
/// // The cells hold Sprague-Grundy values; a 0 is a loss for the player to move.
/// let young = Young::of_values(&[vec![2, 1, 0], vec![1, 0], vec![0]])?;
/// let picture = young.picture("ROOK on 3,2,1", "Ringed: the player to move loses.");
/// assert_eq!(picture.svg().matches("class=\"n-ring\"").count(), 3);
/// assert!(Young::of_values(&[vec![0], vec![1, 0]]).is_err());
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Young {
    rows: Vec<Vec<YoungCell>>,
}

impl Young {
    /// A diagram of given cells.
    pub fn new(rows: Vec<Vec<YoungCell>>) -> Result<Self, Error> {
        let bad = |what: String, expected: String| Err(Error::Drawing { what, expected });
        let widest = rows.first().map_or(0, Vec::len);
        if rows.len() > MOST || widest > MOST {
            let what = format!("a Young diagram of {} rows, the first of {widest}", rows.len());
            return bad(what, format!("at most {MOST} of each"));
        }
        if let Some(row) = rows.windows(2).position(|pair| pair[1].len() > pair[0].len()) {
            let (above, below) = (rows[row].len(), rows[row + 1].len());
            let what = format!("a Young diagram whose row {} has {below} cells", row + 2);
            return bad(what, format!("at most {above}, as the row above it"));
        }
        Ok(Self { rows })
    }

    /// A diagram of values, the zeros ringed as losses for the player to move.
    pub fn of_values(values: &[Vec<u64>]) -> Result<Self, Error> {
        let cell =
            |&value: &u64| YoungCell { words: value.to_string(), level: value, lost: value == 0 };
        Self::new(values.iter().map(|row| row.iter().map(cell).collect()).collect())
    }

    /// Draws it.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let widest = self.rows.first().map_or(0, Vec::len);
        let longest = widest.max(self.rows.len()).max(1);
        let side = SIDE.min((LONGEST / longest as f64).max(5.0));
        let hottest = self.rows.iter().flatten().map(|cell| cell.level).max().unwrap_or(0).max(1);
        let size = self.letter_size(side);
        let hinted = self.rows.iter().map(Vec::len).sum::<usize>() <= HINTED;
        let mut svg = Svg::new(widest as f64 * side + 4.0, self.rows.len() as f64 * side + 4.0);
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let (x, y) = (2.0 + column as f64 * side, 2.0 + row as f64 * side);
                let (colour, ink) = heat(cell.level as f64 / hottest as f64);
                let square = Shape::rect(x, y, side, side).class("cell").attribute("fill", colour);
                let hint = || format!("row {}, column {}: {}", row + 1, column + 1, cell.words);
                svg.push(if hinted { square.hint(hint()) } else { square });
                let centre = (x + side / 2.0, y + side / 2.0);
                if cell.lost {
                    svg.push(Shape::circle(centre, 0.4 * side).class("ring"));
                }
                if size >= 5.0 {
                    let at = (centre.0, centre.1 + 0.36 * size);
                    svg.words(at, size, Anchor::Middle, ink, cell.words.clone());
                }
            }
        }
        Picture::new(title, caption, svg)
    }

    /// The size at which the longest words still fit into a cell.
    fn letter_size(&self, side: f64) -> f64 {
        let words = self.rows.iter().flatten().map(|cell| font::width(&cell.words, 1.0));
        let widest = words.fold(0.1, f64::max);
        (0.45 * side).min(0.86 * side / widest)
    }
}

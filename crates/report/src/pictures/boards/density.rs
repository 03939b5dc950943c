//! Where men stand: a count for each square of a board.

use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};
use crate::pictures::drawing::theme::heat;

const SIDE: f64 = 36.0;
const HEAD: f64 = 22.0;
const ROOM: f64 = 18.0;
const GAP: f64 = 22.0;

/// Counts for each square of an 8 by 8 board, a1 = 0, b1 = 1, …, h8 = 63: one board for each man
/// that is asked about, side by side, coloured by share of its own greatest count.
///
/// ```
/// use nimzo_report::pictures::Density;
///
/// let mut white = [0; 64];
/// white[28] = 7; // e4
/// let picture = Density::new(vec![("White king".into(), white)])?.picture("Zugzwangs of KPvK", "");
/// assert!(picture.svg().contains("e4: 7"));
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Density {
    boards: Vec<(String, [u64; 64])>,
}

impl Density {
    /// One to eight boards with their names.
    pub fn new(boards: Vec<(String, [u64; 64])>) -> Result<Self, Error> {
        if boards.is_empty() || boards.len() > 8 {
            return Err(Error::Drawing {
                what: format!("{} density boards", boards.len()),
                expected: "1 to 8".into(),
            });
        }
        Ok(Self { boards })
    }

    /// Draws them.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let across = self.boards.len().min(4);
        let down = self.boards.len().div_ceil(4);
        let (wide, tall) = (ROOM + 8.0 * SIDE + GAP, HEAD + 8.0 * SIDE + ROOM + 6.0);
        let mut svg = Svg::new(across as f64 * wide - GAP + 2.0, down as f64 * tall);
        for (index, (name, counts)) in self.boards.iter().enumerate() {
            let (column, row) = (index % 4, index / 4);
            draw(&mut svg, name, counts, column as f64 * wide, row as f64 * tall);
        }
        Picture::new(title, caption, svg)
    }
}

fn draw(svg: &mut Svg, name: &str, counts: &[u64; 64], x: f64, y: f64) {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let total: u64 = counts.iter().fold(0, |sum, &count| sum.saturating_add(count));
    let heading = format!("{name}: {total}");
    svg.words((x + ROOM, y + 14.0), 12.0, Anchor::Start, "ink", heading);
    for (square, &count) in counts.iter().enumerate() {
        let (file, rank) = (square % 8, square / 8);
        let left = x + ROOM + file as f64 * SIDE;
        let top = y + HEAD + (7 - rank) as f64 * SIDE;
        let cell = Shape::rect(left, top, SIDE, SIDE);
        let letter = char::from(b'a' + file as u8);
        if count == 0 {
            svg.push(cell.class("unknown"));
            continue;
        }
        let (colour, ink) = heat(count as f64 / most as f64);
        let hint = format!("{letter}{}: {count}", rank + 1);
        svg.push(cell.class("cell").attribute("fill", colour).hint(hint));
        let words = short(count);
        let size = 10.5_f64.min(0.9 * SIDE / font::width(&words, 1.0).max(0.1));
        let at = (left + SIDE / 2.0, top + SIDE / 2.0 + 0.36 * size);
        svg.words(at, size, Anchor::Middle, ink, words);
    }
    for index in 0..8u8 {
        let along = f64::from(index) * SIDE + SIDE / 2.0;
        let bottom = y + HEAD + 8.0 * SIDE;
        let letter = char::from(b'a' + index).to_string();
        svg.words((x + ROOM + along, bottom + 13.0), 10.0, Anchor::Middle, "soft", letter);
        let at = (x + ROOM - 5.0, bottom - along + 3.6);
        svg.words(at, 10.0, Anchor::End, "soft", (index + 1).to_string());
    }
}

/// A count in at most four characters or so: `999`, `1.2k`, `34k`, `5.6M`.
fn short(count: u64) -> String {
    let value = count as f64;
    for (unit, sign) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if value >= unit {
            let part = value / unit;
            return if part < 10.0 {
                format!("{part:.1}{sign}")
            } else {
                format!("{part:.0}{sign}")
            };
        }
    }
    count.to_string()
}

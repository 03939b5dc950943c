//! Chess boards of any size.

use super::men::Man;
use super::squares::{MOST, Square, file_name, parse_rank, parse_square};
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg, number};

/// The side of a square on a board that is not too large.
const SQUARE: f64 = 44.0;

/// The longest side of a drawn board; squares shrink to keep within it.
const LONGEST: f64 = 900.0;

/// The most empty squares between `8/8/…` and a board that would not be readable at all.
const ROOM: f64 = 20.0;

/// A tint on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Green: a move or square that holds.
    Good,
    /// Red: one that fails.
    Bad,
    /// Blue: one to look at.
    Note,
}

/// The hues of frames, one after the other.
const HUES: [&str; 5] = ["blue", "red", "green", "violet", "amber"];

/// A rectangle of squares that belong together, with words above it.
#[derive(Clone, Debug, PartialEq)]
struct Frame {
    first: Square,
    last: Square,
    words: String,
}

/// A board with men, marks and arrows. White is at the bottom.
///
/// Squares are named as in chess (`e4`); on a board with more than 26 files, files after `z` are
/// `aa`, `ab`, ….
///
/// ```
/// use nimzo_report::pictures::{Board, Mark};
///
/// let board = Board::parse("11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K")?
///     .arrow("c4", "c5")?
///     .mark("c5", Mark::Good)?;
/// assert_eq!((board.files(), board.ranks()), (12, 9));
/// let picture = board.picture("Diagram 6A", "Only c5 wins.");
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    files: usize,
    ranks: usize,
    men: Vec<Option<Man>>,
    marks: Vec<(Square, Mark)>,
    arrows: Vec<(Square, Square)>,
    labels: Vec<(Square, String)>,
    frames: Vec<Frame>,
    coordinates: bool,
    open_edges: bool,
}

impl Board {
    /// An empty board.
    pub fn empty(files: usize, ranks: usize) -> Result<Self, Error> {
        for (count, what) in [(files, "files"), (ranks, "ranks")] {
            if !(1..=MOST).contains(&count) {
                return Err(Error::Drawing {
                    what: format!("a board with {count} {what}"),
                    expected: format!("1 to {MOST}"),
                });
            }
        }
        Ok(Self {
            files,
            ranks,
            men: vec![None; files * ranks],
            marks: Vec::new(),
            arrows: Vec::new(),
            labels: Vec::new(),
            frames: Vec::new(),
            coordinates: true,
            open_edges: false,
        })
    }

    /// A board from the first field of a FEN: ranks from the top, separated by `/`, runs of empty
    /// squares as numbers of any length. Fields after the first are ignored.
    pub fn parse(fen: &str) -> Result<Self, Error> {
        let bad = |expected: String| Error::Drawing { what: format!("`{fen}`"), expected };
        let placement = fen.split_whitespace().next().unwrap_or("");
        let mut rows: Vec<Vec<Option<Man>>> = Vec::new();
        for (index, rank) in placement.split('/').enumerate() {
            let row = parse_rank(rank).map_err(|why| {
                bad(format!("men and numbers; rank {} from the top {why}", index + 1))
            })?;
            rows.push(row);
        }
        let files = rows.first().map_or(0, Vec::len);
        if let Some(index) = rows.iter().position(|row| row.len() != files) {
            let seen = rows[index].len();
            let expected = format!(
                "{files} squares in rank {} from the top, as in the first, not {seen}",
                index + 1
            );
            return Err(bad(expected));
        }
        let mut board = Self::empty(files, rows.len())?;
        board.men = rows.into_iter().rev().flatten().collect();
        Ok(board)
    }

    /// How many files.
    pub fn files(&self) -> usize {
        self.files
    }

    /// How many ranks.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Puts a man (a FEN letter) on a square counted from (0, 0) at the bottom left.
    pub fn put(mut self, file: usize, rank: usize, letter: char) -> Result<Self, Error> {
        let man = Man::from_letter(letter).ok_or_else(|| Error::Drawing {
            what: format!("the man `{letter}`"),
            expected: "one of KQRBNPkqrbnp".into(),
        })?;
        if file >= self.files || rank >= self.ranks {
            return Err(self.off_board(&format!("({file}, {rank})")));
        }
        self.men[rank * self.files + file] = Some(man);
        Ok(self)
    }

    /// Tints a square.
    pub fn mark(mut self, square: &str, mark: Mark) -> Result<Self, Error> {
        self.marks.push((self.square(square)?, mark));
        Ok(self)
    }

    /// Draws an arrow from square to square.
    pub fn arrow(mut self, from: &str, to: &str) -> Result<Self, Error> {
        self.arrows.push((self.square(from)?, self.square(to)?));
        Ok(self)
    }

    /// Writes a few characters on a square.
    pub fn label(mut self, square: &str, words: impl Into<String>) -> Result<Self, Error> {
        self.labels.push((self.square(square)?, words.into()));
        Ok(self)
    }

    /// Frames the least rectangle around some squares and writes a few characters above it. Each
    /// frame has another hue.
    pub fn frame(mut self, squares: &[&str], words: impl Into<String>) -> Result<Self, Error> {
        let squares: Result<Vec<Square>, Error> =
            squares.iter().map(|name| self.square(name)).collect();
        let squares = squares?;
        let files = || squares.iter().map(|square| square.0);
        let ranks = || squares.iter().map(|square| square.1);
        if let (Some(left), Some(right), Some(low), Some(high)) =
            (files().min(), files().max(), ranks().min(), ranks().max())
        {
            let words = words.into();
            self.frames.push(Frame { first: (left, low), last: (right, high), words });
        }
        Ok(self)
    }

    /// Leaves out the letters and numbers at the edge.
    pub fn without_coordinates(mut self) -> Self {
        self.coordinates = false;
        self
    }

    /// Draws the top and the right edge as open: the board goes on there.
    pub fn with_open_edges(mut self) -> Self {
        self.open_edges = true;
        self
    }

    /// Draws the board.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let side = SQUARE.min((LONGEST / self.files.max(self.ranks) as f64).max(6.0));
        Picture::new(title, caption, self.drawing(side))
    }

    /// The board with squares of a size.
    pub(super) fn drawing(&self, side: f64) -> Svg {
        let gutter = if self.coordinates { ROOM } else { 2.0 };
        let (width, height) = (self.files as f64 * side, self.ranks as f64 * side);
        let layout = Layout { side, left: gutter, top: 4.0, ranks: self.ranks };
        let mut svg = Svg::new(gutter + width + 4.0, 4.0 + height + gutter);
        self.draw_squares(&mut svg, &layout);
        for (square, mark) in &self.marks {
            let class = match mark {
                Mark::Good => "good",
                Mark::Bad => "bad",
                Mark::Note => "note",
            };
            let (x, y) = layout.corner(*square);
            svg.push(Shape::rect(x, y, side, side).class(class));
        }
        self.draw_men(&mut svg, &layout);
        for (square, words) in &self.labels {
            let (x, y) = layout.centre(*square);
            let size = (0.42 * side).min(0.85 * side * 10.0 / font::width(words, 10.0).max(1.0));
            svg.words((x, y + 0.36 * size), size, Anchor::Middle, "on-pale", words.clone());
        }
        self.draw_frames(&mut svg, &layout);
        for &(from, to) in &self.arrows {
            svg.push(arrow(layout.centre(from), layout.centre(to), side));
        }
        if self.coordinates {
            self.draw_coordinates(&mut svg, &layout);
        }
        svg
    }

    fn draw_squares(&self, svg: &mut Svg, layout: &Layout) {
        let side = layout.side;
        let (width, height) = (self.files as f64 * side, self.ranks as f64 * side);
        svg.push(Shape::rect(layout.left, layout.top, width, height).class("light"));
        // The dark squares are one path: small files, and no seams between neighbours.
        let mut d = String::new();
        for rank in 0..self.ranks {
            for file in (rank % 2..self.files).step_by(2) {
                let (x, y) = layout.corner((file, rank));
                let (x, y, side) = (number(x), number(y), number(side));
                d += &format!("M{x} {y}h{side}v{side}h-{side}z");
            }
        }
        svg.push(Shape::path(d).class("dark"));
        let (left, right) = (layout.left, layout.left + width);
        let (top, bottom) = (layout.top, layout.top + height);
        let edge = if self.open_edges {
            Shape::chain(&[(left, top), (left, bottom), (right, bottom)])
        } else {
            Shape::rect(left, top, width, height)
        };
        svg.push(edge.class("edge"));
        if self.open_edges {
            let open = [(left, top), (right, top), (right, bottom)];
            svg.push(Shape::chain(&open).class("edge doubt"));
        }
    }

    fn draw_men(&self, svg: &mut Svg, layout: &Layout) {
        for (index, man) in self.men.iter().enumerate() {
            if let Some(man) = man {
                let (x, y) = layout.corner((index % self.files, index / self.files));
                svg.push(man.shape(x, y, layout.side));
            }
        }
    }

    fn draw_frames(&self, svg: &mut Svg, layout: &Layout) {
        let side = layout.side;
        for (frame, hue) in self.frames.iter().zip(HUES.iter().cycle()) {
            let (left, bottom) = layout.corner(frame.first);
            let (right, top) = layout.corner(frame.last);
            let inset = 0.04 * side;
            let (width, height) = (right - left + side, bottom - top + side);
            let ring =
                Shape::rect(left + inset, top + inset, width - 2.0 * inset, height - 2.0 * inset);
            svg.push(ring.class(hue));
            let room = (width + 0.8 * side) * 10.0 / font::width(&frame.words, 10.0).max(1.0);
            let size = (0.5 * side).min(room);
            let at = (left + width / 2.0, top - 0.15 * side);
            svg.words(at, size, Anchor::Middle, "on-pale", frame.words.clone());
        }
    }

    fn draw_coordinates(&self, svg: &mut Svg, layout: &Layout) {
        let size = 11.0_f64.min(layout.side * 0.8);
        let every = |step: f64| (step / layout.side).ceil().max(1.0) as usize;
        for file in (0..self.files).step_by(every(8.0)) {
            let (x, y) = layout.centre((file, 0));
            let at = (x, y + layout.side / 2.0 + size + 3.0);
            svg.words(at, size, Anchor::Middle, "soft", file_name(file));
        }
        for rank in (0..self.ranks).step_by(every(12.0)) {
            let (x, y) = layout.centre((0, rank));
            let at = (x - layout.side / 2.0 - 4.0, y + 0.36 * size);
            svg.words(at, size, Anchor::End, "soft", (rank + 1).to_string());
        }
    }

    fn square(&self, name: &str) -> Result<Square, Error> {
        parse_square(name)
            .filter(|&(file, rank)| file < self.files && rank < self.ranks)
            .ok_or_else(|| self.off_board(name))
    }

    fn off_board(&self, name: &str) -> Error {
        let last = format!("{}{}", file_name(self.files - 1), self.ranks);
        Error::Drawing { what: format!("the square `{name}`"), expected: format!("a1 to {last}") }
    }
}

/// Where squares lie on the paper.
struct Layout {
    side: f64,
    left: f64,
    top: f64,
    ranks: usize,
}

impl Layout {
    fn corner(&self, (file, rank): Square) -> (f64, f64) {
        let row = self.ranks - 1 - rank;
        (self.left + file as f64 * self.side, self.top + row as f64 * self.side)
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + self.side / 2.0, y + self.side / 2.0)
    }
}

fn arrow(from: (f64, f64), to: (f64, f64), side: f64) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let (shaft, head, start) = (0.07 * side, 0.19 * side, 0.18 * side.min(length));
    let neck = length - 0.32 * side.min(length);
    let at = |along: f64, across: f64| {
        (from.0 + ux * along - uy * across, from.1 + uy * along + ux * across)
    };
    let outline = [
        at(start, shaft),
        at(neck, shaft),
        at(neck, head),
        at(length - 0.05 * side, 0.0),
        at(neck, -head),
        at(neck, -shaft),
        at(start, -shaft),
    ];
    Shape::polygon(&outline).class("arrow")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_placement_is_named() {
        for (fen, part) in [
            ("8/8/7", "rank 3"),
            ("8/8/7x", "`x`"),
            ("", "is empty"),
            ("99999999999999999999", "more than"),
            ("8//8", "rank 2"),
        ] {
            let message = Board::parse(fen).unwrap_err().to_string();
            assert!(message.contains(part), "{fen}: {message}");
        }
        let message = Board::empty(8, 8).unwrap().mark("j4", Mark::Good).unwrap_err().to_string();
        assert!(message.contains("j4") && message.contains("h8"), "{message}");
    }
}

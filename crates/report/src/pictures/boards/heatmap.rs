//! A number for each square of a stretch of the plane: colours, contours, borders of regions.

use std::collections::BTreeMap;

use super::contour::contour;
use super::men::Man;
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::charts::fraction;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};
use crate::pictures::drawing::theme::heat;

const SIDE: f64 = 34.0;
const LONGEST: f64 = 1000.0;
const ROOM: f64 = 30.0;
const KEY: f64 = 74.0;

/// The most squares along a side.
const MOST: i64 = 300;

/// A larger map has no hints on its squares, to keep the file small.
const HINTED: usize = 10_000;

/// What is known of a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// The number that colours it; an infinite one lies at the end of the ramp.
    pub level: f64,
    /// What is written in it; nothing is written where the squares are too small.
    pub words: String,
    /// The region it belongs to; a border is drawn between squares of different regions.
    pub region: Option<String>,
}

/// A map of numbers over squares `(x, y)`, y upward.
///
/// ```
/// use nimzo_report::pictures::{HeatCell, HeatMap};
///
/// let cells = (0..5).flat_map(|x| (0..4).map(move |y| {
///     let level = f64::from(x + y) / 2.0;
///     ((i64::from(x), i64::from(y)), HeatCell { level, words: level.to_string(), region: None })
/// }));
/// let map = HeatMap::new(cells)?.contours(&[1.0, 2.0]).man(0, 0, 'k');
/// let picture = map.picture("Means", "Black's king stands on (0, 0).");
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    cells: BTreeMap<(i64, i64), HeatCell>,
    low: (i64, i64),
    high: (i64, i64),
    levels: Vec<f64>,
    men: Vec<(i64, i64, Man)>,
}

impl HeatMap {
    /// A map of the given squares. Squares without a number are left grey.
    pub fn new(cells: impl IntoIterator<Item = ((i64, i64), HeatCell)>) -> Result<Self, Error> {
        let cells: BTreeMap<_, _> = cells.into_iter().collect();
        let edge = |pick: fn(&(i64, i64)) -> i64| {
            let places = || cells.keys().map(pick);
            Some((places().min()?, places().max()?))
        };
        let (Some(x), Some(y)) = (edge(|c| c.0), edge(|c| c.1)) else {
            return Err(Error::Drawing {
                what: "a map without squares".into(),
                expected: "at least one square".into(),
            });
        };
        for (name, (low, high)) in [("x", x), ("y", y)] {
            if high.saturating_sub(low) >= MOST {
                return Err(Error::Drawing {
                    what: format!("a map with {name} from {low} to {high}"),
                    expected: format!("at most {MOST} squares"),
                });
            }
        }
        Ok(Self { cells, low: (x.0, y.0), high: (x.1, y.1), levels: Vec::new(), men: Vec::new() })
    }

    /// Draws contours at these levels.
    pub fn contours(mut self, levels: &[f64]) -> Self {
        self.levels = levels.to_vec();
        self
    }

    /// Shows a man (a FEN letter) on a square; a letter that is no man, or a square off the map,
    /// shows nothing.
    pub fn man(mut self, x: i64, y: i64, letter: char) -> Self {
        self.men.extend(Man::from_letter(letter).map(|man| (x, y, man)));
        self
    }

    /// Draws it.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let (columns, rows) = self.size();
        let side = SIDE.min((LONGEST / columns.max(rows) as f64).max(4.0));
        let (width, height) = (columns as f64 * side, rows as f64 * side);
        let ramp = Ramp::of(self.cells.values().map(|cell| cell.level));
        let mut svg = Svg::new(ROOM + width + KEY, (height + ROOM).max(170.0));
        svg.push(Shape::rect(ROOM, 2.0, width, height).class("unknown"));
        let paper = Paper { side, low: self.low, high: self.high };
        self.draw_cells(&mut svg, &paper, &ramp);
        self.draw_contours(&mut svg, &paper);
        self.draw_words(&mut svg, &paper, &ramp);
        self.draw_borders(&mut svg, &paper);
        let inside = |&&(x, y, _): &&(i64, i64, Man)| {
            (self.low.0..=self.high.0).contains(&x) && (self.low.1..=self.high.1).contains(&y)
        };
        for &(x, y, man) in self.men.iter().filter(inside) {
            let (left, top) = paper.corner(x, y);
            svg.push(man.shape(left, top, side));
        }
        paper.draw_coordinates(&mut svg);
        ramp.draw_key(&mut svg, ROOM + width + 14.0);
        Picture::new(title, caption, svg)
    }

    fn size(&self) -> (usize, usize) {
        let length = |low: i64, high: i64| (high - low + 1) as usize;
        (length(self.low.0, self.high.0), length(self.low.1, self.high.1))
    }

    fn draw_cells(&self, svg: &mut Svg, paper: &Paper, ramp: &Ramp) {
        let side = paper.side;
        for (&(x, y), cell) in &self.cells {
            let (left, top) = paper.corner(x, y);
            let colour = heat(ramp.part(cell.level)).0;
            let mut square =
                Shape::rect(left, top, side, side).class("cell").attribute("fill", colour);
            if !cell.words.is_empty() && self.cells.len() <= HINTED {
                square = square.hint(format!("[{x},{y}]: {}", cell.words));
            }
            svg.push(square);
        }
    }

    /// The words come after the contours, to stay readable where these cross them.
    fn draw_words(&self, svg: &mut Svg, paper: &Paper, ramp: &Ramp) {
        let side = paper.side;
        let words = self.cells.values().map(|cell| font::width(&cell.words, 1.0));
        let size = (0.36 * side).min(0.92 * side / words.fold(0.1, f64::max));
        if size < 5.0 {
            return;
        }
        for (&(x, y), cell) in self.cells.iter().filter(|(_, cell)| !cell.words.is_empty()) {
            if self.occupied(x, y) {
                continue;
            }
            let (left, top) = paper.corner(x, y);
            let ink = heat(ramp.part(cell.level)).1;
            let at = (left + side / 2.0, top + side / 2.0 + 0.36 * size);
            svg.words(at, size, Anchor::Middle, ink, cell.words.clone());
        }
    }

    fn occupied(&self, x: i64, y: i64) -> bool {
        self.men.iter().any(|man| (man.0, man.1) == (x, y))
    }

    fn draw_contours(&self, svg: &mut Svg, paper: &Paper) {
        let (columns, rows) = self.size();
        let height = |x: usize, y: usize| {
            let square = (self.low.0 + x as i64, self.low.1 + y as i64);
            self.cells.get(&square).map(|cell| cell.level)
        };
        for &level in &self.levels {
            let mut d = String::new();
            for (from, to) in contour(columns, rows, height, level) {
                let (from, to) = (paper.grid(from), paper.grid(to));
                d += &format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
            }
            if !d.is_empty() {
                svg.push(Shape::path(d).class("contour").hint(fraction(level)));
            }
        }
    }

    fn draw_borders(&self, svg: &mut Svg, paper: &Paper) {
        let region = |x: i64, y: i64| self.cells.get(&(x, y)).and_then(|c| c.region.as_deref());
        let mut d = String::new();
        for &(x, y) in self.cells.keys() {
            let here = region(x, y);
            let (left, top) = paper.corner(x, y);
            let side = paper.side;
            if self.cells.contains_key(&(x + 1, y)) && region(x + 1, y) != here {
                d += &format!("M{:.1} {top:.1}v{side:.1}", left + side);
            }
            if self.cells.contains_key(&(x, y + 1)) && region(x, y + 1) != here {
                d += &format!("M{left:.1} {top:.1}h{side:.1}");
            }
        }
        if !d.is_empty() {
            svg.push(Shape::path(d).class("border"));
        }
    }
}

/// Where squares lie on the paper.
struct Paper {
    side: f64,
    low: (i64, i64),
    high: (i64, i64),
}

impl Paper {
    fn corner(&self, x: i64, y: i64) -> (f64, f64) {
        let (column, row) = ((x - self.low.0) as f64, (self.high.1 - y) as f64);
        (ROOM + column * self.side, 2.0 + row * self.side)
    }

    /// A point between centres, in grid units from the lowest square.
    fn grid(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (left, top) = self.corner(self.low.0, self.low.1);
        (left + (x + 0.5) * self.side, top + (0.5 - y) * self.side)
    }

    fn draw_coordinates(&self, svg: &mut Svg) {
        let every = (22.0 / self.side).ceil().max(1.0) as i64;
        let (left, bottom) = (ROOM - 5.0, self.corner(0, self.low.1).1 + self.side + 14.0);
        for x in (self.low.0..=self.high.0).filter(|x| x % every == 0) {
            let at = (self.corner(x, 0).0 + self.side / 2.0, bottom);
            svg.words(at, 10.0, Anchor::Middle, "soft", fraction(x as f64));
        }
        for y in (self.low.1..=self.high.1).filter(|y| y % every == 0) {
            let at = (left, self.corner(0, y).1 + self.side / 2.0 + 3.6);
            svg.words(at, 10.0, Anchor::End, "soft", fraction(y as f64));
        }
    }
}

/// The stretch of numbers that the colours cover.
struct Ramp {
    low: f64,
    high: f64,
}

impl Ramp {
    fn of(levels: impl Iterator<Item = f64>) -> Self {
        let (low, high) = levels
            .filter(|level| level.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low <= high { Self { low, high } } else { Self { low: 0.0, high: 0.0 } }
    }

    fn part(&self, level: f64) -> f64 {
        if level.is_nan() || self.low == self.high && level == self.low {
            return 0.0;
        }
        ((level - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    fn draw_key(&self, svg: &mut Svg, x: f64) {
        const STEPS: usize = 24;
        let (top, height) = (12.0, 140.0);
        let step = height / STEPS as f64;
        for index in 0..STEPS {
            let part = 1.0 - index as f64 / (STEPS - 1) as f64;
            let y = top + index as f64 * step;
            let bar = Shape::rect(x, y, 14.0, step + 0.5).attribute("fill", heat(part).0);
            svg.push(bar);
        }
        let middle = (self.low + self.high) / 2.0;
        for (value, y) in [(self.high, top), (middle, top + height / 2.0), (self.low, top + height)]
        {
            svg.words((x + 20.0, y + 3.6), 10.0, Anchor::Start, "soft", fraction(value));
        }
    }
}

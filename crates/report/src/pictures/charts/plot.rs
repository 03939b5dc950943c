//! One number against another. Long series are thinned so that the file stays small while every
//! peak and every dip still shows.

use std::collections::BTreeSet;

use super::axis::{Axis, Frame, Spread};
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};

const LEFT: f64 = 62.0;
const RIGHT: f64 = 612.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 286.0;

/// Into how many columns a long series is gathered: about one to a dot of the screen.
const COLUMNS: usize = 550;

/// The side of the little squares that many dots become.
const GRAIN: f64 = 3.0;

/// The fills of series one after the other.
pub(super) const FILLS: [&str; 6] =
    ["blue-fill", "red-fill", "green-fill", "amber-fill", "violet-fill", "grey-fill"];

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A dot for each point.
    Dots,
    /// A line through the points, in the order given.
    Line,
    /// Dots with a stem down to the axis: records, first appearances.
    Stems,
}

/// A named list of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is, for the legend.
    pub name: String,
    /// The points `(x, y)`; points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// How it is drawn.
    pub style: Style,
}

/// A plot of up to six series.
///
/// ```
/// use nimzo_report::pictures::{Plot, Series, Style};
///
/// let points = (0..200_000).map(|n| (f64::from(n), f64::from(n % 977))).collect();
/// let series = Series { name: "nimber".into(), points, style: Style::Dots };
/// let plot = Plot::new(vec![series], "length", "nimber")?.log_y();
/// let svg = plot.picture("Nimber against length", "").svg();
/// assert!(svg.len() < 200_000);
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    series: Vec<Series>,
    x_name: String,
    y_name: String,
    x_spread: Spread,
    y_spread: Spread,
}

impl Plot {
    /// A plot with even axes.
    pub fn new(
        series: Vec<Series>,
        x_name: impl Into<String>,
        y_name: impl Into<String>,
    ) -> Result<Self, Error> {
        let some =
            series.iter().flat_map(|s| &s.points).any(|p| p.0.is_finite() && p.1.is_finite());
        if series.len() > FILLS.len() || !some {
            return Err(Error::Drawing {
                what: format!("a plot of {} series", series.len()),
                expected: format!("1 to {} series with at least one point", FILLS.len()),
            });
        }
        Ok(Self {
            series,
            x_name: x_name.into(),
            y_name: y_name.into(),
            x_spread: Spread::Even,
            y_spread: Spread::Even,
        })
    }

    /// A logarithmic axis of x.
    pub fn log_x(mut self) -> Self {
        self.x_spread = Spread::Log;
        self
    }

    /// A logarithmic axis of y.
    pub fn log_y(mut self) -> Self {
        self.y_spread = Spread::Log;
        self
    }

    /// Draws it.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let finite = || {
            let points = self.series.iter().flat_map(|s| &s.points);
            points.filter(|p| p.0.is_finite() && p.1.is_finite())
        };
        let least = |pick: fn(&(f64, f64)) -> f64| finite().map(pick).fold(f64::INFINITY, f64::min);
        let most =
            |pick: fn(&(f64, f64)) -> f64| finite().map(pick).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (least(|p| p.1).min(0.0), most(|p| p.1));
        let high = match self.y_spread {
            Spread::Even => high + 0.04 * (high - low),
            Spread::Log => high * 1.3,
        };
        let x = Axis::new(least(|p| p.0), most(|p| p.0), LEFT + 4.0, RIGHT, self.x_spread);
        let y = Axis::new(low, high, BOTTOM, TOP, self.y_spread);
        let names = self.series.iter().map(|series| series.name.as_str());
        let legend = Legend::new(names, RIGHT - LEFT);
        let mut svg = Svg::new(RIGHT + 14.0, BOTTOM + 48.0 + legend.height());
        let (x_name, y_name) = (self.x_name.as_str(), self.y_name.as_str());
        Frame { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, x_name, y_name }
            .draw(&mut svg, &x, &y);
        for (index, series) in self.series.iter().enumerate() {
            let points = placed(series, &x, &y);
            svg.push(drawn(&points, series.style, FILLS[index]));
        }
        legend.draw(&mut svg, LEFT, BOTTOM + 46.0);
        Picture::new(title, caption, svg)
    }
}

/// The finite points on the paper.
fn placed(series: &Series, x: &Axis, y: &Axis) -> Vec<(f64, f64)> {
    let finite = series.points.iter().filter(|p| p.0.is_finite() && p.1.is_finite());
    finite.map(|p| (x.at(p.0), y.at(p.1))).collect()
}

/// Keeps the highest and the lowest point of each column of the paper, in order.
fn thinned_line(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for run in points.chunk_by(|a, b| column(a.0) == column(b.0)) {
        let at = |best: fn(f64, f64) -> bool| {
            (0..run.len()).reduce(|i, j| if best(run[j].1, run[i].1) { j } else { i }).unwrap_or(0)
        };
        let (low, high) = (at(|a, b| a > b), at(|a, b| a < b));
        kept.push(run[low.min(high)]);
        if low != high {
            kept.push(run[low.max(high)]);
        }
    }
    kept
}

/// The little squares of the paper that hold a point, as (row, column).
fn occupied(points: &[(f64, f64)]) -> BTreeSet<(i64, i64)> {
    let fine = |v: f64| (v / GRAIN).round() as i64;
    points.iter().map(|p| (fine(p.1), fine(p.0))).collect()
}

fn column(x: f64) -> i64 {
    ((x - LEFT) / (RIGHT - LEFT) * COLUMNS as f64) as i64
}

fn drawn(points: &[(f64, f64)], style: Style, fill: &'static str) -> Shape {
    let many = points.len() > 4 * COLUMNS;
    match style {
        Style::Line => {
            let chain =
                if many { Shape::chain(&thinned_line(points)) } else { Shape::chain(points) };
            // A line has the colour of its fill in the legend.
            chain.class(fill.trim_end_matches("-fill"))
        }
        Style::Dots | Style::Stems if many => grains(&occupied(points)).class(fill),
        Style::Dots => dots(points, 1.7).class(fill),
        Style::Stems => {
            let mut d = String::new();
            for (x, y) in points {
                d += &format!("M{x:.1} {BOTTOM}V{y:.1}");
            }
            Shape::group().with(Shape::path(d).class("axis")).with(dots(points, 3.2).class(fill))
        }
    }
}

/// Squares of the grain, neighbours in a row drawn as one.
fn grains(occupied: &BTreeSet<(i64, i64)>) -> Shape {
    let mut d = String::new();
    let squares: Vec<_> = occupied.iter().copied().collect();
    for run in squares.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
        let (row, column) = run[0];
        let (x, y) = ((column as f64 - 0.5) * GRAIN, (row as f64 - 0.5) * GRAIN);
        let width = run.len() as f64 * GRAIN;
        d += &format!("M{x} {y}h{width}v{GRAIN}h-{width}z");
    }
    Shape::path(d)
}

/// All dots as one path: a hundred bytes less to each than as circles.
fn dots(points: &[(f64, f64)], radius: f64) -> Shape {
    let mut d = String::new();
    let wide = 2.0 * radius;
    for (x, y) in points {
        let left = x - radius;
        d += &format!(
            "M{left:.1} {y:.1}a{radius} {radius} 0 1 0 {wide} 0a{radius} {radius} 0 1 0-{wide} 0"
        );
    }
    Shape::path(d)
}

/// The names of the series in their colours, in as many rows below each other as they need.
pub(super) struct Legend<'a> {
    names: Vec<(&'a str, f64, f64)>,
    rows: usize,
}

impl<'a> Legend<'a> {
    const ROW: f64 = 17.0;

    /// Lays the names out in rows no wider than `width`; series without a name are left out.
    pub(super) fn new(names: impl Iterator<Item = &'a str>, width: f64) -> Self {
        let mut legend = Self { names: Vec::new(), rows: 0 };
        let mut x = f64::INFINITY;
        for name in names {
            let room = if name.is_empty() { 0.0 } else { 15.0 + font::width(name, 11.0) };
            if room > 0.0 && x + room > width {
                (x, legend.rows) = (0.0, legend.rows + 1);
            }
            legend.names.push((name, x, (legend.rows as f64 - 1.0) * Self::ROW));
            x += if room > 0.0 { room + 18.0 } else { 0.0 };
        }
        legend
    }

    /// How much room it takes.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * Self::ROW
    }

    /// Draws it with its top left corner at `(x, y)`.
    pub(super) fn draw(&self, svg: &mut Svg, x: f64, y: f64) {
        let named = self.names.iter().enumerate().filter(|(_, (name, ..))| !name.is_empty());
        for (index, &(name, dx, dy)) in named {
            let (x, y) = (x + dx, y + dy + 10.0);
            svg.push(Shape::rect(x, y - 8.0, 10.0, 10.0).class(FILLS[index % FILLS.len()]));
            svg.words((x + 15.0, y + 1.0), 11.0, Anchor::Start, "ink", name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spiky() -> Vec<(f64, f64)> {
        let mut points: Vec<_> = (0..100_000).map(|i| (f64::from(i) / 200.0, 100.0)).collect();
        points[70_000].1 = 30.0;
        points[30_000].1 = 270.0;
        points
    }

    #[test]
    fn thinning_keeps_peaks_and_dips() {
        let line = thinned_line(&spiky());
        assert!(line.len() <= 2 * COLUMNS + 2, "{}", line.len());
        assert!(line.contains(&(350.0, 30.0)) && line.contains(&(150.0, 270.0)));
        let squares = occupied(&spiky());
        let rows: BTreeSet<i64> = squares.iter().map(|square| square.0).collect();
        assert_eq!(rows, [10, 33, 90].into());
    }

    #[test]
    fn neighbouring_grains_are_drawn_as_one() {
        let markup = grains(&[(0, 1), (0, 2), (0, 4), (1, 5)].into()).markup();
        assert_eq!(markup.matches('M').count(), 3, "{markup}");
    }
}

//! One number against another. Long series are thinned so that the file stays small while every
//! peak and every dip still shows.

use super::Picture;
use super::axis::{Axis, Frame, Spread};
use super::font;
use super::svg::{Anchor, Shape, Svg};
use crate::Error;

const LEFT: f64 = 62.0;
const RIGHT: f64 = 612.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 286.0;

/// Into how many columns a long series is gathered: about one to a dot of the screen.
const COLUMNS: usize = 550;

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
        let mut svg = Svg::new(RIGHT + 14.0, BOTTOM + 44.0);
        let (x_name, y_name) = (self.x_name.as_str(), self.y_name.as_str());
        Frame { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, x_name, y_name }
            .draw(&mut svg, &x, &y);
        for (index, series) in self.series.iter().enumerate() {
            let points = placed(series, &x, &y);
            svg.push(drawn(&points, series.style, FILLS[index]));
        }
        let names: Vec<_> = self.series.iter().map(|series| series.name.as_str()).collect();
        legend(&mut svg, &names, LEFT + 8.0, TOP - 10.0);
        Picture::new(title, caption, svg)
    }
}

/// The points on the paper, thinned where there are many.
fn placed(series: &Series, x: &Axis, y: &Axis) -> Vec<(f64, f64)> {
    let finite = series.points.iter().filter(|p| p.0.is_finite() && p.1.is_finite());
    let points: Vec<_> = finite.map(|p| (x.at(p.0), y.at(p.1))).collect();
    if points.len() <= 4 * COLUMNS {
        return points;
    }
    match series.style {
        Style::Line => thinned_line(&points),
        Style::Dots | Style::Stems => thinned_dots(&points),
    }
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

/// Keeps one point of each little square of the paper.
fn thinned_dots(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut seen = std::collections::BTreeSet::new();
    let fine = |v: f64| (v / 3.0).round() as i64;
    points.iter().copied().filter(|p| seen.insert((fine(p.0), fine(p.1)))).collect()
}

fn column(x: f64) -> i64 {
    ((x - LEFT) / (RIGHT - LEFT) * COLUMNS as f64) as i64
}

fn drawn(points: &[(f64, f64)], style: Style, fill: &'static str) -> Shape {
    let stroke = match fill {
        "blue-fill" => "blue",
        "red-fill" => "red",
        _ => "stroke",
    };
    match style {
        Style::Line => Shape::chain(points).class(stroke),
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

/// The names of the series in their colours; nothing for a single one without a name.
pub(super) fn legend(svg: &mut Svg, names: &[&str], x: f64, y: f64) {
    let mut x = x;
    for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        svg.push(Shape::rect(x, y - 8.0, 10.0, 10.0).class(FILLS[index % FILLS.len()]));
        svg.words((x + 15.0, y + 1.0), 11.0, Anchor::Start, "ink", *name);
        x += 15.0 + font::width(name, 11.0) + 18.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_peaks_and_dips() {
        let mut points: Vec<_> = (0..100_000).map(|i| (f64::from(i), 5.0)).collect();
        points[70_000].1 = 900.0;
        points[30_000].1 = -300.0;
        let x = Axis::new(0.0, 1e5, LEFT, RIGHT, Spread::Even);
        let y = Axis::new(-300.0, 900.0, BOTTOM, TOP, Spread::Even);
        for style in [Style::Line, Style::Dots] {
            let series = Series { name: String::new(), points: points.clone(), style };
            let kept = placed(&series, &x, &y);
            assert!(kept.len() <= 2 * COLUMNS + 2, "{}", kept.len());
            assert!([TOP, BOTTOM].iter().all(|y| kept.iter().any(|p| (p.1 - y).abs() < 1e-6)));
        }
    }
}

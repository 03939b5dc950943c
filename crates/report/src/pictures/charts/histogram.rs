//! How many things there are of each size: bars over a counting axis, on a logarithmic scale.

use super::axis::{Axis, Frame, Spread, amount};
use super::plot::{FILLS, Legend};
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::svg::{Shape, Svg};

const LEFT: f64 = 62.0;
const RIGHT: f64 = 612.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 266.0;

/// One set of counts: how many things have size 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted, for the legend.
    pub name: String,
    /// `counts[n]` things have size `n`.
    pub counts: Vec<u64>,
}

/// Depth histograms and their like.
///
/// ```
/// use nimzo_report::pictures::{Histogram, Tally};
///
/// let wins = Tally { name: "White to move".into(), counts: vec![0, 120, 800, 5000, 12] };
/// let histogram = Histogram::new(vec![wins], "moves to mate", "positions")?;
/// let picture = histogram.picture("KQvKR", "");
/// assert_eq!(picture.svg().matches("<rect class=\"n-blue-fill\"").count(), 0);
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    tallies: Vec<Tally>,
    x_name: String,
    y_name: String,
    log: bool,
}

impl Histogram {
    /// A histogram of up to six sets of counts, side by side.
    pub fn new(
        tallies: Vec<Tally>,
        x_name: impl Into<String>,
        y_name: impl Into<String>,
    ) -> Result<Self, Error> {
        if tallies.len() > FILLS.len() || tallies.iter().all(|t| t.counts.iter().all(|&n| n == 0)) {
            return Err(Error::Drawing {
                what: format!("a histogram of {} sets of counts", tallies.len()),
                expected: format!("1 to {} sets, not all empty", FILLS.len()),
            });
        }
        Ok(Self { tallies, x_name: x_name.into(), y_name: y_name.into(), log: true })
    }

    /// Heights in proportion to the counts, instead of to their logarithms.
    pub fn linear(mut self) -> Self {
        self.log = false;
        self
    }

    /// Draws it.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let used = |t: &Tally| {
            let first = t.counts.iter().position(|&n| n > 0);
            let last = t.counts.iter().rposition(|&n| n > 0);
            first.zip(last)
        };
        let spans = || self.tallies.iter().filter_map(used);
        let first = spans().map(|span| span.0).min().unwrap_or(0);
        let last = spans().map(|span| span.1).max().unwrap_or(0);
        let most = self.tallies.iter().flat_map(|t| &t.counts).copied().max().unwrap_or(1);
        let spread = if self.log { Spread::Log } else { Spread::Even };
        let x = Axis::new(first as f64 - 0.5, last as f64 + 0.5, LEFT, RIGHT, Spread::Even);
        let floor = if self.log { 0.5 } else { 0.0 };
        let y = Axis::new(floor, most as f64 * 1.05, BOTTOM, TOP, spread);
        let legend = Legend::new(self.tallies.iter().map(|t| t.name.as_str()), RIGHT - LEFT);
        let mut svg = Svg::new(RIGHT + 14.0, BOTTOM + 48.0 + legend.height());
        let (x_name, y_name) = (self.x_name.as_str(), self.y_name.as_str());
        Frame { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, x_name, y_name }
            .draw(&mut svg, &x, &y);
        let slot = (x.at(1.0 + first as f64) - x.at(first as f64)) * 0.86;
        let width = slot / self.tallies.len() as f64;
        for (index, tally) in self.tallies.iter().enumerate() {
            let shift = width * index as f64 - slot / 2.0;
            svg.push(bars(tally, &x, &y, shift, width).class(FILLS[index]));
        }
        legend.draw(&mut svg, LEFT, BOTTOM + 46.0);
        Picture::new(title, caption, svg)
    }
}

/// The bars of one set: a group, so that a reader of the file finds them together.
fn bars(tally: &Tally, x: &Axis, y: &Axis, shift: f64, width: f64) -> Shape {
    let mut group = Shape::group();
    for (size, &count) in tally.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let top = y.at(count as f64);
        let bar = Shape::rect(x.at(size as f64) + shift, top, width, BOTTOM - top);
        group.push(bar.hint(format!("{size}: {}", exact(count))));
    }
    group
}

fn exact(count: u64) -> String {
    if count < 10_000 { count.to_string() } else { format!("{count} ({})", amount(count as f64)) }
}

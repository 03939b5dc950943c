//! Thermographs as the books draw them: temperature upward, values growing to the left, so that
//! Left's wall is on the left.

use super::axis::{Axis, Spread, TICK_SIZE, fraction};
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};

const TOP: f64 = 24.0;
const SIDE: f64 = 34.0;
const LEFT: f64 = 58.0;
const PLOT_WIDTH: f64 = 360.0;
const PLOT_HEIGHT: f64 = 280.0;

/// The two walls of a thermograph, each a list of `(value, temperature)` corners from the bottom
/// up. Walls that meet end at the same corner, the foot of the mast; walls that never meet have no
/// mast. A value may be infinite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walls {
    /// Left's wall: the left stop at each temperature.
    pub left: Vec<(f64, f64)>,
    /// Right's wall: the right stop at each temperature.
    pub right: Vec<(f64, f64)>,
}

impl Walls {
    /// Where the walls meet: mean and temperature.
    pub fn mast(&self) -> Option<(f64, f64)> {
        let (left, right) = (*self.left.last()?, *self.right.last()?);
        (left == right && left.0.is_finite() && left.1.is_finite()).then_some(left)
    }

    fn corners(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.left.iter().chain(&self.right).copied()
    }
}

/// A thermograph, or the interval between two.
///
/// ```
/// use nimzo_report::pictures::{Thermograph, Walls};
///
/// // The switch {3|1}: mean 2, temperature 1.
/// let walls = Walls { left: vec![(3.0, 0.0), (2.0, 1.0)], right: vec![(1.0, 0.0), (2.0, 1.0)] };
/// assert_eq!(walls.mast(), Some((2.0, 1.0)));
/// let picture = Thermograph::new(walls).picture("{3|1}", "Mean 2, temperature 1.");
/// assert!(picture.svg().contains("n-mast"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thermograph {
    lower: Walls,
    upper: Option<Walls>,
}

impl Thermograph {
    /// A thermograph that is known exactly.
    pub fn new(walls: Walls) -> Self {
        Self { lower: walls, upper: None }
    }

    /// Bounds from below and above; drawn as one where they are equal.
    pub fn between(lower: Walls, upper: Walls) -> Self {
        let upper = (lower != upper).then_some(upper);
        Self { lower, upper }
    }

    /// Draws it.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let mut svg =
            Svg::new(LEFT + PLOT_WIDTH + SIDE, TOP + PLOT_HEIGHT + 3.4 * TICK_SIZE + 18.0);
        let paper = Paper::fit(self);
        paper.grid(&mut svg);
        if let Some(upper) = &self.upper {
            let [lower, above] = [&self.lower, upper].map(|walls| paper.to_the_top(walls));
            paper.between(&mut svg, &lower.left, &above.left);
            paper.between(&mut svg, &lower.right, &above.right);
            paper.walls(&mut svg, upper, " doubt");
        }
        paper.walls(&mut svg, &self.lower, "");
        paper.labels(&mut svg, self);
        Picture::new(title, caption, svg)
    }
}

/// The two axes, fitted to what is drawn.
struct Paper {
    value: Axis,
    temperature: Axis,
    low: f64,
    high: f64,
    floor: f64,
    ceiling: f64,
}

impl Paper {
    fn fit(graph: &Thermograph) -> Self {
        let corners: Vec<_> =
            graph.upper.iter().flat_map(Walls::corners).chain(graph.lower.corners()).collect();
        let finite = |pick: fn(&(f64, f64)) -> f64| {
            corners.iter().map(pick).filter(|v| v.is_finite()).collect::<Vec<_>>()
        };
        let (low, high) = stretch(&finite(|c| c.0));
        let (floor, top) = stretch(&finite(|c| c.1));
        let floor = floor.min(0.0);
        let room = ((high - low) * 0.12).max(0.25);
        let ceiling = top.max(floor + 0.5) + ((top - floor) * 0.35).max(0.25);
        // Walls are as steep as one degree for one unit, and should look so: both axes have the
        // scale that the longer one needs.
        let unit = ((high - low + 2.0 * room) / PLOT_WIDTH).max((ceiling - floor) / PLOT_HEIGHT);
        let (middle, half) = ((low + high) / 2.0, unit * PLOT_WIDTH / 2.0);
        let (low, high) = (middle - half, middle + half);
        let ceiling = floor + unit * PLOT_HEIGHT;
        Self {
            // The value axis runs backward: Left's good is on the left.
            value: Axis::new(low, high, LEFT + PLOT_WIDTH, LEFT, Spread::Even),
            temperature: Axis::new(floor, ceiling, TOP + PLOT_HEIGHT, TOP, Spread::Even),
            low,
            high,
            floor,
            ceiling,
        }
    }

    fn at(&self, (value, temperature): (f64, f64)) -> (f64, f64) {
        (self.value.at(value), self.temperature.at(temperature))
    }

    fn grid(&self, svg: &mut Svg) {
        for tick in self.temperature.ticks(6) {
            let y = self.temperature.at(tick);
            svg.push(Shape::line((LEFT, y), (LEFT + PLOT_WIDTH, y)).class("grid"));
        }
        for tick in self.value.ticks(8) {
            let x = self.value.at(tick);
            svg.push(Shape::line((x, TOP), (x, TOP + PLOT_HEIGHT)).class("grid"));
        }
        let ground = self.temperature.at(0.0_f64.max(self.floor));
        svg.push(Shape::line((LEFT, ground), (LEFT + PLOT_WIDTH, ground)).class("axis"));
        if self.low < 0.0 && self.high > 0.0 {
            let x = self.value.at(0.0);
            svg.push(Shape::line((x, TOP), (x, TOP + PLOT_HEIGHT)).class("axis"));
        }
    }

    fn walls(&self, svg: &mut Svg, walls: &Walls, doubt: &str) {
        let mast = walls.mast();
        for (corners, class) in [(&walls.left, "blue"), (&walls.right, "red")] {
            let corners = if mast.is_some() { corners.clone() } else { self.endless(corners) };
            let points: Vec<_> = corners.iter().map(|&c| self.at(c)).collect();
            svg.push(Shape::chain(&points).class(&format!("{class}{doubt} wall")));
            if let (None, [.., from, to]) = (mast, &points[..]) {
                // A wall at infinity stands on the edge and points beyond it.
                let outward = match corners.last() {
                    Some((value, _)) if value.is_infinite() => (-value.signum(), 0.0),
                    _ => (to.0 - from.0, to.1 - from.1),
                };
                svg.push(arrow_head(*to, outward).class(&format!("{class}-fill")));
            }
        }
        if let Some((mean, temperature)) = mast {
            let foot = self.at((mean, temperature));
            let tip = (foot.0, self.temperature.at(self.ceiling) + 4.0);
            svg.push(Shape::line(foot, tip).class(&format!("mast{doubt}")));
            svg.push(arrow_head(tip, (0.0, -1.0)).class("ink"));
        }
    }

    /// Both walls up to the top of the paper: along the mast, or on as they went.
    fn to_the_top(&self, walls: &Walls) -> Walls {
        let up = |corners: &Vec<(f64, f64)>| match walls.mast() {
            Some((mean, _)) => corners.iter().copied().chain([(mean, self.ceiling)]).collect(),
            None => self.endless(corners),
        };
        Walls { left: up(&walls.left), right: up(&walls.right) }
    }

    /// A wall that meets no other, on up to the top of the paper.
    fn endless(&self, corners: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut corners = corners.to_vec();
        let Some(&(value, temperature)) = corners.last() else { return corners };
        let slope = match corners[..] {
            [.., (a, s), (b, t)] if t > s && (b - a).is_finite() => (b - a) / (t - s),
            _ => 0.0,
        };
        if temperature < self.ceiling {
            corners.push((value + slope * (self.ceiling - temperature), self.ceiling));
        }
        corners
    }

    fn between(&self, svg: &mut Svg, lower: &[(f64, f64)], upper: &[(f64, f64)]) {
        let ring: Vec<_> = lower.iter().chain(upper.iter().rev()).map(|&c| self.at(c)).collect();
        svg.push(Shape::polygon(&ring).class("between"));
    }

    /// The corners' own values along the bottom and their temperatures at the side: these are the
    /// numbers that a reader wants, and they are exact.
    fn labels(&self, svg: &mut Svg, graph: &Thermograph) {
        let corners: Vec<_> =
            graph.lower.corners().chain(graph.upper.iter().flat_map(Walls::corners)).collect();
        let values = self.distinct(corners.iter().map(|c| c.0), &self.value);
        let bottom = TOP + PLOT_HEIGHT;
        let mut taken = [f64::NEG_INFINITY; 2];
        for (x, value) in values {
            let words = fraction(value);
            let half = font::width(&words, TICK_SIZE) / 2.0;
            let Some(row) = (0..2).find(|&row| taken[row] + 5.0 < x - half) else { continue };
            taken[row] = x + half;
            svg.push(Shape::line((x, bottom), (x, bottom + 4.0)).class("axis"));
            let y = bottom + 15.0 + 1.2 * TICK_SIZE * row as f64;
            svg.words((x, y), TICK_SIZE, Anchor::Middle, "ink", words);
        }
        let mut last = f64::NEG_INFINITY;
        for (y, temperature) in self.distinct(corners.iter().map(|c| c.1), &self.temperature) {
            if y - last < 1.15 * TICK_SIZE {
                continue;
            }
            last = y;
            let at = (LEFT - 7.0, y + 0.36 * TICK_SIZE);
            svg.push(Shape::line((LEFT - 4.0, y), (LEFT, y)).class("axis"));
            svg.words(at, TICK_SIZE, Anchor::End, "ink", fraction(temperature));
        }
        let middle = LEFT + PLOT_WIDTH / 2.0;
        svg.words((middle, svg.height() - 4.0), 12.0, Anchor::Middle, "soft", "value");
        svg.upright_words((13.0, TOP + PLOT_HEIGHT / 2.0), 12.0, "soft", "temperature");
        svg.words((LEFT, TOP - 9.0), 12.0, Anchor::Start, "blue-fill", "Left");
        svg.words((LEFT + PLOT_WIDTH, TOP - 9.0), 12.0, Anchor::End, "red-fill", "Right");
    }

    /// The values once each, in the order of the paper.
    fn distinct(&self, values: impl Iterator<Item = f64>, axis: &Axis) -> Vec<(f64, f64)> {
        let mut places: Vec<_> =
            values.filter(|v| !v.is_nan()).map(|value| (axis.at(value), value)).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.dedup_by(|a, b| a.1 == b.1);
        places
    }
}

/// The head of an arrow that points from its tip's tail into a direction.
fn arrow_head(tip: (f64, f64), (dx, dy): (f64, f64)) -> Shape {
    let length = dx.hypot(dy);
    let (dx, dy) = if length > 0.0 { (dx / length, dy / length) } else { (0.0, -1.0) };
    let at = |along: f64, across: f64| {
        (tip.0 + along * dx - across * dy, tip.1 + along * dy + across * dx)
    };
    Shape::polygon(&[at(5.0, 0.0), at(-4.0, 4.5), at(-4.0, -4.5)])
}

/// The least and the greatest of some numbers; 0 and 0 when there are none.
fn stretch(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low <= high { (low, high) } else { (0.0, 0.0) }
}

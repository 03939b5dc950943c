//! Axes: where a value lies on the paper, which values get a tick, and how numbers are written.

use crate::pictures::drawing::svg::{Anchor, Shape, Svg};

/// The size of the words at a tick.
pub(super) const TICK_SIZE: f64 = 11.0;

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    Even,
    /// By powers of ten; 0 lies a step below 1.
    Log,
}

/// A stretch of values laid on a stretch of paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    spread: Spread,
}

impl Axis {
    /// Lays `low..high` on the paper from `from` to `to` (which may run backward).
    pub(super) fn new(low: f64, high: f64, from: f64, to: f64, spread: Spread) -> Self {
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        Self { low, high, from, to, spread }
    }

    /// Where `value` lies; a value beyond an end, or none at all, lies at that end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (low, high, value) = match self.spread {
            Spread::Even => (self.low, self.high, value),
            Spread::Log => (log(self.low), log(self.high), log(value)),
        };
        let part = (value - low) / (high - low);
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        self.from + (self.to - self.from) * part
    }

    /// Round values inside the axis, about `wanted` of them.
    pub(super) fn ticks(&self, wanted: usize) -> Vec<f64> {
        match self.spread {
            Spread::Even => self.even_ticks(wanted),
            Spread::Log => self.log_ticks(wanted),
        }
    }

    fn even_ticks(&self, wanted: usize) -> Vec<f64> {
        let step = round_step((self.high - self.low) / wanted.max(1) as f64);
        let first = (self.low / step - 1e-9).ceil();
        let last = (self.high / step + 1e-9).floor();
        let count = (last - first).clamp(0.0, 1000.0) as usize;
        (0..=count).map(|i| (first + i as f64) * step).collect()
    }

    fn log_ticks(&self, wanted: usize) -> Vec<f64> {
        let (first, last) = (self.low.max(1.0).log10().ceil(), self.high.max(1.0).log10().floor());
        let every = ((last - first + 1.0) / wanted.max(1) as f64).ceil().max(1.0) as usize;
        let (first, last) = (first.clamp(0.0, 300.0) as i32, last.clamp(0.0, 300.0) as i32);
        (first..=last).step_by(every).map(|power| 10f64.powi(power)).collect()
    }
}

/// `log10`, with everything at or below a half taken as that half, so that 0 has a place.
fn log(value: f64) -> f64 {
    value.max(0.5).log10()
}

/// The least of 1, 2, 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    if !step.is_finite() || step <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|k| k * power)
        .into_iter()
        .find(|&s| s >= step * 0.999)
        .unwrap_or(step)
}

/// The frame of a chart: grid lines, ticks and the names of the axes.
pub(super) struct Frame<'a> {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x_name: &'a str,
    pub y_name: &'a str,
}

impl Frame<'_> {
    /// Draws the frame for two axes.
    pub(super) fn draw(&self, svg: &mut Svg, x: &Axis, y: &Axis) {
        for tick in y.ticks(6) {
            let at = y.at(tick);
            svg.push(Shape::line((self.left, at), (self.right, at)).class("grid"));
            let label = (self.left - 6.0, at + 0.36 * TICK_SIZE);
            svg.words(label, TICK_SIZE, Anchor::End, "soft", amount(tick));
        }
        for tick in x.ticks(8) {
            let at = x.at(tick);
            svg.push(Shape::line((at, self.bottom), (at, self.bottom + 4.0)).class("axis"));
            let label = (at, self.bottom + 17.0);
            svg.words(label, TICK_SIZE, Anchor::Middle, "soft", amount(tick));
        }
        let corners = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        svg.push(Shape::chain(&corners).class("axis"));
        let middle = (self.left + self.right) / 2.0;
        svg.words((middle, self.bottom + 36.0), 12.0, Anchor::Middle, "ink", self.x_name);
        svg.upright_words((14.0, (self.top + self.bottom) / 2.0), 12.0, "ink", self.y_name);
    }
}

/// A count or a round number in few characters: `1500`, `20k`, `3M`, `10⁹`.
pub(super) fn amount(value: f64) -> String {
    let size = value.abs();
    if size >= 1e9 && (size.log10().fract()).abs() < 1e-9 {
        return format!("10{}", superscript(size.log10().round() as u32));
    }
    for (unit, sign) in [(1e9, "G"), (1e6, "M"), (1e4, "k")] {
        if size >= unit {
            let unit: f64 = if sign == "k" { 1e3 } else { unit };
            return format!("{}{sign}", trim(value / unit));
        }
    }
    trim(value)
}

fn trim(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    if rounded == 0.0 { "0".into() } else { rounded.to_string().replace('-', "−") }
}

fn superscript(number: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0') % 10]).collect()
}

/// A number as people of this field write it: `3/4`, `−15/8`, `∞`; a decimal only where no fraction
/// with a denominator up to 4096 is equal to it.
///
/// ```
/// use nimzo_report::pictures::fraction;
/// assert_eq!(fraction(0.75), "3/4");
/// assert_eq!(fraction(-2.0), "−2");
/// assert_eq!(fraction(1.0 / 3.0), "1/3");
/// ```
pub fn fraction(value: f64) -> String {
    if value.is_nan() {
        return "?".into();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    let size = value.abs();
    if size.is_infinite() || size >= 1e15 {
        return format!("{sign}∞");
    }
    let powers = (0..=12).map(|power| f64::from(1u32 << power));
    let small = (1..=100).map(f64::from);
    let exact = powers.chain(small).find(|denominator| {
        let numerator = size * denominator;
        (numerator - numerator.round()).abs() < 1e-9 * denominator.max(size)
    });
    match exact {
        Some(1.0) => format!("{sign}{}", size.round()),
        Some(denominator) => format!("{sign}{}/{denominator}", (size * denominator).round()),
        None => format!("{sign}{}", (size * 1000.0).round() / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::new(0.0, 517.0, 0.0, 100.0, Spread::Even);
        assert_eq!(axis.ticks(6), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        let axis = Axis::new(0.0, 2e6, 0.0, 100.0, Spread::Log);
        assert_eq!(axis.ticks(8), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        assert!(axis.at(0.0) < axis.at(1.0) && axis.at(1.0) < axis.at(10.0));
    }

    #[test]
    fn an_axis_stands_any_value() {
        for (low, high) in [(0.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (5.0, -5.0)] {
            let axis = Axis::new(low, high, 10.0, 20.0, Spread::Even);
            assert!(axis.ticks(5).len() <= 1001);
            for value in [f64::NAN, f64::INFINITY, -1e300, 0.0] {
                assert!((10.0..=20.0).contains(&axis.at(value)));
            }
        }
    }

    #[test]
    fn numbers_are_written_as_the_field_writes_them() {
        for (value, text) in
            [(1.96875, "63/32"), (0.1, "1/10"), (f64::INFINITY, "∞"), (-0.5, "−1/2"), (0.0, "0")]
        {
            assert_eq!(fraction(value), text);
        }
        for (value, text) in [(1500.0, "1500"), (20_000.0, "20k"), (3e6, "3M"), (1e9, "10⁹")] {
            assert_eq!(amount(value), text);
        }
    }
}

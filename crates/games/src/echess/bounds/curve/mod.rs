//! The hot loop's own walls: curves in fixed point, interned. What a thermograph is, and every
//! exact operation on one, lives in `nimzo-cgt`; `exact` leads there.
//!
//! A wall of a position of entrepreneurial chess bends only one way: Left's falls or stands as the
//! tax grows, Right's rises or stands. Turned upside down, Left's wall rises too. So one shape
//! serves both: a base value, and the taxes at which the slope turns from 0 to 1 and back. All
//! envelopes are maxima of such curves:
//!
//! * what Black can get is the maximum of `Right wall of the next position + step`;
//! * what White can get is the minimum of Left walls, a maximum once they are turned over.

pub(super) mod envelope;
pub(crate) mod exact;
pub(super) mod remainders;

use envelope::{Pair, maximum, minimum, rise};

/// A number in units of 2^-48: sums are exact, a half may need rounding.
pub(crate) type Fixed = i64;
/// Bits after the binary point.
pub(crate) const FRACTION_BITS: u32 = 48;
/// The number one.
pub(crate) const ONE: Fixed = 1 << FRACTION_BITS;

/// A curve of slope 0 or 1 in the tax, or an infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Curve<'a> {
    /// Below everything.
    Minus,
    /// `base` at tax 0; the slope, 0 at first, turns at each bend.
    Line {
        /// The value at tax 0.
        base: Fixed,
        /// Taxes at which the slope turns, rising.
        bends: &'a [Fixed],
    },
    /// Above everything.
    Plus,
}

/// An owned curve, the workplace of envelopes; its room is used again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CurveBuffer {
    kind: Kind,
    base: Fixed,
    bends: Vec<Fixed>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Minus,
    Line,
    Plus,
}

impl CurveBuffer {
    /// Back to minus infinity.
    pub(crate) fn clear(&mut self) {
        self.kind = Kind::Minus;
        self.bends.clear();
    }

    /// Becomes a copy of `curve`, raised by `by`.
    pub(crate) fn set(&mut self, curve: Curve<'_>, by: Fixed) {
        self.bends.clear();
        self.kind = match curve {
            Curve::Minus => Kind::Minus,
            Curve::Plus => Kind::Plus,
            Curve::Line { base, bends } => {
                self.base = base + by;
                self.bends.extend_from_slice(bends);
                Kind::Line
            }
        };
    }

    /// Becomes plus infinity.
    pub(crate) fn set_plus(&mut self) {
        self.kind = Kind::Plus;
        self.bends.clear();
    }

    /// The curve itself.
    pub(crate) fn curve(&self) -> Curve<'_> {
        match self.kind {
            Kind::Minus => Curve::Minus,
            Kind::Plus => Curve::Plus,
            Kind::Line => Curve::Line { base: self.base, bends: &self.bends },
        }
    }

    /// Whether nothing that goes up to `top` at most is anywhere above this.
    #[inline]
    pub(crate) fn reaches(&self, top: Fixed) -> bool {
        match self.kind {
            Kind::Minus => false,
            Kind::Line => top <= self.base,
            Kind::Plus => true,
        }
    }

    /// Takes the maximum with `other + by`; `spare` is scratch room.
    pub(crate) fn raise_to(&mut self, other: Curve<'_>, by: Fixed, spare: &mut Vec<Fixed>) {
        match (self.kind, other) {
            (Kind::Plus, _) | (_, Curve::Minus) => {}
            (_, Curve::Plus) => self.set_plus(),
            (Kind::Minus, line) => self.set(line, by),
            (Kind::Line, Curve::Line { base, bends }) => {
                let base = base + by;
                if base <= self.base && base + rise(bends) <= self.base {
                    // Nowhere above the least value.
                } else if self.bends == bends {
                    self.base = self.base.max(base);
                } else if self.base <= base && self.base + rise(&self.bends) <= base {
                    self.set(other, by);
                } else {
                    self.base = maximum((self.base, &self.bends), (base, bends), spare);
                    std::mem::swap(&mut self.bends, spare);
                }
            }
        }
    }

    /// Takes the minimum with `other + by`.
    pub(crate) fn lower_to(&mut self, other: Curve<'_>, by: Fixed, spare: &mut Vec<Fixed>) {
        match (self.kind, other) {
            (Kind::Minus, _) | (_, Curve::Plus) => {}
            (_, Curve::Minus) => self.clear(),
            (Kind::Plus, line) => self.set(line, by),
            (Kind::Line, Curve::Line { base, bends }) => {
                self.base = minimum((self.base, &self.bends), (base + by, bends), spare);
                std::mem::swap(&mut self.bends, spare);
            }
        }
    }
}

impl CurveBuffer {
    /// Becomes `tax - curve`, held at `ceiling` once it gets there.
    pub(super) fn flip_of(&mut self, curve: Curve<'_>, ceiling: Option<Fixed>) {
        self.bends.clear();
        let (base, bends) = match (curve, ceiling) {
            (Curve::Line { base, bends }, _) => (-base, bends),
            (Curve::Plus, _) => return self.clear(),
            (Curve::Minus, Some(value)) => (value, &[][..]),
            (Curve::Minus, None) => return self.set_plus(),
        };
        self.kind = Kind::Line;
        let limit = ceiling.unwrap_or(Fixed::MAX);
        self.base = base.min(limit);
        if base >= limit {
            return;
        }
        let (mut tax, mut value, mut rising) = (0, base, true);
        let mut bends = bends.iter().copied().peekable();
        if bends.next_if_eq(&0).is_some() {
            rising = false;
        } else {
            self.bends.push(0);
        }
        loop {
            let next = bends.next();
            if rising {
                let end = next.map(|bend| value + (bend - tax));
                if ceiling.is_some() && end.is_none_or(|end| end >= limit) {
                    return self.bends.push(tax + (limit - value));
                }
                value = end.unwrap_or(value);
            }
            let Some(bend) = next else { return };
            tax = bend;
            rising = !rising;
            self.bends.push(bend);
        }
    }
}

impl Curve<'_> {
    /// Whether two curves are the same.
    #[inline]
    pub(crate) fn same(self, other: Curve<'_>) -> bool {
        match (self, other) {
            (Curve::Minus, Curve::Minus) | (Curve::Plus, Curve::Plus) => true,
            (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => {
                a == b && x == y
            }
            _ => false,
        }
    }

    /// The value at a tax.
    pub(crate) fn value_at(self, tax: Fixed) -> Option<Fixed> {
        let Curve::Line { base, bends } = self else { return None };
        let (mut value, mut from, mut rising) = (base, 0, false);
        for &bend in bends.iter().take_while(|&&bend| bend < tax) {
            if rising {
                value += bend - from;
            }
            (from, rising) = (bend, !rising);
        }
        Some(if rising { value + tax - from } else { value })
    }

    /// Whether this curve is nowhere above the other.
    pub(crate) fn never_above(self, other: Curve<'_>) -> bool {
        let (a, b) = match (self, other) {
            (Curve::Minus, _) | (_, Curve::Plus) => return true,
            (_, Curve::Minus) | (Curve::Plus, _) => return false,
            (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => {
                ((a, x), (b, y))
            }
        };
        let mut pair = Pair::new(a, b);
        loop {
            if pair.value[0] > pair.value[1] {
                return false;
            }
            match pair.next_bend() {
                Some(bend) => pair.go_to(bend),
                None => return !pair.rising[0] || pair.rising[1],
            }
        }
    }

    /// The greatest distance between two curves; `None` when it is infinite.
    pub(crate) fn distance(self, other: Curve<'_>) -> Option<Fixed> {
        match (self, other) {
            (Curve::Minus, Curve::Minus) | (Curve::Plus, Curve::Plus) => Some(0),
            (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => {
                if x.len() % 2 != y.len() % 2 {
                    return None;
                }
                let mut pair = Pair::new((a, x), (b, y));
                let mut widest = 0;
                loop {
                    widest = widest.max((pair.value[0] - pair.value[1]).abs());
                    match pair.next_bend() {
                        Some(bend) => pair.go_to(bend),
                        None => return Some(widest),
                    }
                }
            }
            _ => None,
        }
    }
}

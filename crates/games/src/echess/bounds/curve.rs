//! The hot loop's own walls: curves in fixed point, interned. What a thermograph is, and every
//! exact operation on one, lives in `nimzo-cgt`; [`Curve::to_trajectory`] leads there.
//!
//! A wall of a position of entrepreneurial chess bends only one way: Left's falls or stands as the
//! tax grows, Right's rises or stands. Turned upside down, Left's wall rises too. So one shape
//! serves both: a base value, and the taxes at which the slope turns from 0 to 1 and back. All
//! envelopes are maxima of such curves:
//!
//! * what Black can get is the maximum of `Right wall of the next position + step`;
//! * what White can get is the minimum of Left walls, a maximum once they are turned over.

use nimzo_cgt::{Dyadic, Slope, Trajectory, Wall as ExactWall};

/// A number in units of 2^-48: sums are exact, a half may need rounding.
pub(crate) type Fixed = i64;
/// Bits after the binary point.
pub(crate) const FRACTION_BITS: u32 = 48;
/// The number one.
pub(crate) const ONE: Fixed = 1 << FRACTION_BITS;

/// The exact value of a fixed-point number.
pub(crate) fn to_dyadic(value: Fixed) -> Dyadic {
    Dyadic::new(value, FRACTION_BITS).expect("48 is a legal exponent")
}

/// Which way a half unit is rounded, and to which grid: bounds stay bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Down to a multiple of this many units of 2^-48.
    DownTo(Fixed),
    /// Up to a multiple of this many units.
    UpTo(Fixed),
}

/// The greatest multiple of `grid` that is not above `value`.
fn down(value: Fixed, grid: Fixed) -> Fixed {
    value.div_euclid(grid) * grid
}

/// The least multiple of `grid` that is not below `value`.
fn up(value: Fixed, grid: Fixed) -> Fixed {
    -down(-value, grid)
}

impl Rounding {
    /// Half of `twice`, rounded to a unit.
    fn halve(self, twice: Fixed) -> Fixed {
        match self {
            Rounding::DownTo(_) => twice.div_euclid(2),
            Rounding::UpTo(_) => (twice + 1).div_euclid(2),
        }
    }

    fn round(self, value: Fixed) -> Fixed {
        match self {
            Rounding::DownTo(grid) => down(value, grid),
            Rounding::UpTo(grid) => up(value, grid),
        }
    }
}

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
pub(crate) struct Workpiece {
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

impl Workpiece {
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

type Line<'a> = (Fixed, &'a [Fixed]);

/// How much a line gains in all, as far as numbers go.
fn rise(bends: &[Fixed]) -> Fixed {
    let (pairs, last) = bends.as_chunks::<2>();
    // Half the greatest number: a value can be added to it.
    if last.is_empty() { pairs.iter().map(|[from, to]| to - from).sum() } else { Fixed::MAX / 2 }
}

/// Two lines walked together from bend to bend.
struct Pair<'a> {
    tax: Fixed,
    value: [Fixed; 2],
    rising: [bool; 2],
    bends: [&'a [Fixed]; 2],
}

impl<'a> Pair<'a> {
    fn new(a: Line<'a>, b: Line<'a>) -> Self {
        let mut pair = Pair { tax: 0, value: [a.0, b.0], rising: [false; 2], bends: [a.1, b.1] };
        pair.turn();
        pair
    }

    /// Turns the slopes whose bend is here.
    fn turn(&mut self) {
        for side in 0..2 {
            if let [first, rest @ ..] = self.bends[side]
                && *first == self.tax
            {
                self.rising[side] = !self.rising[side];
                self.bends[side] = rest;
            }
        }
    }

    fn next_bend(&self) -> Option<Fixed> {
        match (self.bends[0].first(), self.bends[1].first()) {
            (Some(&a), Some(&b)) => Some(a.min(b)),
            (a, b) => a.or(b).copied(),
        }
    }

    fn go_to(&mut self, tax: Fixed) {
        for side in 0..2 {
            if self.rising[side] {
                self.value[side] += tax - self.tax;
            }
        }
        self.tax = tax;
        self.turn();
    }
}

/// The greater of two lines; its bends are written into `bends`, its base is returned.
fn maximum(a: Line<'_>, b: Line<'_>, bends: &mut Vec<Fixed>) -> Fixed {
    envelope(a, b, bends, true)
}

/// The smaller of two lines.
fn minimum(a: Line<'_>, b: Line<'_>, bends: &mut Vec<Fixed>) -> Fixed {
    envelope(a, b, bends, false)
}

fn envelope(a: Line<'_>, b: Line<'_>, bends: &mut Vec<Fixed>, upper: bool) -> Fixed {
    bends.clear();
    let mut pair = Pair::new(a, b);
    let mut rising = false;
    loop {
        let ahead = |x: Fixed, y: Fixed| if upper { x > y } else { x < y };
        let steeper = usize::from(pair.rising[1] == upper && pair.rising[0] != upper);
        let leader = match (ahead(pair.value[0], pair.value[1]), pair.value[0] == pair.value[1]) {
            (_, true) => steeper,
            (first, false) => usize::from(!first),
        };
        if pair.rising[leader] != rising {
            rising = !rising;
            bends.push(pair.tax);
        }
        // The other catches up only where it gains on the leader.
        let apart = (pair.value[0] - pair.value[1]).abs();
        let gains = apart > 0 && pair.rising[1 - leader] == upper && pair.rising[leader] != upper;
        let crossing = gains.then(|| pair.tax + apart);
        let next = match (pair.next_bend(), crossing) {
            (Some(bend), Some(crossing)) => bend.min(crossing),
            (bend, crossing) => match bend.or(crossing) {
                Some(tax) => tax,
                None => break,
            },
        };
        pair.go_to(next);
    }
    if upper { a.0.max(b.0) } else { a.0.min(b.0) }
}

/// The two walls of a position from what Black can get (`black`, before his tax) and what White
/// can get (`white`, turned over, before her tax): Left's wall turned over, and Right's wall.
///
/// With `LS = black - tax` and `RS = tax - white`, the mast stands at the greatest value that both
/// reach, `m = max over tax of min(LS, RS)`; Left's wall is `max(LS, m)`, Right's `min(RS, m)`.
/// All three rise with `black` and fall with `white`, which is what makes bounds pass upwards.
pub(crate) fn settle(
    black: Curve<'_>,
    white: Curve<'_>,
    rounding: Rounding,
    left: &mut Workpiece,
    right: &mut Workpiece,
) {
    match mast(black, white, rounding) {
        Mast::Nowhere => {
            left.flip_of(black, None);
            right.flip_of(white, None);
        }
        Mast::At(mean) => {
            left.flip_of(black, Some(-mean));
            right.flip_of(white, Some(mean));
        }
    }
}

/// The least tax, rounded up to a unit, from which on `black - tax <= tax - white`: nobody gains
/// by moving any more. `None` if that is never so.
pub(crate) fn cools_at(black: Curve<'_>, white: Curve<'_>) -> Option<Fixed> {
    let (a, b) = match (black, white) {
        (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => ((a, x), (b, y)),
        (Curve::Minus, _) | (_, Curve::Minus) => return Some(0),
        _ => return None,
    };
    let mut pair = Pair::new(a, b);
    loop {
        let gap = pair.value[0] + pair.value[1] - 2 * pair.tax;
        let closing = 2 - Fixed::from(pair.rising[0]) - Fixed::from(pair.rising[1]);
        if gap <= 0 {
            return Some(pair.tax);
        }
        let next = pair.next_bend();
        if closing > 0 && next.is_none_or(|bend| gap <= closing * (bend - pair.tax)) {
            return Some(pair.tax + (gap + closing - 1) / closing);
        }
        pair.go_to(next?);
    }
}

enum Mast {
    /// One of the walls is infinite, or they stay apart for ever.
    Nowhere,
    At(Fixed),
}

fn mast(black: Curve<'_>, white: Curve<'_>, rounding: Rounding) -> Mast {
    let (a, b) = match (black, white) {
        (Curve::Line { base: a, bends: x }, Curve::Line { base: b, bends: y }) => ((a, x), (b, y)),
        // White has no move at all: nobody moves, Black holds what he has.
        (Curve::Line { base, .. }, Curve::Minus) => return Mast::At(base),
        _ => return Mast::Nowhere,
    };
    // LS <= RS from the start on: nobody wants to move, Black may always take what he can get.
    if a.0 + b.0 <= 0 {
        return Mast::At(a.0);
    }
    let mut pair = Pair::new(a, b);
    loop {
        let gap = pair.value[0] + pair.value[1] - 2 * pair.tax;
        let closing = 2 - Fixed::from(pair.rising[0]) - Fixed::from(pair.rising[1]);
        let next = pair.next_bend();
        let reached = match (closing, next) {
            (0, _) => false,
            (_, None) => true,
            (_, Some(bend)) => gap <= closing * (bend - pair.tax),
        };
        if reached {
            let mean = match (closing, pair.rising[0]) {
                (2, _) => rounding.halve(pair.value[0] - pair.value[1]),
                // Black's wall is vertical here, or White's.
                (_, true) => pair.value[0] - pair.tax,
                (_, false) => pair.tax - pair.value[1],
            };
            return Mast::At(rounding.round(mean));
        }
        match next {
            Some(bend) => pair.go_to(bend),
            None => return Mast::Nowhere,
        }
    }
}

impl Workpiece {
    /// Becomes `tax - curve`, held at `ceiling` once it gets there.
    fn flip_of(&mut self, curve: Curve<'_>, ceiling: Option<Fixed>) {
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

    /// Right's wall in exact arithmetic.
    pub(crate) fn to_exact(self) -> ExactWall {
        match self {
            Curve::Minus => ExactWall::MinusInfinity,
            Curve::Plus => ExactWall::PlusInfinity,
            Curve::Line { base, bends } => ExactWall::Finite(trajectory(base, bends)),
        }
    }
}

/// The exact trajectory, put together from straight pieces.
fn trajectory(base: Fixed, bends: &[Fixed]) -> Trajectory {
    const FITS: &str = "the hot loop's numbers are far inside the exact ones'";
    let start = Dyadic::ZERO;
    // The sum of max(0, tax - bend) with alternating signs, as nested extrema: going backwards,
    // what follows a rising piece is capped by it, what follows a level piece is carried by it.
    let mut exact: Option<Trajectory> = None;
    let mut pieces = Vec::new();
    let (mut value, mut from, mut rising) = (base, 0, false);
    for &bend in bends {
        pieces.push((value, from, rising));
        if rising {
            value += bend - from;
        }
        (from, rising) = (bend, !rising);
    }
    pieces.push((value, from, rising));
    for &(value, from, rising) in pieces.iter().rev() {
        let line = if rising {
            Trajectory::constant(start, to_dyadic(value - from)).tilt(Slope::Rising).expect(FITS)
        } else {
            Trajectory::constant(start, to_dyadic(value))
        };
        exact = Some(match exact {
            None => line,
            Some(rest) if rising => line.min(&rest).expect(FITS),
            Some(rest) => line.max(&rest).expect(FITS),
        });
    }
    exact.expect("there is at least one piece")
}

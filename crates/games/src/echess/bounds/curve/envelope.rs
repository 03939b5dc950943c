//! Two curves walked together from bend to bend, and the greater and the smaller of them.

use super::Fixed;

/// A finite curve: its base and its bends.
pub(in crate::echess::bounds) type Line<'a> = (Fixed, &'a [Fixed]);

/// More than any value, and a value can still be added to it.
pub(in crate::echess::bounds) const BEYOND: Fixed = Fixed::MAX / 2;

/// How much a line gains in all, as far as numbers go.
pub(in crate::echess::bounds) fn rise(bends: &[Fixed]) -> Fixed {
    let (pairs, last) = bends.as_chunks::<2>();
    if last.is_empty() { pairs.iter().map(|[from, to]| to - from).sum() } else { BEYOND }
}

/// Two lines walked together from bend to bend.
pub(in crate::echess::bounds) struct Pair<'a> {
    pub(in crate::echess::bounds) tax: Fixed,
    pub(in crate::echess::bounds) value: [Fixed; 2],
    pub(in crate::echess::bounds) rising: [bool; 2],
    bends: [&'a [Fixed]; 2],
}

impl<'a> Pair<'a> {
    /// Both at tax 0.
    pub(in crate::echess::bounds) fn new(a: Line<'a>, b: Line<'a>) -> Self {
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

    /// The next tax at which one of them turns.
    pub(in crate::echess::bounds) fn next_bend(&self) -> Option<Fixed> {
        match (self.bends[0].first(), self.bends[1].first()) {
            (Some(&a), Some(&b)) => Some(a.min(b)),
            (a, b) => a.or(b).copied(),
        }
    }

    /// Goes on to a tax that is no further than the next bend.
    pub(in crate::echess::bounds) fn go_to(&mut self, tax: Fixed) {
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
pub(in crate::echess::bounds) fn maximum(
    a: Line<'_>,
    b: Line<'_>,
    bends: &mut Vec<Fixed>,
) -> Fixed {
    envelope(a, b, bends, true)
}

/// The smaller of two lines.
pub(in crate::echess::bounds) fn minimum(
    a: Line<'_>,
    b: Line<'_>,
    bends: &mut Vec<Fixed>,
) -> Fixed {
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

//! The paper's names for values: chilled numbers, minies with their superscripts, and hot values
//! by mean and temperature.

use std::fmt;

use nimzo_cgt::Dyadic;
use rustc_hash::FxHashMap;

use super::solution::Solution;
use crate::Result;
use crate::echess::bounds::Bound;
use crate::echess::bounds::curve::exact::to_dyadic;
use crate::echess::bounds::curve::{Curve, FRACTION_BITS, Fixed, ONE};
use crate::echess::rules::{Position, State, View};

/// How many Black moves White can leave unanswered at no cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Superscript {
    /// This many.
    Finite(u32),
    /// More than the window can hold: the chain leads out of it.
    On,
}

impl fmt::Display for Superscript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Superscript::Finite(n) => n.fmt(f),
            Superscript::On => f.write_str("ON"),
        }
    }
}

/// A value cooled by one degree, as far as it has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chilled {
    /// Temperature below one: a number, and exactly that.
    Number(Dyadic),
    /// Temperature one: a number and a miny, `5m^3`.
    Miny(Dyadic, Superscript),
    /// Temperature two, Black's sente: the same one degree hotter, `8M^ON`.
    HotMiny(Dyadic, Superscript),
    /// `4Λ_2`: mean a power of two below an integer, temperature as much below two. Each Black step
    /// gains two points and halves the power; White's move gains two at once.
    Lambda(Dyadic, u32),
    /// Anything else that has a mast: mean and temperature.
    Hot(Dyadic, Dyadic),
    /// White threatens the king or Black the rook: hot at every temperature.
    Infinite,
    /// The bounds do not meet.
    Unknown,
}

impl Chilled {
    /// The atomic weight of the infinitesimal part: Black moves that White may leave unanswered,
    /// counted against White. `None` where there is no such part, or it is not finite.
    pub fn atomic_weight(&self) -> Option<i64> {
        match self {
            Chilled::Miny(_, Superscript::Finite(n))
            | Chilled::HotMiny(_, Superscript::Finite(n)) => Some(-i64::from(*n)),
            _ => None,
        }
    }
}

impl fmt::Display for Chilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chilled::Number(value) => value.fmt(f),
            Chilled::Miny(value, n) => write!(f, "{value}m^{n}"),
            Chilled::HotMiny(value, n) => write!(f, "{value}M^{n}"),
            Chilled::Lambda(value, n) => write!(f, "{value}Λ_{n}"),
            Chilled::Hot(mean, temperature) => write!(f, "{mean}({temperature})"),
            Chilled::Infinite => f.write_str("infinite"),
            Chilled::Unknown => f.write_str("?"),
        }
    }
}

impl Solution {
    /// The name of a position's value. Minies are read off the upper walls, which must agree with
    /// the lower ones in mean and temperature only where `Unknown` is not the answer.
    pub fn chilled(&self, position: &Position) -> Result<Chilled> {
        let evaluation = self.evaluate(position)?;
        if !evaluation.is_exact() {
            return Ok(Chilled::Unknown);
        }
        let (Some(mean), Some(temperature)) =
            (evaluation.mean().exact(), evaluation.temperature().exact())
        else {
            return Ok(Chilled::Infinite);
        };
        Ok(self.named(View::of(position), mean, temperature))
    }

    /// The name that the upper bound alone gives a position: the value itself wherever the bounds
    /// meet, and the only candidate with the window's pattern elsewhere.
    pub fn chilled_above(&self, position: &Position) -> Result<Chilled> {
        self.evaluate(position)?;
        let Some((mean, temperature)) = self.mast_above(self.window.state_of(position)) else {
            return Ok(Chilled::Infinite);
        };
        let cash = Dyadic::from(position.cash());
        let mean = to_dyadic(mean).checked_add(cash).unwrap_or(cash);
        Ok(self.named(View::of(position), mean, to_dyadic(temperature)))
    }

    /// The temperature of the upper walls alone.
    pub fn temperature_above(&self, position: &Position) -> Option<Dyadic> {
        self.evaluate(position).ok()?;
        Some(to_dyadic(self.mast_above(self.window.state_of(position))?.1))
    }

    fn named(&self, view: View, mean: Dyadic, temperature: Dyadic) -> Chilled {
        let two = Dyadic::from(2);
        if temperature < Dyadic::ONE {
            Chilled::Number(mean)
        } else if temperature == Dyadic::ONE {
            Chilled::Miny(mean, self.superscript(view, ONE))
        } else if temperature == two && self.left_is_sente(view) {
            Chilled::HotMiny(mean, self.superscript(view, 2 * ONE))
        } else if let Some((whole, n)) = self.lambda(view, mean, temperature) {
            Chilled::Lambda(whole, n)
        } else {
            Chilled::Hot(mean, temperature)
        }
    }

    /// The integer and the subscript of a lambda: how far the mean is below the one and the
    /// temperature below two is 2^-n, and a step of Black leads to the next lambda, two points up.
    fn lambda(&self, view: View, mean: Dyadic, temperature: Dyadic) -> Option<(Dyadic, u32)> {
        let below = Dyadic::from(2).checked_sub(temperature)?;
        let n = (1..FRACTION_BITS).find(|&n| Dyadic::new(1, n) == Some(below))?;
        let whole = mean.checked_add(below)?;
        let (here, warm) = self.mast_above(self.seen(view))?;
        let less = 2 * ONE - warm;
        let leads_on = |next: View| {
            let after = (here + 2 * ONE - gain(view, next) - less, 2 * ONE - 2 * less);
            self.mast_above(self.seen(next)) == Some(after)
        };
        (whole.to_integer().is_some() && view.black_steps_from_afar(self.window).any(leads_on))
            .then_some((whole, n))
    }

    fn seen(&self, view: View) -> State {
        self.window.state_of(&view.position)
    }

    /// Mean and temperature from the upper walls, the Black king's own points left out.
    pub(crate) fn mast_above(&self, state: State) -> Option<(Fixed, Fixed)> {
        let (left, right) = self.walls(Bound::Upper, state);
        let (Curve::Line { bends: x, .. }, Curve::Line { bends: y, .. }) = (left, right) else {
            return None;
        };
        if x.len() % 2 == 1 || y.len() % 2 == 1 {
            return None;
        }
        let temperature = x.last().copied().max(y.last().copied()).unwrap_or(0);
        Some((right.value_at(temperature)?, temperature))
    }

    fn left_is_sente(&self, view: View) -> bool {
        let state = self.seen(view);
        let Some((_, temperature)) = self.mast_above(state) else { return false };
        let (left, _) = self.walls(Bound::Upper, state);
        let just_below = temperature - 1;
        left.value_at(just_below) == left.value_at(temperature)
    }

    /// The superscript of a miny at temperature `heat`.
    fn superscript(&self, view: View, heat: Fixed) -> Superscript {
        let depth = 2 * self.window.reach as u32 + 4;
        let mut counter = Counter { solution: self, heat, known: FxHashMap::default() };
        counter.count(view, depth).map_or(Superscript::On, Superscript::Finite)
    }
}

/// What Black's step to `next` gains at once.
fn gain(here: View, next: View) -> Fixed {
    (next.position.cash() - here.position.cash()) * ONE
}

/// Counts the moves of Black's shortest way to a threat that White must answer, when White answers
/// in the way that leaves her the most.
struct Counter<'a> {
    solution: &'a Solution,
    heat: Fixed,
    /// Chains of moves meet again and again: what was found for a position and a depth.
    known: FxHashMap<(View, u32), Option<u32>>,
}

impl Counter<'_> {
    fn count(&mut self, view: View, depth: u32) -> Option<u32> {
        if let Some(&found) = self.known.get(&(view, depth)) {
            return found;
        }
        let found = self.count_anew(view, depth);
        self.known.insert((view, depth), found);
        found
    }

    fn count_anew(&mut self, view: View, depth: u32) -> Option<u32> {
        let (solution, heat) = (self.solution, self.heat);
        let (mean, _) = solution.mast_above(solution.seen(view))?;
        if depth == 0 {
            return None;
        }
        let mut best: Option<u32> = None;
        for next in view.black_steps_from_afar(solution.window) {
            let state = solution.seen(next);
            let (_, right) = solution.walls(Bound::Upper, state);
            let gets = right.value_at(heat).map(|value| value + gain(view, next) - heat);
            if gets != Some(mean) {
                continue;
            }
            let next = next.forgetful(solution.window);
            let found = match solution.mast_above(state) {
                Some((_, warm)) if warm == heat => self.count(next, depth - 1).map(|n| n + 1),
                Some((_, warm)) if warm < heat => None,
                _ => self.after_best_reply(next, depth - 1),
            };
            best = match (best, found) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        best
    }

    /// White's answer to a threat: the best of those that keep the mean.
    fn after_best_reply(&mut self, view: View, depth: u32) -> Option<u32> {
        let (solution, heat) = (self.solution, self.heat);
        let (_, right) = solution.walls(Bound::Upper, solution.seen(view));
        let wanted = right.value_at(heat)?;
        let mut best = Some(0);
        for next in view.white_moves(solution.window) {
            let state = solution.seen(next);
            let (left, _) = solution.walls(Bound::Upper, state);
            if left.value_at(heat).map(|turned| heat - turned) != Some(wanted) {
                continue;
            }
            let found = match solution.mast_above(state) {
                Some((_, warm)) if warm == heat => {
                    self.count(next.forgetful(solution.window), depth)
                }
                _ => Some(0),
            };
            best = match (best, found) {
                (Some(a), Some(b)) => Some(a.max(b)),
                _ => None,
            };
        }
        best
    }
}

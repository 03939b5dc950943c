//! From options to the canonical form: the simplest number where one fits, else dominated options
//! out and reversible ones bypassed, and closed forms recognised.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Game, Nus, Universe};
use crate::{Dyadic, Error, Nimber, Result, mex};

/// A form that is not a number, before it is simplified.
struct Draft {
    left: Vec<Game>,
    right: Vec<Game>,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// What was found about games against this one: `(x, true)`: x ≤ this, `(x, false)`: x ≥ this.
    known: FxHashMap<(Game, bool), bool>,
}

impl Universe {
    /// The game `{left|right}` in canonical form.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (zero, two) = (universe.zero(), universe.integer(2));
    /// let game = universe.game(&[zero], &[two]).unwrap();
    /// assert_eq!(universe.show(game), "1");
    /// ```
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.game_from(left.to_vec(), right.to_vec())
    }

    pub(super) fn game_from(&mut self, mut left: Vec<Game>, mut right: Vec<Game>) -> Result<Game> {
        if let Some(nus) = self.same_nimbers(&left, &right) {
            return Ok(self.nus(nus));
        }
        let left_stop = left.iter().map(|&option| self.node(option).right_stop).max();
        let right_stop = right.iter().map(|&option| self.node(option).left_stop).min();
        if let Some(number) = self.number_between(&left, left_stop, &right, right_stop)? {
            return Ok(self.number(number));
        }
        let (Some(left_stop), Some(right_stop)) = (left_stop, right_stop) else {
            return Err(Error::Overflow { what: "the simplest number" });
        };
        self.undominated(&mut left, Ordering::Greater)?;
        self.undominated(&mut right, Ordering::Less)?;
        let draft = Draft { left, right, left_stop, right_stop, known: FxHashMap::default() };
        self.simplify(draft)
    }

    /// The closed form of a game in which both players move to the same nimbers, plus one number
    /// for all: the least nimber missing. Large heaps are met so often that it pays to look first.
    fn same_nimbers(&self, left: &[Game], right: &[Game]) -> Option<Nus> {
        const MANY: usize = 4;
        if left.len() < MANY {
            return None;
        }
        let number = self.as_nus(left[0])?.number;
        let stars = |options: &[Game]| -> Option<BTreeSet<u64>> {
            let closed = options.iter().map(|&option| self.as_nus(option));
            let nimbers = closed.map(|nus| nus.filter(|nus| (nus.number, nus.ups) == (number, 0)));
            nimbers.map(|nus| nus.map(|nus| nus.star.0)).collect()
        };
        let (left, right) = (stars(left)?, stars(right)?);
        (left == right).then(|| Nus { star: Nimber(mex(left)), ..Nus::number(number) })
    }

    /// The simplest number that fits between the options, if any does: then the game equals it.
    fn number_between(
        &mut self,
        left: &[Game],
        low: Option<Dyadic>,
        right: &[Game],
        high: Option<Dyadic>,
    ) -> Result<Option<Dyadic>> {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(None);
        }
        // The bound itself fits if every option that stops there is confused with or beyond it.
        let low_fits = match low {
            Some(low) => self.fits_above(left, low)?,
            None => false,
        };
        let high_fits = match high {
            Some(high) => self.fits_below(right, high)?,
            None => false,
        };
        if let (Some(low), Some(high)) = (low, high)
            && low == high
        {
            return Ok((low_fits && high_fits).then_some(low));
        }
        let open = Dyadic::simplest_between(low, high);
        let ends = [low.filter(|_| low_fits), high.filter(|_| high_fits)];
        let candidates = ends.into_iter().flatten().chain(open);
        let simplest = candidates.min_by_key(|&number| Nus::number(number).birthday());
        simplest.map(Some).ok_or(Error::Overflow { what: "the simplest number" })
    }

    fn fits_above(&mut self, left: &[Game], bound: Dyadic) -> Result<bool> {
        let number = self.number(bound);
        for &option in left {
            if self.node(option).right_stop == bound && self.le(number, option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits_below(&mut self, right: &[Game], bound: Dyadic) -> Result<bool> {
        let number = self.number(bound);
        for &option in right {
            if self.node(option).left_stop == bound && self.le(option, number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn simplify(&mut self, mut draft: Draft) -> Result<Game> {
        let (mut left, changed_left) = self.bypass_left(&mut draft)?;
        let (mut right, changed_right) = self.bypass_right(&mut draft)?;
        if changed_left {
            self.undominated(&mut left, Ordering::Greater)?;
        }
        if changed_right {
            self.undominated(&mut right, Ordering::Less)?;
        }
        match self.recognise(&left, &right) {
            Some(nus) => Ok(self.nus(nus)),
            None => self.intern(left, right),
        }
    }

    /// Left options with the reversible ones replaced by what they lead to.
    fn bypass_left(&mut self, draft: &mut Draft) -> Result<(Vec<Game>, bool)> {
        let mut waiting = draft.left.clone();
        let (mut kept, mut changed) = (Vec::new(), false);
        'next: while let Some(option) = waiting.pop() {
            for &reply in self.right_options(option)?.iter() {
                if self.at_most_draft(reply, draft)? {
                    waiting.extend(self.left_options(reply)?.iter());
                    changed = true;
                    continue 'next;
                }
            }
            kept.push(option);
        }
        kept.sort_unstable();
        Ok((kept, changed))
    }

    /// Right options with the reversible ones replaced by what they lead to.
    fn bypass_right(&mut self, draft: &mut Draft) -> Result<(Vec<Game>, bool)> {
        let mut waiting = draft.right.clone();
        let (mut kept, mut changed) = (Vec::new(), false);
        'next: while let Some(option) = waiting.pop() {
            for &reply in self.left_options(option)?.iter() {
                if self.at_least_draft(reply, draft)? {
                    waiting.extend(self.right_options(reply)?.iter());
                    changed = true;
                    continue 'next;
                }
            }
            kept.push(option);
        }
        kept.sort_unstable();
        Ok((kept, changed))
    }

    /// Whether `game` ≤ the draft.
    fn at_most_draft(&mut self, game: Game, draft: &mut Draft) -> Result<bool> {
        let node = self.node(game);
        if node.left_stop > draft.left_stop || node.right_stop > draft.right_stop {
            return Ok(false);
        }
        if node.left_stop < draft.right_stop {
            return Ok(true);
        }
        if let Some(&known) = draft.known.get(&(game, true)) {
            return Ok(known);
        }
        let answer = self.deeper(|universe| {
            for index in 0..draft.right.len() {
                if universe.le(draft.right[index], game)? {
                    return Ok(false);
                }
            }
            for &option in universe.left_options(game)?.iter() {
                if universe.at_least_draft(option, draft)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        draft.known.insert((game, true), answer);
        Ok(answer)
    }

    /// Whether `game` ≥ the draft.
    fn at_least_draft(&mut self, game: Game, draft: &mut Draft) -> Result<bool> {
        let node = self.node(game);
        if node.left_stop < draft.left_stop || node.right_stop < draft.right_stop {
            return Ok(false);
        }
        if node.right_stop > draft.left_stop {
            return Ok(true);
        }
        if let Some(&known) = draft.known.get(&(game, false)) {
            return Ok(known);
        }
        let answer = self.deeper(|universe| {
            for index in 0..draft.left.len() {
                if universe.le(game, draft.left[index])? {
                    return Ok(false);
                }
            }
            for &option in universe.right_options(game)?.iter() {
                if universe.at_most_draft(option, draft)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        draft.known.insert((game, false), answer);
        Ok(answer)
    }

    /// The closed form of canonical options, if they are those of one (numbers are dealt with
    /// before).
    fn recognise(&self, left: &[Game], right: &[Game]) -> Option<Nus> {
        let number = self.as_nus(*left.first()?)?.number;
        let infinitesimals = |options: &[Game]| -> Option<Vec<Nus>> {
            let closed = options.iter().map(|&option| self.as_nus(option));
            let same_number = closed.map(|nus| nus.filter(|nus| nus.number == number));
            same_number.map(|nus| nus.map(Nus::infinitesimal)).collect()
        };
        let (left, right) = (infinitesimals(left)?, infinitesimals(right)?);
        let plain = recognise_star(&left, &right).or_else(|| recognise_ups(&left, &right));
        let mirrored = || {
            let (left, right) = (negatives(&right)?, negatives(&left)?);
            recognise_ups(&left, &right)?.checked_neg()
        };
        plain.or_else(mirrored).map(|nus| Nus { number, ..nus })
    }
}

fn negatives(options: &[Nus]) -> Option<Vec<Nus>> {
    options.iter().map(|nus| nus.checked_neg()).collect()
}

/// `{0,*,…|0,*,…}` is a nimber.
fn recognise_star(left: &[Nus], right: &[Nus]) -> Option<Nus> {
    let heap = left.len() as u64;
    let is_run = |options: &[Nus]| {
        let mut stars: Vec<u64> =
            options.iter().filter(|nus| nus.ups == 0).map(|nus| nus.star.0).collect();
        stars.sort_unstable();
        stars.iter().copied().eq(0..heap)
    };
    (left.len() == right.len() && is_run(left) && is_run(right))
        .then_some(Nus { star: Nimber(heap), ..Nus::ZERO })
}

/// `{0|↑n*k}` is one more up with the star flipped; `{0,*|0}` is `↑*`.
fn recognise_ups(left: &[Nus], right: &[Nus]) -> Option<Nus> {
    let star = Nus { star: Nimber(1), ..Nus::ZERO };
    match (left, right) {
        (&[zero], &[next]) if zero == Nus::ZERO && next.ups >= 0 && next != Nus::ZERO => {
            Some(Nus { ups: next.ups.checked_add(1)?, star: next.star + star.star, ..Nus::ZERO })
        }
        (&[a, b], &[zero])
            if zero == Nus::ZERO && [[zero, star], [star, zero]].contains(&[a, b]) =>
        {
            Some(Nus { ups: 1, ..star })
        }
        _ => None,
    }
}

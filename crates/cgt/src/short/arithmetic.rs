//! Negation, sums, multiples and Norton products of short games, and their incentives.

use std::cmp::Ordering;

use super::{Game, Nus, Universe};
use crate::{Dyadic, Error, Result};

const SUM: Error = Error::Overflow { what: "a sum" };
const MULTIPLE: Error = Error::Overflow { what: "a multiple" };

impl Universe {
    /// The negative: the players change sides.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{2|1}").unwrap();
    /// let negative = universe.neg(game).unwrap();
    /// assert_eq!(universe.show(negative), "{-1|-2}");
    /// ```
    pub fn neg(&mut self, game: Game) -> Result<Game> {
        if let Some(nus) = self.as_nus(game) {
            let negative = nus.checked_neg().ok_or(Error::Overflow { what: "a negative" })?;
            return Ok(self.nus(negative));
        }
        if let Some(&known) = self.negatives.get(&game) {
            return Ok(known);
        }
        let (left, right) = self.options(game)?;
        let negative = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip([&right, &left]) {
                for &option in options.iter() {
                    side.push(universe.neg(option)?);
                }
                side.sort_unstable();
            }
            let [left, right] = sides;
            universe.intern(left, right)
        })?;
        self.negatives.insert(game, negative);
        self.negatives.insert(negative, game);
        Ok(negative)
    }

    /// The sum.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (a, b) = (universe.parse("{1|0}").unwrap(), universe.parse("{2|0}").unwrap());
    /// let sum = universe.add(a, b).unwrap();
    /// assert_eq!(universe.show(sum), "{3|2||1|0}");
    /// ```
    pub fn add(&mut self, a: Game, b: Game) -> Result<Game> {
        match (self.as_nus(a), self.as_nus(b)) {
            (Some(x), Some(y)) => {
                let sum = x.checked_add(y).ok_or(SUM)?;
                Ok(self.nus(sum))
            }
            (Some(nus), None) => self.add_nus(nus, b),
            (None, Some(nus)) => self.add_nus(nus, a),
            (None, None) => self.add_by_options(a, b),
        }
    }

    /// Numbers are only translated: nobody needs to move in them.
    fn add_nus(&mut self, nus: Nus, game: Game) -> Result<Game> {
        let infinitesimal = nus.infinitesimal();
        let mut sum = game;
        if infinitesimal != Nus::ZERO {
            let other = self.nus(infinitesimal);
            sum = self.add_by_options(other, game)?;
        }
        self.translate(sum, nus.number)
    }

    /// The sum with a number: every stop moves by it, the shape stays.
    fn translate(&mut self, game: Game, by: Dyadic) -> Result<Game> {
        if by.is_zero() {
            return Ok(game);
        }
        if let Some(nus) = self.as_nus(game) {
            let sum = nus.checked_add(Nus::number(by)).ok_or(SUM)?;
            return Ok(self.nus(sum));
        }
        let number = self.number(by);
        if let Some(&known) = self.sums.get(&(number, game)) {
            return Ok(known);
        }
        let (left, right) = self.options(game)?;
        let sum = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip([&left, &right]) {
                for &option in options.iter() {
                    side.push(universe.translate(option, by)?);
                }
                side.sort_unstable();
            }
            let [left, right] = sides;
            universe.intern(left, right)
        })?;
        self.hold(1)?;
        self.sums.insert((number, game), sum);
        Ok(sum)
    }

    fn add_by_options(&mut self, a: Game, b: Game) -> Result<Game> {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let sum = self.deeper(|universe| {
            if universe.neg(a)? == b {
                return Ok(universe.zero());
            }
            let ((left_a, right_a), (left_b, right_b)) =
                (universe.options(a)?, universe.options(b)?);
            let left = universe.sums_of(&left_a, b, &left_b, a)?;
            let right = universe.sums_of(&right_a, b, &right_b, a)?;
            universe.game_from(left, right)
        })?;
        self.hold(1)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// All `x + a` for `x` in `first`, and all `y + b` for `y` in `second`.
    fn sums_of(&mut self, first: &[Game], a: Game, second: &[Game], b: Game) -> Result<Vec<Game>> {
        let pairs = first.iter().map(|&x| (x, a)).chain(second.iter().map(|&y| (y, b)));
        pairs.map(|(x, y)| self.add(x, y)).collect()
    }

    /// The difference `a - b`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{5||2|1}").unwrap();
    /// let difference = universe.sub(game, game).unwrap();
    /// assert!(universe.is_zero(difference));
    /// ```
    pub fn sub(&mut self, a: Game, b: Game) -> Result<Game> {
        let negative = self.neg(b)?;
        self.add(a, negative)
    }

    /// The sum of `times` copies of a game; of the negative where `times` is negative.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let switch = universe.parse("{1|-1}").unwrap();
    /// let sum = universe.multiple(-7, switch).unwrap();
    /// assert_eq!(sum, switch);
    /// ```
    pub fn multiple(&mut self, times: i64, game: Game) -> Result<Game> {
        if let Some(nus) = self.as_nus(game) {
            let number = nus.number.checked_mul(Dyadic::from(times)).ok_or(MULTIPLE)?;
            let ups = nus.ups.checked_mul(times).ok_or(MULTIPLE)?;
            let star = if times % 2 == 0 { Nus::ZERO.star } else { nus.star };
            return Ok(self.nus(Nus { number, ups, star }));
        }
        let mut sum = self.zero();
        let mut power = if times < 0 { self.neg(game)? } else { game };
        let mut left = times.unsigned_abs();
        while left > 0 {
            if left % 2 == 1 {
                sum = self.add(sum, power)?;
            }
            left /= 2;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }

    /// Left's incentives `G^L - G`, the undominated ones.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let switch = universe.parse("{4|0}").unwrap();
    /// let incentives = universe.left_incentives(switch).unwrap();
    /// assert_eq!(universe.show(incentives[0]), "{4|0}");
    /// ```
    pub fn left_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let options = self.left_options(game)?;
        let mut gains =
            options.iter().map(|&option| self.sub(option, game)).collect::<Result<Vec<_>>>()?;
        self.undominated(&mut gains, Ordering::Greater)?;
        Ok(gains)
    }

    /// Right's incentives `G - G^R`, the undominated ones.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let one = universe.integer(1);
    /// assert!(universe.right_incentives(one).unwrap().is_empty());
    /// ```
    pub fn right_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let options = self.right_options(game)?;
        let mut gains =
            options.iter().map(|&option| self.sub(game, option)).collect::<Result<Vec<_>>>()?;
        self.undominated(&mut gains, Ordering::Greater)?;
        Ok(gains)
    }

    /// Norton's product `game · unit` with a positive unit: `n · unit` is the sum of `n` copies,
    /// and a move in another game earns the unit and an incentive of it.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (half, up) = (universe.parse("1/2").unwrap(), universe.parse("^").unwrap());
    /// let product = universe.norton(half, up).unwrap();
    /// assert_eq!(universe.show(product), "{^^*|v*}");
    /// assert!(universe.norton(half, half).is_ok());
    /// assert!(universe.norton(up, universe.zero()).is_err());
    /// ```
    pub fn norton(&mut self, game: Game, unit: Game) -> Result<Game> {
        if self.compare(unit, self.zero())? != Some(Ordering::Greater) {
            return Err(Error::UnitNotPositive { unit: self.show(unit) });
        }
        let mut gains = self.left_incentives(unit)?;
        gains.extend(self.right_incentives(unit)?);
        let mut steps = Vec::new();
        for gain in gains {
            steps.push(self.add(unit, gain)?);
        }
        self.undominated(&mut steps, Ordering::Greater)?;
        self.norton_with(game, unit, &steps)
    }

    fn norton_with(&mut self, game: Game, unit: Game, steps: &[Game]) -> Result<Game> {
        if let Some(integer) = self.as_number(game).and_then(Dyadic::to_integer) {
            return self.multiple(integer, unit);
        }
        let (left, right) = self.options(game)?;
        self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for &option in left.iter() {
                let product = universe.norton_with(option, unit, steps)?;
                for &step in steps {
                    sides[0].push(universe.add(product, step)?);
                }
            }
            for &option in right.iter() {
                let product = universe.norton_with(option, unit, steps)?;
                for &step in steps {
                    sides[1].push(universe.sub(product, step)?);
                }
            }
            let [left, right] = sides;
            universe.game_from(left, right)
        })
    }
}

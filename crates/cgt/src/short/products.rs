//! Products and ordinal sums, which look into the form of a game: the canonical one is meant.

use rustc_hash::FxHashMap;

use super::{Game, Nus, Universe};
use crate::{Dyadic, Error, Result};

impl Universe {
    /// The product as the notation has it: of two numbers, or of an integer and any game. Other
    /// games have several products, none of them *the* product.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (half, switch) = (universe.parse("1/2").unwrap(), universe.parse("{1|0}").unwrap());
    /// let quarter = universe.product(half, half).unwrap().unwrap();
    /// assert_eq!(universe.show(quarter), "1/4");
    /// assert_eq!(universe.product(half, switch).unwrap(), None);
    /// ```
    pub fn product(&mut self, a: Game, b: Game) -> Result<Option<Game>> {
        let integer = |game| self.as_number(game).and_then(Dyadic::to_integer);
        if let Some(times) = integer(a) {
            return self.multiple(times, b).map(Some);
        }
        if let Some(times) = integer(b) {
            return self.multiple(times, a).map(Some);
        }
        let (Some(x), Some(y)) = (self.as_number(a), self.as_number(b)) else { return Ok(None) };
        let product = x.checked_mul(y).ok_or(Error::Overflow { what: "a product" })?;
        Ok(Some(self.number(product)))
    }

    /// Conway's product: a move in both factors at once.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let star = universe.parse("*4").unwrap();
    /// let square = universe.conway(star, star).unwrap();
    /// assert_eq!(universe.show(square), "*6");
    /// ```
    pub fn conway(&mut self, a: Game, b: Game) -> Result<Game> {
        self.conway_within(a, b, &mut FxHashMap::default())
    }

    fn conway_within(
        &mut self,
        a: Game,
        b: Game,
        known: &mut FxHashMap<(Game, Game), Game>,
    ) -> Result<Game> {
        if let Some(product) = self.product(a, b)? {
            return Ok(product);
        }
        if let (Some(x), Some(y)) = (self.as_nimber(a), self.as_nimber(b)) {
            return Ok(self.nimber(x * y));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&product) = known.get(&key) {
            return Ok(product);
        }
        let ((left_a, right_a), (left_b, right_b)) = (self.options(a)?, self.options(b)?);
        let product = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            let pairs = [
                (0, &left_a, &left_b),
                (0, &right_a, &right_b),
                (1, &left_a, &right_b),
                (1, &right_a, &left_b),
            ];
            for (side, in_a, in_b) in pairs {
                for &x in in_a.iter() {
                    for &y in in_b.iter() {
                        let first = universe.conway_within(x, b, known)?;
                        let second = universe.conway_within(a, y, known)?;
                        let both = universe.conway_within(x, y, known)?;
                        let sum = universe.add(first, second)?;
                        sides[side].push(universe.sub(sum, both)?);
                    }
                }
            }
            let [left, right] = sides;
            universe.game_from(left, right)
        })?;
        self.hold(1)?;
        known.insert(key, product);
        Ok(product)
    }

    /// The nimber that a game is, if it is one.
    ///
    /// ```
    /// use nimzo_cgt::{Nimber, Universe};
    /// let mut universe = Universe::new();
    /// let game = universe.parse("{0,*|0,*}").unwrap();
    /// assert_eq!(universe.as_nimber(game), Some(Nimber(2)));
    /// ```
    pub fn as_nimber(&self, game: Game) -> Option<crate::Nimber> {
        let nus = self.as_nus(game)?;
        (nus == Nus { star: nus.star, ..Nus::ZERO }).then_some(nus.star)
    }

    /// The ordinal sum `base:top`: whoever moves in the base ends the top.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (star, one) = (universe.parse("*").unwrap(), universe.integer(1));
    /// let sum = universe.ordinal_sum(star, one).unwrap();
    /// assert_eq!(universe.show(sum), "^*");
    /// ```
    pub fn ordinal_sum(&mut self, base: Game, top: Game) -> Result<Game> {
        self.ordinal_sum_within(base, top, &mut FxHashMap::default())
    }

    fn ordinal_sum_within(
        &mut self,
        base: Game,
        top: Game,
        known: &mut FxHashMap<Game, Game>,
    ) -> Result<Game> {
        if self.is_zero(top) {
            return Ok(base);
        }
        if self.is_zero(base) {
            return Ok(top);
        }
        if let Some(&sum) = known.get(&top) {
            return Ok(sum);
        }
        let ((left_base, right_base), (left, right)) = (self.options(base)?, self.options(top)?);
        let sum = self.deeper(|universe| {
            let mut sides = [left_base.to_vec(), right_base.to_vec()];
            for (side, options) in sides.iter_mut().zip([left, right]) {
                for &option in options.iter() {
                    side.push(universe.ordinal_sum_within(base, option, known)?);
                }
            }
            let [left, right] = sides;
            universe.game_from(left, right)
        })?;
        known.insert(top, sum);
        Ok(sum)
    }
}

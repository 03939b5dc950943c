//! Cooling and heating: chilling, freezing, overheating, warming.

use rustc_hash::FxHashMap;

use super::{Game, Universe};
use crate::{Dyadic, Error, Result};

impl Universe {
    /// The game cooled by `t ≥ 0`: every move costs `t`, until nobody wants to move.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{4|0}").unwrap();
    /// let cooled = universe.cool(game, 1.into()).unwrap();
    /// assert_eq!(universe.show(cooled), "{3|1}");
    /// assert!(universe.cool(game, (-1).into()).is_err());
    /// ```
    pub fn cool(&mut self, game: Game, t: Dyadic) -> Result<Game> {
        if t < Dyadic::ZERO {
            return Err(Error::NegativeTemperature { temperature: t });
        }
        let tax = self.number(t);
        self.cool_within(game, t, tax, &mut FxHashMap::default())
    }

    fn cool_within(
        &mut self,
        game: Game,
        t: Dyadic,
        tax: Game,
        known: &mut FxHashMap<Game, Game>,
    ) -> Result<Game> {
        if let Some(&cooled) = known.get(&game) {
            return Ok(cooled);
        }
        let cooled = if self.temperature(game)? < t {
            let mean = self.mean(game)?;
            self.number(mean)
        } else if t.is_zero() {
            game
        } else {
            let (left, right) = self.options(game)?;
            self.deeper(|universe| {
                let mut sides = [Vec::new(), Vec::new()];
                for &option in left.iter() {
                    let option = universe.cool_within(option, t, tax, known)?;
                    sides[0].push(universe.sub(option, tax)?);
                }
                for &option in right.iter() {
                    let option = universe.cool_within(option, t, tax, known)?;
                    sides[1].push(universe.add(option, tax)?);
                }
                let [left, right] = sides;
                universe.game_from(left, right)
            })?
        };
        known.insert(game, cooled);
        Ok(cooled)
    }

    /// The game cooled by 1.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// let chilled = universe.chill(game).unwrap();
    /// assert_eq!(universe.show(chilled), "9/4");
    /// ```
    pub fn chill(&mut self, game: Game) -> Result<Game> {
        self.cool(game, Dyadic::ONE)
    }

    /// The game cooled by its own temperature: its mean up to an infinitesimal, its particle.
    /// Games colder than 0 stay as they are.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{4|0}").unwrap();
    /// let frozen = universe.freeze(game).unwrap();
    /// assert_eq!(universe.show(frozen), "2*");
    /// ```
    pub fn freeze(&mut self, game: Game) -> Result<Game> {
        let temperature = self.temperature(game)?;
        self.cool(game, temperature.max(Dyadic::ZERO))
    }

    /// The game heated by `bonus`: numbers stay, and every other move earns the bonus.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (star, two) = (universe.parse("*").unwrap(), universe.integer(2));
    /// let hot = universe.heat(star, two).unwrap();
    /// assert_eq!(universe.show(hot), "+-2");
    /// ```
    pub fn heat(&mut self, game: Game, bonus: Game) -> Result<Game> {
        self.heat_within(game, Ground::Numbers, bonus, &mut FxHashMap::default())
    }

    /// The game overheated from `unit` to `bonus`: an integer `n` becomes `n` units, and every
    /// other move earns the bonus.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (half, one, two) =
    ///     (universe.parse("1/2").unwrap(), universe.integer(1), universe.integer(2));
    /// let hot = universe.overheat(half, one, two).unwrap();
    /// assert_eq!(universe.show(hot), "{2|-1}");
    /// ```
    pub fn overheat(&mut self, game: Game, unit: Game, bonus: Game) -> Result<Game> {
        self.heat_within(game, Ground::Integers(unit), bonus, &mut FxHashMap::default())
    }

    /// The warming that undoes chilling for even-tempered games with integer ends, as in Go:
    /// overheating from `1*` to `1`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{2*|0*}").unwrap();
    /// let chilled = universe.chill(game).unwrap();
    /// assert_eq!(universe.show(chilled), "1*");
    /// assert_eq!(universe.warm(chilled).unwrap(), game);
    /// ```
    pub fn warm(&mut self, game: Game) -> Result<Game> {
        let (one, star) = (self.integer(1), self.nimber(crate::Nimber(1)));
        let unit = self.add(one, star)?;
        self.overheat(game, unit, one)
    }

    /// The temper, if the game has one: integers count their own moves, every option has the
    /// other temper. Warming undoes the chilling of even-tempered games.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let up = universe.parse("^").unwrap();
    /// assert_eq!(universe.temper(up).unwrap(), None);
    /// ```
    pub fn temper(&mut self, game: Game) -> Result<Option<Temper>> {
        if let Some(nus) = self.as_nus(game) {
            let single = nus.ups == 0 && nus.star.0 <= 1;
            let integer = nus.number.to_integer().filter(|_| single);
            return Ok(integer.map(|n| Temper::of((n % 2) ^ nus.star.0 as i64)));
        }
        let (left, right) = self.options(game)?;
        let mut common = None;
        for &option in left.iter().chain(right.iter()) {
            let found = self.deeper(|universe| universe.temper(option))?;
            if found.is_none() || common.is_some_and(|common| common != found) {
                return Ok(None);
            }
            common = Some(found);
        }
        Ok(common.flatten().map(|temper| match temper {
            Temper::Even => Temper::Odd,
            Temper::Odd => Temper::Even,
        }))
    }

    fn heat_within(
        &mut self,
        game: Game,
        ground: Ground,
        bonus: Game,
        known: &mut FxHashMap<Game, Game>,
    ) -> Result<Game> {
        match (ground, self.as_number(game)) {
            (Ground::Numbers, Some(_)) => return Ok(game),
            (Ground::Integers(unit), Some(number)) => {
                if let Some(integer) = number.to_integer() {
                    return self.multiple(integer, unit);
                }
            }
            _ => {}
        }
        if let Some(&heated) = known.get(&game) {
            return Ok(heated);
        }
        let (left, right) = self.options(game)?;
        let heated = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for &option in left.iter() {
                let option = universe.heat_within(option, ground, bonus, known)?;
                sides[0].push(universe.add(option, bonus)?);
            }
            for &option in right.iter() {
                let option = universe.heat_within(option, ground, bonus, known)?;
                sides[1].push(universe.sub(option, bonus)?);
            }
            let [left, right] = sides;
            universe.game_from(left, right)
        })?;
        known.insert(game, heated);
        Ok(heated)
    }
}

/// The parity of the moves that a game lasts, where every way of playing it agrees.
///
/// ```
/// use nimzo_cgt::{Temper, Universe};
/// let mut universe = Universe::new();
/// let game = universe.parse("{2|0}").unwrap();
/// assert_eq!(universe.temper(game).unwrap(), Some(Temper::Odd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// An even number of moves.
    Even,
    /// An odd number of moves.
    Odd,
}

impl Temper {
    fn of(moves: i64) -> Temper {
        if moves % 2 == 0 { Temper::Even } else { Temper::Odd }
    }
}

/// What a heating leaves alone.
#[derive(Clone, Copy)]
enum Ground {
    Numbers,
    /// Integers become that many copies of a unit.
    Integers(Game),
}

//! The thermograph of a short game, from those of its options.

use std::sync::Arc;

use super::{Game, Nus, Universe};
use crate::{Dyadic, Mast, Nimber, Result, Slope, Thermograph, Wall};

impl Universe {
    /// The thermograph from temperature -1 on. Integers are masts from -1 up; every other game
    /// gets its scaffolds from its canonical options, so that `m/2^n` has temperature `-1/2^n`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{4|1}").unwrap();
    /// let thermograph = universe.thermograph(game).unwrap();
    /// assert_eq!(thermograph.left().to_string(), "(-1, 5) (3/2, 5/2) level");
    /// ```
    pub fn thermograph(&mut self, game: Game) -> Result<Arc<Thermograph>> {
        if let Some(known) = &self.node(game).thermograph {
            return Ok(known.clone());
        }
        let thermograph = match self.as_nus(game) {
            Some(nus) if same_shape(nus) != nus => {
                let smaller = self.nus(same_shape(nus));
                self.thermograph(smaller)?
            }
            Some(nus) if nus.to_number().and_then(Dyadic::to_integer).is_some() => {
                Arc::new(Thermograph::upright(Dyadic::MINUS_ONE, nus.number))
            }
            _ => self.deeper(|universe| universe.thermograph_by_options(game))?,
        };
        self.hold(thermograph.size())?;
        self.nodes[game.0 as usize].thermograph = Some(thermograph.clone());
        Ok(thermograph)
    }

    fn thermograph_by_options(&mut self, game: Game) -> Result<Arc<Thermograph>> {
        let (left, right) = self.options(game)?;
        let mut left_scaffold = Wall::MinusInfinity;
        for &option in left.iter() {
            left_scaffold = left_scaffold.max(self.thermograph(option)?.right())?;
        }
        let mut right_scaffold = Wall::PlusInfinity;
        for &option in right.iter() {
            right_scaffold = right_scaffold.min(self.thermograph(option)?.left())?;
        }
        let (left, right) =
            (left_scaffold.tilt(Slope::Falling)?, right_scaffold.tilt(Slope::Rising)?);
        Ok(Arc::new(Thermograph::from_scaffolds(&left, &right)?))
    }

    /// The mast: every short game has one.
    fn mast(&mut self, game: Game) -> Result<Mast> {
        let never = Mast { mean: Dyadic::ZERO, temperature: Dyadic::MINUS_ONE };
        Ok(self.thermograph(game)?.mast().unwrap_or(never))
    }

    /// The mean value.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// assert_eq!(universe.mean(game).unwrap().to_string(), "9/4");
    /// ```
    pub fn mean(&mut self, game: Game) -> Result<Dyadic> {
        match self.as_nus(game) {
            Some(nus) => Ok(nus.number),
            None => Ok(self.mast(game)?.mean),
        }
    }

    /// The temperature: -1 for integers, `-1/2^n` for other numbers, 0 for infinitesimals.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// assert_eq!(universe.temperature(game).unwrap().to_string(), "3/4");
    /// ```
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic> {
        Ok(self.mast(game)?.temperature)
    }
}

/// A small closed form with the same thermograph: beyond two ups and `*2` nothing changes.
fn same_shape(nus: Nus) -> Nus {
    let ups = match nus.ups {
        4.. => 2 + nus.ups % 2,
        ..-3 => -2 + nus.ups % 2,
        few => few,
    };
    let star = if nus.star.0 > 3 { Nimber(2 + nus.star.0 % 2) } else { nus.star };
    Nus { ups, star, ..nus }
}

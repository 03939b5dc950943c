//! Reduced canonical forms: the simplest game at an infinitesimal distance.

use rustc_hash::FxHashMap;

use crate::short::{Game, Universe};
use crate::{Nimber, Result};

impl Universe {
    /// The reduced canonical form: the same for all games that differ by infinitesimals, and the
    /// simplest of them. By Grossman and Siegel's theorem it is the star projection of the game
    /// heated by `*`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3^|1*} + *2").unwrap();
    /// let reduced = universe.reduced(game).unwrap();
    /// assert_eq!(universe.show(reduced), "{3|1}");
    /// ```
    pub fn reduced(&mut self, game: Game) -> Result<Game> {
        let star = self.nimber(Nimber(1));
        let heated = self.heat(game, star)?;
        self.star_projection(heated, &mut FxHashMap::default())
    }

    /// Every number that stands with a star at the end of play loses it.
    fn star_projection(&mut self, game: Game, known: &mut FxHashMap<Game, Game>) -> Result<Game> {
        if let Some(nus) = self.as_nus(game)
            && nus.ups == 0
            && nus.star.0 <= 1
        {
            return Ok(self.number(nus.number));
        }
        if let Some(&projected) = known.get(&game) {
            return Ok(projected);
        }
        let (left, right) = self.options(game)?;
        let projected = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip([left, right]) {
                for &option in options.iter() {
                    side.push(universe.star_projection(option, known)?);
                }
            }
            let [left, right] = sides;
            universe.game_from(left, right)
        })?;
        known.insert(game, projected);
        Ok(projected)
    }
}

//! What a player asks of a game: stops, how sure they are, and which moves can be left alone.

use super::{Game, Universe};
use crate::{Dyadic, Result};

impl Universe {
    /// The number reached when Left starts and both play for the best number.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// assert_eq!(universe.left_stop(game).to_string(), "3");
    /// ```
    pub fn left_stop(&self, game: Game) -> Dyadic {
        self.node(game).left_stop
    }

    /// The number reached when Right starts and both play for the best number.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// assert_eq!(universe.right_stop(game).to_string(), "2");
    /// ```
    pub fn right_stop(&self, game: Game) -> Dyadic {
        self.node(game).right_stop
    }

    /// Whether both stops are 0: the game is smaller than every positive number.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let tiny = universe.parse("Tiny(1)").unwrap();
    /// assert!(universe.is_infinitesimal(tiny));
    /// ```
    pub fn is_infinitesimal(&self, game: Game) -> bool {
        self.left_stop(game).is_zero() && self.right_stop(game).is_zero()
    }

    /// Whether both stops are the same number: the game is that number up to an infinitesimal.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("3 + ^").unwrap();
    /// assert!(universe.is_numberish(game));
    /// ```
    pub fn is_numberish(&self, game: Game) -> bool {
        self.left_stop(game) == self.right_stop(game)
    }

    /// A move by which Left, to move, wins the sum of a game that is no number and a number, if
    /// she has one. By number avoidance she need not look at moves in the number.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let switch = universe.parse("{5|-5}").unwrap();
    /// let best = universe.winning_left_move(switch, (-3).into()).unwrap().unwrap();
    /// assert_eq!(universe.show(best), "5");
    /// assert_eq!(universe.winning_left_move(switch, (-6).into()).unwrap(), None);
    /// ```
    pub fn winning_left_move(&mut self, game: Game, number: Dyadic) -> Result<Option<Game>> {
        let number = self.number(number);
        for &option in self.left_options(game)?.iter() {
            let after = self.add(option, number)?;
            if self.le(self.zero(), after)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

//! The options of a game, unfolded from its closed form where it has one, and its birthday.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::universe::{Form, Options};
use super::{Game, Nus, Universe};
use crate::{Dyadic, Error, Nimber, Result};

impl Universe {
    /// The largest nimber that is ever unfolded into its options.
    const MAX_UNFOLDED_STAR: u64 = 4096;

    /// The number of days a game takes to be born: the height of its canonical form.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{1|-1}").unwrap();
    /// assert_eq!(universe.birthday(game).unwrap(), 2);
    /// ```
    pub fn birthday(&mut self, game: Game) -> Result<u64> {
        self.birthday_within(game, &mut FxHashMap::default())
    }

    fn birthday_within(&mut self, game: Game, known: &mut FxHashMap<Game, u64>) -> Result<u64> {
        if let Some(nus) = self.as_nus(game) {
            return Ok(nus.birthday());
        }
        if let Some(&birthday) = known.get(&game) {
            return Ok(birthday);
        }
        let (left, right) = self.options(game)?;
        let mut birthday = 0;
        for &option in left.iter().chain(right.iter()) {
            let later = self.deeper(|universe| universe.birthday_within(option, known))?;
            birthday = birthday.max(1 + later);
        }
        known.insert(game, birthday);
        Ok(birthday)
    }

    pub(super) fn options(&mut self, game: Game) -> Result<(Options, Options)> {
        let node = self.node(game);
        let nus = match &node.form {
            Form::Options(left, right) => return Ok((left.clone(), right.clone())),
            Form::Nus(nus) => *nus,
        };
        if let Some(unfolded) = &node.unfolded {
            return Ok(unfolded.clone());
        }
        let unfolded = self.unfold(nus)?;
        self.hold(unfolded.0.len() + unfolded.1.len())?;
        self.nodes[game.0 as usize].unfolded = Some(unfolded.clone());
        Ok(unfolded)
    }

    /// The canonical options of a closed form.
    fn unfold(&mut self, nus: Nus) -> Result<(Options, Options)> {
        if let Some(number) = nus.to_number() {
            return self.unfold_number(number);
        }
        if nus.ups < 0 {
            let mirrored = nus.checked_neg().ok_or(Error::Overflow { what: "a negative" })?;
            let (left, right) = self.unfold(mirrored)?;
            return Ok((self.negatives_of(&right)?, self.negatives_of(&left)?));
        }
        let zero = Nus::number(nus.number);
        let star = |star| Nus { star: Nimber(star), ..zero };
        Ok(match (nus.ups, nus.star.0) {
            (0, heap) if heap > Universe::MAX_UNFOLDED_STAR => {
                return Err(Error::TooLarge { what: format!("the options of {nus}") });
            }
            (0, heap) => {
                let both: Options = (0..heap).map(|n| self.nus(star(n))).collect();
                (both.clone(), both)
            }
            (1, 1) => (Arc::from([self.nus(zero), self.nus(star(1))]), Arc::from([self.nus(zero)])),
            (ups, heap) => {
                let right = Nus { ups: ups - 1, ..star(heap ^ 1) };
                (Arc::from([self.nus(zero)]), Arc::from([self.nus(right)]))
            }
        })
    }

    fn unfold_number(&mut self, number: Dyadic) -> Result<(Options, Options)> {
        let step = Dyadic::new(1, number.exponent()).unwrap_or(Dyadic::ONE);
        let overflow = Error::Overflow { what: "an option of a number" };
        let below = number.checked_sub(step).ok_or(overflow.clone());
        let above = number.checked_add(step).ok_or(overflow);
        let nobody: Options = Arc::from([]);
        Ok(match (number.exponent(), number.signum()) {
            (0, 0) => (nobody.clone(), nobody),
            (0, 1) => (Arc::from([self.number(below?)]), nobody),
            (0, _) => (nobody, Arc::from([self.number(above?)])),
            _ => (Arc::from([self.number(below?)]), Arc::from([self.number(above?)])),
        })
    }

    fn negatives_of(&mut self, games: &[Game]) -> Result<Options> {
        games.iter().map(|&game| self.neg(game)).collect()
    }
}

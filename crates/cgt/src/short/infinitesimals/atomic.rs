//! Atomic weights: how many ups an infinitesimal is worth.

use rustc_hash::FxHashMap;

use crate::short::{Game, Nus, Universe};
use crate::{Dyadic, Error, Nimber, Result};

/// The weight that stands for games larger than all infinitesimals.
const OUT_OF_REACH: i64 = 1 << 20;

impl Universe {
    /// Whether in every position that can be reached both players have moves or neither has.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (up, tiny) = (universe.parse("^").unwrap(), universe.parse("Tiny(1)").unwrap());
    /// assert!(universe.is_all_small(up).unwrap() && !universe.is_all_small(tiny).unwrap());
    /// ```
    pub fn is_all_small(&mut self, game: Game) -> Result<bool> {
        self.all_small_within(game, &mut FxHashMap::default())
    }

    fn all_small_within(&mut self, game: Game, known: &mut FxHashMap<Game, bool>) -> Result<bool> {
        if let Some(nus) = self.as_nus(game) {
            return Ok(nus.number.is_zero());
        }
        if !self.is_infinitesimal(game) {
            return Ok(false);
        }
        if let Some(&answer) = known.get(&game) {
            return Ok(answer);
        }
        let (left, right) = self.options(game)?;
        let mut answer = true;
        for &option in left.iter().chain(right.iter()) {
            answer = answer && self.deeper(|universe| universe.all_small_within(option, known))?;
        }
        known.insert(game, answer);
        Ok(answer)
    }

    /// The atomic weight, where one is found: for every all-small game by the atomic weight
    /// calculus, and for another infinitesimal if the calculus, with all larger moves as threats
    /// out of reach, gives a weight `w` with `↓⋆ ≤ G - w·↑ ≤ ↑⋆` (`⋆` a remote star). `None`
    /// otherwise.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let ups = universe.parse("^3*").unwrap();
    /// let weight = universe.atomic_weight(ups).unwrap().unwrap();
    /// assert_eq!(universe.show(weight), "3");
    /// let tinier = universe.parse("norton(1/2,^) + Tiny(2)").unwrap();
    /// let weight = universe.atomic_weight(tinier).unwrap().unwrap();
    /// assert_eq!(universe.show(weight), "1/2");
    /// let hot = universe.parse("{1|0}").unwrap();
    /// assert_eq!(universe.atomic_weight(hot).unwrap(), None);
    /// ```
    pub fn atomic_weight(&mut self, game: Game) -> Result<Option<Game>> {
        if !self.is_infinitesimal(game) {
            return Ok(None);
        }
        let weight = self.weight_within(game, &mut FxHashMap::default());
        if self.is_all_small(game)? {
            return weight.map(Some);
        }
        match weight {
            Err(Error::Interrupted(stop)) => return Err(stop.into()),
            Ok(weight) if self.is_weight_of(weight, game)? => return Ok(Some(weight)),
            _ => {}
        }
        self.integer_weight(game)
    }

    /// The definition: whether `↓⋆ ≤ G - w·↑ ≤ ↑⋆`.
    fn is_weight_of(&mut self, weight: Game, game: Game) -> Result<bool> {
        let star = self.remote_star(game)?;
        let Some(Nus { star, .. }) = self.as_nus(star) else { return Ok(false) };
        let up = self.nus(Nus { ups: 1, ..Nus::ZERO });
        let near = match self.norton(weight, up) {
            Err(Error::Interrupted(stop)) => return Err(stop.into()),
            Err(_) => return Ok(false),
            Ok(near) => near,
        };
        let rest = self.sub(game, near)?;
        let upper = self.nus(Nus { ups: 1, star, ..Nus::ZERO });
        let lower = self.nus(Nus { ups: -1, star, ..Nus::ZERO });
        Ok(self.le(lower, rest)? && self.le(rest, upper)?)
    }

    fn weight_within(&mut self, game: Game, known: &mut FxHashMap<Game, Game>) -> Result<Game> {
        // More than any number of ups, or less than any number of downs.
        if self.right_stop(game) > Dyadic::ZERO {
            return Ok(self.integer(OUT_OF_REACH));
        }
        if self.left_stop(game) < Dyadic::ZERO {
            return Ok(self.integer(-OUT_OF_REACH));
        }
        if let Some(nus) = self.as_nus(game) {
            return Ok(self.integer(nus.ups));
        }
        if let Some(&weight) = known.get(&game) {
            return Ok(weight);
        }
        let weight = self.deeper(|universe| universe.weight_by_options(game, known))?;
        known.insert(game, weight);
        Ok(weight)
    }

    /// `{weights of Left options - 2 | weights of Right options + 2}`, except that of several
    /// integers that would fit the remote star decides.
    fn weight_by_options(&mut self, game: Game, known: &mut FxHashMap<Game, Game>) -> Result<Game> {
        let (left_options, right_options) = self.options(game)?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let two = self.integer(2);
        for &option in left_options.iter() {
            let weight = self.weight_within(option, known)?;
            left.push(self.sub(weight, two)?);
        }
        for &option in right_options.iter() {
            let weight = self.weight_within(option, known)?;
            right.push(self.add(weight, two)?);
        }
        let simplest = self.game(&left, &right)?;
        let integer = self.as_number(simplest).and_then(Dyadic::to_integer).is_some();
        if !integer || !self.is_infinitesimal(game) {
            return Ok(simplest);
        }
        let star = self.remote_star(game)?;
        if self.le(game, star)? {
            self.least_fitting(&left)
        } else if self.le(star, game)? {
            self.greatest_fitting(&right)
        } else {
            Ok(self.zero())
        }
    }

    /// The least integer that is not at most any of the games.
    fn least_fitting(&mut self, games: &[Game]) -> Result<Game> {
        let mut least = i64::MIN;
        for &game in games {
            let bound = self.right_stop(game).ceil();
            let number = self.integer(bound);
            least = least.max(bound + i64::from(self.le(number, game)?));
        }
        Ok(self.integer(least))
    }

    /// The greatest integer that is not at least any of the games.
    fn greatest_fitting(&mut self, games: &[Game]) -> Result<Game> {
        let mut greatest = i64::MAX;
        for &game in games {
            let bound = self.left_stop(game).floor();
            let number = self.integer(bound);
            greatest = greatest.min(bound - i64::from(self.le(game, number)?));
        }
        Ok(self.integer(greatest))
    }

    /// A nimber that no position of the game equals.
    fn remote_star(&mut self, game: Game) -> Result<Game> {
        let (mut seen, mut waiting) = (FxHashMap::default(), vec![game]);
        let mut most = 0;
        while let Some(game) = waiting.pop() {
            self.task().check()?;
            if seen.insert(game, ()).is_some() {
                continue;
            }
            if let Some(nus) = self.as_nus(game) {
                // Whatever a closed form can reach, its stars stay below twice its own.
                most = most.max(nus.star.0.saturating_mul(2));
                continue;
            }
            let (left, right) = self.options(game)?;
            waiting.extend(left.iter().chain(right.iter()));
        }
        Ok(self.nimber(Nimber(most.saturating_add(2).next_power_of_two())))
    }

    /// The integer `n` with `↓⋆ ≤ G - n·↑ ≤ ↑⋆`, looked for among those that the birthday allows.
    fn integer_weight(&mut self, game: Game) -> Result<Option<Game>> {
        let star = self.remote_star(game)?;
        let Some(Nus { star, .. }) = self.as_nus(star) else { return Ok(None) };
        let most = i64::try_from(self.birthday(game)?).unwrap_or(i64::MAX).min(64);
        for size in 0..=most {
            for weight in [size, -size] {
                let upper = self.nus(Nus { ups: weight + 1, star, ..Nus::ZERO });
                let lower = self.nus(Nus { ups: weight - 1, star, ..Nus::ZERO });
                if self.le(lower, game)? && self.le(game, upper)? {
                    return Ok(Some(self.integer(weight)));
                }
            }
        }
        Ok(None)
    }
}

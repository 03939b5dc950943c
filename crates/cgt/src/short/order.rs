//! Comparison of short games: who wins the difference.

use std::cmp::Ordering;

use super::{Game, Universe};
use crate::Result;

/// Who wins a game, both players playing well.
///
/// ```
/// use nimzo_cgt::{Outcome, Universe};
/// let mut universe = Universe::new();
/// let star = universe.parse("*").unwrap();
/// assert_eq!(universe.outcome(star).unwrap(), Outcome::Next);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts: the game is positive.
    Left,
    /// Right wins, whoever starts: the game is negative.
    Right,
    /// Whoever starts wins: the game is confused with 0.
    Next,
    /// Whoever starts loses: the game is 0.
    Previous,
}

impl Outcome {
    /// The letter of the books: L, R, N or P.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Outcome::Previous.letter(), 'P');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::Next => 'N',
            Outcome::Previous => 'P',
        }
    }
}

impl Universe {
    /// Whether `a ≤ b`: Left, moving second, wins `b - a`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (up, star) = (universe.parse("^").unwrap(), universe.parse("*").unwrap());
    /// assert!(universe.le(universe.zero(), up).unwrap());
    /// assert!(!universe.le(star, up).unwrap());
    /// ```
    pub fn le(&mut self, a: Game, b: Game) -> Result<bool> {
        if a == b {
            return Ok(true);
        }
        if let (Some(x), Some(y)) = (self.as_nus(a), self.as_nus(b)) {
            return Ok(matches!(x.compare(y), Some(Ordering::Less | Ordering::Equal)));
        }
        let (first, second) = (self.node(a), self.node(b));
        if first.left_stop > second.left_stop || first.right_stop > second.right_stop {
            return Ok(false);
        }
        if first.left_stop < second.right_stop {
            return Ok(true);
        }
        if let Some(&known) = self.at_most.get(&(a, b)) {
            return Ok(known);
        }
        let answer = self.deeper(|universe| universe.le_by_options(a, b))?;
        self.hold(1)?;
        self.at_most.insert((a, b), answer);
        Ok(answer)
    }

    fn le_by_options(&mut self, a: Game, b: Game) -> Result<bool> {
        for &option in self.left_options(a)?.iter() {
            if self.le(b, option)? {
                return Ok(false);
            }
        }
        for &option in self.right_options(b)?.iter() {
            if self.le(option, a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The order of two games, `None` if they are confused.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let (tiny, up) = (universe.parse("{0||0|-2}").unwrap(), universe.parse("^").unwrap());
    /// assert_eq!(universe.compare(tiny, up).unwrap(), Some(Ordering::Less));
    /// ```
    pub fn compare(&mut self, a: Game, b: Game) -> Result<Option<Ordering>> {
        if a == b {
            return Ok(Some(Ordering::Equal));
        }
        // Equal games have equal ids, so at most one of the two holds.
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// Who wins.
    ///
    /// ```
    /// use nimzo_cgt::{Outcome, Universe};
    /// let mut universe = Universe::new();
    /// let game = universe.parse("{1|-1} + 2").unwrap();
    /// assert_eq!(universe.outcome(game).unwrap(), Outcome::Left);
    /// ```
    pub fn outcome(&mut self, game: Game) -> Result<Outcome> {
        Ok(match self.compare(game, self.zero())? {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            None => Outcome::Next,
        })
    }

    /// The maximal games of a list (`Greater`) or the minimal ones (`Less`): the others are
    /// dominated.
    pub(super) fn undominated(&mut self, games: &mut Vec<Game>, best: Ordering) -> Result<()> {
        games.sort_unstable();
        games.dedup();
        let mut kept: Vec<Game> = Vec::with_capacity(games.len());
        'next: for &game in games.iter() {
            self.task().check()?;
            let mut index = 0;
            while index < kept.len() {
                match self.compare(game, kept[index])? {
                    Some(order) if order == best => {
                        kept.swap_remove(index);
                    }
                    Some(_) => continue 'next,
                    None => index += 1,
                }
            }
            kept.push(game);
        }
        kept.sort_unstable();
        *games = kept;
        Ok(())
    }
}

//! Uptimals: sums of powers of up, each infinitely smaller than the one before.
//!
//! The first power of up is `^`; the next ones are `^<2> = {0|v*}`, `^<3> = {0|v* - ^<2>}`, and so
//! on. `^[n]` is the sum of the first `n` of them, and `.12` is one `^` and two `^<2>`.

use std::cmp::Ordering;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::short::{Game, Nus, Universe};
use crate::{Dyadic, Error, Nimber, Result};

/// The longest uptimals that are looked for: with this many digits.
const LONGEST: usize = 6;
/// The largest digits behind the first that are looked for.
const LARGEST: i64 = 9;
/// How many positions a game may have to be looked at.
const MOST_POSITIONS: usize = 300;

/// A number plus multiples of powers of up plus a nimber.
///
/// ```
/// let mut universe = nimzo_cgt::Universe::new();
/// let game = universe.parse("1 + .12*").unwrap();
/// let uptimal = universe.uptimal(game).unwrap().unwrap();
/// assert_eq!(uptimal.digits, [1, 2]);
/// assert_eq!(uptimal.to_string(), "1 + .12 + *");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// How many of each power of up, the first power first; the last is not 0.
    pub digits: Vec<i64>,
    /// The nimber.
    pub star: Nimber,
}

impl Universe {
    /// A power of up: `^<n>`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let power = universe.power_of_up(2).unwrap();
    /// assert_eq!(universe.parse("{0|v*}").unwrap(), power);
    /// assert_eq!(universe.show(power), "^<2>");
    /// ```
    pub fn power_of_up(&mut self, exponent: u32) -> Result<Game> {
        /// Each power takes as many moves as its exponent says.
        const MOST: u32 = 64;
        if exponent > MOST {
            return Err(Error::TooLarge { what: format!("^<{exponent}>") });
        }
        let zero = self.zero();
        // {0|*} = ^, {0|*-^} = ^<2>, {0|*-^-^<2>} = ^<3>
        let mut taken = self.nimber(Nimber(1));
        let mut power = zero;
        for _ in 0..exponent {
            power = self.game(&[zero], &[taken])?;
            taken = self.sub(taken, power)?;
        }
        Ok(power)
    }

    /// The sum of the first powers of up: `^[n]`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let powers = universe.powers_of_up(2).unwrap();
    /// assert_eq!(universe.parse("{^|*}").unwrap(), powers);
    /// assert_eq!(universe.show(powers), "^[2]");
    /// ```
    pub fn powers_of_up(&mut self, exponent: u32) -> Result<Game> {
        let mut sum = self.zero();
        for exponent in 1..=exponent {
            let power = self.power_of_up(exponent)?;
            sum = self.add(sum, power)?;
        }
        Ok(sum)
    }

    /// The game that an uptimal is.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Nimber, Universe, Uptimal};
    /// let mut universe = Universe::new();
    /// let uptimal = Uptimal { number: Dyadic::ONE, digits: vec![-2], star: Nimber(1) };
    /// let game = universe.from_uptimal(&uptimal).unwrap();
    /// assert_eq!(universe.show(game), "1vv*");
    /// ```
    pub fn from_uptimal(&mut self, uptimal: &Uptimal) -> Result<Game> {
        let mut sum = self.nus(Nus { star: uptimal.star, ..Nus::number(uptimal.number) });
        for (&digit, exponent) in uptimal.digits.iter().zip(1..) {
            if digit != 0 {
                let power = self.power_of_up(exponent)?;
                let part = self.multiple(digit, power)?;
                sum = self.add(sum, part)?;
            }
        }
        Ok(sum)
    }

    /// The uptimal that a game is, if it is a small one: of at most six digits, those behind the
    /// first at most 9.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{^|*}").unwrap();
    /// assert_eq!(universe.uptimal(game).unwrap().unwrap().to_string(), ".11");
    /// let tiny = universe.parse("Tiny(1)").unwrap();
    /// assert_eq!(universe.uptimal(tiny).unwrap(), None);
    /// ```
    pub fn uptimal(&mut self, game: Game) -> Result<Option<Uptimal>> {
        if let Some(nus) = self.as_nus(game) {
            let digits = if nus.ups == 0 { Vec::new() } else { vec![nus.ups] };
            return Ok(Some(Uptimal { number: nus.number, digits, star: nus.star }));
        }
        if !self.is_numberish(game) {
            return Ok(None);
        }
        let number = self.left_stop(game);
        let whole = self.number(number);
        let infinitesimal = self.sub(game, whole)?;
        if !self.is_all_small(infinitesimal)? || !self.is_smaller_than(game, MOST_POSITIONS)? {
            return Ok(None);
        }
        let weight = match self.atomic_weight(infinitesimal)? {
            Some(weight) => self.as_number(weight).and_then(Dyadic::to_integer),
            None => None,
        };
        let Some(ups) = weight else { return Ok(None) };
        let first = self.nus(Nus { ups, ..Nus::ZERO });
        let rest = self.sub(infinitesimal, first)?;
        let Some(star) = self.star_of(rest)? else { return Ok(None) };
        let nimber = self.nimber(star);
        let mut rest = self.add(rest, nimber)?;
        let mut digits = vec![ups];
        for exponent in 2..=LONGEST as u32 {
            if self.is_zero(rest) {
                break;
            }
            let power = self.power_of_up(exponent)?;
            let Some(digit) = self.digit_of(rest, power)? else { return Ok(None) };
            let part = self.multiple(digit, power)?;
            rest = self.sub(rest, part)?;
            digits.push(digit);
        }
        Ok(self.is_zero(rest).then_some(Uptimal { number, digits, star }))
    }

    /// Whether a game has fewer positions than that, closed forms counting as one.
    fn is_smaller_than(&mut self, game: Game, most: usize) -> Result<bool> {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![game];
        while let Some(game) = waiting.pop() {
            if seen.insert(game) && self.as_nus(game).is_none() {
                let (left, right) = self.options(game)?;
                waiting.extend(left.iter().chain(right.iter()));
            }
            if seen.len() >= most {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The nimber without which an uptimal of small order can be compared with 0.
    fn star_of(&mut self, game: Game) -> Result<Option<Nimber>> {
        const LARGEST_STAR: u64 = 16;
        for star in (0..LARGEST_STAR).map(Nimber) {
            let nimber = self.nimber(star);
            if self.compare(game, nimber)?.is_some() {
                return Ok(Some(star));
            }
        }
        Ok(None)
    }

    /// How many copies of a power of up are in a game: what is left is less than half of one.
    fn digit_of(&mut self, game: Game, power: Game) -> Result<Option<i64>> {
        let (zero, down) = (self.zero(), self.neg(power)?);
        let positive = self.compare(game, zero)? == Some(Ordering::Greater);
        let (step, sign) = if positive { (down, 1) } else { (power, -1) };
        let mut rest = game;
        for digit in 0..=LARGEST {
            let twice = self.add(rest, rest)?;
            if self.le(down, twice)? && self.le(twice, power)? {
                return Ok(Some(sign * digit));
            }
            rest = self.add(rest, step)?;
        }
        Ok(None)
    }

    /// The short name of a game that is a number plus one of `^<n>`, `^[n]`, their negatives, and
    /// perhaps a nimber.
    pub(in crate::short) fn power_name(&mut self, game: Game) -> Option<String> {
        if !self.is_numberish(game) {
            return None;
        }
        let number = self.left_stop(game);
        let whole = self.number(number);
        let infinitesimal = self.sub(game, whole).ok()?;
        if self.power_names.is_empty() {
            self.power_names = self.name_powers().ok()?;
        }
        let name = self.power_names.get(&infinitesimal)?;
        Some(if number.is_zero() { name.clone() } else { format!("{number}{name}") })
    }

    /// The names of powers of up and their sums, with small nimbers.
    fn name_powers(&mut self) -> Result<FxHashMap<Game, String>> {
        const LARGEST_STAR: u64 = 3;
        let mut names = FxHashMap::default();
        for exponent in 2..=LONGEST as u32 {
            let up = [self.power_of_up(exponent)?, self.powers_of_up(exponent)?];
            let down = [self.neg(up[0])?, self.neg(up[1])?];
            let brackets = [["<", ">"], ["[", "]"]];
            for (arrow, games) in [("^", up), ("v", down)] {
                for (game, [open, close]) in games.into_iter().zip(brackets) {
                    for star in (0..=LARGEST_STAR).map(Nimber) {
                        let nimber = self.nimber(star);
                        let text = if star.is_zero() { String::new() } else { star.to_string() };
                        let sum = self.add(game, nimber)?;
                        names.insert(sum, format!("{arrow}{open}{exponent}{close}{text}"));
                    }
                }
            }
        }
        Ok(names)
    }
}

impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.number.is_zero() {
            parts.push(self.number.to_string());
        }
        // Digits of one sign stand together; negative ones as what is taken away.
        for (sign, wanted) in [("", 1), ("-", -1)] {
            let digits: Vec<i64> =
                self.digits.iter().map(|&digit| (digit * wanted).max(0)).collect();
            if digits.iter().any(|&digit| digit > 0) {
                parts.push(format!("{sign}{}", written(&digits)));
            }
        }
        if !self.star.is_zero() {
            parts.push(self.star.to_string());
        }
        match parts.is_empty() {
            true => f.write_str("0"),
            false => f.write_str(&parts.join(" + ").replace("+ -", "- ")),
        }
    }
}

/// `.12`, or `12.^ + 3.^<2>` where digits are too large for that.
fn written(digits: &[i64]) -> String {
    let length = digits.iter().rposition(|&digit| digit > 0).map_or(0, |last| last + 1);
    let digits = &digits[..length];
    if digits.iter().all(|&digit| digit < 10) {
        return format!(".{}", digits.iter().map(i64::to_string).collect::<String>());
    }
    let some = digits.iter().zip(1..).filter(|(digit, _)| **digit > 0);
    let parts: Vec<String> = some.map(|(digit, power)| format!("{digit}*^<{power}>")).collect();
    if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" + ")) }
}

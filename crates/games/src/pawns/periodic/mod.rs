//! The words that a repeated pattern of stops gives: every sub-word is told by where in the
//! pattern it begins and by its length, so all prefixes to length `N` of a pattern of `p` files
//! cost O(p N²) steps.
//!
//! [`family`] holds nimbers and half-values, [`batch`] values some lengths at a time on all
//! threads, [`kernel`] is the inner loop, [`period`] finds periods and proves them.

mod batch;
mod family;
mod kernel;
mod period;

use nimzo_cgt::Nimber;
use nimzo_work::{Task, memory};

pub use self::period::Period;

use self::family::Family;
use super::word::Word;
use crate::{Error, Result};

/// The longest prefixes that can be asked for.
pub const LONGEST: usize = 4_000_000;
/// The longest patterns that can be repeated.
pub const LONGEST_PATTERN: usize = 64;

/// The nimbers of the prefixes of a repeated pattern.
#[derive(Debug, Clone)]
pub struct Periodic {
    /// The pattern as given.
    pub pattern: Word,
    /// The nimber of each prefix by its length, from the empty one.
    pub nimbers: Vec<u16>,
    /// The shortest prefix of each nimber that is a power of two, in order.
    pub first: Vec<FirstPrefix>,
    /// The largest nimber, and the shortest prefix that has it.
    pub largest: FirstPrefix,
    /// The period, if one is proved.
    pub period: Option<Period>,
    /// The share of sound half-values above 1: small where the values live in a sparse space.
    pub share_above_one: f64,
}

/// The shortest prefix of a nimber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstPrefix {
    /// The nimber.
    pub nimber: Nimber,
    /// The length.
    pub length: usize,
}

/// Values the prefixes of a repeated pattern to a length.
pub fn periodic(pattern: &Word, to: usize, task: &Task) -> Result<Periodic> {
    check_range("the length to go to", to, LONGEST)?;
    check_range("the length of the pattern", pattern.len(), LONGEST_PATTERN)?;
    let files = pattern.files();
    if files[0].is_stopped() && files[files.len() - 1].is_stopped() {
        return Err(Error::PatternMeetsItself { pattern: pattern.to_string() });
    }
    memory::require(&format!("the pattern {pattern} to {to}"), Family::memory(pattern.len(), to))?;
    let mut family = Family::new(pattern, to);
    batch::fill(&mut family, task)?;
    let nimbers = family.prefixes();
    Ok(Periodic {
        pattern: pattern.clone(),
        first: powers_of_two(&nimbers),
        largest: largest(&nimbers),
        period: period::find(&family, task)?,
        share_above_one: family.share_of_rare(),
        nimbers,
    })
}

fn check_range(what: &'static str, given: usize, most: usize) -> Result<()> {
    if (1..=most).contains(&given) {
        return Ok(());
    }
    Err(Error::Range { what, given: given as u64, least: 1, most: most as u64 })
}

fn powers_of_two(nimbers: &[u16]) -> Vec<FirstPrefix> {
    let powers = (0..14).map(|exponent| 1u16 << exponent);
    powers
        .filter_map(|power| {
            let length = nimbers.iter().position(|&nimber| nimber == power)?;
            Some(FirstPrefix { nimber: Nimber(power.into()), length })
        })
        .collect()
}

fn largest(nimbers: &[u16]) -> FirstPrefix {
    let nimber = nimbers.iter().copied().max().unwrap_or(0);
    let length = nimbers.iter().position(|&other| other == nimber).unwrap_or(0);
    FirstPrefix { nimber: Nimber(nimber.into()), length }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::Values;

    fn run(pattern: &str, to: usize) -> Periodic {
        periodic(&pattern.parse().unwrap(), to, &Task::silent()).unwrap()
    }

    fn repeated(pattern: &str, length: usize) -> Word {
        pattern.chars().cycle().take(length).collect::<String>().parse().unwrap()
    }

    #[test]
    fn every_prefix_has_the_nimber_of_the_recursion() {
        for pattern in ["0", "01", "001", "1000", "00010", "000100", "0010100", "01001000100000"] {
            let found = run(pattern, 300);
            let values = Values::of(&repeated(pattern, 300), &Task::silent()).unwrap();
            for length in 0..=300 {
                assert_eq!(
                    found.nimbers[length],
                    values.nimber_between(0, length),
                    "{pattern} {length}"
                );
            }
        }
    }

    #[test]
    fn every_sixth_file_stopped() {
        let found = run("000100", 2000);
        let lengths: Vec<usize> = found.first[3..].iter().map(|first| first.length).collect();
        assert_eq!(lengths, [51, 111, 202, 497, 1414]);
        assert_eq!(found.period, None);
    }

    #[test]
    fn no_stops_have_period_ten() {
        let period = run("0", 60).period.unwrap();
        assert_eq!((period.length, period.preperiod), (10, 0));
        assert!(run("0", 15).period.is_none(), "too short for a proof");
    }

    #[test]
    fn stops_at_14r_and_14r_5_have_period_504() {
        let found = run("00001000000001", 6000);
        let period = found.period.unwrap();
        assert_eq!((period.length, period.preperiod), (504, 1465));
        assert_eq!((period.of_prefixes, period.prefixes_from), (126, 21));
        assert!(period.checked_to <= 6000);
    }

    /// A sparse space takes another way through the moves.
    #[test]
    fn every_fifth_file_stopped_is_sparse_and_right() {
        let mut largest = 0;
        for pattern in ["10000", "01000", "00100"] {
            let found = run(pattern, 900);
            assert!(found.share_above_one < 0.12);
            let values = Values::of(&repeated(pattern, 900), &Task::silent()).unwrap();
            assert!((0..=900).all(|n| found.nimbers[n] == values.nimber_between(0, n)));
            largest = largest.max(found.largest.nimber.0);
        }
        assert!(largest > 1);
    }

    #[test]
    fn a_pattern_must_fit_next_to_itself() {
        for pattern in ["1001", "1"] {
            let refusal = periodic(&pattern.parse().unwrap(), 10, &Task::silent()).unwrap_err();
            assert_eq!(refusal, Error::PatternMeetsItself { pattern: pattern.into() });
        }
    }
}

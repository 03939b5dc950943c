//! Pseudonumbers, and the short games among the positions of a graph.

use std::cmp::Ordering;
use std::fmt;

use super::graph::{Graph, Side};
use crate::{Dyadic, Game, Result, Universe};

/// What a stopper stops at: a number, a number with a loop that is a little more or less than it,
/// or one of the ends of the line.
///
/// ```
/// use nimzo_cgt::{Dyadic, PseudoNumber};
/// assert!(PseudoNumber::Over(Dyadic::ZERO) < PseudoNumber::Number("1/1024".parse().unwrap()));
/// assert_eq!(PseudoNumber::Under(Dyadic::ONE).to_string(), "1under");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PseudoNumber {
    /// Below all.
    Off,
    /// A little less than the number: `{pass|x}`.
    Under(Dyadic),
    /// A number.
    Number(Dyadic),
    /// A little more than the number: `{x|pass}`.
    Over(Dyadic),
    /// Above all.
    On,
}

impl PseudoNumber {
    /// The mirror image, unless it has no representation.
    pub(super) fn checked_neg(self) -> Option<PseudoNumber> {
        Some(match self {
            PseudoNumber::Off => PseudoNumber::On,
            PseudoNumber::Under(number) => PseudoNumber::Over(number.checked_neg()?),
            PseudoNumber::Number(number) => PseudoNumber::Number(number.checked_neg()?),
            PseudoNumber::Over(number) => PseudoNumber::Under(number.checked_neg()?),
            PseudoNumber::On => PseudoNumber::Off,
        })
    }

    fn key(self) -> (i8, Dyadic, i8) {
        match self {
            PseudoNumber::Off => (-1, Dyadic::ZERO, 0),
            PseudoNumber::Under(number) => (0, number, -1),
            PseudoNumber::Number(number) => (0, number, 0),
            PseudoNumber::Over(number) => (0, number, 1),
            PseudoNumber::On => (1, Dyadic::ZERO, 0),
        }
    }
}

impl Ord for PseudoNumber {
    fn cmp(&self, other: &PseudoNumber) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for PseudoNumber {
    fn partial_cmp(&self, other: &PseudoNumber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for PseudoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |f: &mut fmt::Formatter<'_>, number: Dyadic, name: &str| {
            if number.is_zero() { f.write_str(name) } else { write!(f, "{number}{name}") }
        };
        match *self {
            PseudoNumber::Off => f.write_str("off"),
            PseudoNumber::Under(number) => with(f, number, "under"),
            PseudoNumber::Number(number) => write!(f, "{number}"),
            PseudoNumber::Over(number) => with(f, number, "over"),
            PseudoNumber::On => f.write_str("on"),
        }
    }
}

/// Integers are numbers, everything else is a string.
impl serde::Serialize for PseudoNumber {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            PseudoNumber::Number(number) => number.serialize(to),
            other => to.collect_str(other),
        }
    }
}

/// For every position the pseudonumber that it is, if it is one, given the short games among them.
pub(super) fn pseudo_numbers(
    graph: &Graph,
    universe: &Universe,
    games: &[Option<Game>],
) -> Vec<Option<PseudoNumber>> {
    let numbers: Vec<Option<Dyadic>> =
        games.iter().map(|&game| universe.as_number(game?)).collect();
    let classify = |position: usize| {
        let options = |side| graph.options(position, side);
        match (options(Side::Left), options(Side::Right)) {
            (&[left], &[]) if left == position => Some(PseudoNumber::On),
            (&[], &[right]) if right == position => Some(PseudoNumber::Off),
            (&[left], &[right]) if right == position => numbers[left].map(PseudoNumber::Over),
            (&[left], &[right]) if left == position => numbers[right].map(PseudoNumber::Under),
            _ => numbers[position].map(PseudoNumber::Number),
        }
    };
    (0..graph.len()).map(classify).collect()
}

/// For every position without loops below it, the short game that it is.
pub(super) fn short_games(universe: &mut Universe, graph: &Graph) -> Result<Vec<Option<Game>>> {
    let loop_free = graph.loop_free();
    let mut games = vec![None; graph.len()];
    // Options mostly stand behind their positions: from the back nothing goes deep.
    for position in (0..graph.len()).rev().filter(|&position| loop_free[position]) {
        short_within(universe, graph, position, &mut games)?;
    }
    Ok(games)
}

fn short_within(
    universe: &mut Universe,
    graph: &Graph,
    position: usize,
    known: &mut [Option<Game>],
) -> Result<Game> {
    if let Some(game) = known[position] {
        return Ok(game);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (games, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
        for &option in graph.options(position, side) {
            games.push(short_within(universe, graph, option, known)?);
        }
    }
    let game = universe.game(&sides[0], &sides[1])?;
    known[position] = Some(game);
    Ok(game)
}

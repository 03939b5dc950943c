//! The misère quotient of some impartial games: all their sums, two of which count as one when no
//! sum put beside both tells them apart.
//!
//! A quotient is guessed from the outcomes of small sums and then proved. The guess is a table that
//! says, for each element and each game, which element the sum with that game is. For the proof every
//! sum is reached by adding one game after another; with its element goes the set of elements of its
//! options. There are finitely many such pairs, and if in each of them the element is lost just when
//! an option exists and none of them is lost, then the elements tell the outcome of every sum.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use nimzo_work::Task;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::impartial::Impartial;
use crate::{Error, Result};

/// How far to look.
#[derive(Debug, Clone, Copy)]
pub struct QuotientLimits {
    /// Elements of the quotient.
    pub elements: usize,
    /// Terms of the sums by which elements are told apart.
    pub terms: usize,
    /// Pairs of an element and the elements of options that the proof goes through.
    pub pairs: usize,
}

impl Default for QuotientLimits {
    fn default() -> Self {
        Self { elements: 64, terms: 5, pairs: 200_000 }
    }
}

/// A misère quotient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotient {
    /// For each element a smallest sum of generators, by their numbers.
    sums: Vec<Vec<usize>>,
    /// The element that is an element with a generator beside it.
    table: Vec<Vec<usize>>,
    /// Whether sums of an element are lost for whoever moves.
    lost: Vec<bool>,
}

/// Games by their options: number 0 has none. Equal games have one number.
struct Trees {
    options: Vec<BTreeSet<usize>>,
}

/// A sum: how often each game is in it, by number, without the one that has no options.
type Sum = Vec<u8>;

impl Quotient {
    /// The quotient of the sums of some positions and of all that play reaches from them. `None` if
    /// there is none within the limits. With it goes the element of each position.
    pub fn of<G>(
        game: &G,
        positions: &[G::Position],
        limits: QuotientLimits,
        task: &Task,
    ) -> Result<Option<(Self, Vec<usize>)>>
    where
        G: Impartial,
        G::Position: Hash,
    {
        let mut trees = Trees { options: vec![BTreeSet::new()] };
        let numbers = trees.add(game, positions, task)?;
        let mut outcomes = Outcomes { trees: &trees, known: FxHashMap::default() };
        for terms in 1..=limits.terms {
            let Some(guess) = Self::guess(&mut outcomes, terms, limits.elements, task)? else {
                return Ok(None);
            };
            if guess.is_proved(&trees, limits.pairs, task)? {
                let elements = numbers.iter().map(|&number| guess.times(0, number)).collect();
                return Ok(Some((guess, elements)));
            }
        }
        Ok(None)
    }

    /// The number of its elements.
    pub fn order(&self) -> usize {
        self.sums.len()
    }

    /// Whether a sum of an element is lost for whoever is to move.
    pub fn is_lost(&self, element: usize) -> bool {
        self.lost[element]
    }

    /// The number of elements whose sums are lost for whoever is to move.
    pub fn lost(&self) -> usize {
        self.lost.iter().filter(|lost| **lost).count()
    }

    /// The element of two elements' sums together.
    pub fn product(&self, one: usize, other: usize) -> usize {
        self.sums[other].iter().fold(one, |element, &generator| self.table[element][generator])
    }

    /// An element with the game of a number beside it.
    fn times(&self, element: usize, number: usize) -> usize {
        match number.checked_sub(1) {
            None => element,
            Some(generator) => self.table[element][generator],
        }
    }

    fn guess(
        outcomes: &mut Outcomes<'_>,
        terms: usize,
        most: usize,
        task: &Task,
    ) -> Result<Option<Self>> {
        let generators = outcomes.trees.options.len() - 1;
        let beside = sums_of(generators, terms);
        let mut sums: Vec<Vec<usize>> = vec![vec![]];
        let mut rows: HashMap<Vec<bool>, usize> = HashMap::new();
        rows.insert(outcomes.row(&vec![0; generators], &beside), 0);
        let mut table: Vec<Vec<usize>> = Vec::new();
        while table.len() < sums.len() {
            task.check()?;
            let here = sums[table.len()].clone();
            let mut line = Vec::with_capacity(generators);
            for generator in 0..generators {
                let sum: Vec<usize> = here.iter().copied().chain([generator]).collect();
                let mut counts = vec![0u8; generators];
                sum.iter().for_each(|&one| counts[one] += 1);
                let fresh = sums.len();
                let element = *rows.entry(outcomes.row(&counts, &beside)).or_insert(fresh);
                if element == fresh {
                    if fresh >= most {
                        return Ok(None);
                    }
                    sums.push(sum);
                }
                line.push(element);
            }
            table.push(line);
        }
        let mut lost = vec![false; sums.len()];
        for (row, &element) in &rows {
            // The first sum put beside is the one without terms.
            lost[element] = row[0];
        }
        Ok(Some(Self { sums, table, lost }))
    }

    /// Whether the table does not depend on the order of terms and tells every sum's outcome.
    fn is_proved(&self, trees: &Trees, most: usize, task: &Task) -> Result<bool> {
        let generators = trees.options.len() - 1;
        let commutes = |line: &Vec<usize>| {
            (0..generators).all(|one| {
                (0..one).all(|other| self.table[line[one]][other] == self.table[line[other]][one])
            })
        };
        if !self.table.iter().all(commutes) {
            return Ok(false);
        }
        let nothing: (usize, BTreeSet<usize>) = (0, BTreeSet::new());
        let mut met = FxHashSet::from_iter([nothing.clone()]);
        let mut open = vec![nothing];
        while let Some((element, options)) = open.pop() {
            task.check()?;
            let lost = !options.is_empty() && options.iter().all(|&option| !self.lost[option]);
            if lost != self.lost[element] || met.len() > most {
                return Ok(false);
            }
            for generator in 0..generators {
                let elsewhere = options.iter().map(|&option| self.table[option][generator]);
                let there = trees.options[generator + 1].iter().map(|&n| self.times(element, n));
                let next = (self.table[element][generator], elsewhere.chain(there).collect());
                if met.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Ok(true)
    }
}

impl Trees {
    /// The most different games that quotients are looked for.
    const MOST: usize = 40;

    fn add<G>(&mut self, game: &G, positions: &[G::Position], task: &Task) -> Result<Vec<usize>>
    where
        G: Impartial,
        G::Position: Hash,
    {
        let mut numbers: FxHashMap<G::Position, usize> = FxHashMap::default();
        let mut open = positions.to_vec();
        while let Some(current) = open.last() {
            if numbers.len().is_multiple_of(1024) {
                task.check()?;
            }
            let options = game.options(current);
            let before = open.len();
            open.extend(options.iter().filter(|option| !numbers.contains_key(*option)).cloned());
            if open.len() > before {
                continue;
            }
            let options: BTreeSet<usize> = options.iter().map(|option| numbers[option]).collect();
            let known = self.options.iter().position(|tree| *tree == options);
            let number = known.unwrap_or_else(|| {
                self.options.push(options);
                self.options.len() - 1
            });
            if number > Self::MOST {
                let (found, most) = (number as u64, Self::MOST as u64);
                return Err(Error::TooLargeToExplore { what: "different games", found, most });
            }
            let solved = open.remove(before - 1);
            numbers.insert(solved, number);
        }
        Ok(positions.iter().map(|position| numbers[position]).collect())
    }
}

/// Outcomes of sums, each found once.
struct Outcomes<'a> {
    trees: &'a Trees,
    known: FxHashMap<Sum, bool>,
}

impl Outcomes<'_> {
    /// Whether a sum is lost beside each of some others.
    fn row(&mut self, sum: &Sum, beside: &[Sum]) -> Vec<bool> {
        let plus = |other: &Sum| sum.iter().zip(other).map(|(a, b)| a + b).collect();
        beside.iter().map(|other| self.is_lost(plus(other))).collect()
    }

    /// Whether whoever is to move loses in misère play.
    fn is_lost(&mut self, sum: Sum) -> bool {
        if let Some(&lost) = self.known.get(&sum) {
            return lost;
        }
        let mut moves = 0;
        let mut lost = true;
        for generator in 0..sum.len() {
            if sum[generator] == 0 {
                continue;
            }
            let options: Vec<usize> = self.trees.options[generator + 1].iter().copied().collect();
            for option in options {
                let mut next = sum.clone();
                next[generator] -= 1;
                if let Some(left) = option.checked_sub(1) {
                    next[left] += 1;
                }
                moves += 1;
                lost = lost && !self.is_lost(next);
            }
        }
        let lost = lost && moves > 0;
        self.known.insert(sum, lost);
        lost
    }
}

/// All sums of up to so many games out of so many, the one without terms first.
fn sums_of(generators: usize, terms: usize) -> Vec<Sum> {
    let mut sums = vec![vec![0u8; generators]];
    let mut last: Vec<(usize, Sum)> = vec![(0, sums[0].clone())];
    for _ in 0..terms {
        let longer = last.iter().flat_map(|(from, sum)| {
            (*from..generators).map(move |generator| {
                let mut next = sum.clone();
                next[generator] += 1;
                (generator, next)
            })
        });
        last = longer.collect();
        sums.extend(last.iter().map(|(_, sum)| sum.clone()));
    }
    sums
}

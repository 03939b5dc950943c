//! Short words of a large nimber, by beam search.
//!
//! Words are grown at either end. Of those of a length the most promising are kept: those with a
//! large nimber, whose moves reach many nimbers, and whose beginnings and endings have many
//! different ones, for these are the half-values that a longer word will have to choose from. Every
//! ending of a word met on the way counts as a find. What is found is an upper bound for the least
//! length, no more; the best finds so far are data ([`best_known`]) that a search begins with.

use std::collections::BTreeMap;

use nimzo_cgt::Nimber;
use nimzo_work::Task;
use rayon::prelude::*;

use super::{File, Scratch, Values, Word};
use crate::{Error, Result};

/// The longest words that are searched.
pub const LONGEST: usize = 400;
/// The most words of a length that are kept.
pub const WIDEST: usize = 1_000_000;

/// How to search.
#[derive(Debug, Clone, Copy)]
pub struct BeamSearch {
    /// Words of a length that are kept.
    pub width: usize,
    /// The longest words to grow.
    pub longest: usize,
    /// Where words are equally promising, this decides; another seed keeps others.
    pub seed: u64,
}

/// The shortest word found of each nimber.
pub type Finds = BTreeMap<Nimber, Word>;

/// The shortest word of a nimber that is known here, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestKnown {
    /// The nimber.
    pub nimber: Nimber,
    /// The word.
    pub word: Word,
    /// The command that finds it.
    pub how: &'static str,
}

/// The shortest words known, in the order of their nimbers.
pub fn best_known() -> impl Iterator<Item = BestKnown> {
    let lines = include_str!("../../data/best_words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.splitn(3, ' ');
        let nimber = Nimber(columns.next()?.parse().ok()?);
        let word = columns.next()?.parse().ok()?;
        Some(BestKnown { nimber, word, how: columns.next()? })
    })
}

impl BeamSearch {
    /// Searches until a word of the wanted nimber is found, or to the longest words when none is
    /// wanted. The seeds are grown beside the most promising words of their length. Every find is
    /// valued once more from scratch.
    pub fn run(&self, wanted: Option<Nimber>, seeds: &[Word], task: &Task) -> Result<Finds> {
        check("the length to search to", self.longest, LONGEST)?;
        check("the width of the beam", self.width, WIDEST)?;
        let stage = task.stage("lengths", self.longest as u64);
        let mut finds = Finds::new();
        let mut beam = vec![Word::default()];
        for length in 1..=self.longest {
            let (longer, found) = self.grow(&beam, task)?;
            found.into_iter().for_each(|(nimber, word)| note(&mut finds, nimber, word));
            beam = longer;
            for seed in seeds.iter().filter(|seed| seed.len() == length) {
                note(&mut finds, Values::nimber_of(seed), seed.clone());
                beam.push(seed.clone());
            }
            stage.advance(1);
            if wanted.is_some_and(|nimber| finds.contains_key(&nimber)) {
                break;
            }
        }
        finds.retain(|&nimber, word| Values::nimber_of(word) == nimber);
        Ok(finds)
    }

    /// The most promising of all words one letter longer at either end, and what was found.
    fn grow(&self, beam: &[Word], task: &Task) -> Result<(Vec<Word>, Finds)> {
        let mut both: Vec<Word> =
            beam.iter().flat_map(|word| [word.clone(), word.reversed()]).collect();
        both.sort_unstable();
        both.dedup();
        let grown: Vec<Grown> = both
            .par_chunks(256)
            .map(|words| {
                task.check()?;
                self.grow_some(words)
            })
            .collect::<Result<_>>()?;
        let mut finds = Finds::new();
        let mut longer = Vec::new();
        for part in grown {
            part.finds.into_iter().for_each(|(nimber, word)| note(&mut finds, nimber, word));
            longer.extend(part.words);
        }
        longer.par_sort_unstable_by(|a, b| b.cmp(a));
        longer.dedup();
        longer.truncate(self.width);
        Ok((longer.into_iter().map(|(_, word)| word).collect(), finds))
    }

    /// Grows words at their right end. They are in order, so that what two neighbours begin with
    /// is valued once.
    fn grow_some(&self, words: &[Word]) -> Result<Grown> {
        let mut grown = Grown::default();
        let mut values = Values::new();
        let mut scratch = Scratch::new();
        for word in words {
            let shared = values.files().iter().zip(word.files()).take_while(|(a, b)| a == b);
            let shared = shared.count();
            values.truncate(shared);
            for &file in &word.files()[shared..] {
                values.push(file, &mut scratch)?;
            }
            let after_stop = word.files().last().is_some_and(|file| file.is_stopped());
            for file in [File::Open, File::Stopped] {
                if after_stop && file.is_stopped() {
                    continue;
                }
                let reached = values.push(file, &mut scratch)?;
                note_endings(&values, &mut grown.finds);
                // A word and its mirror image are one.
                let longer = Word::from_files(values.files().to_vec()).unwrap_or_default();
                let longer = longer.reversed().min(longer);
                grown.words.push((self.promise(&values, reached, &longer), longer));
                values.truncate(word.len());
            }
        }
        Ok(grown)
    }

    /// What may be hoped for from a word whose moves reach so many nimbers.
    fn promise(&self, values: &Values, reached: usize, word: &Word) -> Promise {
        let beginnings = (0..=values.len()).map(|end| values.nimber_between(0, end));
        let endings = values.endings().iter().copied();
        let nimber = values.nimber().0 as usize;
        (nimber + reached + different(beginnings) + different(endings), self.shuffled(word.files()))
    }

    /// A number that looks random, and is the same in every run with one seed.
    fn shuffled(&self, files: &[File]) -> u64 {
        files.iter().fold(self.seed ^ 0x9e37_79b9_7f4a_7c15, |sum, &file| {
            (sum.rotate_left(5) ^ (file as u64 + 1)).wrapping_mul(0x2545_f491_4f6c_dd1d)
        })
    }
}

/// How promising a word is; equally promising ones are told apart at random.
type Promise = (usize, u64);

/// How many different nimbers there are, those from 127 on taken as one.
fn different(nimbers: impl Iterator<Item = u16>) -> usize {
    nimbers.fold(0u128, |set, nimber| set | 1 << nimber.min(127)).count_ones() as usize
}

/// Words one letter longer with their promise, and what was found among their parts.
#[derive(Default)]
struct Grown {
    words: Vec<(Promise, Word)>,
    finds: Finds,
}

/// Keeps a word if it is the shortest of its nimber so far, or the first of that length.
fn note(finds: &mut Finds, nimber: Nimber, word: Word) {
    let better = |known: &Word| (word.len(), &word) < (known.len(), known);
    if finds.get(&nimber).is_none_or(better) {
        finds.insert(nimber, word);
    }
}

fn check(what: &'static str, given: usize, most: usize) -> Result<()> {
    if (1..=most).contains(&given) {
        return Ok(());
    }
    Err(Error::Range { what, given: given as u64, least: 1, most: most as u64 })
}

/// Notes the words that end with the last letter where they are the shortest of their nimber.
fn note_endings(values: &Values, finds: &mut Finds) {
    for (start, &nimber) in values.endings().iter().enumerate() {
        let length = values.len() - start;
        let nimber = Nimber(nimber.into());
        if length > 0 && finds.get(&nimber).is_none_or(|known| length < known.len()) {
            let word = Word::from_files(values.files()[start..].to_vec()).unwrap_or_default();
            finds.insert(nimber, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_are_the_shortest_where_that_is_known() {
        let search = BeamSearch { width: 300, longest: 27, seed: 1 };
        let finds = search.run(None, &[], &Task::silent()).unwrap();
        let lengths: Vec<usize> = (1..=7).map(|k| finds[&Nimber(k)].len()).collect();
        assert_eq!(lengths, [1, 4, 6, 9, 11, 14, 16]);
    }

    #[test]
    fn the_best_known_words_have_their_nimbers() {
        let known: Vec<BestKnown> = best_known().collect();
        let lines = include_str!("../../data/best_words.txt").lines();
        assert_eq!(known.len(), lines.filter(|line| !line.starts_with('#')).count());
        for (one, nimber) in known.iter().zip(1..) {
            assert_eq!(one.nimber, Nimber(nimber));
            assert_eq!(Values::nimber_of(&one.word), one.nimber, "{}", one.word);
        }
        let lengths: Vec<usize> = known.iter().map(|one| one.word.len()).collect();
        assert!(lengths.is_sorted());
        assert_eq!(lengths[..16], [1, 4, 6, 9, 11, 14, 16, 20, 22, 25, 27, 30, 32, 37, 39, 43]);
        assert!(lengths.len() >= 32);
    }

    #[test]
    fn a_wanted_nimber_ends_the_search() {
        let search = BeamSearch { width: 100, longest: 100, seed: 1 };
        let finds = search.run(Some(Nimber(4)), &[], &Task::silent()).unwrap();
        assert_eq!(finds[&Nimber(4)].len(), 9);
        assert!(!finds.contains_key(&Nimber(8)));
    }
}

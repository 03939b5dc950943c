//! Short words of a large nimber, by beam search.
//!
//! Words are grown at their right end. Of those of a length the most promising are kept: those
//! with the largest nimber, and among them those whose endings have the most different nimbers,
//! for these are the half-values that a longer word will have to choose from. Every sub-word met
//! on the way counts as a find. What is found is an upper bound for the least length, no more.

use std::collections::BTreeMap;

use nimzo_cgt::Nimber;
use nimzo_work::Task;
use rayon::prelude::*;

use super::values::{Scratch, Values};
use super::word::{File, Word};
use crate::{Error, Result};

/// The longest words that are searched.
pub const LONGEST: usize = 400;
/// The most words of a length that are kept.
pub const WIDEST: usize = 1_000_000;

/// How to search.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// Words of a length that are kept.
    pub width: usize,
    /// The longest words to grow.
    pub longest: usize,
    /// Where words are equally promising, this decides; another seed keeps others.
    pub seed: u64,
}

/// The shortest word found of each nimber.
pub type Finds = BTreeMap<Nimber, Word>;

impl Search {
    /// Searches until a word of the wanted nimber is found, or to the longest words when none is
    /// wanted. Every find is valued once more from scratch.
    pub fn run(&self, wanted: Option<Nimber>, task: &Task) -> Result<Finds> {
        check("the length to search to", self.longest, LONGEST)?;
        check("the width of the beam", self.width, WIDEST)?;
        let stage = task.stage("lengths", self.longest as u64);
        let mut finds = Finds::new();
        let mut beam = vec![Values::new()];
        for _ in 0..self.longest {
            task.check()?;
            beam = self.grow(&beam)?;
            for values in &beam {
                note_endings(values, &mut finds);
            }
            stage.advance(1);
            if wanted.is_some_and(|nimber| finds.contains_key(&nimber)) {
                break;
            }
        }
        finds.retain(|&nimber, word| Values::nimber_of(word) == nimber);
        Ok(finds)
    }

    /// The most promising of all words one letter longer.
    fn grow(&self, beam: &[Values]) -> Result<Vec<Values>> {
        let longer: Vec<Vec<Values>> = beam
            .par_iter()
            .map_init(Scratch::new, |scratch, values| {
                let after_stop = values.files().last().is_some_and(|file| file.is_stopped());
                let letters: &[File] =
                    if after_stop { &[File::Open] } else { &[File::Open, File::Stopped] };
                letters.iter().map(|&file| values.extended(file, scratch)).collect()
            })
            .collect::<Result<_>>()?;
        let mut longer: Vec<Values> = longer.into_iter().flatten().collect();
        if longer.len() > self.width {
            longer.par_sort_by_cached_key(|values| std::cmp::Reverse(self.promise(values)));
            longer.truncate(self.width);
        }
        Ok(longer)
    }

    fn promise(&self, values: &Values) -> (usize, u64) {
        let mut seen = values.endings().to_vec();
        seen.sort_unstable();
        seen.dedup();
        let nimber = values.nimber().0 as usize;
        (2 * nimber + seen.len(), self.shuffled(values.files()))
    }

    /// A number that looks random, and is the same in every run with one seed.
    fn shuffled(&self, files: &[File]) -> u64 {
        files.iter().fold(self.seed ^ 0x9e37_79b9_7f4a_7c15, |sum, &file| {
            (sum.rotate_left(5) ^ (file as u64 + 1)).wrapping_mul(0x2545_f491_4f6c_dd1d)
        })
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
        let search = Search { width: 300, longest: 27, seed: 1 };
        let finds = search.run(None, &Task::silent()).unwrap();
        let lengths: Vec<usize> = (1..=7).map(|k| finds[&Nimber(k)].len()).collect();
        assert_eq!(lengths, [1, 4, 6, 9, 11, 14, 16]);
    }

    #[test]
    fn a_wanted_nimber_ends_the_search() {
        let search = Search { width: 100, longest: 100, seed: 1 };
        let finds = search.run(Some(Nimber(4)), &Task::silent()).unwrap();
        assert_eq!(finds[&Nimber(4)].len(), 9);
        assert!(!finds.contains_key(&Nimber(8)));
    }
}

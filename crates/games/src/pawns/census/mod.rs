//! All words to a length, each valued once.
//!
//! [`rank`] numbers the words of a length in lexicographic order, so that the words with a common
//! beginning stand side by side. [`halves`] holds one byte for each word: what it is worth as the
//! part of a longer word beyond a move. [`tile`] values many words at once: their middle is fixed,
//! their beginning and end run through all words of a small length, and every look-up is a row of
//! consecutive bytes. [`kernel`] is the inner loop.

mod halves;
mod kernel;
mod rank;
mod tile;

use nimzo_cgt::Nimber;
use nimzo_work::{Task, memory};
use rayon::prelude::*;

use self::halves::Halves;
use super::word::Word;
use crate::{Error, Result};

/// Nimbers are bits of one machine word here; the shortest *32 is far beyond any memory.
pub const NIMBERS: usize = 32;
/// The longest words that a count of words fits for; memory ends the census long before.
pub const LONGEST: usize = 80;

/// What the census found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// The shortest words of each nimber that occurs, in the order of the nimbers.
    pub first: Vec<First>,
    /// The counts for each length from 1.
    pub lengths: Vec<Counts>,
}

/// Where a nimber occurs first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    /// The nimber.
    pub nimber: Nimber,
    /// The least length of a word of that nimber.
    pub length: usize,
    /// The first such word in lexicographic order.
    pub word: Word,
    /// How many words of that length have the nimber.
    pub words: u64,
}

/// How many words of a length have each nimber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The length.
    pub length: usize,
    /// The number of words with nimber 0, 1, 2 and so on, to the last that occurs.
    pub counts: Vec<u64>,
}

impl Counts {
    /// The number of words of this length.
    pub fn words(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Counts of the nimbers among some words of one length, and the first rank of each.
#[derive(Clone)]
struct Tally {
    counts: [u64; NIMBERS],
    first: [u64; NIMBERS],
}

impl Tally {
    fn new() -> Self {
        Self { counts: [0; NIMBERS], first: [u64::MAX; NIMBERS] }
    }

    fn note(&mut self, nimber: u8, rank: u64) {
        let nimber = usize::from(nimber) % NIMBERS;
        self.counts[nimber] += 1;
        self.first[nimber] = self.first[nimber].min(rank);
    }

    fn join(mut self, other: Self) -> Self {
        for nimber in 0..NIMBERS {
            self.counts[nimber] += other.counts[nimber];
            self.first[nimber] = self.first[nimber].min(other.first[nimber]);
        }
        self
    }
}

/// The bytes that a census to `longest` holds at its end.
pub fn memory_needed(longest: usize) -> u64 {
    (1..longest).map(|length| rank::words(length) + halves::PADDING as u64).sum::<u64>() + (8 << 20)
}

/// Values all words to length `longest`.
pub fn census(longest: usize, task: &Task) -> Result<Census> {
    if !(1..=LONGEST).contains(&longest) {
        let given = longest as u64;
        return Err(Error::Range {
            what: "the census length",
            given,
            least: 1,
            most: LONGEST as u64,
        });
    }
    let needed = memory_needed(longest);
    memory::require(&format!("the census to length {longest}"), needed)?;
    task.say(&format!("census to length {longest}: {} of memory", memory::human(needed)));
    let total: u64 = (1..=longest).map(rank::words).sum();
    let stage = task.stage("words", total);
    let mut halves = Halves::new();
    let mut found = Census { first: Vec::new(), lengths: Vec::new() };
    for length in 1..=longest {
        // The last two lengths are only counted: no longer word will look them up.
        let mut nimbers =
            if length + 2 <= longest { halves.room_for(length + 1) } else { Vec::new() };
        let tally = tile::value_all(length, &halves, &mut nimbers, task, &stage)?;
        record(&mut found, length, &tally)?;
        if length + 2 <= longest {
            halves.push(nimbers);
        }
    }
    Ok(found)
}

/// Adds one length to what was found.
fn record(found: &mut Census, length: usize, tally: &Tally) -> Result<()> {
    let last = tally.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    if last + 1 == NIMBERS {
        return Err(Error::NimberTooLarge { length, most: NIMBERS as u32 - 2 });
    }
    for (nimber, &count) in tally.counts.iter().enumerate().take(last + 1) {
        let known = found.first.iter().any(|first| first.nimber.0 == nimber as u64);
        if count > 0 && !known {
            let word = rank::word(length, tally.first[nimber]);
            let nimber = Nimber(nimber as u64);
            found.first.push(First { nimber, length, word, words: count });
        }
    }
    found.first.sort_by_key(|first| first.nimber);
    found.lengths.push(Counts { length, counts: tally.counts[..=last].to_vec() });
    Ok(())
}

/// Runs a fallible job for each item on all threads and joins the tallies.
fn tally_all<T: Send>(
    items: Vec<T>,
    job: impl Fn(T) -> Result<Tally> + Sync + Send,
) -> Result<Tally> {
    items.into_par_iter().map(job).try_reduce(Tally::new, |a, b| Ok(a.join(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::Values;

    #[test]
    fn every_word_to_length_19_has_the_nimber_of_the_recursion() {
        let found = census(19, &Task::silent()).unwrap();
        for counts in &found.lengths {
            let words: Vec<Word> = Word::all(counts.length).collect();
            let nimbers: Vec<u64> =
                words.par_iter().map(|word| Values::nimber_of(word).0).collect();
            let last = nimbers.iter().max().map_or(0, |&last| last as usize);
            let mut plain = vec![0u64; last + 1];
            nimbers.iter().for_each(|&nimber| plain[nimber as usize] += 1);
            assert_eq!(plain, counts.counts, "length {}", counts.length);
        }
    }

    #[test]
    fn least_lengths_to_27() {
        let found = census(27, &Task::silent()).unwrap();
        let lengths: Vec<usize> = found.first.iter().map(|first| first.length).collect();
        assert_eq!(lengths[1..], [1, 4, 6, 9, 11, 14, 16, 20, 22, 25, 27]);
        for first in &found.first {
            assert_eq!(Values::nimber_of(&first.word), first.nimber);
        }
    }

    #[test]
    fn too_long_is_refused() {
        assert!(matches!(census(0, &Task::silent()), Err(Error::Range { .. })));
        assert!(matches!(census(80, &Task::silent()), Err(Error::Memory(_))));
        assert!(matches!(census(81, &Task::silent()), Err(Error::Range { .. })));
    }

    #[test]
    fn a_stopped_task_stops_the_census() {
        let task = Task::silent();
        task.stop();
        assert!(matches!(census(25, &task), Err(Error::Interrupted(_))));
    }
}

//! The recursion for the nimber of a word, grown letter by letter: every sub-word is valued once.

use nimzo_cgt::Nimber;
use nimzo_work::{Interrupted, Task, memory};

use super::halves::{LARGEST_NIMBER, LOONY_LEFT, LOONY_RIGHT, Outward, sound_at_end, sound_inside};
use crate::pawns::word::{File, Word};
use crate::{Error, Result};

/// The nimbers of all sub-words of a word that grows at its right end.
///
/// A new letter costs as many steps as there are pairs of files, whatever stands before it, so a
/// word of length `m` costs O(m³) and its neighbours in a search O(m²).
#[derive(Clone)]
pub struct Values {
    files: Vec<File>,
    /// `ending[j][i]` is the nimber of the files `i..j`.
    ending: Vec<Vec<u16>>,
    /// `left[i][f]` is the half-value of the files `i..i+f` for a move on the file after them.
    left: Vec<Vec<u16>>,
    /// `sound_left[j][i]` tells whether a move on the file after `i..j` would be sound if the
    /// component ended with it, for an open and a stopped file.
    sound_left: Vec<Vec<[bool; 2]>>,
}

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

/// A mex set that is emptied by counting a stamp up instead of being cleared.
struct Seen {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Seen {
    fn new() -> Self {
        Self { stamps: vec![0; 1 << 16], stamp: 0 }
    }

    fn mex(&self) -> u16 {
        let missing = self.stamps.iter().position(|&stamp| stamp != self.stamp);
        missing.unwrap_or(usize::from(u16::MAX)) as u16
    }

    /// How many of the nimbers below 64 are in the set.
    fn small_ones(&self) -> usize {
        self.stamps[..64].iter().filter(|&&stamp| stamp == self.stamp).count()
    }
}

/// The files from `first` to the end of the word, read to the right while a column is filled.
struct ToTheRight<'a> {
    files: &'a [File],
    first: usize,
    nimbers: &'a [u16],
    sound: &'a [[bool; 2]],
}

impl Outward for ToTheRight<'_> {
    fn len(&self) -> usize {
        self.files.len() - self.first
    }
    fn letter(&self, index: usize) -> File {
        self.files[self.first + index]
    }
    fn nimber_beyond(&self, skipped: usize) -> u16 {
        self.nimbers.get(self.first + skipped).copied().unwrap_or(0)
    }
    fn sound_beyond(&self, u: File, skipped: usize) -> bool {
        self.sound[self.first + skipped][u as usize]
    }
}

/// The files `first..end`, read to the left, while what is sound is known for shorter ones.
struct ToTheLeft<'a> {
    values: &'a Values,
    first: usize,
    end: usize,
}

impl Outward for ToTheLeft<'_> {
    fn len(&self) -> usize {
        self.end - self.first
    }
    fn letter(&self, index: usize) -> File {
        self.values.files[self.end - 1 - index]
    }
    fn nimber_beyond(&self, skipped: usize) -> u16 {
        let end = self.end.saturating_sub(skipped).max(self.first);
        self.values.nimber_between(self.first, end)
    }
    fn sound_beyond(&self, u: File, skipped: usize) -> bool {
        self.values.sound_left[self.end - skipped][self.first][u as usize]
    }
}

impl Values {
    /// The empty word.
    pub fn new() -> Self {
        Self {
            ending: vec![vec![0]],
            sound_left: vec![vec![[true; 2]]],
            files: Vec::new(),
            left: Vec::new(),
        }
    }

    /// The values of a whole word.
    pub fn of(word: &Word, task: &Task) -> Result<Self> {
        let length = word.len() as u64;
        memory::require("the table of all sub-words", 3 * length * (length + 1) + (1 << 19))?;
        let stage = task.stage("letters", length);
        let mut values = Self::new();
        let mut seen = Seen::new();
        for &file in word.files() {
            values.extend(file, &mut seen, Some(task))?;
            stage.advance(1);
        }
        Ok(values)
    }

    /// The nimber of a word without ceremony, for short words.
    pub fn nimber_of(word: &Word) -> Nimber {
        let mut values = Self::new();
        let mut seen = Seen::new();
        for &file in word.files() {
            // Short words neither interrupt nor reach large nimbers.
            let _ = values.extend(file, &mut seen, None);
        }
        values.nimber()
    }

    /// The number of files so far.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether no file was added yet.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The files so far.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The nimber of the whole word.
    pub fn nimber(&self) -> Nimber {
        Nimber(self.nimber_between(0, self.len()).into())
    }

    /// The nimber of the files `from..to`.
    pub fn nimber_between(&self, from: usize, to: usize) -> u16 {
        self.ending[to][from]
    }

    /// The nimbers of all sub-words that end after the last file: the whole word first, then
    /// without its first letter, and so on to the empty one.
    pub fn endings(&self) -> &[u16] {
        &self.ending[self.len()]
    }

    /// Adds a file at the right end, and tells how many different nimbers below 64 the moves of
    /// the whole word reach.
    pub fn push(&mut self, file: File, scratch: &mut Scratch) -> Result<usize> {
        self.extend(file, &mut scratch.0, None)?;
        // The whole word is the last one that was valued.
        Ok(scratch.0.small_ones())
    }

    /// Takes files off the right end until so many are left.
    pub fn truncate(&mut self, length: usize) {
        self.files.truncate(length);
        self.ending.truncate(length + 1);
        self.sound_left.truncate(length + 1);
        self.left.truncate(length);
        self.left
            .iter_mut()
            .enumerate()
            .for_each(|(first, halves)| halves.truncate(length - first));
    }

    fn extend(&mut self, file: File, seen: &mut Seen, task: Option<&Task>) -> Result<()> {
        let place = self.files.len();
        self.left.push(Vec::new());
        for first in 0..=place {
            let half = self.left_half(first, place, file);
            self.left[first].push(half);
        }
        self.files.push(file);
        let column = self.column(seen, task)?;
        if column.iter().any(|&nimber| nimber > LARGEST_NIMBER) {
            return Err(Error::NimberTooLarge {
                length: place + 1,
                most: u32::from(LARGEST_NIMBER),
            });
        }
        self.ending.push(column);
        self.note_sound_left();
        Ok(())
    }

    /// The half-value of the files `first..place` for a move with letter `u` on file `place`.
    fn left_half(&self, first: usize, place: usize, u: File) -> u16 {
        let attacks_a_stop = first < place && self.files[place - 1].is_stopped();
        if attacks_a_stop || self.sound_left[place][first][u as usize] {
            self.nimber_between(first, place.saturating_sub(1).max(first))
        } else {
            LOONY_LEFT
        }
    }

    /// The nimbers of all sub-words that end with the last file.
    fn column(
        &self,
        seen: &mut Seen,
        task: Option<&Task>,
    ) -> std::result::Result<Vec<u16>, Interrupted> {
        let end = self.files.len();
        let mut nimbers = vec![0u16; end + 1];
        let mut sound = vec![[true; 2]; end + 1];
        let mut right = vec![LOONY_RIGHT; end];
        for first in (0..end).rev() {
            if let (Some(task), true) = (task, first % 256 == 0) {
                task.check()?;
            }
            let part = ToTheRight {
                files: &self.files,
                first: first + 1,
                nimbers: &nimbers,
                sound: &sound,
            };
            let u = self.files[first];
            if sound_inside(u, &part) {
                right[first] = part.nimber_beyond(1);
            }
            nimbers[first] = self.mex(
                first,
                &right,
                sound_at_end(u, &part).then(|| part.nimber_beyond(1)),
                seen,
            );
            let part = ToTheRight { files: &self.files, first, nimbers: &nimbers, sound: &sound };
            let both = [File::Open, File::Stopped].map(|u| sound_with(u, &part));
            sound[first] = both;
        }
        Ok(nimbers)
    }

    /// The least nimber that no sound move from the files `first..` has.
    fn mex(&self, first: usize, right: &[u16], left_end: Option<u16>, seen: &mut Seen) -> u16 {
        let end = self.files.len();
        if end - first == 1 {
            return 1;
        }
        seen.stamp += 1;
        let inner = first + 1..end - 1;
        for (&left, &right) in self.left[first][1..].iter().zip(&right[inner]) {
            seen.stamps[usize::from(left ^ right)] = seen.stamp;
        }
        let last = end - 1;
        let sound = self.sound_left[last][first][self.files[last] as usize];
        let right_end = sound.then(|| self.nimber_between(first, last - 1));
        for value in [left_end, right_end].into_iter().flatten() {
            seen.stamps[usize::from(value)] = seen.stamp;
        }
        seen.mex()
    }

    /// Remembers for which beginnings a move next to the last file would be sound.
    fn note_sound_left(&mut self) {
        let end = self.files.len();
        let newest = (0..=end)
            .map(|first| {
                let part = ToTheLeft { values: self, first, end };
                [File::Open, File::Stopped].map(|u| sound_with(u, &part))
            })
            .collect();
        self.sound_left.push(newest);
    }
}

/// [`sound_at_end`], and `false` where two stopped files would be neighbours.
fn sound_with(u: File, part: &impl Outward) -> bool {
    let adjacent = u.is_stopped() && part.len() > 0 && part.letter(0).is_stopped();
    !adjacent && sound_at_end(u, part)
}

/// Working memory to be used again from one word to the next.
pub struct Scratch(Seen);

impl Scratch {
    /// Fresh working memory.
    pub fn new() -> Self {
        Self(Seen::new())
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::{LARGEST_HEAP, Referee};
    use rayon::prelude::*;

    fn nimber(word: &str) -> u64 {
        Values::nimber_of(&word.parse().unwrap()).0
    }

    /// Every word to length 11, played out beside heaps of 0 to 7 stones.
    #[test]
    fn the_referee_agrees_to_length_11() {
        let words: Vec<Word> = (1..=11).flat_map(Word::all).collect();
        words.par_chunks(words.len().div_ceil(4)).for_each(|words| {
            let mut referee = Referee::new();
            for word in words {
                let recursion = Values::nimber_of(word);
                assert!(recursion.0 <= u64::from(LARGEST_HEAP));
                assert_eq!(referee.nimber(word), Ok(Some(recursion)), "{word}");
            }
        });
    }

    #[test]
    fn published_words() {
        assert_eq!(nimber("1000"), 2);
        assert_eq!(nimber("101001000"), 4);
        assert_eq!(nimber("10100100010100001000"), 8);
        assert_eq!(nimber("1010010001000000010100010000000101000100101"), 16);
    }
}

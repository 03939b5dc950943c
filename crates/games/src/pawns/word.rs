//! Words: components of initial files, some of them stopped.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// One file of a component in its initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum File {
    /// `0`: a pawn that reaches the far row wins.
    Open = 0,
    /// `1`: a pawn that reaches the far row stays there, useless.
    Stopped = 1,
}

impl File {
    /// Whether the file is stopped.
    pub fn is_stopped(self) -> bool {
        self == File::Stopped
    }
}

/// Consecutive initial files, no two stopped ones side by side. The empty word is the game in
/// which nobody can move.
///
/// ```
/// use nimzo_games::pawns::Word;
/// let word: Word = "1000".parse()?;
/// assert_eq!(word.reversed().to_string(), "0001");
/// assert!("0110".parse::<Word>().is_err());
/// # Ok::<(), nimzo_games::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Word {
    files: Vec<File>,
}

impl Word {
    /// The word of these files, or `None` when two stopped files are neighbours.
    pub fn from_files(files: Vec<File>) -> Option<Self> {
        let adjacent = files.windows(2).any(|pair| pair[0].is_stopped() && pair[1].is_stopped());
        (!adjacent).then_some(Self { files })
    }

    /// The word without stops of a given length: `[m]` in the paper's single brackets.
    pub fn open(length: usize) -> Self {
        Self { files: vec![File::Open; length] }
    }

    /// The files from left to right.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The mirror image.
    pub fn reversed(&self) -> Self {
        Self { files: self.files.iter().rev().copied().collect() }
    }

    /// Consecutive files of this word.
    pub fn part(&self, range: std::ops::Range<usize>) -> Self {
        Self { files: self.files[range].to_vec() }
    }

    /// All words of a length, in lexicographic order. There are Fibonacci-many.
    pub fn all(length: usize) -> impl Iterator<Item = Word> {
        let mut next = Some(Word::open(length));
        std::iter::from_fn(move || {
            let word = next.take()?;
            next = word.successor();
            Some(word)
        })
    }

    /// The next word of the same length in lexicographic order.
    fn successor(&self) -> Option<Word> {
        let mut files = self.files.clone();
        for place in (0..files.len()).rev() {
            let free = place == 0 || !files[place - 1].is_stopped();
            if !files[place].is_stopped() && free {
                files[place] = File::Stopped;
                files[place + 1..].fill(File::Open);
                return Some(Word { files });
            }
        }
        None
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files
            .iter()
            .try_for_each(|&file| f.write_str(if file.is_stopped() { "1" } else { "0" }))
    }
}

impl FromStr for Word {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.is_empty() {
            return Err(Error::EmptyWord);
        }
        let mut files: Vec<File> = Vec::with_capacity(text.len());
        for (index, letter) in text.chars().enumerate() {
            let file = match letter {
                '0' => File::Open,
                '1' => File::Stopped,
                _ => {
                    return Err(Error::BadLetter {
                        word: shortened(text),
                        letter,
                        place: index + 1,
                    });
                }
            };
            if file.is_stopped() && files.last().is_some_and(|before| before.is_stopped()) {
                return Err(Error::AdjacentStops { word: shortened(text), place: index });
            }
            files.push(file);
        }
        Ok(Self { files })
    }
}

/// A word fit for an error message: long ones lose their middle.
pub(super) fn shortened(text: &str) -> String {
    const ENDS: usize = 32;
    if text.chars().count() <= 2 * ENDS + 3 {
        return text.to_owned();
    }
    let head: String = text.chars().take(ENDS).collect();
    let mut tail: Vec<char> = text.chars().rev().take(ENDS).collect();
    tail.reverse();
    format!("{head}…{}", tail.into_iter().collect::<String>())
}

/// The chess name of a file counted from 0: `a` to `z`, then `aa`, `ab` and so on.
pub fn file_name(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{}{letter}", file_name(index / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_length_are_fibonacci_many_and_in_order() {
        let mut expected = [1usize, 2];
        for length in 0..12 {
            let words: Vec<Word> = Word::all(length).collect();
            assert_eq!(words.len(), expected[0]);
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
            expected = [expected[1], expected[0] + expected[1]];
        }
    }

    #[test]
    fn bad_words_are_told_where() {
        assert_eq!("".parse::<Word>(), Err(Error::EmptyWord));
        assert_eq!(
            "0110".parse::<Word>(),
            Err(Error::AdjacentStops { word: "0110".into(), place: 2 })
        );
        let message = "01x".parse::<Word>().unwrap_err().to_string();
        assert!(message.contains("`x` at letter 3 of the word `01x`"), "{message}");
    }

    #[test]
    fn files_have_chess_names() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(file_name).into();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}

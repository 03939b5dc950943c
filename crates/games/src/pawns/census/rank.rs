//! The place of a word among those of its length, in lexicographic order.
//!
//! The words that begin with 0 come first, and what follows that 0 is free; so a word's rank is
//! the sum, over its 1s, of the number of words as long as what begins there with a 0 instead.

use crate::pawns::word::{File, Word};

/// Fibonacci numbers, with `FIBONACCI[0] = 1` and `FIBONACCI[1] = 2`: words by length.
const FIBONACCI: [u64; 90] = {
    let mut numbers = [1; 90];
    numbers[1] = 2;
    let mut length = 2;
    while length < 90 {
        numbers[length] = numbers[length - 1] + numbers[length - 2];
        length += 1;
    }
    numbers
};

/// The number of words of a length.
pub const fn words(length: usize) -> u64 {
    FIBONACCI[length]
}

/// The number of words of a length that begin with 0: what a 1 at the head of a word adds to its
/// rank.
pub const fn weight(length: usize) -> u64 {
    FIBONACCI[length - 1]
}

/// The rank of a word.
pub fn rank(files: &[File]) -> u64 {
    let length = files.len();
    let stops = files.iter().enumerate().filter(|(_, file)| file.is_stopped());
    stops.map(|(place, _)| weight(length - place)).sum()
}

/// The rank of the mirror image.
pub fn rank_reversed(files: &[File]) -> u64 {
    let stops = files.iter().enumerate().filter(|(_, file)| file.is_stopped());
    stops.map(|(place, _)| weight(place + 1)).sum()
}

/// The word of a rank.
pub fn word(length: usize, mut rank: u64) -> Word {
    let files = (0..length)
        .map(|place| {
            let weight = weight(length - place);
            if rank >= weight {
                rank -= weight;
                File::Stopped
            } else {
                File::Open
            }
        })
        .collect();
    // The digits of a rank never stand side by side.
    Word::from_files(files).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_words_in_order() {
        for length in 1..14 {
            for (place, one) in Word::all(length).enumerate() {
                assert_eq!(rank(one.files()), place as u64);
                assert_eq!(rank_reversed(one.reversed().files()), place as u64);
                assert_eq!(word(length, place as u64), one);
            }
            assert_eq!(Word::all(length).count() as u64, words(length));
        }
    }
}

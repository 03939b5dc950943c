//! New inputs made of known ones.

use std::ops::Range;

/// The longest input that is made.
const LONGEST: usize = 20_000;

/// Numbers at which programs break.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "00",
    "127",
    "128",
    "255",
    "256",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "1/3",
];

/// Characters of all widths, and some that are no characters.
const ODD: &[&[u8]] = &[
    b"\0",
    b" ",
    b"\t",
    b"\n",
    b"\r",
    b"%",
    b"\xff",
    "é".as_bytes(),
    "…".as_bytes(),
    "𝔸".as_bytes(),
];

/// Makes inputs.
pub struct Mutator<'a> {
    seeds: Vec<Vec<u8>>,
    words: &'a [&'a str],
    random: fastrand::Rng,
}

impl<'a> Mutator<'a> {
    /// Inputs made of `seeds` and `words`.
    pub fn new(seeds: Vec<Vec<u8>>, words: &'a [&'a str], random: fastrand::Rng) -> Self {
        Self { seeds, words, random }
    }

    /// A seed with a few changes.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.seed();
        for _ in 0..self.random.usize(1..6) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn seed(&mut self) -> Vec<u8> {
        let chosen = self.random.usize(..self.seeds.len());
        self.seeds[chosen].clone()
    }

    /// A piece of an input, mostly a short one.
    fn piece(&mut self, input: &[u8]) -> Range<usize> {
        let start = self.random.usize(..=input.len());
        let most = if self.random.u8(..4) == 0 { input.len() } else { 8 };
        start..(start + self.random.usize(..=most)).min(input.len())
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let piece = self.piece(input);
        match self.random.u8(..10) {
            0 => {
                if let Some(byte) = input.get_mut(piece.start) {
                    *byte ^= 1 << self.random.u8(..8);
                }
            }
            1 => {
                let byte = self.random.u8(..);
                input.splice(piece, [byte]);
            }
            2 => drop(input.drain(piece)),
            3 => {
                // Long and deep inputs come from pieces said many times.
                let most = LONGEST / piece.len().max(1);
                let times = self.random.usize(1..=most.clamp(1, 5_000));
                let repeated = input[piece.clone()].repeat(times);
                input.splice(piece.end..piece.end, repeated);
            }
            4 => {
                let word = *self.random.choice(NUMBERS).expect("numbers");
                let digits = number_at(input, piece.start);
                input.splice(digits, word.bytes());
            }
            5 => {
                let odd = *self.random.choice(ODD).expect("characters");
                input.splice(piece.start..piece.start, odd.iter().copied());
            }
            6 => {
                let other = self.seed();
                let from = self.piece(&other);
                input.splice(piece, other[from].iter().copied());
            }
            7 => {
                let taken: Vec<u8> = input.drain(piece).collect();
                let at = self.random.usize(..=input.len());
                input.splice(at..at, taken);
            }
            _ => {
                if let Some(word) = self.random.choice(self.words) {
                    let piece = if self.random.bool() { piece } else { piece.start..piece.start };
                    input.splice(piece, word.bytes());
                }
            }
        }
    }
}

/// The digits at or after a place, or nothing at that place.
fn number_at(input: &[u8], place: usize) -> Range<usize> {
    let Some(skipped) = input[place..].iter().position(u8::is_ascii_digit) else {
        return place..place;
    };
    let start = place + skipped;
    let length = input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    start..start + length
}

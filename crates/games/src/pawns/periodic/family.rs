//! All sub-words of a repeated pattern: their nimbers, and the half-values in the order in which
//! the inner loop reads them.

use crate::pawns::theory::{LOONY_LEFT, LOONY_RIGHT, Outward, sound_at_end};
use crate::pawns::word::{File, Word};

/// Nimbers to this one are common in a sparse space: a group under nim-addition.
pub const COMMON: u16 = 1;

/// Half-values of one side of the moves on the files of one residue, for all parts whose length
/// has one residue: a row with one entry for each time the pattern fits.
pub struct Row {
    /// The half-values known so far. Left rows grow at the end; right rows are stored from the
    /// end of their room to its start, so that a word pairs a left row with a right one forwards.
    halves: Vec<u16>,
    known: usize,
    /// How many of them are not loony.
    sound: usize,
    /// The numbers of those that are sound and not [`COMMON`].
    rare: Vec<u32>,
    /// Whether this is a right row.
    reversed: bool,
}

impl Row {
    fn new(room: usize, reversed: bool) -> Self {
        let loony = if reversed { LOONY_RIGHT } else { LOONY_LEFT };
        Self { halves: vec![loony; room], known: 0, sound: 0, rare: Vec::new(), reversed }
    }

    fn push(&mut self, half: u16) {
        let place = if self.reversed { self.halves.len() - 1 - self.known } else { self.known };
        self.halves[place] = half;
        if half < LOONY_RIGHT {
            self.sound += 1;
            if half > COMMON {
                self.rare.push(self.known as u32);
            }
        }
        self.known += 1;
    }

    /// Whether every half-value known so far is loony.
    pub fn is_loony(&self) -> bool {
        self.sound == 0
    }

    /// The half-values with numbers `from..from + count`, upwards in a left row, downwards from
    /// `from + count - 1` in a right one.
    pub fn slice(&self, from: usize, count: usize) -> &[u16] {
        let start = if self.reversed { self.halves.len() - from - count } else { from };
        &self.halves[start..start + count]
    }

    /// The half-value with a number.
    pub fn get(&self, number: usize) -> u16 {
        self.slice(number, 1)[0]
    }

    /// The numbers of the sound half-values that are not [`COMMON`].
    pub fn rare(&self) -> impl Iterator<Item = usize> {
        self.rare.iter().map(|&number| number as usize)
    }
}

/// Nimbers and half-values of the sub-words of a repeated pattern.
pub struct Family {
    files: Vec<File>,
    /// The longest words wanted.
    longest: usize,
    /// `nimbers[r][length]`: the word that begins at residue `r`. Filled to the same length.
    nimbers: Vec<Vec<u16>>,
    /// Whether a move next to a part is sound, by the residue of the moved file and the length of
    /// the part, were the component to end with the move: to its right and to its left.
    sound: [Vec<Vec<bool>>; 2],
    /// `left[c][l % p]` and `right[c][l % p]`.
    left: Vec<Vec<Row>>,
    right: Vec<Vec<Row>>,
    /// The constant of the pattern's mirror symmetry, if it has one.
    mirror: Option<usize>,
}

/// A part read outwards from the file of residue `residue`.
struct Part<'a> {
    family: &'a Family,
    residue: usize,
    length: usize,
    leftwards: bool,
}

impl Part<'_> {
    /// The residue of the file that is `index` files beyond the moved one, which has index 0.
    fn at(&self, index: usize) -> usize {
        let period = self.family.period();
        if self.leftwards {
            (self.residue + period - index % period) % period
        } else {
            (self.residue + index) % period
        }
    }
}

impl Outward for Part<'_> {
    fn len(&self) -> usize {
        self.length
    }
    fn letter(&self, index: usize) -> File {
        self.family.files[self.at(index + 1)]
    }
    fn nimber_beyond(&self, skipped: usize) -> u16 {
        if skipped >= self.length {
            return 0;
        }
        let nearest = if self.leftwards { self.length } else { skipped + 1 };
        self.family.nimbers[self.at(nearest)][self.length - skipped]
    }
    fn sound_beyond(&self, u: File, skipped: usize) -> bool {
        let residue = self.at(skipped);
        debug_assert_eq!(self.family.files[residue], u);
        self.family.sound[usize::from(self.leftwards)][residue][self.length - skipped]
    }
}

impl Family {
    /// The bytes that a pattern of `period` files takes to a length.
    pub fn memory(period: usize, longest: usize) -> u64 {
        // Two bytes each for a nimber and for the two half-values, one each for two marks, four each
        // for the numbers of rare half-values.
        (period as u64) * (longest as u64 + 64 + period as u64) * 16
    }

    /// The family with only the empty words valued.
    pub fn new(pattern: &Word, longest: usize) -> Self {
        let files = pattern.files().to_vec();
        let period = files.len();
        let rows = |reversed| {
            let row = || Row::new(longest / period + 2, reversed);
            (0..period).map(|_| (0..period).map(|_| row()).collect()).collect()
        };
        let mirror = (0..period)
            .find(|sum| (0..period).all(|k| files[(sum + period - k) % period] == files[k]));
        let mut family = Self {
            longest,
            nimbers: vec![vec![0]; period],
            sound: [vec![Vec::new(); period], vec![Vec::new(); period]],
            left: rows(false),
            right: rows(true),
            mirror,
            files,
        };
        family.note_halves();
        family
    }

    /// The number of files in the pattern.
    pub fn period(&self) -> usize {
        self.files.len()
    }

    /// The longest words wanted.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The length to which all words are valued.
    pub fn valued(&self) -> usize {
        self.nimbers[0].len() - 1
    }

    /// The nimber of a word.
    pub fn nimber(&self, residue: usize, length: usize) -> u16 {
        self.nimbers[residue][length]
    }

    /// The nimbers of the prefixes.
    pub fn prefixes(&self) -> Vec<u16> {
        self.nimbers[0].clone()
    }

    /// Where the mirror image of a word begins, if the family has it.
    pub fn mirrored(&self, residue: usize, length: usize) -> Option<usize> {
        let period = self.period();
        self.mirror.map(|sum| (sum + 1 + 2 * period - residue - length % period) % period)
    }

    /// Left half-values of moves on files of a residue, for parts of a length class.
    pub fn left(&self, residue: usize, class: usize) -> &Row {
        &self.left[residue][class]
    }

    /// Right half-values of moves on files of a residue, for parts of a length class.
    pub fn right(&self, residue: usize, class: usize) -> &Row {
        &self.right[residue][class]
    }

    /// The values of the two moves at the ends of a word of two files or more, if not loony.
    pub fn end_moves(&self, residue: usize, length: usize) -> [Option<u16>; 2] {
        let last = (residue + length - 1) % self.period();
        [(residue, false), (last, true)].map(|(moved, leftwards)| {
            let part = Part { family: self, residue: moved, length: length - 1, leftwards };
            let sound = self.sound[usize::from(leftwards)][moved][length - 1];
            sound.then(|| part.nimber_beyond(1))
        })
    }

    /// Whether a move next to a part is sound and what it is worth then: for the proof of periods.
    pub fn half(&self, residue: usize, length: usize, leftwards: bool) -> (bool, u16) {
        let part = Part { family: self, residue, length, leftwards };
        (self.sound[usize::from(leftwards)][residue][length], part.nimber_beyond(1))
    }

    /// Takes the nimbers of all words of the next length, by residue.
    pub fn push(&mut self, nimbers: &[u16]) {
        for (known, &nimber) in self.nimbers.iter_mut().zip(nimbers) {
            known.push(nimber);
        }
        self.note_halves();
    }

    /// Adds the half-values of parts as long as the longest valued words.
    ///
    /// A part's half-value needs only words shorter than the part, but a part is not asked for
    /// before that.
    fn note_halves(&mut self) {
        let length = self.valued();
        let class = length % self.period();
        for residue in 0..self.period() {
            for leftwards in [false, true] {
                let part = Part { family: self, residue, length, leftwards };
                let end = sound_at_end(self.files[residue], &part);
                let attacks_a_stop = length > 0 && part.letter(0).is_stopped();
                let loony = if leftwards { LOONY_LEFT } else { LOONY_RIGHT };
                // A part without files is no half of an interior move.
                let half = if length > 0 && (end || attacks_a_stop) {
                    part.nimber_beyond(1)
                } else {
                    loony
                };
                self.sound[usize::from(leftwards)][residue].push(end);
                let rows = if leftwards { &mut self.left } else { &mut self.right };
                rows[residue][class].push(half);
            }
        }
    }

    /// The share of the sound half-values that are not [`COMMON`].
    pub fn share_of_rare(&self) -> f64 {
        let rows = || self.left.iter().chain(&self.right).flatten();
        let sound: usize = rows().map(|row| row.sound).sum();
        let rare: usize = rows().map(|row| row.rare.len()).sum();
        rare as f64 / (sound as f64).max(1.0)
    }
}

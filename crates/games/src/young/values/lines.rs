//! Lines of cells along which a piece slides, each with the set of values met on it so far.

use crate::young::Move;

/// A set of small numbers that knows its least missing one.
#[derive(Clone, Default)]
struct ValueSet {
    words: Vec<u64>,
    mex: u32,
}

impl ValueSet {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        if value == self.mex {
            while self.word(self.mex as usize / 64) >> (self.mex % 64) & 1 == 1 {
                self.mex += 1;
            }
        }
    }

    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }
}

/// The lines of every slide of a moveset on one diagram.
pub(super) struct Lines {
    slides: Vec<Move>,
    columns: usize,
    /// Per slide, one set for each line.
    sets: Vec<Vec<ValueSet>>,
}

impl Lines {
    pub(super) fn new(slides: &[Move], rows: usize, columns: usize) -> Self {
        let count = |slide: &Move| slide.rows * columns + rows * slide.columns;
        let sets = slides.iter().map(|slide| vec![ValueSet::default(); count(slide)]).collect();
        Self { slides: slides.to_vec(), columns, sets }
    }

    /// The most bytes the lines may come to hold.
    pub(super) fn plan(slides: &[Move], rows: usize, columns: usize) -> u64 {
        let set = size_of::<ValueSet>() as u64;
        let words = (rows + columns) as u64 / 8 + 8;
        slides
            .iter()
            .map(|slide| {
                let lines = (slide.rows * columns + rows * slide.columns) as u64;
                // A line with one cell never stores a value.
                let long = slide.rows < rows && slide.columns < columns;
                lines * (set + if long { words } else { 0 })
            })
            .sum()
    }

    /// The line of a slide that a cell lies on, numbered by the line's first cell: that one lies
    /// in the top rows or in the left columns, fewer than the slide crosses in one go.
    fn line(&self, slide: Move, row: usize, column: usize) -> usize {
        let back = |at: usize, step: usize| at.checked_div(step).unwrap_or(usize::MAX);
        let times = back(row, slide.rows).min(back(column, slide.columns));
        let (row, column) = (row - times * slide.rows, column - times * slide.columns);
        if row < slide.rows {
            row * self.columns + column
        } else {
            slide.rows * self.columns + row * slide.columns + column
        }
    }

    /// Tells every line through this cell the cell's value, for the cells further up the line.
    pub(super) fn insert(&mut self, row: usize, column: usize, value: u32) {
        for index in 0..self.slides.len() {
            let slide = self.slides[index];
            if row >= slide.rows && column >= slide.columns {
                let line = self.line(slide, row, column);
                self.sets[index][line].insert(value);
            }
        }
    }
}

/// The least number that is neither on a line through this cell nor among `steps`.
pub(super) fn mex_of_union(
    lines: &Lines,
    row: usize,
    column: usize,
    steps: impl Iterator<Item = u32> + Clone,
) -> u32 {
    let sets = || {
        lines
            .slides
            .iter()
            .zip(&lines.sets)
            .map(|(&slide, sets)| &sets[lines.line(slide, row, column)])
    };
    // Nothing below a line's own least missing number can be missing from the union.
    let mut least = sets().map(|set| set.mex).max().unwrap_or(0);
    loop {
        let index = least / 64;
        let from_steps = steps
            .clone()
            .filter(|value| value / 64 == index)
            .fold(0, |word, value| word | 1u64 << (value % 64));
        let union = sets().fold(from_steps, |word, set| word | set.word(index as usize));
        let below = (1u64 << (least % 64)) - 1;
        let free = (!(union | below)).trailing_zeros();
        if free < 64 {
            return index * 64 + free;
        }
        least = (index + 1) * 64;
    }
}

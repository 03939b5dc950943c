//! Cells that may hold more than one symbol, because a capture settles their value whatever stands there: they get
//! what is likeliest in view of their neighbours, first when models are made and then when blocks are written.

use super::tree::{Path, Tree, sample};
use super::walk::{BAND, Coding, DRAW, MIXED};

/// For each cell of a band the least and the greatest symbol that it may have: the same one where it is not free,
/// any where it is not stored.
pub type Ranges = [[u8; 2]; BAND];

/// The range of cells that are not stored.
pub const ANY: [u8; 2] = [0, u8::MAX];

/// How often a draw counts where what is won or lost has depths to be written, too. Less makes results smaller,
/// and depths larger by more than that.
const DRAWS_COUNT: u32 = 4;

/// What the cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// Results, of which those that are not draws have depths in other streams.
    ResultsOfDepths,
    /// Results with nothing that depends on them, or depths.
    Anything,
}

/// Chooses among what cells may be; without a tree it is not known what is likely.
struct Choice<'a> {
    tree: Option<&'a Tree>,
    for_what: For,
    ranges: Ranges,
}

impl<'a> Choice<'a> {
    fn by(tree: Option<&'a Tree>, for_what: For) -> Self {
        Self { tree, for_what, ranges: [ANY; BAND] }
    }

    fn likeliest(&self, path: Path, range: [u8; 2]) -> Option<u8> {
        let favourite = match self.for_what {
            For::ResultsOfDepths => Some((DRAW, DRAWS_COUNT)),
            For::Anything => None,
        };
        self.tree.and_then(|tree| tree.likeliest(path, range, favourite))
    }

    /// The symbol of a cell, and whether it is one that will be written: it is not if nothing is known of what
    /// is likely.
    fn cell(&self, path: Path, cell: usize, symbol: u8) -> (u8, bool) {
        let range = self.ranges[cell];
        if range == ANY || range[0] == range[1] {
            return (symbol, true);
        }
        let chosen = self.likeliest(path, range);
        (chosen.unwrap_or(symbol.clamp(range[0], range[1])), self.tree.is_some())
    }

    /// The same for what is told of a row.
    fn row(&self, path: Path, row: usize) -> (u8, bool) {
        let cells = &self.ranges[row * 64..row * 64 + 64];
        let [least, most] = common(cells);
        if least > most {
            return (MIXED, true);
        }
        if least == most {
            return (least, true);
        }
        let chosen = self.likeliest(path, [least, most]);
        (chosen.unwrap_or(any_of([least, most])), self.tree.is_some())
    }
}

/// What all of these cells may be; the least is above the most if there is nothing.
pub fn common(cells: &[[u8; 2]]) -> [u8; 2] {
    let join = |[least, most]: [u8; 2], cell: &[u8; 2]| [least.max(cell[0]), most.min(cell[1])];
    cells.iter().fold(ANY, join)
}

/// A result of a range: a draw if that is allowed, which needs no depth.
pub fn any_of([least, most]: [u8; 2]) -> u8 {
    DRAW.clamp(least, most)
}

/// Puts into free cells what is written there, and hands all symbols on.
pub struct Filling<'a, C> {
    choice: Choice<'a>,
    /// Who is handed the symbols.
    pub then: C,
}

impl<'a, C> Filling<'a, C> {
    /// By what a tree says is likely.
    pub fn by(tree: &'a Tree, for_what: For, then: C) -> Self {
        Self { choice: Choice::by(Some(tree), for_what), then }
    }
}

impl<C: Coding> Coding for Filling<'_, C> {
    const READS: bool = false;

    #[inline(always)]
    fn code(&mut self, path: Path, symbol: u8) -> u8 {
        self.then.code(path, symbol)
    }

    #[inline(always)]
    fn cell(&mut self, path: Path, cell: usize, symbol: u8) -> u8 {
        let (chosen, _) = self.choice.cell(path, cell, symbol);
        self.then.code(path, chosen)
    }

    #[inline(always)]
    fn row(&mut self, path: Path, row: usize, _: u8) -> u8 {
        let (chosen, _) = self.choice.row(path, row);
        self.then.code(path, chosen)
    }

    fn bare(&mut self, number: u16) -> u16 {
        self.then.bare(number)
    }

    fn band(&mut self, ranges: &Ranges) {
        self.choice.ranges = *ranges;
    }
}

/// Leaves symbols as they are and does nothing with them.
pub struct Passing;

impl Coding for Passing {
    const READS: bool = false;

    fn code(&mut self, _: Path, symbol: u8) -> u8 {
        symbol
    }

    fn bare(&mut self, number: u16) -> u16 {
        number
    }
}

/// Collects symbols with their circumstances.
pub struct Sampling<'a> {
    choice: Choice<'a>,
    is_free: bool,
    /// What was collected (see [`sample`]).
    pub samples: Vec<u64>,
}

impl<'a> Sampling<'a> {
    /// Free cells get what is likely by a tree that was made before; without one they are passed over.
    pub fn by(tree: Option<&'a Tree>, for_what: For) -> Self {
        Self { choice: Choice::by(tree, for_what), is_free: false, samples: Vec::new() }
    }

    fn note(&mut self, path: Path, (symbol, counts): (u8, bool)) -> u8 {
        if counts {
            self.samples.push(sample(path, symbol));
        }
        symbol
    }
}

impl Coding for Sampling<'_> {
    const READS: bool = false;

    fn code(&mut self, path: Path, symbol: u8) -> u8 {
        self.note(path, (symbol, true))
    }

    fn cell(&mut self, path: Path, cell: usize, symbol: u8) -> u8 {
        let chosen =
            if self.is_free { self.choice.cell(path, cell, symbol) } else { (symbol, true) };
        self.note(path, chosen)
    }

    fn row(&mut self, path: Path, row: usize, symbol: u8) -> u8 {
        let chosen = if self.is_free { self.choice.row(path, row) } else { (symbol, true) };
        self.note(path, chosen)
    }

    fn bare(&mut self, number: u16) -> u16 {
        number
    }

    fn band(&mut self, ranges: &Ranges) {
        (self.choice.ranges, self.is_free) = (*ranges, true);
    }
}

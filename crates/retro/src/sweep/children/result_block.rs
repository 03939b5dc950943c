//! Results of a block in two bits a position: what the best of several moves is worth.

use super::regions::Target;
use crate::kernel::{Block, Kernel};
use crate::planes::ResultBits;

/// The codes of a block of positions.
#[derive(Debug, Clone)]
pub(crate) struct ResultBlock {
    pub unwon: Block,
    pub decided: Block,
}

impl ResultBlock {
    pub const NONE: Self = Self { unwon: [0; 64], decided: [0; 64] };

    #[inline(always)]
    pub fn row(&self, row: usize) -> ResultBits {
        ResultBits { unwon: self.unwon[row], decided: self.decided[row] }
    }

    /// Raises a row to another move where that is better.
    #[inline(always)]
    pub fn raise(&mut self, row: usize, to: ResultBits) {
        let best = self.row(row).best(to);
        (self.unwon[row], self.decided[row]) = (best.unwon, best.decided);
    }

    /// Raises the whole block.
    #[inline(always)]
    pub fn raise_all<K: Kernel>(&mut self, unwon: &K::Set, decided: &K::Set) {
        let (own_unwon, own_decided) = (K::load(&self.unwon), K::load(&self.decided));
        let mut all_unwon = own_unwon;
        K::add(&mut all_unwon, unwon);
        // Decided stays what loses only where nothing holds.
        let (mut wins, mut more_wins, mut either) = (own_unwon, *unwon, own_decided);
        K::keep(&mut wins, &own_decided);
        K::keep(&mut more_wins, decided);
        K::add(&mut either, decided);
        K::remove(&mut either, &all_unwon);
        K::add(&mut wins, &more_wins);
        K::add(&mut wins, &either);
        K::store(&all_unwon, &mut self.unwon);
        K::store(&wins, &mut self.decided);
    }

    /// Raises the positions that a line belongs to.
    #[inline(always)]
    pub fn raise_at(&mut self, target: Target, codes: ResultBits) {
        match target {
            Target::Row(row) => self.raise(usize::from(row), codes),
            Target::Cell(row, column) => self.raise(usize::from(row), codes.within(1 << column)),
            Target::Diagonal => (0..64).for_each(|row| self.raise(row, codes.within(1 << row))),
            Target::Column(column) => (0..64).for_each(|row| {
                let at = |bits: u64| (bits >> row & 1) << column;
                self.raise(row, ResultBits { unwon: at(codes.unwon), decided: at(codes.decided) });
            }),
        }
    }
}

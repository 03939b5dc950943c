//! A pawn move by itself: what it does, and what the positions are that it leads to.

use super::super::line::{Along, LineBits};
use super::super::regions::Target;
use super::{PawnMove, PawnMoveKind};
use crate::kernel::{Block, Kernel};
use crate::sweep::geometry::OutsideMen;

impl PawnMove<'_> {
    /// What it does beside moving the pawn.
    pub fn what(&self) -> PawnMoveKind {
        self.what
    }

    /// The results of the positions that the move leads to, each where the move can be made.
    #[inline(always)]
    pub fn ends<K: Kernel>(&self, outside: &OutsideMen, into: &mut [Block; 3]) {
        for (line, target) in self.lines(outside) {
            let codes = self.view.results::<K>(line).codes();
            let codes = match (target, self.en_passant.is_empty()) {
                (Target::Row(row), false) => self.after_en_passant::<K>(outside, line, row, codes),
                _ => codes,
            };
            let [win, draw, loss] = [codes.won(), codes.drawn(), codes.lost()];
            target.add_three(LineBits { win, draw, loss }, into);
        }
        self.keep_unpassed::<K>(into);
    }

    /// What else is known of these positions: whether they are mates, stalemates, checks. `results`
    /// is the same move with the results, which tell whether en passant ends a mate or stalemate.
    #[inline(always)]
    pub fn marks<K: Kernel>(&self, results: &Self, outside: &OutsideMen, into: &mut [Block; 3]) {
        for (line, target) in self.lines(outside) {
            let mut marks = self.view.results::<K>(line);
            if let Target::Row(row) = target {
                for taking in &results.en_passant {
                    if let Some(line) = taking.line(outside, Along::Column, row) {
                        let way_out = taking.results::<K>(line).legal();
                        marks.win &= !way_out;
                        marks.draw &= !way_out;
                    }
                }
            }
            target.add_three(marks, into);
        }
        self.keep_unpassed::<K>(into);
    }

    /// Takes out the positions in which a man of the block is in the way of a double step.
    #[inline(always)]
    fn keep_unpassed<K: Kernel>(&self, sets: &mut [Block; 3]) {
        let Some(over) = self.passes else { return };
        for words in sets {
            let mut set = K::load(words);
            K::pass_over(&mut set, over);
            K::store(&set, words);
        }
    }
}

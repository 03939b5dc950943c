//! What a file has to say of each slot of a slice, and where it may say what it likes.
//!
//! Readers try captures before they look at a result, and take the better of both: where a capture
//! reaches the result of the position, the file may hold any result that is not better. Before they
//! look at a depth they know the result and try captures and pawn moves: of draws, and of wins that
//! such a move keeps, the file may hold any depth. And it may hold anything where no position is legal.

mod captures;
mod results;
mod zeroing;

use nimzo_chess::{Depth, Dtz50, Metric, Wdl50};
use nimzo_retro::layout::{BLOCK_SLOTS, Layout, Squares};
use nimzo_retro::sweep::SliceValues;
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::Color;

use captures::Captures;
pub use results::Below;
use zeroing::Zeroing;

/// All results, as a set.
pub const ANY_RESULT: u8 = 0b1_1111;

/// Any depth.
pub const ANY_DEPTH: u16 = u16::MAX;

/// One slice of a class with one side to move.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// How positions are numbered.
    pub layout: &'a Layout,
    /// The slice.
    pub slice: usize,
    /// Its values.
    pub values: &'a SliceValues,
    /// The side to move.
    pub turn: Color,
}

impl Side<'_> {
    /// The results that a file may hold for each slot, as sets: bit 0 a loss, bit 4 a win.
    pub fn results(&self, below: &Below, task: &Task) -> Result<Vec<u8>, Interrupted> {
        let captures = Captures::new(self.layout, self.slice, self.turn, below);
        self.each_slot(task, |slot, men, occupied| {
            let Some(result) = self.values.wdl50_at(self.turn, slot) else { return ANY_RESULT };
            let own = 1u8 << result as u8;
            let settled = result != Wdl50::Loss
                && !captures.is_empty()
                && captures.reach(self.layout, men, occupied, result);
            if settled { 2 * own - 1 } else { own }
        })
    }

    /// The depth that a file has to hold for each slot, or [`ANY_DEPTH`].
    pub fn depths(&self, below: &Below, task: &Task) -> Result<Vec<u16>, Interrupted> {
        let captures = Captures::new(self.layout, self.slice, self.turn, below);
        let zeroing = Zeroing::new(self, &captures);
        self.each_slot(task, |slot, men, occupied| {
            let depth = self.values.depth_at(Metric::Dtz50, self.turn, slot);
            let Some(cell) = depth.and_then(DepthCell::of) else { return ANY_DEPTH };
            match depth {
                Some(Depth::Win(plies)) if cell.plies == 0 => {
                    match zeroing.wins(men, occupied, Dtz50(Depth::Win(plies)).wdl50()) {
                        true => ANY_DEPTH,
                        false => cell.code(),
                    }
                }
                _ => cell.code(),
            }
        })
    }

    /// Calls `cell` with each slot, its men, and the squares of all men.
    fn each_slot<T: Copy + Default + Send>(
        &self,
        task: &Task,
        cell: impl Fn(usize, &Squares, u64) -> T + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let layout = self.layout;
        let pawns = layout.pawns(self.slice).occupied();
        let mut cells = vec![T::default(); layout.slots()];
        cells.par_chunks_mut(BLOCK_SLOTS).enumerate().try_for_each(|(block, cells)| {
            task.check()?;
            let first = block * BLOCK_SLOTS;
            let mut men = layout.squares(first);
            let n = layout.men().len();
            let outer = men[..n - 2].iter().fold(pawns, |set, &square| set | 1 << square);
            for (i, found) in cells.iter_mut().enumerate() {
                (men[n - 2], men[n - 1]) = ((i >> 6) as u8, (i & 63) as u8);
                let occupied = outer | 1 << men[n - 2] | 1 << men[n - 1];
                *found = cell(first + i, &men, occupied);
            }
            Ok(())
        })?;
        Ok(cells)
    }
}

/// Whose depths are told apart in a file, in the order of its maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Wins.
    Win,
    /// Losses.
    Loss,
    /// Wins that the fifty-move rule spoils.
    CursedWin,
    /// Losses that it saves.
    BlessedLoss,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Win, Self::Loss, Self::CursedWin, Self::BlessedLoss];
}

/// A depth as files count it: the plies beyond the least of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthCell {
    /// Of what.
    pub kind: Kind,
    /// Plies to spare: 0 where the next move zeroes or mates, or where the side to move is mated.
    pub plies: u16,
}

/// Plies that fit a cell beside the kind.
const PLIES_BITS: u32 = 13;

impl DepthCell {
    fn of(depth: Depth) -> Option<Self> {
        const LIMIT: u16 = Dtz50::LIMIT;
        let (kind, plies) = match depth {
            Depth::Draw => return None,
            Depth::Win(plies) if plies <= LIMIT => (Kind::Win, plies - 1),
            Depth::Win(plies) => (Kind::CursedWin, plies - LIMIT - 1),
            Depth::Loss(plies) if plies <= LIMIT => (Kind::Loss, plies.saturating_sub(1)),
            Depth::Loss(plies) => (Kind::BlessedLoss, plies - LIMIT - 1),
        };
        Some(Self { kind, plies: plies.min((1 << PLIES_BITS) - 1) })
    }

    fn code(self) -> u16 {
        (self.kind as u16) << PLIES_BITS | self.plies
    }

    /// The depth of a cell; `None` if it may be any.
    #[inline(always)]
    pub fn read(code: u16) -> Option<Self> {
        let kind = *Kind::ALL.get(usize::from(code >> PLIES_BITS))?;
        Some(Self { kind, plies: code & ((1 << PLIES_BITS) - 1) })
    }
}

//! Endless stairs, solved for every number of copies at once.
//!
//! Removing one copy's rows from stairs leaves stairs with one copy fewer, and so does removing
//! one copy's columns. So the stairs of k copies fall into blocks, one for each number of copies
//! left, and a move with a fixed reach leads from the block of level m to levels not much lower.
//! The values of a level are a function of those of a few levels before it; they take finitely
//! many values, so from some level on they repeat, and what holds up to the first repetition
//! (with a margin) holds for every k.

use rustc_hash::FxHashMap;

use nimzo_cgt::ConwayPair;
use nimzo_work::Task;
use nimzo_work::memory::{self, DoesNotFit};

use super::map::conway;
use super::positions::Positions;
use crate::young::{Move, Moveset, Partition, stairs};
use crate::{Error, Result};

/// The levels after which a repetition is no longer waited for.
const MAX_LEVELS: usize = 100_000;

/// The blocks of the stairs of one diagram under a moveset without slides.
///
/// ```
/// use nimzo_games::young::{EndlessStairs, Piece, rectangle};
/// use nimzo_work::Task;
/// let step = rectangle(3, 3).unwrap();
/// let king = EndlessStairs::solve(&step, &Piece::King.moveset(), &Task::silent())?.unwrap();
/// assert_eq!(king.pair(1_000_000, 0, 0).unwrap().normal.0, 2);
/// assert_eq!(king.pair(1_000_001, 0, 0).unwrap().normal.0, 0);
/// assert_eq!(king.period(), 10);
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub struct EndlessStairs {
    step: Partition,
    moves: Vec<Move>,
    /// Levels 1, 2, … one after the other, each row by row; cells outside level 1 hold nothing.
    values: Vec<Option<[u8; 2]>>,
    /// From this level on the blocks repeat.
    repeats_from: usize,
    period: usize,
}

impl EndlessStairs {
    /// Solves level by level until the blocks repeat; `None` for a moveset with slides, whose
    /// moves reach through all levels.
    pub fn solve(step: &Partition, moveset: &Moveset, task: &Task) -> Result<Option<Self>> {
        if !moveset.slides().is_empty() || moveset.steps().len() > 250 {
            return Ok(None);
        }
        let moves = moveset.steps().to_vec();
        let (rows, columns) = (step.rows(), step.columns());
        // How many levels down a single move can lead.
        let depth = moves
            .iter()
            .map(|m| m.rows.div_ceil(rows) + m.columns.div_ceil(columns))
            .max()
            .unwrap_or(0);
        // Each level is kept as it is and among the `depth` last ones that are looked for again; a
        // growing list may take twice its length.
        let cell_bytes = size_of::<Option<[u8; 2]>>() * (2 + depth);
        let level_bytes = (rows * columns) as u64 * cell_bytes as u64;
        let free = memory::available().unwrap_or(u64::MAX);
        let mut blocks =
            Self { step: step.clone(), moves, values: vec![], repeats_from: 0, period: 0 };
        let mut seen: FxHashMap<Vec<Option<[u8; 2]>>, usize> = FxHashMap::default();
        for level in 1..=MAX_LEVELS {
            let needed = level_bytes.saturating_mul(level as u64);
            if needed > free {
                let what = format!("{level} levels of the endless stairs of {step}");
                return Err(DoesNotFit { what, needed, free, is_limit: false }.into());
            }
            blocks.push_level(level, task)?;
            // Level 1 has the shape of the step; only whole blocks after it may be compared.
            if level > depth {
                let recent = blocks.values[(level - depth) * rows * columns..].to_vec();
                if let Some(earlier) = seen.insert(recent, level) {
                    blocks.repeats_from = earlier + 1 - depth;
                    blocks.period = level - earlier;
                    // The margin lets a look two moves ahead stay within solved levels.
                    for more in level + 1..=level + 2 * depth + 1 {
                        blocks.push_level(more, task)?;
                    }
                    return Ok(Some(blocks));
                }
            }
        }
        Err(Error::Range {
            what: "number of levels before a repetition",
            given: MAX_LEVELS as u64 + 1,
            least: 1,
            most: MAX_LEVELS as u64,
        })
    }

    fn push_level(&mut self, level: usize, task: &Task) -> Result<()> {
        let (rows, columns) = (self.step.rows(), self.step.columns());
        let start = self.values.len();
        self.values.resize(start + rows * columns, None);
        for row in (0..rows).rev() {
            task.check()?;
            for column in (0..columns).rev() {
                if level > 1 || self.step.has(row, column) {
                    let at = start + row * columns + column;
                    self.values[at] = Some(self.solve_one(at));
                }
            }
        }
        Ok(())
    }

    fn solve_one(&self, at: usize) -> [u8; 2] {
        let (mut met, mut terminal) = ([[0u128; 2]; 2], true);
        self.each_option(at, |_, option| {
            terminal = false;
            let values = self.values[option].unwrap_or([0, 0]);
            for (met, value) in met.iter_mut().zip(values) {
                met[usize::from(value >> 7)] |= 1 << (value & 127);
            }
            true
        });
        if terminal {
            return [0, 1];
        }
        // At most 250 options, so a value below 251 is missing.
        met.map(|[low, high]| match low.trailing_ones() {
            128 => 128 + high.trailing_ones() as u8,
            least => least as u8,
        })
    }

    /// How many levels have been solved.
    pub fn levels(&self) -> usize {
        self.values.len() / self.block_len()
    }

    fn block_len(&self) -> usize {
        self.step.rows() * self.step.columns()
    }

    /// After how many further copies the blocks repeat.
    pub fn period(&self) -> usize {
        self.period
    }

    /// The first level of the repeating part.
    pub fn repeats_from(&self) -> usize {
        self.repeats_from
    }

    /// The values of the stairs of `copies` copies after removing so many rows and columns, fewer
    /// than one copy has; for any number of copies.
    pub fn pair(&self, copies: u64, row: usize, column: usize) -> Option<ConwayPair> {
        if row >= self.step.rows() || column >= self.step.columns() || copies == 0 {
            return None;
        }
        let from = self.repeats_from as u64;
        let level =
            if copies < from { copies } else { from + (copies - from) % self.period as u64 };
        let at = (level as usize - 1) * self.block_len() + row * self.step.columns() + column;
        self.values[at].map(|values| conway(values.map(u32::from)))
    }

    /// Every solved position: its number.
    pub(in crate::young) fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.values.len()).filter(|&at| self.values[at].is_some())
    }

    /// The partition with a number, unless it is too large to be written down.
    pub(in crate::young) fn partition(&self, at: usize) -> Option<Partition> {
        let (level, row, column) = self.place(at);
        stairs(&self.step, level as u32)?.sub(row, column)
    }

    /// The number of cells of the partition with a number.
    pub(in crate::young) fn size(&self, at: usize) -> u64 {
        let (level, row, column) = self.place(at);
        let (rows, columns) = (self.step.rows(), self.step.columns());
        let above = level - 1;
        let row_lengths: usize =
            (0..row).map(|r| above * columns + self.step.row(r) as usize).sum();
        let heights =
            self.step.parts().iter().map(|&part| (part as usize).min(column)).sum::<usize>();
        // The removed rows and columns share a corner; in a single copy it need not be whole.
        let corner: usize = match above {
            0 => self.step.parts()[..row].iter().map(|&part| (part as usize).min(column)).sum(),
            _ => row * column,
        };
        let whole = level * self.step.size() as usize + rows * columns * (level * above / 2);
        (whole + corner - row_lengths - (above * rows * column + heights)) as u64
    }

    fn place(&self, at: usize) -> (usize, usize, usize) {
        let inside = at % self.block_len();
        let columns = self.step.columns();
        (at / self.block_len() + 1, inside / columns, inside % columns)
    }
}

impl Positions for EndlessStairs {
    fn values(&self, at: usize) -> [u32; 2] {
        self.values[at].unwrap_or([0, 0]).map(u32::from)
    }

    fn each_option(&self, at: usize, mut visit: impl FnMut(Move, usize) -> bool) {
        let (level, row, column) = self.place(at);
        let (rows, columns) = (self.step.rows(), self.step.columns());
        for &made in &self.moves {
            let (row, column) = (row + made.rows, column + made.columns);
            let down = row / rows + column / columns;
            if down >= level {
                continue;
            }
            let option =
                (level - down - 1) * self.block_len() + row % rows * columns + column % columns;
            let exists = level - down > 1 || self.step.has(row % rows, column % columns);
            if exists && !visit(made, option) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::{Piece, ValueMap, stairs};

    #[test]
    fn blocks_agree_with_the_map_before_and_after_they_repeat() {
        let task = Task::silent();
        let wide: Moveset = "(0,1),(3,0),(2,5),(1,1)".parse().unwrap();
        let pieces =
            [Piece::King, Piece::Knight, Piece::Pawn, Piece::Downright].map(Piece::moveset);
        for moveset in pieces.into_iter().chain([wide]) {
            for step in ["1", "2^3", "3,1", "4,4,2", "5^2", "1^4"] {
                let step: Partition = step.parse().unwrap();
                let blocks = EndlessStairs::solve(&step, &moveset, &task).unwrap().unwrap();
                let copies = 40;
                let whole = stairs(&step, copies).unwrap();
                let map = ValueMap::solve(&whole, &moveset, &task).unwrap();
                for fewer in 0..copies {
                    for row in 0..step.rows() {
                        for column in 0..step.columns() {
                            let level = u64::from(copies - fewer);
                            let cell = map.pair(fewer as usize * step.rows() + row, column);
                            assert_eq!(
                                blocks.pair(level, row, column),
                                cell,
                                "{moveset} {step} {level}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_name_partitions() {
        let task = Task::silent();
        let step: Partition = "3,1".parse().unwrap();
        let king = Piece::King.moveset();
        let blocks = EndlessStairs::solve(&step, &king, &task).unwrap().unwrap();
        for at in blocks.positions().take(60) {
            let partition = blocks.partition(at).unwrap();
            assert_eq!(blocks.size(at), partition.size());
            let map = ValueMap::solve(&partition, &king, &task).unwrap();
            assert_eq!(conway(blocks.values(at)), map.root());
        }
    }

    #[test]
    fn a_step_beyond_the_machine_is_refused() {
        let step = Partition::new(vec![1_000_000; 1_000_000]).unwrap();
        let refusal = EndlessStairs::solve(&step, &Piece::King.moveset(), &Task::silent());
        assert!(matches!(refusal, Err(Error::Memory(_))));
    }

    #[test]
    fn slides_reach_through_all_levels() {
        let step: Partition = "2".parse().unwrap();
        assert!(
            EndlessStairs::solve(&step, &Piece::Rook.moveset(), &Task::silent()).unwrap().is_none()
        );
    }
}

//! Values of 64 x 64 positions at a time, as the miner reads them: from solved planes in memory
//! or from table files.

use nimzo_chess::{Dtz50, Metric};
use nimzo_retro::Layout;
use nimzo_retro::layout::BlockId;
use nimzo_retro::sweep::Solved;
use nimzo_tables::file::Stream;
use nimzo_tables::store::Table;
use shakmaty::ByColor;

use crate::error::{Error, Result};

/// Draws and losses with one side to move, a word a row.
#[derive(Debug, Clone)]
pub struct DrawsAndLosses {
    /// Drawn.
    pub draw: [u64; 64],
    /// Lost for the side to move.
    pub loss: [u64; 64],
}

impl Default for DrawsAndLosses {
    fn default() -> Self {
        Self { draw: [0; 64], loss: [0; 64] }
    }
}

/// A block with White and with Black to move. Slots without a legal position may hold anything.
pub type ResultBlock = ByColor<DrawsAndLosses>;

/// Something that has the blocks of a class.
pub trait ResultBlocks: Sync {
    /// How positions are numbered.
    fn layout(&self) -> &Layout;

    /// Reads a block. Of slots that repeat each other at least the one that counts is right; the
    /// others may be empty.
    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()>;
}

impl ResultBlocks for Solved {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()> {
        let words = block * 64..(block + 1) * 64;
        let planes = &self.slices[slice].wdl;
        for (side, planes) in into.iter_mut().zip(planes.iter()) {
            side.draw.copy_from_slice(&planes.draw[words.clone()]);
            side.loss.copy_from_slice(&planes.loss[words.clone()]);
        }
        Ok(())
    }
}

/// The same class when fifty moves without capture or pawn move make a draw: cursed wins and blessed
/// losses are drawn. Needs the results under the rule.
pub struct BlocksUnderRule<'a, T>(pub &'a T);

impl ResultBlocks for BlocksUnderRule<'_, Solved> {
    fn layout(&self) -> &Layout {
        &self.0.layout
    }

    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()> {
        let values = &self.0.slices[slice];
        let class = self.0.layout.material();
        let rule = values.rule.as_ref().ok_or(Error::WrongClass { class, why: NO_RULE })?;
        for (side, (planes, standing)) in into.iter_mut().zip(values.wdl.iter().zip(rule.iter())) {
            for row in 0..64 {
                let word = block * 64 + row;
                let legal = planes.win[word] | planes.draw[word] | planes.loss[word];
                side.loss[row] = standing.loss[word];
                side.draw[row] = legal & !standing.win[word] & !standing.loss[word];
            }
        }
        Ok(())
    }
}

const OPEN: &str = "its table leaves results to the tables below";

const NO_RULE: &str = "its table holds no results under the fifty-move rule";

impl ResultBlocks for BlocksUnderRule<'_, Table> {
    fn layout(&self) -> &Layout {
        self.0.layout()
    }

    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()> {
        let class = self.0.class();
        let stream = self.0.results_under_rule();
        let stream = stream.ok_or(Error::WrongClass { class, why: NO_RULE })?;
        read_stored(self.0, stream, (slice, block), into, Dtz50::LIMIT)
    }
}

/// Codes of a stream up to which losses, and from the other end wins, count as such.
const ANY_DEPTH: u16 = u16::MAX;

impl ResultBlocks for Table {
    fn layout(&self) -> &Layout {
        Table::layout(self)
    }

    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()> {
        let class = self.class();
        let stream = self
            .serving(Metric::Wdl)
            .ok_or(Error::WrongClass { class, why: "its table holds no results" })?;
        read_stored(self, stream, (slice, block), into, ANY_DEPTH)
    }
}

/// Reads a block of a table; what takes more than so many units to win or lose is drawn.
fn read_stored(
    table: &Table,
    stream: Stream,
    (slice, block): (usize, usize),
    into: &mut ResultBlock,
    limit: u16,
) -> Result<()> {
    if stream.open {
        return Err(Error::WrongClass { class: table.class(), why: OPEN });
    }
    let mut cells = Vec::new();
    for (turn, side) in into.as_mut().zip_color() {
        let stored = table.read_block(stream, BlockId { slice, turn, block }, &mut cells)?;
        decode(stream, &cells, side, limit);
        for (row, stored) in stored.iter().enumerate() {
            side.draw[row] &= stored;
            side.loss[row] &= stored;
        }
    }
    Ok(())
}

/// Losses are codes from below, wins from above, draws the middle of the range and what is deeper than
/// the limit.
fn decode(stream: Stream, cells: &[u8], side: &mut DrawsAndLosses, limit: u16) {
    match stream.width {
        1 => {
            let limit = limit.min(126) as u8;
            let (slowest_loss, below_wins) = (1 + limit, 0xFF - limit);
            for (row, codes) in cells.as_chunks::<64>().0.iter().enumerate() {
                side.draw[row] = mask(codes, |code| code > slowest_loss && code <= below_wins);
                side.loss[row] = mask(codes, |code| code <= slowest_loss);
            }
        }
        _ => {
            let limit = limit.min(0x7FFE);
            let (slowest_loss, below_wins) = (1 + limit, 0xFFFF - limit);
            for (row, codes) in cells.as_chunks::<128>().0.iter().enumerate() {
                let wide: [u16; 64] =
                    std::array::from_fn(|i| u16::from_le_bytes([codes[2 * i], codes[2 * i + 1]]));
                side.draw[row] = mask(&wide, |code| code > slowest_loss && code <= below_wins);
                side.loss[row] = mask(&wide, |code| code <= slowest_loss);
            }
        }
    }
}

#[inline(always)]
fn mask<T: Copy>(codes: &[T; 64], holds: impl Fn(T) -> bool) -> u64 {
    codes.iter().rev().fold(0, |word, &code| word << 1 | u64::from(holds(code)))
}

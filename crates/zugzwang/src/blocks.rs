//! Values of 64 x 64 positions at a time, as the miner reads them: from solved planes in memory
//! or from table files.

use nimzo_chess::Metric;
use nimzo_retro::Layout;
use nimzo_retro::sweep::Solved;
use nimzo_tables::file::Stream;
use nimzo_tables::store::Table;

use crate::error::{Error, Result};

/// Draws and losses with one side to move, a word a row.
#[derive(Debug, Clone)]
pub struct Side {
    /// Drawn.
    pub draw: [u64; 64],
    /// Lost for the side to move.
    pub loss: [u64; 64],
}

impl Default for Side {
    fn default() -> Self {
        Self { draw: [0; 64], loss: [0; 64] }
    }
}

/// A block with White and with Black to move. Slots without a legal position may hold anything.
#[derive(Debug, Clone, Default)]
pub struct Block {
    /// White to move.
    pub white: Side,
    /// Black to move.
    pub black: Side,
}

/// Something that has the blocks of a class.
pub trait Blocks: Sync {
    /// How positions are numbered.
    fn layout(&self) -> &Layout;

    /// Reads a block. Of slots that repeat each other at least the one that counts is right; the
    /// others may be empty.
    fn read(&self, slice: usize, block: usize, into: &mut Block) -> Result<()>;
}

impl Blocks for Solved {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn read(&self, slice: usize, block: usize, into: &mut Block) -> Result<()> {
        let words = block * 64..(block + 1) * 64;
        let planes = &self.slices[slice].wdl;
        for (side, planes) in [&mut into.white, &mut into.black].into_iter().zip(planes.iter()) {
            side.draw.copy_from_slice(&planes.draw[words.clone()]);
            side.loss.copy_from_slice(&planes.loss[words.clone()]);
        }
        Ok(())
    }
}

impl Blocks for Table {
    fn layout(&self) -> &Layout {
        Table::layout(self)
    }

    fn read(&self, slice: usize, block: usize, into: &mut Block) -> Result<()> {
        let class = self.class();
        let stream = self
            .serving(Metric::Wdl)
            .ok_or(Error::WrongClass { class, why: "its table holds no results" })?;
        let mut cells = Vec::new();
        for (number, side) in [&mut into.white, &mut into.black].into_iter().enumerate() {
            let stored = self.read_block(stream, (slice, number, block), &mut cells)?;
            decode(stream, &cells, side);
            for (row, stored) in stored.iter().enumerate() {
                side.draw[row] &= stored;
                side.loss[row] &= stored;
            }
        }
        Ok(())
    }
}

/// Codes below the middle of the range are losses, the middle is a draw.
fn decode(stream: Stream, cells: &[u8], side: &mut Side) {
    match stream.width {
        1 => {
            for (row, codes) in cells.as_chunks::<64>().0.iter().enumerate() {
                side.draw[row] = mask(codes, |code| code == 0x80);
                side.loss[row] = mask(codes, |code| code < 0x80);
            }
        }
        _ => {
            for (row, codes) in cells.as_chunks::<128>().0.iter().enumerate() {
                let wide: [u16; 64] =
                    std::array::from_fn(|i| u16::from_le_bytes([codes[2 * i], codes[2 * i + 1]]));
                side.draw[row] = mask(&wide, |code| code == 0x8000);
                side.loss[row] = mask(&wide, |code| code < 0x8000);
            }
        }
    }
}

#[inline(always)]
fn mask<T: Copy>(codes: &[T; 64], holds: impl Fn(T) -> bool) -> u64 {
    codes.iter().rev().fold(0, |word, &code| word << 1 | u64::from(holds(code)))
}

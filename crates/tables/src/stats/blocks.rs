//! Values block by block, from wherever they are.

use nimzo_chess::{Depth, Metric, Wdl};
use nimzo_retro::layout::{BLOCK_SLOTS, BLOCK_WORDS, BlockId, Layout};
use nimzo_retro::planes::{Unit, decode, encode};
use nimzo_retro::sweep::Solved;

use crate::error::Error;
use crate::store::{Table, Whole};

/// The middle of the codes that [`Blocks::block`] hands out.
pub const HALF: u32 = 0x8000;

/// Something that holds the values of a class.
pub trait Blocks: Sync {
    /// How positions are numbered.
    fn layout(&self) -> &Layout;

    /// What can be asked for.
    fn metrics(&self) -> Vec<Metric>;

    /// The values of a block as wide codes in plies (see [`encode`]), 0 in slots that do not count
    /// or hold no legal position.
    fn block(
        &self,
        metric: Metric,
        id: BlockId,
        codes: &mut [u16; BLOCK_SLOTS],
    ) -> Result<(), Error>;
}

fn mask(codes: &mut [u16; BLOCK_SLOTS], wanted: impl Fn(usize) -> u64) {
    for (row, codes) in codes.chunks_exact_mut(64).enumerate() {
        let word = wanted(row);
        for (bit, code) in codes.iter_mut().enumerate() {
            *code *= (word >> bit & 1) as u16;
        }
    }
}

/// A code of any width and unit as a wide one in plies.
fn in_plies(code: u32, half: u32, unit: Unit) -> u16 {
    encode(decode(code, half, unit), HALF, Unit::Plies) as u16
}

/// The stored values of a block, as [`Blocks::block`] gives them.
fn stored_block(
    table: &Table,
    metric: Metric,
    id: BlockId,
    codes: &mut [u16; BLOCK_SLOTS],
) -> Result<(), Error> {
    let stream = table.serving(metric).ok_or_else(|| Error::NotATable {
        path: table.file().path().to_owned(),
        why: format!("it holds no {metric}"),
    })?;
    let mut cells = Vec::new();
    table.read_block(stream, id, &mut cells)?;
    if stream.width == 1 {
        let wide: Vec<u16> =
            (0..256).map(|code| in_plies(code, stream.half(), stream.unit)).collect();
        codes.iter_mut().zip(&cells).for_each(|(code, &cell)| *code = wide[usize::from(cell)]);
    } else {
        for (code, cell) in codes.iter_mut().zip(cells.as_chunks::<2>().0) {
            *code = in_plies(u32::from(u16::from_le_bytes(*cell)), stream.half(), stream.unit);
        }
    }
    Ok(())
}

impl Blocks for Whole {
    fn layout(&self) -> &Layout {
        self.table().layout()
    }

    fn metrics(&self) -> Vec<Metric> {
        let depths: Vec<Metric> =
            self.table().metrics().into_iter().filter(|&metric| metric != Metric::Wdl).collect();
        if depths.is_empty() { self.table().metrics() } else { depths }
    }

    fn block(
        &self,
        metric: Metric,
        id: BlockId,
        codes: &mut [u16; BLOCK_SLOTS],
    ) -> Result<(), Error> {
        match self.filled() {
            Some(filled)
                if self.table().file().header().is_open()
                    || self.table().left_out(metric) == Some(id.turn) =>
            {
                // Under the name by which the file has it.
                let held = self.table().serving(metric).map_or(metric, |stream| stream.metric);
                filled.block(held, id, codes)
            }
            _ => stored_block(self.table(), metric, id, codes),
        }
    }
}

impl Blocks for Solved {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn metrics(&self) -> Vec<Metric> {
        let has = |&metric: &Metric| self.slices.iter().all(|slice| slice.depths[metric].is_some());
        let depths: Vec<Metric> = Metric::ALL.into_iter().filter(has).collect();
        if depths.is_empty() { vec![Metric::Wdl] } else { depths }
    }

    fn block(
        &self,
        metric: Metric,
        id: BlockId,
        codes: &mut [u16; BLOCK_SLOTS],
    ) -> Result<(), Error> {
        let BlockId { slice, turn, block } = id;
        let values = &self.slices[slice];
        let wdl = &values.wdl[turn];
        let plane = values.depths[metric].as_ref().map(|planes| &planes[turn]);
        for (i, code) in codes.iter_mut().enumerate() {
            let slot = block * BLOCK_SLOTS + i;
            let depth = match plane {
                Some(plane) => plane.get(slot),
                None => wdl.get(slot).map(|wdl| match wdl {
                    Wdl::Win => Depth::Win(1),
                    Wdl::Draw => Depth::Draw,
                    Wdl::Loss => Depth::Loss(0),
                }),
            };
            *code = encode(depth, HALF, Unit::Plies) as u16;
        }
        let counted = self.layout.counted(slice, block);
        let words = block * BLOCK_WORDS;
        mask(codes, |row| {
            counted[row] & (wdl.win[words + row] | wdl.draw[words + row] | wdl.loss[words + row])
        });
        Ok(())
    }
}

//! Slices as bytes: finished ones of a class in the making, which a solve that was stopped needs to go on, and others that wait
//! until they are read.

use std::sync::Arc;

use nimzo_chess::Metric;
use shakmaty::ByColor;

use crate::Error;
use crate::kernel::Block;
use crate::layout::{BLOCK_WORDS, Layout};
use crate::planes::{BitPlane, Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes};
use crate::sweep::children::FinishedSlice;
use crate::sweep::children::stalemates::Stalemates;
use crate::sweep::{Goals, SliceValues};

/// Keeps finished slices somewhere safe.
pub trait Checkpoint: Sync {
    /// The bytes of a slice that was kept earlier.
    fn recall(&self, slice: usize) -> Option<Vec<u8>>;

    /// Whether it is time to keep what is finished.
    fn is_due(&self) -> bool;

    /// Keeps slices, given as number and bytes.
    fn keep(&self, slices: Vec<(usize, Vec<u8>)>) -> Result<(), Error>;
}

/// Keeps nothing.
pub struct NoCheckpoint;

impl Checkpoint for NoCheckpoint {
    fn recall(&self, _: usize) -> Option<Vec<u8>> {
        None
    }

    fn is_due(&self) -> bool {
        false
    }

    fn keep(&self, _: Vec<(usize, Vec<u8>)>) -> Result<(), Error> {
        Ok(())
    }
}

impl SliceValues {
    /// All planes, one after the other.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for planes in self.wdl.iter() {
            for plane in [&planes.win, &planes.draw, &planes.loss] {
                put_words(plane, &mut bytes);
            }
        }
        for planes in self.rule.iter().flat_map(|both| both.iter()) {
            for plane in [&planes.win, &planes.loss] {
                put_words(plane, &mut bytes);
            }
        }
        for plane in self.depths.values().flatten().flat_map(|both| both.iter()) {
            put_depths(plane, &mut bytes);
        }
        bytes
    }

    /// The planes of a slice of so many slots, which has results under the fifty-move rule or not, and these depths;
    /// `None` if the bytes are not that.
    pub fn from_bytes(
        bytes: &[u8],
        slots: usize,
        has_rule: bool,
        depths: impl IntoIterator<Item = Metric>,
    ) -> Option<Self> {
        let mut reader = Reader { bytes, slots };
        let values = reader.values(has_rule, depths)?;
        reader.bytes.is_empty().then_some(values)
    }
}

impl FinishedSlice {
    /// Everything the slice has.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.values.to_bytes();
        for stalemates in &self.stalemates {
            bytes.extend((stalemates.blocks().len() as u32).to_le_bytes());
            for (number, block) in stalemates.blocks() {
                bytes.extend(number.to_le_bytes());
                put_words(block, &mut bytes);
            }
        }
        bytes
    }

    /// Reads a slice of this layout made for these goals; `None` if the bytes are not that.
    pub fn from_bytes(bytes: &[u8], layout: &Layout, goals: &Goals) -> Option<Self> {
        let mut reader = Reader { bytes, slots: layout.slots() };
        let values = reader.values(goals.dtz50, goals.depths())?;
        let stalemates = both(|| reader.stalemates())?;
        reader.bytes.is_empty().then_some(Self { values, stalemates })
    }
}

/// What is read of White and then of Black.
fn both<T>(mut read: impl FnMut() -> Option<T>) -> Option<ByColor<T>> {
    Some(ByColor { white: read()?, black: read()? })
}

fn put_words(words: &[u64], bytes: &mut Vec<u8>) {
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
}

fn put_depths(plane: &DepthPlane, bytes: &mut Vec<u8>) {
    bytes.push(u8::from(plane.unit == Unit::Plies));
    match &plane.cells {
        Cells::Narrow(cells) => {
            bytes.push(1);
            bytes.extend_from_slice(cells);
        }
        Cells::Wide(cells) => {
            bytes.push(2);
            cells.iter().for_each(|cell| bytes.extend(cell.to_le_bytes()));
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    slots: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        let (number, _) = self.take(4)?.split_first_chunk()?;
        Some(u32::from_le_bytes(*number))
    }

    fn plane(&mut self) -> Option<BitPlane> {
        let words = self.slots / 64;
        let mut plane = BitPlane::unfilled(words);
        fill_words(&mut plane, self.take(8 * words)?);
        Some(plane)
    }

    fn values(
        &mut self,
        has_rule: bool,
        depths: impl IntoIterator<Item = Metric>,
    ) -> Option<SliceValues> {
        let mut values = SliceValues::results(Arc::new(both(|| self.results())?));
        if has_rule {
            values.rule = Some(Arc::new(both(|| self.rule())?));
        }
        for metric in depths {
            values.depths[metric] = Some(Arc::new(both(|| self.depths())?));
        }
        Some(values)
    }

    fn results(&mut self) -> Option<WdlPlanes> {
        Some(WdlPlanes { win: self.plane()?, draw: self.plane()?, loss: self.plane()? })
    }

    fn rule(&mut self) -> Option<RulePlanes> {
        Some(RulePlanes { win: self.plane()?, loss: self.plane()? })
    }

    fn depths(&mut self) -> Option<DepthPlane> {
        let &[unit, width] = self.take(2)? else { return None };
        let unit = if unit == 0 { Unit::Moves } else { Unit::Plies };
        let cells = match width {
            1 => {
                let mut cells = Buffer::<u8>::unfilled(self.slots);
                cells.copy_from_slice(self.take(self.slots)?);
                Cells::Narrow(cells)
            }
            2 => {
                let mut cells = Buffer::<u16>::unfilled(self.slots);
                let (pairs, _) = self.take(2 * self.slots)?.as_chunks::<2>();
                let codes = pairs.iter().map(|&pair| u16::from_le_bytes(pair));
                cells.iter_mut().zip(codes).for_each(|(cell, code)| *cell = code);
                Cells::Wide(cells)
            }
            _ => return None,
        };
        Some(DepthPlane { unit, cells })
    }

    fn stalemates(&mut self) -> Option<Stalemates> {
        let mut blocks = Vec::new();
        for _ in 0..self.number()? {
            let number = self.number()?;
            let mut block: Block = [0; BLOCK_WORDS];
            fill_words(&mut block, self.take(8 * BLOCK_WORDS)?);
            blocks.push((number, block));
        }
        Some(Stalemates::new(blocks))
    }
}

fn fill_words(words: &mut [u64], bytes: &[u8]) {
    let (chunks, _) = bytes.as_chunks::<8>();
    words.iter_mut().zip(chunks).for_each(|(word, &chunk)| *word = u64::from_le_bytes(chunk));
}

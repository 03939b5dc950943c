//! Writing blocks: what is free is filled, then each block is coded by its model.

use nimzo_chess::Metric;
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::widened;
use shakmaty::{ByColor, Color};

use super::block::{Stored, write_depths, write_results};
use super::codes::{Depths, result_of, result_of_wide};
use super::free::{ANY, Filling, For, any_of, common};
use super::model::Guide;
use super::neighbours::Neighbours;
use super::walk::{self, BAND, Coding, NOTHING, ROWS};
use crate::error::Error;
use crate::file::{CaptureCodes, Header, Source};

/// What is known of a file before a stream of it is written.
#[derive(Default)]
pub struct Known {
    /// The side whose depths are left out.
    pub left_out: Option<Color>,
    /// Whether that is known: before, every depth is taken to be there, and every result.
    pub is_decided: bool,
    /// The guides of the streams so far. What is free there is filled by them.
    pub guides: Vec<ByColor<Option<Guide>>>,
}

impl Known {
    /// The guide of a stream and side, if it has been made.
    pub fn guide(&self, stream: usize, side: Color) -> Option<&Guide> {
        self.guides.get(stream)?[side].as_ref()
    }

    /// What the cells of a stream hold with a side to move.
    pub fn held(&self, sources: &[Source<'_>], stream: usize, side: Color) -> For {
        let depths = sources.iter().skip(1).any(|source| self.has(source, side));
        if stream == 0 && depths { For::ResultsOfDepths } else { For::Anything }
    }

    fn has(&self, source: &Source<'_>, side: Color) -> bool {
        !source.may_leave_out || self.left_out != Some(side)
    }
}

/// Cells of a block, as bits.
type Cells = [u64; 64];

/// Compresses blocks; each thread has its own.
pub struct Packer<'a> {
    sources: &'a [Source<'a>],
    captures: Option<&'a dyn CaptureCodes>,
    known: &'a Known,
    cells: Vec<u8>,
    /// What the best captures are worth.
    captured: Box<[u16; BLOCK_SLOTS]>,
    /// The results of the cells; `results` are those that are written.
    actual: Box<[u8; BLOCK_SLOTS]>,
    results: Box<[u8; BLOCK_SLOTS]>,
    first: Box<[u16; BLOCK_SLOTS]>,
    depths: Box<[u16; BLOCK_SLOTS]>,
    ranges: Box<[[u8; 2]; BLOCK_SLOTS]>,
}

impl<'a> Packer<'a> {
    /// One that reads from these. Where it is told what captures are worth, what these settle is free.
    pub fn new(
        sources: &'a [Source<'a>],
        captures: Option<&'a dyn CaptureCodes>,
        known: &'a Known,
    ) -> Self {
        Self {
            sources,
            captures,
            known,
            cells: Vec::new(),
            captured: Box::new([0; BLOCK_SLOTS]),
            actual: Box::new([NOTHING; BLOCK_SLOTS]),
            results: Box::new([NOTHING; BLOCK_SLOTS]),
            first: Box::new([0; BLOCK_SLOTS]),
            depths: Box::new([0; BLOCK_SLOTS]),
            ranges: Box::new([ANY; BLOCK_SLOTS]),
        }
    }

    /// Reads what is needed of a block to write a stream; with `first`, in view of the first depths, if
    /// it is not those itself. Tells what is stored and whether there are first depths.
    fn load(&mut self, id: BlockId, stream: usize, first: bool) -> Result<(Stored, bool), Error> {
        self.cells.clear();
        let stored = (self.sources[0].cells)(id, &mut self.cells)?;
        for (row, &stored) in stored.iter().enumerate() {
            for column in 0..64 {
                let cell = row * 64 + column;
                let is_stored = stored >> column & 1 != 0;
                self.actual[cell] = if is_stored { result_of(self.cells[cell]) } else { NOTHING };
            }
        }
        *self.results = *self.actual;
        if self.captures.is_some() {
            self.free_results(id, &stored)?;
            if stream > 0 {
                self.fill_results(id, &stored);
            }
        }
        let seen = first && stream > 1;
        if seen {
            self.load_depths(id, 1)?;
            self.fill_depths(id, 1, false);
            std::mem::swap(&mut self.first, &mut self.depths);
        }
        if stream > 0 {
            self.load_depths(id, stream)?;
        }
        Ok((stored, seen))
    }

    /// Finds what the results of cells may be: as they are, or anything up to it where a capture has them and
    /// settles every depth of the cell, too.
    fn free_results(&mut self, id: BlockId, stored: &Stored) -> Result<(), Error> {
        let Some(captures) = self.captures else { return Ok(()) };
        let mut free: Cells = [0; 64];
        if self.known.is_decided {
            captures.best(Metric::Wdl, id, &mut self.captured);
            for (cell, (&code, &actual)) in self.captured.iter().zip(&*self.actual).enumerate() {
                free[cell >> 6] |= u64::from(result_of_wide(code) == actual) << (cell & 63);
            }
            for source in self.sources.iter().skip(1) {
                if self.known.has(source, id.turn) {
                    let settled = self.settled(id, source)?;
                    free.iter_mut().zip(settled).for_each(|(free, settled)| *free &= settled);
                }
            }
        }
        for (cell, (range, &actual)) in self.ranges.iter_mut().zip(&*self.actual).enumerate() {
            let is = |cells: &Cells| cells[cell >> 6] >> (cell & 63) & 1 != 0;
            *range = match (is(stored), is(&free)) {
                (false, _) => ANY,
                (true, true) => [0, actual],
                (true, false) => [actual, actual],
            };
        }
        Ok(())
    }

    /// The cells whose depth in a stream is that of the best capture. Leaves the stream's cells in `cells`.
    fn settled(&mut self, id: BlockId, source: &Source<'_>) -> Result<Cells, Error> {
        self.cells.clear();
        (source.cells)(id, &mut self.cells)?;
        let mut settled = [0; 64];
        let Some(captures) = self.captures else { return Ok(settled) };
        captures.best(source.stream.metric, id, &mut self.captured);
        for (cell, &captured) in self.captured.iter().enumerate() {
            let code = match source.stream.width {
                1 => widened(self.cells[cell]),
                _ => u16::from_le_bytes([self.cells[2 * cell], self.cells[2 * cell + 1]]),
            };
            settled[cell >> 6] |= u64::from(code == captured && code != 0) << (cell & 63);
        }
        Ok(settled)
    }

    /// Puts into free results what is written there.
    fn fill_results(&mut self, id: BlockId, stored: &Stored) {
        let [least, most] = common(&*self.ranges);
        if least <= most {
            // A block of one result takes a byte.
            let result = any_of([least, most]);
            for (cell, held) in self.results.iter_mut().enumerate() {
                let is_stored = stored[cell >> 6] >> (cell & 63) & 1 != 0;
                *held = if is_stored { result } else { NOTHING };
            }
        } else if let Some(Guide { near, tree }) = self.known.guide(0, id.turn) {
            let held = self.known.held(self.sources, 0, id.turn);
            let (results, _) = self.results.as_chunks_mut::<BAND>();
            for (band, results) in results.iter_mut().enumerate() {
                let mut filling = Filling::by(tree, held);
                filling.band(&self.ranges.as_chunks().0[band]);
                let rows = stored[band * ROWS..].first_chunk().expect("whole bands");
                walk::results(near, rows, results, &mut filling);
            }
        }
    }

    /// Reads the depths of a stream, and what they may be.
    fn load_depths(&mut self, id: BlockId, stream: usize) -> Result<(), Error> {
        let source = &self.sources[stream];
        let codes = Depths::of(source.stream);
        if self.captures.is_none() {
            self.cells.clear();
            (source.cells)(id, &mut self.cells)?;
            for (cell, (depth, &result)) in self.depths.iter_mut().zip(&*self.results).enumerate() {
                *depth = codes.depth(result, &self.cells, cell);
            }
            return Ok(());
        }
        let settled = self.settled(id, source)?;
        for (cell, (depth, range)) in self.depths.iter_mut().zip(&mut *self.ranges).enumerate() {
            let is_settled = settled[cell >> 6] >> (cell & 63) & 1 != 0;
            let (written, actual) = (self.results[cell], self.actual[cell]);
            (*depth, *range) = codes.may_be(written, actual, is_settled, &self.cells, cell);
        }
        Ok(())
    }

    /// Puts into free depths what is written there, in view of the first depths or not.
    fn fill_depths(&mut self, id: BlockId, stream: usize, seen: bool) {
        let guide = self.known.guide(stream, id.turn).filter(|_| self.captures.is_some());
        let Some(Guide { near, tree }) = guide else { return };
        let (results, _) = self.results.as_chunks::<BAND>();
        let (firsts, _) = self.first.as_chunks::<BAND>();
        let (depths, _) = self.depths.as_chunks_mut::<BAND>();
        for (band, depths) in depths.iter_mut().enumerate() {
            let mut filling = Filling::by(tree, For::Anything);
            filling.band(&self.ranges.as_chunks().0[band]);
            let first = seen.then_some(&firsts[band]);
            walk::depths(near, &results[band], first, depths, &mut filling);
        }
    }

    /// Hands the symbols of a block of a stream on.
    pub fn walk(
        &mut self,
        id: BlockId,
        stream: usize,
        first: bool,
        near: &Neighbours,
        coding: &mut impl Coding,
    ) -> Result<(), Error> {
        let (stored, seen) = self.load(id, stream, first)?;
        let (results, _) = self.results.as_chunks_mut::<BAND>();
        let (firsts, _) = self.first.as_chunks::<BAND>();
        let (depths, _) = self.depths.as_chunks_mut::<BAND>();
        for (band, results) in results.iter_mut().enumerate() {
            if self.captures.is_some() {
                coding.band(&self.ranges.as_chunks().0[band]);
            }
            match stream {
                0 => {
                    let rows = stored[band * ROWS..].first_chunk().expect("whole bands");
                    walk::results(near, rows, results, coding);
                }
                _ => {
                    let first = seen.then_some(&firsts[band]);
                    walk::depths(near, results, first, &mut depths[band], coding);
                }
            }
        }
        Ok(())
    }

    /// The bytes of a block of a stream.
    pub fn pack(&mut self, id: BlockId, stream: usize, first: bool) -> Result<Vec<u8>, Error> {
        let guide = self.known.guide(stream, id.turn).expect("of each side that is written");
        let (stored, seen) = self.load(id, stream, first)?;
        Ok(match stream {
            0 => {
                if self.captures.is_some() {
                    self.fill_results(id, &stored);
                }
                write_results(guide, &stored, &mut self.results, self.captures.is_some())
            }
            _ => {
                self.fill_depths(id, stream, seen);
                let first = seen.then_some(&*self.first);
                let is_open = self.captures.is_some();
                write_depths(guide, &self.results, first, &mut self.depths, is_open)
            }
        })
    }
}

/// Slices in which some blocks lie.
pub fn slices_of(header: &Header, mut blocks: Vec<u64>) -> Vec<usize> {
    blocks.iter_mut().for_each(|block| *block /= header.blocks);
    blocks.sort_unstable();
    blocks.dedup();
    blocks.into_iter().map(|slice| slice as usize).collect()
}

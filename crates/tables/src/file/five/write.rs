//! Writing blocks: what is free is filled, then each block is coded by its model.

use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::widened;
use shakmaty::{ByColor, Color};

use super::block::{Stored, together, write_depths, write_results};
use super::codes::{Depths, RESULTS, result_of_wide};
use super::free::{ANY, Filling, For, Passing, any_of, common};
use super::model::Guide;
use super::neighbours::Neighbours;
use super::walk::{self, Above, BAND, Coding, NOTHING, ROWS};
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

#[inline(always)]
fn is_in(cells: &Cells, cell: usize) -> bool {
    cells[cell >> 6] >> (cell & 63) & 1 != 0
}

/// Codes blocks, all streams of a block in one go; each thread has its own.
pub struct Packer<'a> {
    sources: &'a [Source<'a>],
    captures: Option<&'a dyn CaptureCodes>,
    known: &'a Known,
    /// The cells of each source, and of them those whose value is that of the best capture.
    cells: Vec<Vec<u8>>,
    settled: Vec<Cells>,
    /// What the best captures are worth.
    captured: Box<[u16; BLOCK_SLOTS]>,
    /// The results of the cells; `results` are those that are written.
    actual: Box<[u8; BLOCK_SLOTS]>,
    results: Box<[u8; BLOCK_SLOTS]>,
    /// The first depths, if others are coded in view of them.
    first: Box<[u16; BLOCK_SLOTS]>,
    depths: Box<[u16; BLOCK_SLOTS]>,
    /// What the cells of the stream may be whose turn it is.
    ranges: Box<[[u8; 2]; BLOCK_SLOTS]>,
    /// Which bands of results are coded with the one before.
    joined: u8,
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
            cells: vec![Vec::new(); sources.len()],
            settled: vec![[0; 64]; sources.len()],
            captured: Box::new([0; BLOCK_SLOTS]),
            actual: Box::new([NOTHING; BLOCK_SLOTS]),
            results: Box::new([NOTHING; BLOCK_SLOTS]),
            first: Box::new([0; BLOCK_SLOTS]),
            depths: Box::new([0; BLOCK_SLOTS]),
            ranges: Box::new([ANY; BLOCK_SLOTS]),
            joined: 0,
        }
    }

    /// Whether results are written by what captures settle: only once it is known which depths there are.
    fn frees_results(&self) -> bool {
        self.captures.is_some() && self.known.is_decided
    }

    /// Reads what is needed of a block to write some streams, and finds what its results may be. Tells what is
    /// stored.
    pub fn load(&mut self, id: BlockId, streams: &[usize]) -> Result<Stored, Error> {
        let mut stored = [0; 64];
        let mut needed = Vec::with_capacity(self.sources.len());
        for (i, source) in self.sources.iter().enumerate() {
            // A result is free only if every depth of the cell is settled, too.
            let frees = self.frees_results() && self.known.has(source, id.turn);
            if i == 0 || frees || streams.contains(&i) {
                self.cells[i].clear();
                let found = (source.cells)(id, &mut self.cells[i])?;
                if i == 0 {
                    stored = found;
                }
                needed.push(i);
            }
        }
        for (row, &stored) in stored.iter().enumerate() {
            let cells = row * 64..row * 64 + 64;
            let actual = &mut self.actual[cells.clone()];
            for (column, (actual, &code)) in
                actual.iter_mut().zip(&self.cells[0][cells]).enumerate()
            {
                let is_stored = stored >> column & 1 != 0;
                *actual = if is_stored { RESULTS[usize::from(code)] } else { NOTHING };
            }
        }
        *self.results = *self.actual;
        if let Some(captures) = self.captures {
            self.settle(captures, id, needed);
        }
        self.free_results(id, &stored);
        Ok(stored)
    }

    /// Finds the cells of some sources whose value is that of the best capture.
    fn settle(&mut self, captures: &dyn CaptureCodes, id: BlockId, mut sources: Vec<usize>) {
        if !self.frees_results() {
            sources.retain(|&i| i > 0);
        }
        // What is counted alike is asked for once.
        let counted = |i: usize| captures.counted_as(self.sources[i].stream.metric);
        sources.sort_by_key(|&i| counted(i));
        let mut asked = None;
        for i in sources {
            if asked.replace(counted(i)) != Some(counted(i)) {
                captures.best(self.sources[i].stream.metric, id, &mut self.captured);
            }
            let cells = &self.cells[i];
            for (row, settled) in self.settled[i].iter_mut().enumerate() {
                let slots = row * 64..row * 64 + 64;
                let captured: &[u16; 64] =
                    self.captured[slots.clone()].first_chunk().expect("rows");
                *settled = if i == 0 {
                    let actual = self.actual[slots].iter();
                    bits(captured, actual.map(|&actual| u16::from(actual)), |code, actual| {
                        u16::from(result_of_wide(code)) == actual
                    })
                } else if self.sources[i].stream.width == 1 {
                    let codes = cells[slots].iter().map(|&code| widened(code));
                    bits(captured, codes, |captured, code| code == captured && code != 0)
                } else {
                    let codes = cells.as_chunks::<2>().0[slots].iter();
                    let codes = codes.map(|&code| u16::from_le_bytes(code));
                    bits(captured, codes, |captured, code| code == captured && code != 0)
                };
            }
        }
    }

    /// What the results of cells may be: as they are, or anything up to it where a capture has them and
    /// settles every depth of the cell, too.
    fn free_results(&mut self, id: BlockId, stored: &Stored) {
        let mut free: Cells = [0; 64];
        if self.frees_results() {
            free = self.settled[0];
            for (source, settled) in self.sources.iter().zip(&self.settled).skip(1) {
                if self.known.has(source, id.turn) {
                    free.iter_mut().zip(settled).for_each(|(free, settled)| *free &= settled);
                }
            }
        }
        for (cell, (range, &actual)) in self.ranges.iter_mut().zip(&*self.actual).enumerate() {
            *range = match (is_in(stored, cell), is_in(&free, cell)) {
                (false, _) => ANY,
                (true, true) => [0, actual],
                (true, false) => [actual, actual],
            };
        }
        self.joined = together(stored, &self.ranges);
    }

    /// Puts into free results what is written there.
    fn fill_results(&mut self, id: BlockId, stored: &Stored) {
        if self.captures.is_none() {
            return;
        }
        let [least, most] = common(&*self.ranges);
        if least <= most {
            // A block of one result takes a byte.
            let result = any_of([least, most]);
            for (cell, held) in self.results.iter_mut().enumerate() {
                *held = if is_in(stored, cell) { result } else { NOTHING };
            }
        } else if let Some(Guide { near, tree }) = self.known.guide(0, id.turn) {
            let held = self.known.held(self.sources, 0, id.turn);
            let joined = self.joined;
            let (results, _) = self.results.as_chunks_mut::<BAND>();
            let mut above = Above::NOTHING;
            for (band, results) in results.iter_mut().enumerate() {
                above.step(joined, band);
                let mut filling = Filling::by(tree, held, Passing);
                filling.band(&self.ranges.as_chunks().0[band]);
                let rows = stored[band * ROWS..].first_chunk().expect("whole bands");
                walk::results(near, rows, results, &mut above, &mut filling);
            }
        }
    }

    /// What the cells may be of which was loaded last: results, or depths of a stream.
    pub fn ranges(&self) -> &[[u8; 2]; BLOCK_SLOTS] {
        &self.ranges
    }

    /// A depth of the stream that was loaded last.
    pub fn depth(&self, cell: usize) -> u16 {
        self.depths[cell]
    }

    /// Takes note of the results that are written.
    pub fn put_results(&mut self, stored: &Stored, results: &[u8; BLOCK_SLOTS]) {
        for (cell, (held, &result)) in self.results.iter_mut().zip(results).enumerate() {
            *held = if is_in(stored, cell) { result } else { NOTHING };
        }
    }

    /// Finds the depths of a stream, and what they may be.
    pub fn load_depths(&mut self, stream: usize) {
        let codes = Depths::of(self.sources[stream].stream);
        let cells = &self.cells[stream];
        let settled = &self.settled[stream];
        for (cell, (depth, range)) in self.depths.iter_mut().zip(&mut *self.ranges).enumerate() {
            let (written, actual) = (self.results[cell], self.actual[cell]);
            (*depth, *range) = codes.may_be(written, actual, is_in(settled, cell), cells, cell);
        }
    }

    /// Puts into the free ones of the first depths what is written there.
    fn fill_first(&mut self, id: BlockId) {
        let guide = self.known.guide(1, id.turn).filter(|_| self.captures.is_some());
        let Some(Guide { near, tree }) = guide else { return };
        let (results, _) = self.results.as_chunks::<BAND>();
        let (depths, _) = self.depths.as_chunks_mut::<BAND>();
        for (band, depths) in depths.iter_mut().enumerate() {
            let mut filling = Filling::by(tree, For::Anything, Passing);
            filling.band(&self.ranges.as_chunks().0[band]);
            for rows in walk::halves(walk::is_cut(&results[band])) {
                walk::depths(near, rows, &results[band], None, depths, &mut filling);
            }
        }
    }

    /// Hands the symbols of a block of a stream on; with `first`, in view of the first depths, if it is not those
    /// itself.
    pub fn walk(
        &mut self,
        id: BlockId,
        stream: usize,
        first: bool,
        near: &Neighbours,
        coding: &mut impl Coding,
    ) -> Result<(), Error> {
        let seen = first && stream > 1;
        let stored = self.load(id, &[if seen { 1 } else { stream }, stream])?;
        if stream > 0 {
            self.fill_results(id, &stored);
        }
        if seen {
            self.load_depths(1);
            self.fill_first(id);
            std::mem::swap(&mut self.first, &mut self.depths);
        }
        if stream > 0 {
            self.load_depths(stream);
        }
        let mut above = Above::NOTHING;
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
                    above.step(self.joined, band);
                    walk::results(near, rows, results, &mut above, coding);
                }
                _ => {
                    let first = seen.then_some(&firsts[band]);
                    for rows in walk::halves(walk::is_cut(results)) {
                        walk::depths(near, rows, results, first, &mut depths[band], coding);
                    }
                }
            }
        }
        Ok(())
    }

    /// The bytes of a block in each stream that has it.
    pub fn pack(&mut self, id: BlockId) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let guides: Vec<Option<&Guide>> =
            (0..self.sources.len()).map(|stream| self.known.guide(stream, id.turn)).collect();
        let there: Vec<usize> = (0..guides.len()).filter(|&i| guides[i].is_some()).collect();
        let stored = self.load(id, &there)?;
        let is_open = self.captures.is_some();
        let has_first = there.contains(&1);
        let mut packed = vec![None; guides.len()];
        for stream in there {
            let guide = guides[stream].expect("of each stream that is there");
            packed[stream] = Some(match stream {
                0 => {
                    self.fill_results(id, &stored);
                    write_results(guide, &stored, &mut self.results, self.joined)
                }
                _ => {
                    let seen = has_first && stream > 1;
                    self.load_depths(stream);
                    let first = seen.then_some(&*self.first);
                    let ranges = is_open.then_some(&*self.ranges);
                    let bytes = write_depths(guide, &self.results, first, &mut self.depths, ranges);
                    if stream == 1 {
                        std::mem::swap(&mut self.first, &mut self.depths);
                    }
                    bytes
                }
            });
        }
        Ok(packed)
    }
}

/// The cells of a row for whose captures and values something holds.
#[inline(always)]
fn bits(
    captured: &[u16; 64],
    values: impl Iterator<Item = u16>,
    holds: impl Fn(u16, u16) -> bool,
) -> u64 {
    let mut marks = [0; 64];
    for ((mark, &captured), value) in marks.iter_mut().zip(captured).zip(values) {
        *mark = u8::from(holds(captured, value));
    }
    // The lowest bit of each of eight bytes lands in a byte of its own order.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    let (eights, _) = marks.as_chunks::<8>();
    eights.iter().rev().fold(0, |word, eight| word << 8 | gathered(eight))
}

/// Slices in which some blocks lie.
pub fn slices_of(header: &Header, mut blocks: Vec<u64>) -> Vec<usize> {
    blocks.iter_mut().for_each(|block| *block /= header.blocks);
    blocks.sort_unstable();
    blocks.dedup();
    blocks.into_iter().map(|slice| slice as usize).collect()
}

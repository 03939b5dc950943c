//! Writing blocks: models made from samples, then each block by its model.

use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::block::{Stored, write_depths, write_results};
use super::codes::{Depths, result_of};
use super::model::{Guide, Model};
use super::neighbours::{ABSENT, CANDIDATES, FARTHEST, GRID, Neighbours, choose};
use super::tree::{Path, Tree};
use super::walk::{
    self, BAND, Coding, DEPTH_NEIGHBOURS, NOTHING, RESULT_NEIGHBOURS, ROWS, Sampling,
};
use crate::error::Error;
use crate::file::{Header, Source};

/// From one block in so many a model is made,
const SAMPLED_OF: u64 = 16;
/// but from no fewer,
const FEWEST_SAMPLED: u64 = 64;
/// and from no more of each side.
const MOST_SAMPLED: u64 = 1024;
/// Blocks of each side by which neighbours are chosen.
const CHOSEN_BY: usize = 48;

/// A guide, and what the blocks of its side take by it in bits.
type Costed = (Guide, u64);

/// The models of all streams, and the side whose depths are left out: the one whose depths would take more,
/// if some source allows it.
pub fn models(
    sources: &[Source<'_>],
    header: &Header,
) -> Result<(Vec<Model>, Option<Color>), Error> {
    let numbers = sampled(header);
    let guide = |stream: usize, first: bool, side: Color| -> Result<Costed, Error> {
        let id = |i: u64| {
            let (slice, block) = ((i / header.blocks) as usize, (i % header.blocks) as usize);
            BlockId { slice, turn: side, block }
        };
        let mut choosing = Choosing { is_result: stream == 0, distances: Vec::new() };
        let mut packer = Packer::new(sources);
        for &number in numbers.iter().step_by((numbers.len() / CHOSEN_BY).max(1)) {
            packer.walk(id(number), stream, first, &Neighbours::default(), &mut choosing)?;
        }
        let count = if stream == 0 { RESULT_NEIGHBOURS } else { DEPTH_NEIGHBOURS };
        let near = choose(&choosing.distances, count);
        let parts: Vec<Vec<u64>> = numbers
            .par_iter()
            .map_init(
                || Packer::new(sources),
                |packer, &number| {
                    let mut sampling = Sampling::default();
                    packer.walk(id(number), stream, first, &near, &mut sampling)?;
                    Ok(sampling.samples)
                },
            )
            .collect::<Result<_, Error>>()?;
        let mut samples = parts.concat();
        let weight = (header.slices * header.blocks).div_ceil(numbers.len() as u64);
        let (tree, cost) = Tree::grow(&mut samples, weight);
        Ok((Guide { near, tree }, cost))
    };
    let jobs: Vec<(usize, Color)> =
        (0..sources.len()).flat_map(|stream| Color::ALL.map(|side| (stream, side))).collect();
    let made: Vec<Costed> = jobs
        .par_iter()
        .map(|&(stream, side)| guide(stream, true, side))
        .collect::<Result<_, Error>>()?;
    let mut made = made.into_iter();
    let mut streams: Vec<ByColor<Option<Costed>>> = Vec::new();
    while let (Some(white), Some(black)) = (made.next(), made.next()) {
        streams.push(ByColor { white: Some(white), black: Some(black) });
    }
    let may_leave_out = || (0..sources.len()).filter(|&i| sources[i].may_leave_out);
    let cost_of = |i: usize, side: Color| streams[i][side].as_ref().map_or(0, |(_, cost)| *cost);
    let cost = |side: Color| may_leave_out().map(|i| cost_of(i, side)).sum::<u64>();
    let left_out = Color::from_white(cost(Color::White) > cost(Color::Black));
    let left_out = may_leave_out().next().map(|_| left_out);
    if let Some(side) = left_out {
        let first_is = sources.get(1).is_some_and(|first| first.may_leave_out);
        for i in 1..sources.len() {
            if sources[i].may_leave_out {
                streams[i][side] = None;
            } else if first_is {
                // It was made in view of depths that will not be there.
                streams[i][side] = Some(guide(i, false, side)?);
            }
        }
    }
    let model = |sides: ByColor<Option<Costed>>| {
        Model::new(sides.map(|costed| costed.map(|(guide, _)| guide)))
    };
    Ok((streams.into_iter().map(model).collect(), left_out))
}

/// Some blocks, spread by hashing so that no place of the men is preferred.
fn sampled(header: &Header) -> Vec<u64> {
    let all = header.slices * header.blocks;
    let count = (all / SAMPLED_OF).clamp(FEWEST_SAMPLED, MOST_SAMPLED);
    if all <= count {
        return (0..all).collect();
    }
    (0..count).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) % all).collect()
}

/// Notes how far each candidate for a neighbour is from the cells.
struct Choosing {
    is_result: bool,
    distances: Vec<[u8; CANDIDATES.len()]>,
}

impl Coding for Choosing {
    const READS: bool = false;

    fn code(&mut self, _: Path, symbol: u8) -> u8 {
        symbol
    }

    fn bare(&mut self, number: u16) -> u16 {
        number
    }

    fn note(&mut self, grid: &[u8; GRID], place: usize, kind: u8) {
        // Results are alike or not.
        let between = |other: u8| match self.is_result {
            true => 8 * u8::from(other != kind),
            false => other.abs_diff(kind).min(FARTHEST),
        };
        let distance = |other: u8| if other == 0 { ABSENT } else { between(other) };
        self.distances.push(Neighbours::each_candidate(grid, place).map(distance));
    }
}

/// Compresses blocks; each thread has its own.
pub struct Packer<'a> {
    sources: &'a [Source<'a>],
    cells: Vec<u8>,
    results: Box<[u8; BLOCK_SLOTS]>,
    first: Box<[u16; BLOCK_SLOTS]>,
    depths: Box<[u16; BLOCK_SLOTS]>,
}

impl<'a> Packer<'a> {
    /// One that reads from these.
    pub fn new(sources: &'a [Source<'a>]) -> Self {
        Self {
            sources,
            cells: Vec::new(),
            results: Box::new([NOTHING; BLOCK_SLOTS]),
            first: Box::new([0; BLOCK_SLOTS]),
            depths: Box::new([0; BLOCK_SLOTS]),
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
                self.results[cell] = if is_stored { result_of(self.cells[cell]) } else { NOTHING };
            }
        }
        let seen = first && stream > 1;
        if seen {
            self.load_depths(id, 1)?;
            std::mem::swap(&mut self.first, &mut self.depths);
        }
        if stream > 0 {
            self.load_depths(id, stream)?;
        }
        Ok((stored, seen))
    }

    fn load_depths(&mut self, id: BlockId, stream: usize) -> Result<(), Error> {
        let source = &self.sources[stream];
        let codes = Depths::of(source.stream);
        self.cells.clear();
        (source.cells)(id, &mut self.cells)?;
        for (cell, (depth, &result)) in self.depths.iter_mut().zip(&*self.results).enumerate() {
            *depth = codes.depth(result, &self.cells, cell);
        }
        Ok(())
    }

    /// Hands the symbols of a block of a stream on.
    fn walk(
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
    pub fn pack(
        &mut self,
        id: BlockId,
        stream: usize,
        first: bool,
        guide: &Guide,
    ) -> Result<Vec<u8>, Error> {
        let (stored, seen) = self.load(id, stream, first)?;
        Ok(match stream {
            0 => write_results(guide, &stored, &mut self.results),
            _ => {
                let first = seen.then_some(&*self.first);
                write_depths(guide, &self.results, first, &mut self.depths)
            }
        })
    }
}

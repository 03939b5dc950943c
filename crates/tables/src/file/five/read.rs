//! Reading bands of blocks.

use std::cell::RefCell;

use super::block::{Stored, Wanted, read_all_results, read_depths, read_results};
use super::codes::{Depths, code_of, result_of};
use super::walk::{self, BAND, BANDS, HALF, NOTHING, ROWS};
use crate::error::Error;
use crate::file::{Cells, Stream, TableFile};
use nimzo_chess::Metric;
use shakmaty::Color;

/// The first rows of a band.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// The band of a block.
    pub band: usize,
    /// How many rows of it.
    pub rows: usize,
}

thread_local! {
    /// Compressed bytes of results, of the first depths, and of other depths.
    static SCRATCH: RefCell<[Vec<u8>; 3]> = const { RefCell::new([const { Vec::new() }; 3]) };
}

/// Results as they are handed out by [`TableFile::read_band_of_results`].
fn results_of(codes: &Cells) -> [u8; BAND] {
    let mut known = [NOTHING; BAND];
    for (cell, known) in known.iter_mut().enumerate().take(codes.count()) {
        *known = result_of(codes.code(cell) as u8);
    }
    known
}

/// Whether depths of the second half of a band are coded behind those of the first, by the results of the first.
pub fn needs_both_halves(results: &Cells) -> bool {
    !walk::is_cut(&results_of(results))
}

impl TableFile {
    /// The stream of depths in view of which this one is coded.
    pub(super) fn seen_with(&self, stream: Stream) -> Option<Stream> {
        let first = self.header().streams.get(1).copied()?;
        let is_other = stream.metric != Metric::Wdl && stream.metric != first.metric;
        is_other.then_some(first)
    }

    /// The streams in view of whose cells those of a stream are coded, in blocks with a side to move: that of results,
    /// and that of the first depths.
    pub fn seen_by(&self, stream: Stream, turn: Color) -> (Option<Stream>, Option<Stream>) {
        let is_there = |stream: &Stream| stream.left_out != Some(turn);
        let results = self.header().streams.first().copied();
        let results = results.filter(|_| stream.metric != Metric::Wdl);
        (results, self.seen_with(stream).filter(|first| is_there(&stream) && is_there(first)))
    }

    /// Reads the first rows of a band of results, as [`TableFile::read`] reads a whole block. Later ones are not decoded.
    pub fn read_band_of_results(
        &self,
        number: u64,
        stored: &Stored,
        Rows { band, rows }: Rows,
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some(&stream) = self.header().streams.first() else { return Ok(()) };
        let damaged = || self.damaged_block(stream, number);
        let guide = self.model(stream)?.guide(self.header().turn_of(number)).ok_or_else(damaged)?;
        // What is not stored takes nothing to decode.
        let mut stored = *stored;
        stored[(band * ROWS + rows).min(64)..].fill(0);
        let mut results = [NOTHING; BAND];
        SCRATCH.with_borrow_mut(|[bytes, ..]| {
            bytes.clear();
            self.compressed(stream, number, bytes)?;
            read_results(guide, &stored, bytes, band, &mut results).ok_or_else(damaged)
        })?;
        cells.clear();
        cells.extend(results[..rows * 64].iter().map(|&result| code_of(result)));
        Ok(())
    }

    /// Reads depths of the half of a band in which the last of some rows lies, from the half's beginning up to that row,
    /// where what it is [seen by](Self::seen_by) has been read already: all the results from the band's beginning, and of
    /// at least half a band; of the first depths what [`needs_both_halves`] says.
    pub fn read_half_of_depths(
        &self,
        stream: Stream,
        number: u64,
        Rows { band, rows }: Rows,
        results: &Cells,
        first: Option<(Stream, [Option<&Cells>; 2])>,
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let codes = Depths::of(stream);
        let begin = if rows > HALF { HALF } else { 0 };
        // Where nothing is there is nothing to decode; but the first half tells how the band is cut.
        let mut known = results_of(results);
        let is_cut = walk::is_cut(&known);
        known[rows * 64..].fill(NOTHING);
        let turn = self.header().turn_of(number);
        let mut depths = [1; BAND];
        if stream.left_out != Some(turn) {
            let first = first.map(|(stream, halves)| -> [u16; BAND] {
                let codes = Depths::of(stream);
                std::array::from_fn(|cell| {
                    let half = halves[cell / (HALF * 64)];
                    let code = half.map_or(0, |half| half.code(cell % (HALF * 64)));
                    codes.depth_of(known[cell], code)
                })
            });
            let damaged = || self.damaged_block(stream, number);
            let guide = self.model(stream)?.guide(turn).ok_or_else(damaged)?;
            SCRATCH.with_borrow_mut(|[bytes, ..]| {
                bytes.clear();
                self.compressed(stream, number, bytes)?;
                let wanted = Wanted { band, last: Some(rows - 1), is_cut };
                read_depths(guide, bytes, wanted, &known, first.as_ref(), &mut depths)
                    .ok_or_else(damaged)
            })?;
        }
        cells.clear();
        for cell in begin * 64..rows * 64 {
            codes.push(known[cell], depths[cell], cells);
        }
        Ok(())
    }

    /// Reads a block of several streams, each into one of `cells`.
    pub(in crate::file) fn read_five(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &Stored,
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        for (stream, cells) in streams.iter().zip(&mut *cells) {
            cells.clear();
            cells.reserve(stream.block_bytes());
        }
        SCRATCH.with_borrow_mut(|[results, first, others]| {
            self.read_with(streams, number, stored, cells, [results, first, others])
        })
    }

    fn read_with(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &Stored,
        cells: &mut [Vec<u8>],
        [result_bytes, first_bytes, bytes]: [&mut Vec<u8>; 3],
    ) -> Result<(), Error> {
        let header = self.header();
        let turn = header.turn_of(number);
        let guide_of = |stream: Stream| {
            let guide = self.model(stream)?.guide(turn);
            guide.ok_or_else(|| self.damaged_block(stream, number))
        };
        result_bytes.clear();
        let result_stream = header.streams[0];
        let result_guide = guide_of(result_stream)?;
        self.compressed(result_stream, number, result_bytes)?;
        let has_depths =
            |stream: &Stream| stream.metric != Metric::Wdl && stream.left_out != Some(turn);
        // The first depths, if some stream is coded in view of them, or they are asked for.
        let first_stream = header
            .streams
            .get(1)
            .copied()
            .filter(|first| has_depths(first) && streams.iter().any(has_depths));
        first_bytes.clear();
        let first_guide = first_stream.map(guide_of).transpose()?;
        if let Some(stream) = first_stream {
            self.compressed(stream, number, first_bytes)?;
        }
        let mut starts = vec![0; streams.len()];
        bytes.clear();
        for (stream, start) in streams.iter().zip(&mut starts) {
            *start = bytes.len();
            if has_depths(stream) && self.seen_with(*stream).is_some() {
                self.compressed(*stream, number, bytes)?;
            }
        }
        let mut results = [[NOTHING; BAND]; BANDS];
        read_all_results(result_guide, stored, result_bytes, &mut results)
            .ok_or_else(|| self.damaged_block(result_stream, number))?;
        let (mut first, mut depths) = ([0; BAND], [0; BAND]);
        for (band, results) in results.iter().enumerate() {
            if let (Some(stream), Some(guide)) = (first_stream, first_guide) {
                let wanted = Wanted::all(band, results);
                read_depths(guide, first_bytes, wanted, results, None, &mut first)
                    .ok_or_else(|| self.damaged_block(stream, number))?;
            }
            for (i, (&stream, cells)) in streams.iter().zip(&mut *cells).enumerate() {
                if stream.metric == Metric::Wdl {
                    cells.extend(results.iter().map(|&result| code_of(result)));
                    continue;
                }
                let codes = Depths::of(stream);
                if !has_depths(&stream) {
                    results.iter().for_each(|&result| codes.push(result, 1, cells));
                    continue;
                }
                let found = match self.seen_with(stream) {
                    None => &first,
                    Some(_) => {
                        let end = starts.get(i + 1).copied().unwrap_or(bytes.len());
                        let bytes = &bytes[starts[i]..end];
                        let first = first_stream.map(|_| &first);
                        let (guide, wanted) = (guide_of(stream)?, Wanted::all(band, results));
                        read_depths(guide, bytes, wanted, results, first, &mut depths)
                            .ok_or_else(|| self.damaged_block(stream, number))?;
                        &depths
                    }
                };
                for (&result, &depth) in results.iter().zip(found) {
                    codes.push(result, depth, cells);
                }
            }
        }
        Ok(())
    }
}

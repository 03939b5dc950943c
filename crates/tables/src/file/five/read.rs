//! Reading bands of blocks.

use std::cell::RefCell;
use std::ops::Range;

use super::block::{Stored, read_depths, read_results};
use super::codes::{Depths, code_of, result_of};
use super::walk::{BAND, NOTHING, ROWS};
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
            read_results(guide, &stored, (bytes, stream.open), band, &mut results)
                .ok_or_else(damaged)
        })?;
        cells.clear();
        cells.extend(results[..rows * 64].iter().map(|&result| code_of(result)));
        Ok(())
    }

    /// Reads the first rows of a band of depths, where what it is [seen by](Self::seen_by) has been read already.
    pub fn read_band_of_depths(
        &self,
        stream: Stream,
        number: u64,
        Rows { band, rows }: Rows,
        results: &Cells,
        first: Option<(Stream, &Cells)>,
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let codes = Depths::of(stream);
        // Where nothing is there is nothing to decode.
        let mut known = [NOTHING; BAND];
        for (cell, known) in known.iter_mut().enumerate().take(rows * 64) {
            *known = result_of(results.code(cell) as u8);
        }
        let turn = self.header().turn_of(number);
        let mut depths = [1; BAND];
        if stream.left_out != Some(turn) {
            let first = first.map(|(stream, cells)| -> [u16; BAND] {
                let codes = Depths::of(stream);
                std::array::from_fn(|cell| codes.depth_of(known[cell], cells.code(cell)))
            });
            let damaged = || self.damaged_block(stream, number);
            let guide = self.model(stream)?.guide(turn).ok_or_else(damaged)?;
            SCRATCH.with_borrow_mut(|[bytes, ..]| {
                bytes.clear();
                self.compressed(stream, number, bytes)?;
                let bytes = (&bytes[..], stream.open);
                read_depths(guide, bytes, band, &known, first.as_ref(), &mut depths)
                    .ok_or_else(damaged)
            })?;
        }
        cells.clear();
        for (&result, &depth) in known.iter().zip(&depths).take(rows * 64) {
            codes.push(result, depth, cells);
        }
        Ok(())
    }

    /// Reads some bands of a block of several streams, each into one of `cells`.
    pub(in crate::file) fn read_bands(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &Stored,
        bands: Range<usize>,
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        for (stream, cells) in streams.iter().zip(&mut *cells) {
            cells.clear();
            cells.reserve(bands.len() * BAND * usize::from(stream.width));
        }
        SCRATCH.with_borrow_mut(|[results, first, others]| {
            self.read_with(streams, number, stored, bands, cells, [results, first, others])
        })
    }

    fn read_with(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &Stored,
        bands: Range<usize>,
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
        let mut results = [NOTHING; BAND];
        let (mut first, mut depths) = ([0; BAND], [0; BAND]);
        for band in bands {
            let bytes_of_results = (&result_bytes[..], result_stream.open);
            read_results(result_guide, stored, bytes_of_results, band, &mut results)
                .ok_or_else(|| self.damaged_block(result_stream, number))?;
            if let (Some(stream), Some(guide)) = (first_stream, first_guide) {
                let bytes = (&first_bytes[..], stream.open);
                read_depths(guide, bytes, band, &results, None, &mut first)
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
                        let bytes = (&bytes[starts[i]..end], stream.open);
                        let first = first_stream.map(|_| &first);
                        read_depths(guide_of(stream)?, bytes, band, &results, first, &mut depths)
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

//! Writing a table file: blocks compressed on all threads, written in order, the whole renamed
//! into place.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use nimzo_work::Task;
use nimzo_work::files::write_atomically;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::format::{Header, INDEX_ENTRY, Stream};
use crate::error::Error;
use crate::planes::narrowed;

/// How hard zstd works. Higher levels gain little on such small blocks.
const LEVEL: i32 = 6;
/// Blocks compressed before they are written.
const BATCH: u64 = 2048;

/// Where one block stands.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Slice.
    pub slice: usize,
    /// 0 with White to move, 1 with Black to move.
    pub side: usize,
    /// Block within the slice.
    pub block: usize,
}

/// Puts a block's cells (little-endian, `width` bytes each) into the buffer, and gives back which of
/// them matter; the others may be changed to whatever compresses best.
pub type ReadCells<'a> = dyn Fn(Place, &mut Vec<u8>) -> Result<[u64; 64], Error> + Sync + 'a;

/// A metric to be written: how it is stored, and its cells.
pub struct Source<'a> {
    /// What is written.
    pub stream: Stream,
    /// Where the cells come from.
    pub cells: &'a ReadCells<'a>,
}

/// Writes a file. The streams of `header` are replaced by those of `sources`.
pub fn write(
    path: &Path,
    mut header: Header,
    sources: &[Source<'_>],
    task: &Task,
) -> Result<u64, Error> {
    header.streams = sources.iter().map(|source| source.stream).collect();
    let total = header.stream_blocks() * sources.len() as u64;
    let stage = task.stage(&format!("write {}", header.class), total);
    let written = write_atomically(path, |file| -> Result<u64, WriteError> {
        let mut at = header.encode().len() as u64;
        file.seek(SeekFrom::Start(at))?;
        for (i, source) in sources.iter().enumerate() {
            header.streams[i].data_at = at;
            let mut index = Vec::with_capacity(header.stream_blocks() as usize * INDEX_ENTRY);
            for first in (0..header.stream_blocks()).step_by(BATCH as usize) {
                task.check().map_err(Error::from)?;
                let last = (first + BATCH).min(header.stream_blocks());
                for bytes in compress(source, &header, first..last)? {
                    file.write_all(&bytes)?;
                    at += bytes.len() as u64;
                    index.extend_from_slice(&at.to_le_bytes());
                    index.extend_from_slice(&checksum(&bytes).to_le_bytes());
                }
                stage.advance(last - first);
            }
            header.streams[i].index_at = at;
            header.streams[i].index_sum = xxh3_64(&index);
            file.write_all(&index)?;
            at += index.len() as u64;
        }
        header.length = at;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        Ok(at)
    });
    written.map_err(|error| match error {
        WriteError::Io(source) => Error::Io { path: path.to_owned(), source },
        WriteError::Other(error) => error,
    })
}

/// The checksum of a block's compressed bytes.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    xxh3_64(bytes) as u32
}

fn compress(
    source: &Source<'_>,
    header: &Header,
    blocks: std::ops::Range<u64>,
) -> Result<Vec<Vec<u8>>, Error> {
    let worker = || (zstd::bulk::Compressor::new(LEVEL), Vec::new());
    let indices: Vec<u64> = blocks.collect();
    indices
        .par_iter()
        .map_init(worker, |(compressor, cells), &number| {
            let block = (number % header.blocks) as usize;
            let (slice, side) =
                ((number / header.blocks / 2) as usize, (number / header.blocks % 2) as usize);
            cells.clear();
            let wanted = (source.cells)(Place { slice, side, block }, cells)?;
            let width = usize::from(source.stream.width);
            if width == 1 {
                fill::<1>(cells, &wanted)
            } else {
                fill::<2>(cells, &wanted)
            }
            if cells.chunks_exact(width).all(|cell| *cell == cells[..width]) {
                return Ok(cells[..width].to_vec());
            }
            if width == 2 {
                narrow(cells);
            }
            let failed = |source| Error::Io { path: header.class.to_string().into(), source };
            let compressor = compressor
                .as_mut()
                .map_err(|e| failed(std::io::Error::new(e.kind(), e.to_string())))?;
            compressor.compress(cells).map_err(failed)
        })
        .collect()
}

/// Makes the cells of a block narrow if all of them can be.
fn narrow(cells: &mut Vec<u8>) {
    let (wide, _) = cells.as_chunks::<2>();
    let codes: Option<Vec<u8>> =
        wide.iter().map(|&code| narrowed(u16::from_le_bytes(code))).collect();
    if let Some(codes) = codes {
        *cells = codes;
    }
}

/// Gives cells that do not matter the value of the one before them, or of the first that matters.
fn fill<const WIDTH: usize>(cells: &mut [u8], wanted: &[u64; 64]) {
    let (cells, _) = cells.as_chunks_mut::<WIDTH>();
    let matters = |i: usize| wanted[i >> 6] >> (i & 63) & 1 != 0;
    let mut last = (0..cells.len()).find(|&i| matters(i)).map_or([0; WIDTH], |i| cells[i]);
    for (i, cell) in cells.iter_mut().enumerate() {
        if matters(i) { last = *cell } else { *cell = last }
    }
}

enum WriteError {
    Io(std::io::Error),
    Other(Error),
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

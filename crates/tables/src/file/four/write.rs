//! Writing: arrangements tried out, blocks compressed on all threads, written in order, the whole renamed into
//! place.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use nimzo_retro::planes::narrowed;
use nimzo_work::Task;
use nimzo_work::files::write_atomically;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};
use xxhash_rust::xxh3::xxh3_64;

use super::arrange::{Arrangement, count};
use crate::error::Error;
use crate::file::index::Indexing;
use crate::file::write::{BATCH, WriteError, checksum};
use crate::file::{Header, ReadCells, Stream};

/// How hard zstd works. Higher levels gain little on such small blocks.
const LEVEL: i32 = 6;
/// Blocks of each side on which arrangements are tried.
const SAMPLE: u64 = 48;
/// What every frame of zstd begins with, and is left out.
pub(super) const MAGIC_NUMBER: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// A metric to be written: how it is stored, and its cells.
pub struct Source<'a> {
    /// What is written.
    pub stream: Stream,
    /// Where the cells come from.
    pub cells: &'a ReadCells<'a>,
    /// Where bare results come from, if depths with one side to move may be left out for them.
    pub results: Option<&'a ReadCells<'a>>,
}

/// What a file is arranged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Fast probes.
    Speed,
    /// Little space.
    Space,
}

/// Writes a file. The streams of `header` are replaced by those of `sources`.
pub fn write(
    path: &Path,
    header: Header,
    sources: &[Source<'_>],
    purpose: Purpose,
    task: &Task,
) -> Result<u64, Error> {
    let arrange = |header: &Header, stream: usize| match purpose {
        Purpose::Speed => Ok((None, ByColor::new_with(|_| Arrangement::BY_ROWS))),
        Purpose::Space => smallest(&sources[stream], &sources[0], header),
    };
    write_arranged(path, header, sources, &arrange, task)
}

/// The side whose depths a stream is to leave out, and how its blocks are to be arranged.
type Arranged = (Option<Color>, ByColor<Arrangement>);
type Arrange<'a> = dyn Fn(&Header, usize) -> Result<Arranged, Error> + 'a;

/// Writes a file with its cells arranged as `arrange` says.
pub(super) fn write_arranged(
    path: &Path,
    mut header: Header,
    sources: &[Source<'_>],
    arrange: &Arrange<'_>,
    task: &Task,
) -> Result<u64, Error> {
    header.streams = sources.iter().map(|source| source.stream).collect();
    let total = header.all_blocks() * sources.len() as u64;
    let stage = task.stage(&format!("write {}", header.class), total);
    let written = write_atomically(path, |file| -> Result<u64, WriteError> {
        let mut at = header.encode().len() as u64;
        file.seek(SeekFrom::Start(at))?;
        for (i, source) in sources.iter().enumerate() {
            header.streams[i].data_at = at;
            let first = &sources[0];
            let (left_out, arrangements) = arrange(&header, i)?;
            header.streams[i].left_out = left_out;
            header.streams[i].arrangements = arrangements;
            let mut index = Indexing::default();
            for begin in (0..header.all_blocks()).step_by(BATCH as usize) {
                task.check().map_err(Error::from)?;
                let last = (begin + BATCH).min(header.all_blocks());
                let packer = || Packer::new(source, first);
                let blocks: Result<Vec<Vec<u8>>, Error> = (begin..last)
                    .into_par_iter()
                    .map_init(packer, |packer, number| {
                        let side = header.turn_of(number);
                        packer.pack(&header, number, arrangements[side], left_out == Some(side))
                    })
                    .collect();
                for bytes in blocks? {
                    file.write_all(&bytes)?;
                    at += bytes.len() as u64;
                    index.push(bytes.len() as u16, checksum(&bytes));
                }
                stage.advance(last - begin);
            }
            let index = index.finish(header.streams[i].data_at);
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
    written.map_err(|error| error.at(path))
}

/// How a stream takes least, judged by a sample of its blocks. Where depths may be left out they are
/// those of the side that takes more.
fn smallest(source: &Source<'_>, first: &Source<'_>, header: &Header) -> Result<Arranged, Error> {
    let white = best(source, first, header, Color::White, false)?;
    let black = best(source, first, header, Color::Black, false)?;
    let mut arrangements = ByColor { white: white.1, black: black.1 };
    let left_out = source.results.map(|_| Color::from_white(black.0 <= white.0));
    if let Some(side) = left_out {
        arrangements[side] = best(source, first, header, side, true)?.1;
    }
    Ok((left_out, arrangements))
}

/// What a sample of a stream's blocks with one side to move takes in the best arrangement, and that
/// arrangement.
fn best(
    source: &Source<'_>,
    first: &Source<'_>,
    header: &Header,
    side: Color,
    results: bool,
) -> Result<(usize, Arrangement), Error> {
    let candidates = Arrangement::candidates(source.stream.metric == first.stream.metric);
    let sample = sample(header, side);
    let sized = |arrangement| -> Result<(usize, Arrangement), Error> {
        let packer = || Packer::new(source, first);
        let lengths = sample.par_iter().map_init(packer, |packer, &number| {
            packer.pack(header, number, arrangement, results).map(|bytes| bytes.len())
        });
        Ok((lengths.sum::<Result<usize, Error>>()?, arrangement))
    };
    let sizes = candidates.map(sized).collect::<Result<Vec<_>, Error>>()?;
    Ok(sizes.into_iter().min_by_key(|&(size, _)| size).expect("there are candidates"))
}

/// Some blocks of a stream with one side to move, spread by hashing so that no place of the men is
/// preferred.
fn sample(header: &Header, side: Color) -> Vec<u64> {
    let all = header.slices * header.blocks;
    let block = |i: u64| {
        let i = if all <= SAMPLE { i } else { i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16 } % all;
        (i / header.blocks * 2 + u64::from(side.is_black())) * header.blocks + i % header.blocks
    };
    (0..all.min(SAMPLE)).map(block).collect()
}

/// Compresses blocks of one stream; each thread has its own.
struct Packer<'a> {
    source: &'a Source<'a>,
    first: &'a Source<'a>,
    compressor: std::io::Result<zstd::bulk::Compressor<'static>>,
    cells: Vec<u8>,
    first_cells: Vec<u8>,
    stored: Vec<u8>,
}

impl<'a> Packer<'a> {
    fn new(source: &'a Source<'a>, first: &'a Source<'a>) -> Self {
        Self {
            source,
            first,
            compressor: zstd::bulk::Compressor::new(LEVEL),
            cells: Vec::new(),
            first_cells: Vec::new(),
            stored: Vec::new(),
        }
    }

    /// The bytes of a block in the file, with bare results instead of depths if asked for.
    fn pack(
        &mut self,
        header: &Header,
        number: u64,
        arrangement: Arrangement,
        results: bool,
    ) -> Result<Vec<u8>, Error> {
        let id = header.block_id(number);
        self.cells.clear();
        let cells = self.source.results.filter(|_| results).unwrap_or(self.source.cells);
        let wanted = cells(id, &mut self.cells)?;
        self.first_cells.clear();
        if arrangement.grouped {
            (self.first.cells)(id, &mut self.first_cells)?;
        }
        let first_width = usize::from(self.first.stream.width);
        let first = |cell: usize| self.first_cells[cell * first_width];
        let width = usize::from(self.source.stream.width);
        self.stored.clear();
        self.stored.resize(count(&wanted) * width, 0);
        let (stored, cells) = (&mut self.stored, &self.cells);
        arrangement.each(&wanted, first, |at, place| {
            stored[at * width..][..width].copy_from_slice(&cells[place * width..][..width]);
        });
        if self.stored.chunks_exact(width).all(|cell| *cell == self.stored[..width]) {
            return Ok(self.stored.iter().take(width).copied().collect());
        }
        if width == 2 {
            narrow(&mut self.stored);
        }
        let failed = |source| Error::Io { path: header.class.to_string().into(), source };
        let compressor = self
            .compressor
            .as_mut()
            .map_err(|e| failed(std::io::Error::new(e.kind(), e.to_string())))?;
        let mut frame = compressor.compress(&self.stored).map_err(failed)?;
        frame.drain(..MAGIC_NUMBER.len());
        Ok(frame)
    }
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

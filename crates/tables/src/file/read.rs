//! Reading a table file through a memory map, a block at a time.

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use nimzo_work::Task;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::arrange::count;
use super::format::{Header, Stream};
use super::index::{Entry, index_bytes};
use super::write::{MAGIC_NUMBER, checksum};
use crate::error::Error;
use nimzo_chess::Metric;
use nimzo_retro::planes::widened;

/// An open table file. Opening checks header and index; each block is checked when it is read.
pub struct TableFile {
    path: PathBuf,
    map: Mmap,
    header: Header,
}

impl TableFile {
    /// Opens a file and checks that it is whole.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        // SAFETY: tables are renamed into place when whole and never written again by this
        // program; whoever truncates one under a running program must expect the system to end it.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io(path))?;
        let header = Header::decode(path, &map)?;
        let file = Self { path: path.to_owned(), map, header };
        for &stream in &file.header.streams {
            let index =
                file.index(stream).ok_or_else(|| file.damaged("an index lies outside the file"))?;
            if xxh3_64(index) != stream.index_sum {
                return Err(file
                    .damaged(&format!("the checksum of the index of {} is wrong", stream.metric)));
            }
        }
        Ok(file)
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The stream that holds a metric.
    pub fn stream(&self, metric: Metric) -> Option<Stream> {
        self.header.streams.iter().copied().find(|stream| stream.metric == metric)
    }

    /// The number of a block within its stream.
    pub fn block_number(&self, slice: usize, side: usize, block: usize) -> u64 {
        ((slice * 2 + side) as u64) * self.header.blocks + block as u64
    }

    /// Reads a block into `cells`, which becomes as long as all cells of the block. `stored` are those
    /// that matter, the same as when the block was written; the others become 0.
    pub fn read(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        SCRATCH.with_borrow_mut(|scratch| {
            if !stream.arrangements[self.header.side_of(number)].grouped {
                return self.unpack(stream, number, stored, &[], scratch, cells);
            }
            let mut first = std::mem::take(&mut scratch.first);
            let found = self
                .unpack(self.header.streams[0], number, stored, &[], scratch, &mut first)
                .and_then(|()| self.unpack(stream, number, stored, &first, scratch, cells));
            scratch.first = first;
            found
        })
    }

    /// Reads a block of several streams, as [`TableFile::read`] reads one; the first stream of the file
    /// only once, if it is the first of them.
    pub fn read_several(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &[u64; 64],
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        let starts_with_first =
            streams.first().map(|stream| stream.metric) == Some(self.header.streams[0].metric);
        if !starts_with_first {
            let mut pairs = streams.iter().zip(cells);
            return pairs.try_for_each(|(&stream, cells)| self.read(stream, number, stored, cells));
        }
        for (i, &stream) in streams.iter().enumerate() {
            let (read, unread) = cells.split_at_mut(i);
            let first = read.first().map_or(&[][..], |first| first);
            SCRATCH.with_borrow_mut(|scratch| {
                self.unpack(stream, number, stored, first, scratch, &mut unread[0])
            })?;
        }
        Ok(())
    }

    /// Reads a block; `first` are the cells of the first stream, if this one is grouped by them.
    fn unpack(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        first: &[u8],
        scratch: &mut Scratch,
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let arrangement = stream.arrangements[self.header.side_of(number)];
        let mut packed = std::mem::take(&mut scratch.packed);
        let read = self.unpack_sequence(stream, number, count(stored), scratch, &mut packed);
        cells.clear();
        cells.resize(stream.block_bytes(), 0);
        let first_width = usize::from(self.header.streams[0].width);
        let first = |cell: usize| first[cell * first_width];
        if read.is_ok() {
            match stream.width {
                1 => arrangement.spread::<1>(stored, first, &packed, cells),
                _ => arrangement.spread::<2>(stored, first, &packed, cells),
            }
        }
        scratch.packed = packed;
        read
    }

    /// Reads the stored cells of a block in the order in which they are stored. `stored` are those
    /// that matter, as for [`TableFile::read`].
    pub fn read_sequence(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        packed: &mut Vec<u8>,
    ) -> Result<(), Error> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.unpack_sequence(stream, number, count(stored), scratch, packed)
        })
    }

    /// Where in its block's sequence a cell is that is grouped by the first stream, whose cells of
    /// the block are `first`; `None` if the stream is not grouped.
    pub fn grouped_rank(
        &self,
        stream: Stream,
        number: u64,
        cell: usize,
    ) -> Option<impl FnOnce(&[u8]) -> usize> {
        let arrangement = stream.arrangements[self.header.side_of(number)];
        let width = self.header.streams[0].width;
        arrangement.grouped.then_some(move |first: &[u8]| match width {
            1 => arrangement.grouped_rank::<1>(first, cell),
            _ => arrangement.grouped_rank::<2>(first, cell),
        })
    }

    fn unpack_sequence(
        &self,
        stream: Stream,
        number: u64,
        count: usize,
        scratch: &mut Scratch,
        packed: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let bytes = self.compressed(stream, number)?;
        let width = usize::from(stream.width);
        packed.clear();
        match bytes {
            &[code] if width == 1 => {
                packed.resize(count, code);
                return Ok(());
            }
            _ if bytes.len() == width => {
                packed.extend(bytes.iter().cycle().take(count * width));
                return Ok(());
            }
            _ => {}
        }
        if bytes.is_empty() && count == 0 {
            return Ok(());
        }
        packed.reserve(count * width);
        let Scratch { decompressor, frame, .. } = scratch;
        frame.clear();
        frame.extend_from_slice(&MAGIC_NUMBER);
        frame.extend_from_slice(bytes);
        let unpacked = match decompressor {
            Ok(decompressor) => decompressor.decompress_to_buffer(frame.as_slice(), packed).ok(),
            Err(_) => None,
        };
        match unpacked {
            Some(found) if found == count * width => Ok(()),
            // The deepest blocks alone are stored wide.
            Some(found) if width == 2 && found == count => {
                let wide = packed.iter().flat_map(|&code| widened(code).to_le_bytes()).collect();
                *packed = wide;
                Ok(())
            }
            _ => Err(self.damaged_block(stream, number)),
        }
    }

    /// The compressed bytes of a block, checked.
    fn compressed(&self, stream: Stream, number: u64) -> Result<&[u8], Error> {
        let damaged = || self.damaged_block(stream, number);
        let index = self.index(stream).ok_or_else(damaged)?;
        let entry = Entry::find(index, number).ok_or_else(damaged)?;
        let bytes = self.map.get(entry.start as usize..entry.end as usize).ok_or_else(damaged)?;
        if checksum(bytes) == entry.checksum { Ok(bytes) } else { Err(damaged()) }
    }

    fn index(&self, stream: Stream) -> Option<&[u8]> {
        let bytes = index_bytes(self.header.stream_blocks())?;
        let start = usize::try_from(stream.index_at).ok()?;
        self.map.get(start..start.checked_add(bytes)?)
    }

    /// Lets the pages read so far go, which otherwise count as this program's memory for as long as
    /// the file is open. They come back from the file, mostly from the system's cache of it.
    pub fn let_go(&self) {
        #[cfg(unix)]
        // SAFETY: the map is of a file and never written, so its pages hold what the file holds.
        // That it is done is not needed, so how it went does not matter.
        let _ = unsafe { self.map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
    }

    /// Checks every block of every stream against its checksum.
    pub fn check_blocks(&self, task: &Task) -> Result<(), Error> {
        let stage = task.stage(
            &format!("checksums of {}", self.header.class),
            self.header.stream_blocks() * self.header.streams.len() as u64,
        );
        for &stream in &self.header.streams {
            (0..self.header.stream_blocks()).into_par_iter().try_for_each(|number| {
                if number.is_multiple_of(1024) {
                    task.check()?;
                    stage.advance(1024);
                }
                self.compressed(stream, number).map(|_| ())
            })?;
        }
        Ok(())
    }

    fn damaged(&self, why: &str) -> Error {
        Error::Damaged { path: self.path.clone(), why: why.to_owned() }
    }

    fn damaged_block(&self, stream: Stream, number: u64) -> Error {
        self.damaged(&format!("block {number} of {} is not what was written", stream.metric))
    }
}

/// What each thread keeps for reading blocks.
struct Scratch {
    /// Setting one up costs more than a block.
    decompressor: std::io::Result<zstd::bulk::Decompressor<'static>>,
    frame: Vec<u8>,
    packed: Vec<u8>,
    first: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        decompressor: zstd::bulk::Decompressor::new(),
        frame: Vec::new(),
        packed: Vec::new(),
        first: Vec::new(),
    });
}

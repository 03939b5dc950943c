//! Reading a table file, a block at a time.
//!
//! Files are read by calls with bounds, not mapped into memory: one that is truncated or vanishes
//! under a running program gives an error, and does not end the program.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use nimzo_chess::Metric;
use nimzo_retro::planes::widened;
use nimzo_work::files::File;
use nimzo_work::{Task, files};
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::arrange::count;
use super::format::{Header, Stream};
use super::index::{Entry, GROUP_BYTES, group_of, index_bytes};
use super::write::{MAGIC_NUMBER, checksum};
use crate::error::Error;
use crate::heading::MOST_BYTES;

/// An index of at most so many bytes is kept in memory; of a larger one what is needed is read when it
/// is needed.
const KEPT_INDEX: usize = 256 << 10;

/// An open table file. Opening checks header and index; each block is checked when it is read.
pub struct TableFile {
    file: File,
    header: Header,
    /// The indexes that are kept, by stream.
    indexes: Vec<Option<Vec<u8>>>,
    /// Tells open files apart.
    number: u64,
}

impl TableFile {
    /// Opens a file and checks that it is whole.
    pub fn open(path: &Path) -> Result<Self, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let file = files::open(path).map_err(Error::io(path))?;
        let length = file.length().map_err(Error::io(path))?;
        let mut beginning = vec![0; length.min(MOST_BYTES) as usize];
        file.read_exact_at(&mut beginning, 0).map_err(Error::io(path))?;
        let header = Header::decode(path, &beginning, length)?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut file = Self { file, header, indexes: Vec::new(), number };
        for stream in file.header.streams.clone() {
            let index = file.checked_index(stream)?;
            file.indexes.push(index);
        }
        Ok(file)
    }

    /// Checks the index of a stream, and gives it back if it is to be kept.
    fn checked_index(&self, stream: Stream) -> Result<Option<Vec<u8>>, Error> {
        let outside = || self.damaged("an index lies outside the file");
        let bytes = index_bytes(self.header.stream_blocks()).ok_or_else(outside)?;
        let end = stream.index_at.checked_add(bytes as u64);
        if end.is_none_or(|end| end > self.header.length) {
            return Err(outside());
        }
        let mut sum = Xxh3::new();
        let mut kept = Vec::new();
        for start in (0..bytes).step_by(KEPT_INDEX) {
            kept.resize(KEPT_INDEX.min(bytes - start), 0);
            self.read_at(&mut kept, stream.index_at + start as u64)?;
            sum.update(&kept);
        }
        if sum.digest() != stream.index_sum {
            let why = format!("the checksum of the index of {} is wrong", stream.metric);
            return Err(self.damaged(&why));
        }
        Ok((bytes <= KEPT_INDEX).then_some(kept))
    }

    /// Fills `bytes` from a place in the file.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), Error> {
        self.file.read_exact_at(bytes, at).map_err(|error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("it has become shorter while it was in use"),
            _ => Error::io(self.path())(error),
        })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The stream that holds a metric.
    pub fn stream(&self, metric: Metric) -> Option<Stream> {
        self.header.streams.iter().copied().find(|stream| stream.metric == metric)
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
            if !stream.arrangements[self.header.turn_of(number)].grouped {
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
        let arrangement = stream.arrangements[self.header.turn_of(number)];
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
        let arrangement = stream.arrangements[self.header.turn_of(number)];
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
        self.compressed(stream, number, scratch)?;
        let bytes = &scratch.frame[MAGIC_NUMBER.len()..];
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

    /// Reads the compressed bytes of a block into the frame, after what every frame begins with, and
    /// checks them.
    fn compressed(&self, stream: Stream, number: u64, scratch: &mut Scratch) -> Result<(), Error> {
        let damaged = || self.damaged_block(stream, number);
        if number >= self.header.stream_blocks() {
            return Err(damaged());
        }
        let entry = self.entry(stream, number, scratch)?.ok_or_else(damaged)?;
        if entry.end > self.header.length {
            return Err(damaged());
        }
        let Scratch { frame, .. } = scratch;
        frame.clear();
        frame.extend_from_slice(&MAGIC_NUMBER);
        frame.resize(MAGIC_NUMBER.len() + (entry.end - entry.start) as usize, 0);
        let bytes = &mut frame[MAGIC_NUMBER.len()..];
        self.read_at(bytes, entry.start)?;
        if checksum(bytes) == entry.checksum { Ok(()) } else { Err(damaged()) }
    }

    /// Where a block lies.
    fn entry(
        &self,
        stream: Stream,
        number: u64,
        scratch: &mut Scratch,
    ) -> Result<Option<Entry>, Error> {
        let group = group_of(number);
        let kept = self.header.streams.iter().position(|one| one.metric == stream.metric);
        if let Some(index) = kept.and_then(|at| self.indexes[at].as_ref()) {
            let group = index.get(group.start as usize..group.end as usize);
            return Ok(group.and_then(|group| Entry::find(group, number)));
        }
        let at = stream.index_at + group.start;
        if scratch.group_of != Some((self.number, at)) {
            scratch.group_of = None;
            self.read_at(&mut scratch.group, at)?;
            scratch.group_of = Some((self.number, at));
        }
        Ok(Entry::find(&scratch.group, number))
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
                SCRATCH.with_borrow_mut(|scratch| self.compressed(stream, number, scratch))
            })?;
        }
        Ok(())
    }

    fn damaged(&self, why: &str) -> Error {
        Error::Damaged { path: self.path().to_owned(), why: why.to_owned() }
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
    /// A group of an index, and of which file and place it is: the next block is mostly in it too.
    group: [u8; GROUP_BYTES],
    group_of: Option<(u64, u64)>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        decompressor: zstd::bulk::Decompressor::new(),
        frame: Vec::new(),
        packed: Vec::new(),
        first: Vec::new(),
        group: [0; GROUP_BYTES],
        group_of: None,
    });
}

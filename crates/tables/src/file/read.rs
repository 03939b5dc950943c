//! Reading a table file, a block at a time.
//!
//! Files are read by calls with bounds, not mapped into memory: one that is truncated or vanishes
//! under a running program gives an error, and does not end the program.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use nimzo_chess::Metric;
use nimzo_work::files::File;
use nimzo_work::{Task, files};
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::five::Model;
use super::format::{FOUR, Header, SIX, Stream};
use super::index;
use super::index::{Entry, GROUP_BYTES};
use super::six::Books;
use super::write::checksum;
use crate::error::Error;
use crate::heading::MOST_BYTES;

/// An index of at most so many bytes is kept in memory; of a larger one what is needed is read when it
/// is needed.
const KEPT_INDEX: usize = 512 << 10;

/// At most so many bytes are read ahead.
const MOST_AHEAD: u64 = 256 << 10;

/// An open table file. Opening checks header and index; each block is checked when it is read.
pub struct TableFile {
    file: File,
    header: Header,
    /// The indexes that are kept, by stream.
    indexes: Vec<Option<Vec<u8>>>,
    /// The models, by stream, read when they are first needed; none where it is damaged.
    models: Vec<OnceLock<Option<Model>>>,
    /// The same of version 6.
    books: Vec<OnceLock<Option<Books>>>,
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
        let models = header.streams.iter().map(|_| OnceLock::new()).collect();
        let books = header.streams.iter().map(|_| OnceLock::new()).collect();
        let mut file = Self { file, header, indexes: Vec::new(), models, books, number };
        for stream in file.header.streams.clone() {
            let index = file.checked_index(stream)?;
            file.indexes.push(index);
        }
        Ok(file)
    }

    /// Checks the index of a stream, and gives it back if it is to be kept.
    fn checked_index(&self, stream: Stream) -> Result<Option<Vec<u8>>, Error> {
        let outside = || self.damaged("an index lies outside the file");
        let blocks = self.header.stream_blocks(stream);
        let bytes = match self.header.version {
            FOUR => index::index_bytes(blocks),
            _ => self.header.shape(stream).index_bytes(blocks),
        };
        let bytes = bytes.ok_or_else(outside)?;
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

    /// A number that no other open file has.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The stream that holds a metric.
    pub fn stream(&self, metric: Metric) -> Option<Stream> {
        self.header.streams.iter().copied().find(|stream| stream.metric == metric)
    }

    /// Where in the file's list a stream is.
    pub(super) fn place_of(&self, stream: Stream) -> Option<usize> {
        self.header.streams.iter().position(|one| one.metric == stream.metric)
    }

    /// The model of a stream of version 5.
    pub(super) fn model(&self, stream: Stream) -> Result<&Model, Error> {
        self.kept_model(stream, &self.models, Model::decode)
    }

    /// The books of a stream of version 6.
    pub(super) fn books(&self, stream: Stream) -> Result<&Books, Error> {
        self.kept_model(stream, &self.books, Books::decode)
    }

    /// What blocks of a stream are read with, decoded when it is first needed.
    fn kept_model<'a, T>(
        &self,
        stream: Stream,
        kept: &'a [OnceLock<Option<T>>],
        decode: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<&'a T, Error> {
        let why =
            || self.damaged(&format!("the model of {} is not what was written", stream.metric));
        let kept = self.place_of(stream).and_then(|at| kept.get(at)).ok_or_else(why)?;
        if kept.get().is_none() {
            let end = stream.model_at.checked_add(stream.model_bytes);
            if end.is_none_or(|end| end > self.header.length) {
                return Err(why());
            }
            let mut bytes = vec![0; stream.model_bytes as usize];
            self.read_at(&mut bytes, stream.model_at)?;
            let is_sound = xxh3_64(&bytes) == stream.model_sum;
            let _ = kept.set(is_sound.then(|| decode(&bytes)).flatten());
        }
        kept.get().and_then(Option::as_ref).ok_or_else(why)
    }

    /// Reads a block into `cells`, which becomes as long as all cells of the block. `stored` are those
    /// that matter, the same as when the block was written; the others become 0. Cells of a side that is
    /// left out are bare results.
    pub fn read(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        match self.header.version {
            FOUR => self.read_four(stream, number, stored, cells),
            SIX => self.read_six(&[stream], number, stored, std::slice::from_mut(cells)),
            _ => self.read_five(&[stream], number, stored, std::slice::from_mut(cells)),
        }
    }

    /// Reads a block of several streams, as [`TableFile::read`] reads one.
    pub fn read_several(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &[u64; 64],
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        match self.header.version {
            FOUR => self.read_several_four(streams, number, stored, cells),
            SIX => self.read_six(streams, number, stored, cells),
            _ => self.read_five(streams, number, stored, cells),
        }
    }

    /// Appends the compressed bytes of a block, and checks them. Of a block that is left out there are
    /// none.
    pub(super) fn compressed(
        &self,
        stream: Stream,
        number: u64,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some(place) = self.header.place(stream, number) else { return Ok(()) };
        self.compressed_at(stream, place, bytes, |bytes, entry| {
            AHEAD.with_borrow(|ahead| match ahead.bytes_of(self.number, entry) {
                Some(read) => {
                    bytes.copy_from_slice(read);
                    Ok(())
                }
                None => self.read_at(bytes, entry.start),
            })
        })
    }

    /// The same, as `read` reads what lies at an entry.
    fn compressed_at(
        &self,
        stream: Stream,
        place: u64,
        bytes: &mut Vec<u8>,
        read: impl FnOnce(&mut [u8], Entry) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let damaged = || self.damaged_block(stream, place);
        if place >= self.header.stream_blocks(stream) {
            return Err(damaged());
        }
        let entry = self.entry(stream, place)?.ok_or_else(damaged)?;
        if entry.end > self.header.length {
            return Err(damaged());
        }
        let start = bytes.len();
        bytes.resize(start + (entry.end - entry.start) as usize, 0);
        let read_now = &mut bytes[start..];
        read(read_now, entry)?;
        if checksum(read_now) != entry.checksum {
            return Err(damaged());
        }
        // Of what was read together only the block is wanted.
        let (from, to) = (entry.block.0 as usize, entry.block.1 as usize);
        read_now.copy_within(from..to, 0);
        bytes.truncate(start + to - from);
        Ok(())
    }

    /// Reads all blocks from one to another from the file in one go, if they lie close together, for this
    /// thread to unpack next. Nothing is checked yet, and what cannot be read now is read block by block.
    pub fn read_ahead(&self, stream: Stream, blocks: RangeInclusive<u64>) {
        let entry = |number: u64| {
            let place = self.header.place(stream, number)?;
            self.entry(stream, place).ok().flatten()
        };
        let (Some(first), Some(last)) = (entry(*blocks.start()), entry(*blocks.end())) else {
            return;
        };
        let length = last.end.saturating_sub(first.start);
        if first.start == last.start || length > MOST_AHEAD || last.end > self.header.length {
            return;
        }
        AHEAD.with_borrow_mut(|ahead| {
            ahead.of = None;
            ahead.bytes.resize(length as usize, 0);
            let read = self.read_at(&mut ahead.bytes, first.start);
            ahead.of = read.is_ok().then_some((self.number, first.start));
        });
    }

    /// Where a block lies.
    fn entry(&self, stream: Stream, place: u64) -> Result<Option<Entry>, Error> {
        let shape = self.header.shape(stream);
        let is_four = self.header.version == FOUR;
        let group = if is_four { index::group_of(place) } else { shape.group_of(place) };
        let find = |group: &[u8]| match is_four {
            true => Entry::find(group, place),
            false => shape.find(group, place),
        };
        if let Some(index) = self.place_of(stream).and_then(|at| self.indexes[at].as_ref()) {
            let group = index.get(group.start as usize..group.end as usize);
            return Ok(group.and_then(find));
        }
        let at = stream.index_at + group.start;
        LAST_GROUP.with_borrow_mut(|last| {
            if last.of != Some((self.number, at)) {
                last.of = None;
                self.read_at(&mut last.bytes[..(group.end - group.start) as usize], at)?;
                last.of = Some((self.number, at));
            }
            Ok(find(&last.bytes[..(group.end - group.start) as usize]))
        })
    }

    /// Checks every block of every stream against its checksum.
    pub fn check_blocks(&self, task: &Task) -> Result<(), Error> {
        let blocks = |stream: &Stream| self.header.stream_blocks(*stream);
        let all = self.header.streams.iter().map(blocks).sum();
        let stage = task.stage(&format!("checksums of {}", self.header.class), all);
        for &stream in &self.header.streams {
            // Those of a checksum at once.
            let step = match self.header.version {
                FOUR => 1,
                _ => self.header.shape(stream).group,
            };
            match self.header.version {
                FOUR => {}
                SIX => _ = self.books(stream)?,
                _ => _ = self.model(stream)?,
            }
            let groups = blocks(&stream).div_ceil(step);
            (0..groups).into_par_iter().try_for_each_init(Vec::new, |bytes, group| {
                let place = group * step;
                if place.is_multiple_of(1024) {
                    task.check()?;
                    stage.advance(1024);
                }
                bytes.clear();
                // From the file as it is now, whatever was read ahead.
                self.compressed_at(stream, place, bytes, |bytes, entry| {
                    self.read_at(bytes, entry.start)
                })
            })?;
        }
        Ok(())
    }

    fn damaged(&self, why: &str) -> Error {
        Error::Damaged { path: self.path().to_owned(), why: why.to_owned() }
    }

    pub(super) fn damaged_block(&self, stream: Stream, number: u64) -> Error {
        self.damaged(&format!("block {number} of {} is not what was written", stream.metric))
    }
}

/// A group of an index, and of which file and place it is: the next block is mostly in it too.
struct LastGroup {
    bytes: [u8; GROUP_BYTES],
    of: Option<(u64, u64)>,
}

/// Bytes that were read ahead, and of which file and place they are.
struct Ahead {
    bytes: Vec<u8>,
    of: Option<(u64, u64)>,
}

impl Ahead {
    /// The bytes of a block of a file, if they are here.
    fn bytes_of(&self, file: u64, block: Entry) -> Option<&[u8]> {
        let (of, start) = self.of?;
        let from = usize::try_from(block.start.checked_sub(start)?).ok()?;
        let to = usize::try_from(block.end.checked_sub(start)?).ok()?;
        (of == file).then(|| self.bytes.get(from..to))?
    }
}

thread_local! {
    static AHEAD: RefCell<Ahead> = const { RefCell::new(Ahead { bytes: Vec::new(), of: None }) };
    static LAST_GROUP: RefCell<LastGroup> =
        const { RefCell::new(LastGroup { bytes: [0; GROUP_BYTES], of: None }) };
}

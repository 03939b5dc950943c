//! Reading a table file through a memory map, a block at a time.

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use nimzo_work::Task;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::format::{Header, INDEX_ENTRY, Stream};
use super::write::checksum;
use crate::error::Error;
use crate::layout::BLOCK_SLOTS;
use crate::metric::Metric;
use crate::planes::widened;

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

    /// Reads a block into `cells`, which becomes as long as the block's cells.
    pub fn read(&self, stream: Stream, number: u64, cells: &mut Vec<u8>) -> Result<(), Error> {
        let bytes = self.compressed(stream, number)?;
        let size = stream.block_bytes();
        cells.clear();
        if bytes.len() == usize::from(stream.width) {
            cells.extend(bytes.iter().cycle().take(size));
            return Ok(());
        }
        cells.reserve(size);
        let unpacked = DECOMPRESSOR.with_borrow_mut(|d| match d {
            Ok(decompressor) => decompressor.decompress_to_buffer(bytes, cells).ok(),
            Err(_) => None,
        });
        match unpacked {
            Some(found) if found == size => Ok(()),
            // The deepest blocks alone are stored wide.
            Some(BLOCK_SLOTS) if stream.width == 2 => {
                cells.resize(size, 0);
                for i in (0..BLOCK_SLOTS).rev() {
                    let wide = widened(cells[i]).to_le_bytes();
                    cells[2 * i..2 * i + 2].copy_from_slice(&wide);
                }
                Ok(())
            }
            _ => Err(self.damaged_block(stream, number)),
        }
    }

    /// The compressed bytes of a block, checked.
    fn compressed(&self, stream: Stream, number: u64) -> Result<&[u8], Error> {
        let damaged = || self.damaged_block(stream, number);
        let index = self.index(stream).ok_or_else(damaged)?;
        let (start, _) = match number.checked_sub(1) {
            None => (stream.data_at, 0),
            Some(before) => entry(index, before).ok_or_else(damaged)?,
        };
        let (end, sum) = entry(index, number).ok_or_else(damaged)?;
        let bytes = self.map.get(start as usize..end as usize).ok_or_else(damaged)?;
        if checksum(bytes) == sum { Ok(bytes) } else { Err(damaged()) }
    }

    fn index(&self, stream: Stream) -> Option<&[u8]> {
        let bytes = usize::try_from(self.header.stream_blocks()).ok()?.checked_mul(INDEX_ENTRY)?;
        let start = usize::try_from(stream.index_at).ok()?;
        self.map.get(start..start.checked_add(bytes)?)
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

fn entry(index: &[u8], number: u64) -> Option<(u64, u32)> {
    let at = usize::try_from(number).ok()? * INDEX_ENTRY;
    let bytes: &[u8; INDEX_ENTRY] = index.get(at..at + INDEX_ENTRY)?.try_into().ok()?;
    let (end, sum) = bytes.split_at(8);
    Some((u64::from_le_bytes(end.try_into().ok()?), u32::from_le_bytes(sum.try_into().ok()?)))
}

thread_local! {
    /// Setting up a decompressor costs more than a block, so each thread keeps one.
    static DECOMPRESSOR: RefCell<std::io::Result<zstd::bulk::Decompressor<'static>>> =
        RefCell::new(zstd::bulk::Decompressor::new());
}

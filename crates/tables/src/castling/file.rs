//! Writing an appendix, and reading it a block at a time.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use nimzo_chess::{CastlingRights, Depth, Material, Metric, Values};
use nimzo_retro::castling::{Appendix, Numbering};
use nimzo_retro::planes::{Unit, decode, encode};
use nimzo_work::Task;
use nimzo_work::files::{self, File, write_atomically};
use rayon::prelude::*;
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use super::format::Header;
use super::{BLOCK_CELLS, METRICS};
use crate::error::Error;
use crate::file::{Cache, Cells, Key};
use crate::heading::MOST_BYTES;

/// The code that means "draw".
const HALF: u32 = 0x8000;
/// Bytes of the index for each block.
const ENTRY: usize = 16;
/// Compression: appendices are small and read often.
const LEVEL: i32 = 12;

/// An open appendix. Opening checks header and index; each block is checked when it is read.
pub struct AppendixFile {
    file: File,
    header: Header,
    sets: Vec<Numbering>,
    /// Where each block ends, and its checksum.
    index: Vec<u8>,
    /// Where the first block begins.
    blocks_at: u64,
    cache: Arc<Cache>,
    number: u32,
}

/// Writes an appendix into its place and returns its size.
pub(super) fn write(path: &Path, appendix: &Appendix, task: &Task) -> Result<u64, Error> {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for numbering in appendix.sets() {
        for metric in METRICS {
            for turn in Color::ALL {
                task.check()?;
                let cell = |number| {
                    let values = appendix.values(numbering.rights(), number, turn);
                    encode(values.map(pick(metric)), HALF, Unit::Plies) as u16
                };
                let cells: Vec<u16> = (0..numbering.size()).map(cell).collect();
                let packed: Result<Vec<Vec<u8>>, _> = cells
                    .par_chunks(BLOCK_CELLS)
                    .map(|cells| {
                        let bytes: Vec<u8> =
                            cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
                        zstd::bulk::compress(&bytes, LEVEL)
                    })
                    .collect();
                blocks.extend(packed.map_err(Error::io(path))?);
            }
        }
    }
    let mut header = Header {
        class: appendix.class(),
        sets: appendix.sets().map(Numbering::rights).collect(),
        length: 0,
        index_sum: 0,
    };
    let mut end = (header.encode().len() + blocks.len() * ENTRY) as u64;
    let mut index = Vec::with_capacity(blocks.len() * ENTRY);
    for block in &blocks {
        end += block.len() as u64;
        index.extend_from_slice(&end.to_le_bytes());
        index.extend_from_slice(&xxh3_64(block).to_le_bytes());
    }
    (header.length, header.index_sum) = (end, xxh3_64(&index));
    write_atomically(path, |out| {
        out.write_all(&header.encode())?;
        out.write_all(&index)?;
        blocks.iter().try_for_each(|block| out.write_all(block))
    })
    .map_err(Error::io(path))?;
    Ok(end)
}

fn pick(metric: Metric) -> fn(Values) -> Depth {
    match metric {
        Metric::Wdl | Metric::Dtm => |values| values.dtm.0,
        Metric::Dtc => |values| values.dtc.0,
        Metric::Dtz => |values| values.dtz.0,
        Metric::Dtz50 => |values| values.dtz50.0,
    }
}

impl AppendixFile {
    /// Opens the appendix of a class, which must be the one that the file is about. `number` tells it
    /// from the other files that share the cache.
    pub(crate) fn open(
        path: &Path,
        class: Material,
        cache: Arc<Cache>,
        number: u32,
    ) -> Result<Self, Error> {
        let file = files::open(path).map_err(Error::io(path))?;
        let length = file.length().map_err(Error::io(path))?;
        let mut beginning = vec![0; length.min(MOST_BYTES) as usize];
        file.read_exact_at(&mut beginning, 0).map_err(Error::io(path))?;
        let (header, index_at) = Header::decode(path, &beginning, length)?;
        if header.class != class {
            let why = format!("it is an appendix of {}", header.class);
            return Err(Error::NotATable { path: path.to_owned(), why });
        }
        let sets = Numbering::all(class).unwrap_or_default();
        let named: Vec<CastlingRights> = sets.iter().map(Numbering::rights).collect();
        let (index, blocks_at) = (Vec::new(), index_at as u64);
        let mut opened = Self { file, header, sets, index, blocks_at, cache, number };
        if opened.header.sets != named {
            return Err(opened.damaged("its sets of rights are not those of the class"));
        }
        let mut index = vec![0; opened.blocks() * ENTRY];
        let read = opened.read_at(&mut index, opened.blocks_at);
        if read.is_err() || xxh3_64(&index) != opened.header.index_sum {
            return Err(opened.damaged("the checksum of its index is wrong"));
        }
        opened.blocks_at += index.len() as u64;
        opened.index = index;
        Ok(opened)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Fills `bytes` from a place in the file, which may have become shorter.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), Error> {
        let end = at.checked_add(bytes.len() as u64);
        if end.is_none_or(|end| end > self.header.length) {
            return Err(self.damaged("a block lies outside the file"));
        }
        self.file.read_exact_at(bytes, at).map_err(Error::io(self.path()))
    }

    /// Its length.
    pub fn bytes(&self) -> u64 {
        self.header.length
    }

    /// The sets of rights and how their positions are numbered.
    pub fn sets(&self) -> &[Numbering] {
        &self.sets
    }

    /// The depth of a position; `None` where the number belongs to no legal one.
    pub fn depth(
        &self,
        rights: CastlingRights,
        metric: Metric,
        turn: Color,
        number: usize,
    ) -> Result<Option<Depth>, Error> {
        let Some(first) = self.first_block(rights, metric, turn) else { return Ok(None) };
        let block = first + number / BLOCK_CELLS;
        let key = Key { table: self.number, stream: 0, part: block as u64 };
        let read = |_| {
            let mut cells = Vec::new();
            self.read_block(block, &mut cells)?;
            Ok::<_, Error>(Cells::of(&cells, 2))
        };
        let code = self.cache.code(key, number % BLOCK_CELLS, read)?;
        Ok(decode(u32::from(code), HALF, Unit::Plies))
    }

    /// Checks every block against its checksum.
    pub fn check_blocks(&self) -> Result<(), Error> {
        let mut cells = Vec::new();
        (0..self.blocks()).try_for_each(|block| self.read_block(block, &mut cells))
    }

    fn blocks(&self) -> usize {
        self.sets.iter().map(|set| 2 * METRICS.len() * set.size().div_ceil(BLOCK_CELLS)).sum()
    }

    fn first_block(&self, rights: CastlingRights, metric: Metric, turn: Color) -> Option<usize> {
        let mut first = 0;
        for set in &self.sets {
            let each = set.size().div_ceil(BLOCK_CELLS);
            if set.rights() == rights {
                // The result can be read off every depth.
                let stream = METRICS.iter().position(|&m| m == metric).unwrap_or(0);
                return Some(first + (2 * stream + turn.fold_wb(0, 1)) * each);
            }
            first += 2 * METRICS.len() * each;
        }
        None
    }

    fn read_block(&self, block: usize, cells: &mut Vec<u8>) -> Result<(), Error> {
        let damaged = || self.damaged(&format!("block {block} is not what was written"));
        let entry = |block: usize| -> Option<(u64, u64)> {
            let (end, rest) = self.index.get(block * ENTRY..)?.split_first_chunk()?;
            let sum = rest.first_chunk()?;
            Some((u64::from_le_bytes(*end), u64::from_le_bytes(*sum)))
        };
        let start = match block {
            0 => Some(self.blocks_at),
            _ => entry(block - 1).map(|(end, _)| end),
        };
        let (start, (end, sum)) = start.zip(entry(block)).ok_or_else(damaged)?;
        let length = end.checked_sub(start).filter(|_| end <= self.header.length);
        let mut packed = vec![0; length.ok_or_else(damaged)? as usize];
        self.read_at(&mut packed, start)?;
        if xxh3_64(&packed) != sum {
            return Err(damaged());
        }
        *cells = zstd::bulk::decompress(&packed, 2 * BLOCK_CELLS).map_err(|_| damaged())?;
        Ok(())
    }

    pub(crate) fn damaged(&self, why: &str) -> Error {
        Error::Damaged { path: self.path().to_owned(), why: why.to_owned() }
    }
}

//! Writing an appendix, and reading it a block at a time.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;
use nimzo_chess::{CastlingRights, Depth, Material, Metric, Values};
use nimzo_retro::castling::{Appendix, Numbering};
use nimzo_retro::planes::{Unit, decode, encode};
use nimzo_work::Task;
use nimzo_work::files::write_atomically;
use rayon::prelude::*;
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use super::format::Header;
use super::{BLOCK_CELLS, METRICS};
use crate::error::Error;
use crate::file::{Cache, Key};

/// The code that means "draw".
const HALF: u32 = 0x8000;
/// Bytes of the index for each block.
const ENTRY: usize = 16;
/// Compression: appendices are small and read often.
const LEVEL: i32 = 12;

/// An open appendix. Opening checks header and index; each block is checked when it is read.
pub struct AppendixFile {
    path: PathBuf,
    map: Mmap,
    header: Header,
    sets: Vec<Numbering>,
    /// Where the index begins.
    index_at: usize,
    cache: Arc<Cache>,
    number: u32,
}

/// Writes an appendix into its place and returns its size.
pub(super) fn write(path: &Path, appendix: &Appendix, task: &Task) -> Result<u64, Error> {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for (numbering, values) in appendix.sets() {
        for metric in METRICS {
            for side in 0..2 {
                task.check()?;
                let cells: Vec<u16> = (0..numbering.size())
                    .map(|number| {
                        encode(values[2 * number + side].map(pick(metric)), HALF, Unit::Plies)
                            as u16
                    })
                    .collect();
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
        sets: appendix.sets().map(|(numbering, _)| numbering.rights()).collect(),
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
        let file = File::open(path).map_err(Error::io(path))?;
        // SAFETY: appendices are renamed into place when whole and never written again by this
        // program; whoever truncates one under a running program must expect the system to end it.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io(path))?;
        let (header, index_at) = Header::decode(path, &map)?;
        if header.class != class {
            let why = format!("it is an appendix of {}", header.class);
            return Err(Error::NotATable { path: path.to_owned(), why });
        }
        let sets = Numbering::all(class).unwrap_or_default();
        let named: Vec<CastlingRights> = sets.iter().map(Numbering::rights).collect();
        let opened = Self { path: path.to_owned(), map, header, sets, index_at, cache, number };
        if opened.header.sets != named {
            return Err(opened.damaged("its sets of rights are not those of the class"));
        }
        let index = index_at..index_at + opened.blocks() * ENTRY;
        match opened.map.get(index) {
            Some(index) if xxh3_64(index) == opened.header.index_sum => Ok(opened),
            _ => Err(opened.damaged("the checksum of its index is wrong")),
        }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
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
        let key = Key { table: self.number, stream: 0, block: block as u64 };
        let cell = 2 * (number % BLOCK_CELLS);
        let code = self.cache.with(
            key,
            |cells| self.read_block(block, cells),
            |cells| {
                cells.get(cell..cell + 2).map_or(0, |code| u16::from_le_bytes([code[0], code[1]]))
            },
        )?;
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
        let entry = |block: usize| -> Option<(usize, u64)> {
            let entry = self.map.get(self.index_at + block * ENTRY..)?;
            let (end, rest) = entry.split_first_chunk()?;
            let sum = rest.first_chunk()?;
            Some((u64::from_le_bytes(*end) as usize, u64::from_le_bytes(*sum)))
        };
        let start = match block {
            0 => Some(self.index_at + self.blocks() * ENTRY),
            _ => entry(block - 1).map(|(end, _)| end),
        };
        let (start, (end, sum)) = start.zip(entry(block)).ok_or_else(damaged)?;
        let packed =
            self.map.get(start..end).filter(|packed| xxh3_64(packed) == sum).ok_or_else(damaged)?;
        *cells = zstd::bulk::decompress(packed, 2 * BLOCK_CELLS).map_err(|_| damaged())?;
        Ok(())
    }

    pub(crate) fn damaged(&self, why: &str) -> Error {
        Error::Damaged { path: self.path.clone(), why: why.to_owned() }
    }
}

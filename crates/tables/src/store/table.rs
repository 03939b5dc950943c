//! One table of a store, open for looking up.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use nimzo_chess::{Depth, Material, Metric};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BlockId, Layout};
use nimzo_retro::planes::decode;
use shakmaty::Color;

use super::legality::stored_slots;
use crate::error::Error;
use crate::file::{BAND, BANDS, Cache, FOUR, Key, Stream, TableFile};

/// An open table: its file, its layout, and a share in what was decoded.
pub struct Table {
    file: TableFile,
    layout: Arc<Layout>,
    caches: Arc<Caches>,
    number: u32,
}

impl Table {
    /// Opens the table of a class, which must be the one that the file is about.
    pub(super) fn open(
        path: &Path,
        class: Material,
        caches: Arc<Caches>,
        number: u32,
    ) -> Result<Self, Error> {
        let file = TableFile::open(path)?;
        let layout = Arc::new(Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?);
        let header = file.header();
        let why = if header.class != class {
            format!("it is a table of {}", header.class)
        } else if (header.slices, header.blocks) != (layout.slices() as u64, layout.blocks() as u64)
        {
            "its positions are numbered in another way".to_owned()
        } else {
            return Ok(Self { file, layout, caches, number });
        };
        Err(Error::NotATable { path: path.to_owned(), why })
    }

    /// The class.
    pub fn class(&self) -> Material {
        self.layout.material()
    }

    /// Its number among those that the store has opened.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// How positions are numbered.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The file.
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    /// The stream that serves a metric. Without pawns, depth to conversion and to a zeroing move
    /// are the same; win, draw and loss can be read off every depth, soonest off the first stream.
    pub fn serving(&self, metric: Metric) -> Option<Stream> {
        let others: &[Metric] = match metric {
            Metric::Wdl => &[Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50],
            Metric::Dtc if !self.class().has_pawns() => &[Metric::Dtz],
            Metric::Dtz if !self.class().has_pawns() => &[Metric::Dtc],
            _ => &[],
        };
        let candidates = std::iter::once(&metric).chain(others);
        candidates.filter_map(|&metric| self.file.stream(metric)).next()
    }

    /// The stream whose codes tell results under the fifty-move rule.
    pub fn results_under_rule(&self) -> Option<Stream> {
        let depths = self.file.stream(Metric::Dtz50)?;
        Some(self.file.stream(Metric::Wdl).unwrap_or(depths))
    }

    /// The depths that the file leaves out, with the side to move.
    pub fn all_left_out(&self) -> Vec<(Metric, Color)> {
        let streams = self.file.header().streams.iter();
        streams.filter_map(|stream| Some((stream.metric, stream.left_out?))).collect()
    }

    /// The side to move with which the file has bare results instead of depths by this
    /// metric.
    pub fn left_out(&self, metric: Metric) -> Option<Color> {
        self.serving(metric)?.left_out.filter(|_| metric != Metric::Wdl)
    }

    /// The metrics that can be asked for.
    pub fn metrics(&self) -> Vec<Metric> {
        Metric::ALL.into_iter().filter(|&metric| self.serving(metric).is_some()).collect()
    }

    /// The block in which an address lies with a side to move, and the cell in it.
    pub(crate) fn block_and_cell(&self, address: Address, turn: Color) -> (u64, usize) {
        let Address { slice, slot } = address;
        let id = BlockId { slice, turn, block: slot / BLOCK_SLOTS };
        (self.file.header().block_number(id), slot % BLOCK_SLOTS)
    }

    /// As [`Table::at`], for several cells of one block, which is decoded for them and not kept. Where
    /// blocks are not decoded by themselves, each cell is looked up alone.
    pub(crate) fn at_all(
        &self,
        stream: Stream,
        number: u64,
        cells: impl Iterator<Item = usize>,
        mut see: impl FnMut(Option<Depth>),
    ) -> Result<(), Error> {
        let id = self.file.header().block_id(number);
        let stored = stored_slots(&self.layout, id);
        let ranks = match self.file.header().version {
            FOUR => self.file.ranks(stream, number, &stored),
            _ => None,
        };
        let Some(ranks) = ranks else {
            for cell in cells {
                let slot = id.block * BLOCK_SLOTS + cell;
                see(self.at(stream, Address { slice: id.slice, slot }, id.turn)?);
            }
            return Ok(());
        };
        SEQUENCE.with_borrow_mut(|sequence| {
            self.file.read_sequence(stream, number, &stored, sequence)?;
            for cell in cells {
                let code = ranks.rank(cell).map_or(0, |rank| code(stream, sequence, rank));
                see(decode(code, stream.half(), stream.unit));
            }
            Ok(())
        })
    }

    /// Reads the cells of a block and returns which of them are stored; those of slots that do not
    /// count or hold no legal position are 0.
    pub fn read_block(
        &self,
        stream: Stream,
        id: BlockId,
        cells: &mut Vec<u8>,
    ) -> Result<[u64; 64], Error> {
        let stored = stored_slots(&self.layout, id);
        self.file.read(stream, self.file.header().block_number(id), &stored, cells)?;
        Ok(stored)
    }

    /// The value of a slot that counts and holds a legal position, as it is stored: a bare result, if
    /// the depths with this side to move are [left out](Self::left_out).
    pub fn at(
        &self,
        stream: Stream,
        address: Address,
        turn: Color,
    ) -> Result<Option<Depth>, Error> {
        let id = BlockId { slice: address.slice, turn, block: address.slot / BLOCK_SLOTS };
        let cell = address.slot % BLOCK_SLOTS;
        let code = match self.file.header().version {
            FOUR => self.code_of_four(stream, id, cell)?,
            _ => self.code_of_five(stream, id, cell)?,
        };
        Ok(decode(code, stream.half(), stream.unit))
    }

    /// A cell by way of its band.
    fn code_of_five(&self, stream: Stream, id: BlockId, cell: usize) -> Result<u32, Error> {
        let (number, band) = (self.file.header().block_number(id), cell / BAND);
        let part = number * BANDS as u64 + band as u64;
        let key = Key { table: self.number, stream: stream.metric as u32, part };
        let read = |cells: &mut Vec<u8>| {
            let stored = stored_slots(&self.layout, id);
            self.file.read_band(stream, number, &stored, band, cells)
        };
        self.caches.bands.with(key, read, |cells| code(stream, cells, cell % BAND))
    }

    /// A cell by way of its block.
    fn code_of_four(&self, stream: Stream, id: BlockId, cell: usize) -> Result<u32, Error> {
        let cache = &self.caches.blocks;
        let number = self.file.header().block_number(id);
        let key =
            |stream: Stream| Key { table: self.number, stream: stream.metric as u32, part: number };
        let read = |stream| move |cells: &mut Vec<u8>| self.read_block(stream, id, cells).map(drop);
        let Some(rank) = self.file.grouped_rank(stream, number, cell) else {
            return cache.with(key(stream), read(stream), |cells| code(stream, cells, cell));
        };
        // Of such a block the sequence is kept: to put all cells into their places takes longer
        // than to find the one.
        let first = self.file.header().streams[0];
        let rank = cache.with(key(first), read(first), rank)?;
        let read = |packed: &mut Vec<u8>| {
            let stored = stored_slots(&self.layout, id);
            self.file.read_sequence(stream, number, &stored, packed)
        };
        let whole = usize::from(stream.width) * (rank + 1);
        cache.with(key(stream), read, |packed| match packed.len() >= whole {
            true => code(stream, packed, rank),
            false => 0,
        })
    }
}

thread_local! {
    /// The cells of a block in the order of the file.
    static SEQUENCE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What was decoded of the tables of a store.
pub(super) struct Caches {
    /// Blocks of files of version 4, and of appendices.
    pub blocks: Arc<Cache>,
    /// Bands of files of version 5.
    pub bands: Cache,
}

impl Caches {
    /// Caches of about so many bytes each.
    pub fn new(bytes: usize) -> Self {
        Self { blocks: Arc::new(Cache::new(bytes, BLOCK_SLOTS)), bands: Cache::new(bytes, BAND) }
    }
}

/// One cell of a decoded block.
pub(super) fn code(stream: Stream, cells: &[u8], cell: usize) -> u32 {
    match stream.width {
        1 => u32::from(cells[cell]),
        _ => u32::from(u16::from_le_bytes([cells[2 * cell], cells[2 * cell + 1]])),
    }
}

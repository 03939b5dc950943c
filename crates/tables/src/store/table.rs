//! One table of a store, open for looking up.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use nimzo_chess::{Depth, Material, Metric, PerMetric};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BlockId, Layout};
use nimzo_retro::planes::decode;
use shakmaty::Color;

use super::legality::stored_slots;
use crate::error::Error;
use crate::file::{
    BAND, Cache, Cells, FOUR, HALF, Key, Rows, SIX, Stream, TableFile, needs_both_halves,
};

/// An open table: its file, its layout, and a share in what was decoded.
pub struct Table {
    file: TableFile,
    layout: Arc<Layout>,
    cache: Arc<Cache>,
    number: u32,
    /// See [`Table::serving`].
    serving: PerMetric<Option<Stream>>,
    /// See [`Table::results_are_under_rule`].
    results_are_under_rule: bool,
}

impl Table {
    /// Opens the table of a class, which must be the one that the file is about.
    pub(super) fn open(
        path: &Path,
        class: Material,
        cache: Arc<Cache>,
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
            return Ok(Self::of(file, layout, cache, number));
        };
        Err(Error::NotATable { path: path.to_owned(), why })
    }

    fn of(file: TableFile, layout: Arc<Layout>, cache: Arc<Cache>, number: u32) -> Self {
        let has_pawns = layout.material().has_pawns();
        let serving = PerMetric::from_fn(|metric| serving(&file, has_pawns, metric));
        let under_rule = file.stream(Metric::Dtz50).is_some() && file.stream(Metric::Wdl).is_some();
        Self { file, layout, cache, number, serving, results_are_under_rule: under_rule }
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
    #[inline]
    pub fn serving(&self, metric: Metric) -> Option<Stream> {
        self.serving[metric]
    }

    /// Whether [`Table::result_at`] tells results under the fifty-move rule.
    pub fn results_are_under_rule(&self) -> bool {
        self.results_are_under_rule
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

    /// Reads the cells of a block as they are stored (see [`Stream::open`]) and returns which of them are; those of slots that do not
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
        let code = self.code(stream.metric, stream, address, turn, |_| {})?;
        Ok(decode(code, stream.half(), stream.unit))
    }

    /// The result of such a slot, as the least depth that has it. Where results are read off depths, they are kept apart from these, since they take far less.
    pub fn result_at(&self, address: Address, turn: Color) -> Result<Option<Depth>, Error> {
        let Some(stream) = self.serving(Metric::Wdl) else { return Ok(None) };
        if stream.metric == Metric::Wdl {
            return self.at(stream, address, turn);
        }
        let bare = |cells: &mut [u8]| match stream.width {
            1 => {
                cells.iter_mut().for_each(|code| *code = bare_result(u16::from(*code), 0x80) as u8)
            }
            _ => {
                for code in cells.as_chunks_mut::<2>().0 {
                    *code = bare_result(u16::from_le_bytes(*code), 0x8000).to_le_bytes();
                }
            }
        };
        let code = self.code(Metric::Wdl, stream, address, turn, bare)?;
        Ok(decode(code, stream.half(), stream.unit))
    }

    /// The result of a slot as it is stored, if it has been decoded already; in version 6 nothing is.
    pub(crate) fn kept_result_at(&self, address: Address, turn: Color) -> Option<Depth> {
        if self.file.header().version == SIX {
            return None;
        }
        let stream = self.serving(Metric::Wdl)?;
        let (part, cell) = self.part_and_cell(Metric::Wdl, address, turn);
        let code = self.cache.part_code(self.key(Metric::Wdl, part), cell)?;
        decode(code.into(), stream.half(), stream.unit)
    }

    /// Cells of a part of what is kept under the name of a metric: a block in version 4; in version 5 a band of results or half
    /// a band of depths.
    fn part_cells(&self, kept_as: Metric) -> usize {
        match (self.file.header().version, kept_as) {
            (FOUR, _) => BLOCK_SLOTS,
            (_, Metric::Wdl) => BAND,
            _ => HALF * 64,
        }
    }

    /// The part in which an address lies, and the cell in it.
    fn part_and_cell(
        &self,
        kept_as: Metric,
        Address { slice, slot }: Address,
        turn: Color,
    ) -> (Part, usize) {
        let id = BlockId { slice, turn, block: slot / BLOCK_SLOTS };
        let cells = self.part_cells(kept_as);
        (Part { id, number: slot % BLOCK_SLOTS / cells }, slot % cells)
    }

    /// A cell of a stream. What is decoded for it is kept under the name of a metric, and `change` may change
    /// it before.
    fn code(
        &self,
        kept_as: Metric,
        stream: Stream,
        address: Address,
        turn: Color,
        change: impl FnOnce(&mut [u8]),
    ) -> Result<u32, Error> {
        if self.file.header().version == SIX {
            let (number, cell) = self.block_and_cell(address, turn);
            return self.file.cell(stream, number, cell).map(u32::from);
        }
        let (part, cell) = self.part_and_cell(kept_as, address, turn);
        let all = self.part_cells(kept_as) / 64;
        let read = |is_begun| {
            let mut bytes = Vec::new();
            // No more than up to the row of the cell, unless the part comes up again.
            let rows = if is_begun { all } else { cell / 64 + 1 };
            self.read_part(stream, part, rows, &mut bytes)?;
            change(&mut bytes);
            Ok(Cells::of(&bytes, stream.width))
        };
        self.cache.code(self.key(kept_as, part), cell, read).map(u32::from)
    }

    fn key(&self, kept_as: Metric, part: Part) -> Key {
        let block = self.file.header().block_number(part.id);
        let parts = (BLOCK_SLOTS / self.part_cells(kept_as)) as u64;
        Key { table: self.number, stream: kept_as as u32, part: block * parts + part.number as u64 }
    }

    /// So many rows of a part, in view of which another stream is decoded. It is not kept for that: what is asked for
    /// alone is worth its room.
    fn part(&self, stream: Stream, part: Part, rows: usize) -> Result<Cells, Error> {
        if let Some(kept) = self.cache.part(self.key(stream.metric, part), 64 * rows - 1) {
            return Ok(kept);
        }
        let mut bytes = Vec::new();
        self.read_part(stream, part, rows, &mut bytes)?;
        Ok(Cells::of(&bytes, stream.width))
    }

    /// Reads so many rows of a part of a stream; of a block in version 4, all. What it is coded in view of may be
    /// known.
    fn read_part(
        &self,
        stream: Stream,
        part: Part,
        rows: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let id = part.id;
        let number = self.file.header().block_number(id);
        let stored = || stored_slots(&self.layout, id);
        if self.file.header().version == FOUR {
            return self.file.read(stream, number, &stored(), bytes);
        }
        let (results, first) = self.file.seen_by(stream, id.turn);
        let Some(results) = results else {
            let of_band = Rows { band: part.number, rows };
            return self.file.read_band_of_results(number, &stored(), of_band, bytes);
        };
        let (band, half) = (part.number / 2, part.number % 2);
        let rows_of_band = half * HALF + rows;
        let band_part = Part { id, number: band };
        let results = self.part(results, band_part, rows_of_band.max(HALF))?;
        let mut seen = [None, None];
        if let Some(first) = first {
            if half == 1 && needs_both_halves(&results) {
                seen[0] = Some(self.part(first, Part { id, number: 2 * band }, HALF)?);
            }
            seen[half] = Some(self.part(first, part, rows)?);
        }
        let first = first.map(|stream| (stream, seen.each_ref().map(Option::as_ref)));
        let of_band = Rows { band, rows: rows_of_band };
        self.file.read_half_of_depths(stream, number, of_band, &results, first, bytes)
    }
}

/// What is decoded and kept by itself.
#[derive(Debug, Clone, Copy)]
struct Part {
    id: BlockId,
    /// Which one of its block.
    number: usize,
}

/// See [`Table::serving`].
fn serving(file: &TableFile, has_pawns: bool, metric: Metric) -> Option<Stream> {
    let others: &[Metric] = match metric {
        Metric::Wdl => &[Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50],
        Metric::Dtc if !has_pawns => &[Metric::Dtz],
        Metric::Dtz if !has_pawns => &[Metric::Dtc],
        _ => &[],
    };
    let candidates = std::iter::once(&metric).chain(others);
    candidates.filter_map(|&metric| file.stream(metric)).next()
}

/// The code of the least depth that has the result of a code.
fn bare_result(code: u16, half: u16) -> u16 {
    match code {
        0 => 0,
        _ if code < half => 1,
        _ if code == half => half,
        _ => (2 * u32::from(half) - 1) as u16,
    }
}

thread_local! {
    /// The cells of a block in the order of the file.
    static SEQUENCE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// One cell of a decoded block.
pub(super) fn code(stream: Stream, cells: &[u8], cell: usize) -> u32 {
    match stream.width {
        1 => u32::from(cells[cell]),
        _ => u32::from(u16::from_le_bytes([cells[2 * cell], cells[2 * cell + 1]])),
    }
}

//! The bytes of a table file.
//!
//! ```text
//! "nimzo\x1atb"  version u32  length of the header u32  header  xxh3 of all before u64
//! blocks of the first stream … its index, its model, blocks of the second stream …
//! ```
//!
//! Numbers are little-endian. A *stream* holds one metric: for each slice, White to move then Black
//! to move, blocks of 4096 cells, of which those that matter are stored. A block is compressed by itself,
//! so that one value can be read without its neighbours. The index tells where each block lies and the
//! checksum of its compressed bytes. The file's length is in the header, so a truncated file is known by
//! the first look.
//!
//! Three versions are written and read. In versions 5 and 6 the first stream holds results, under the fifty-move rule where
//! the file knows it, and the others hold depths of what is won or lost; in version 4 results are read off the
//! depths, and there are no models. How blocks are compressed is told in [`four`](super::four),
//! [`five`](super::five) and [`six`](super::six).
//!
//! In versions 5 and 6 cells may be *open* where the best capture is worth as much as the position: whatever takes least
//! stands there, as long as it is not better than the value, and who reads takes the better of it and of the
//! capture, from the tables below.
//!
//! A stream of depths may *leave out* one side to move: these depths follow from those with the other side
//! to move and from the tables below. In versions 5 and 6 it has no blocks with that side to move; in version 4 these have
//! the bare results, as the least depths that have them.

use std::path::Path;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::Unit;
use shakmaty::{ByColor, Color};

use super::five::MOST_BITS;
use super::five::index::{GROUP, Shape};
use super::four::Arrangement;
use crate::error::Error;
use crate::heading::FileKind;

/// The version whose probes are fast.
pub const FOUR: u32 = 4;
/// The version that takes least space.
pub const FIVE: u32 = 5;
/// The version of larger tables whose cells are read one by one, whatever was read before.
pub const SIX: u32 = 6;

const TABLE: FileKind = FileKind {
    magic: *b"nimzo\x1atb",
    versions: &[FOUR, MARK_OF_FIVE, MARK_OF_SIX],
    name: "a table of nimzo",
};
/// What files of version 5 bear. The first of them bore 5: their index had a checksum for each block, and bands did not
/// see what is above them.
const MARK_OF_FIVE: u32 = 6;
/// What files of version 6 bear.
const MARK_OF_SIX: u32 = 7;
/// Blocks of depths of version 6 to an entry of their index.
const GROUP_OF_DEPTHS: u64 = 4;

const QUEEN_ONLY: u8 = 1;
/// Beside the side that a stream leaves out: its cells are open where a capture settles them.
const OPEN: u8 = 4;

/// One metric of a table, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream {
    /// What it holds.
    pub metric: Metric,
    /// Bytes to a cell: 1 or 2.
    pub width: u8,
    /// In what depths are counted.
    pub unit: Unit,
    /// The side to move whose depths are left out: its cells are bare results.
    pub left_out: Option<Color>,
    /// Whether cells may hold less than their value where the best capture is worth that: who reads takes the
    /// better of both.
    pub open: bool,
    /// How cells follow each other in blocks with White and with Black to move, in version 4.
    pub(super) arrangements: ByColor<Arrangement>,
    pub(super) data_at: u64,
    pub(super) index_at: u64,
    pub(super) index_sum: u64,
    /// In how many bits the index has lengths of blocks; in version 5.
    pub(super) length_bits: u8,
    /// Where the model is, how long it is, and its checksum; in version 5.
    pub(super) model_at: u64,
    pub(super) model_bytes: u64,
    pub(super) model_sum: u64,
}

impl Stream {
    /// A stream whose place in the file is not yet known.
    pub fn new(metric: Metric, width: u8, unit: Unit) -> Self {
        Self {
            metric,
            width,
            unit,
            left_out: None,
            open: false,
            arrangements: ByColor::default(),
            data_at: 0,
            index_at: 0,
            index_sum: 0,
            length_bits: 0,
            model_at: 0,
            model_bytes: 0,
            model_sum: 0,
        }
    }

    /// The code that means "draw".
    pub fn half(self) -> u32 {
        if self.width == 1 { 0x80 } else { 0x8000 }
    }

    /// Bytes of a block of cells.
    pub fn block_bytes(self) -> usize {
        BLOCK_SLOTS * usize::from(self.width)
    }
}

/// What the beginning of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The class.
    pub class: Material,
    /// Slices of the class.
    pub slices: u64,
    /// Blocks of each slice and side.
    pub blocks: u64,
    /// Made with promotion to queens only.
    pub queen_only: bool,
    /// Length of the whole file.
    pub length: u64,
    /// The metrics.
    pub streams: Vec<Stream>,
}

impl Header {
    /// The header of a new file of a class with so many slices and blocks to a slice and side, in a
    /// version of the format, still without streams.
    pub fn new(version: u32, class: Material, slices: u64, blocks: u64, queen_only: bool) -> Self {
        let streams = Vec::new();
        Self { version, class, slices, blocks, queen_only, length: 0, streams }
    }

    /// Blocks with either side to move.
    pub fn all_blocks(&self) -> u64 {
        self.slices * 2 * self.blocks
    }

    /// Blocks of a stream: those with the side to move that is left out are not there in version 5.
    pub fn stream_blocks(&self, stream: Stream) -> u64 {
        match stream.left_out {
            Some(_) if self.version > FOUR => self.slices * self.blocks,
            _ => self.all_blocks(),
        }
    }

    /// The number of a block among all of either side.
    pub fn block_number(&self, BlockId { slice, turn, block }: BlockId) -> u64 {
        (2 * slice as u64 + u64::from(turn.is_black())) * self.blocks + block as u64
    }

    /// Where in a stream a block is; `None` if it is left out.
    pub(super) fn place(&self, stream: Stream, number: u64) -> Option<u64> {
        if self.version == FOUR || stream.left_out.is_none() {
            return Some(number);
        }
        let BlockId { slice, turn, block } = self.block_id(number);
        (stream.left_out != Some(turn)).then(|| slice as u64 * self.blocks + block as u64)
    }

    /// Whether cells that captures settle are open.
    pub fn is_open(&self) -> bool {
        self.streams.iter().any(|stream| stream.open)
    }

    /// The block of a number.
    pub fn block_id(&self, number: u64) -> BlockId {
        BlockId {
            slice: (number / self.blocks / 2) as usize,
            turn: self.turn_of(number),
            block: (number % self.blocks) as usize,
        }
    }

    /// The side to move in a block.
    pub(super) fn turn_of(&self, number: u64) -> Color {
        Color::from_white((number / self.blocks).is_multiple_of(2))
    }

    /// How the index of a stream is made up, from version 5 on.
    pub(super) fn shape(&self, stream: Stream) -> Shape {
        let is_deep = self.version == SIX && stream.metric != Metric::Wdl;
        Shape { group: if is_deep { GROUP_OF_DEPTHS } else { GROUP }, bits: stream.length_bits }
    }

    /// Bytes of a stream with its index and model. Streams follow each other.
    pub fn stream_bytes(&self, stream: Stream) -> u64 {
        let later = self.streams.iter().map(|one| one.data_at).filter(|&at| at > stream.data_at);
        later.min().unwrap_or(self.length).saturating_sub(stream.data_at)
    }

    /// The header with all that precedes it and its checksum. Its size does not depend on numbers
    /// that become known only as the file is written.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let name = self.class.to_string();
        body.push(name.len() as u8);
        body.extend_from_slice(name.as_bytes());
        body.push(if self.queen_only { QUEEN_ONLY } else { 0 });
        for number in [self.slices, self.blocks, self.length] {
            body.extend_from_slice(&number.to_le_bytes());
        }
        body.push(self.streams.len() as u8);
        for stream in &self.streams {
            body.extend_from_slice(&[metric_code(stream.metric), stream.width, stream.unit as u8]);
            let left_out = stream.left_out.map_or(0, |side| side.fold_wb(1, 2));
            body.push(left_out | if stream.open { OPEN } else { 0 });
            if self.version == FOUR {
                body.extend(stream.arrangements.map(Arrangement::code));
            } else {
                body.push(stream.length_bits);
            }
            let Stream { data_at, index_at, index_sum, .. } = stream;
            let Stream { model_at, model_bytes, model_sum, .. } = stream;
            let numbers = [data_at, index_at, index_sum, model_at, model_bytes, model_sum];
            let count = if self.version == FOUR { 3 } else { 6 };
            for number in &numbers[..count] {
                body.extend_from_slice(&number.to_le_bytes());
            }
        }
        let mark = match self.version {
            FIVE => MARK_OF_FIVE,
            SIX => MARK_OF_SIX,
            version => version,
        };
        TABLE.sealed(mark, &body)
    }

    /// Reads the header of a file of so many bytes that begins with `bytes`.
    pub(super) fn decode(path: &Path, bytes: &[u8], length: u64) -> Result<Self, Error> {
        let parse = |mark: u32, body: &[u8]| {
            let version = match mark {
                MARK_OF_FIVE => FIVE,
                MARK_OF_SIX => SIX,
                version => version,
            };
            let header = Self::parse(version, body)?;
            let told = header.length;
            Some((header, told))
        };
        TABLE.opened(path, bytes, length, parse).map(|(header, _)| header)
    }

    fn parse(version: u32, mut body: &[u8]) -> Option<Self> {
        let rest = &mut body;
        let length = usize::from(byte(rest)?);
        let (name, after) = rest.split_at_checked(length)?;
        *rest = after;
        let class: Material = std::str::from_utf8(name).ok()?.parse().ok()?;
        let queen_only = byte(rest)? & QUEEN_ONLY != 0;
        let (slices, blocks, length) = (number(rest)?, number(rest)?, number(rest)?);
        let mut streams = Vec::new();
        for _ in 0..byte(rest)? {
            let metric = metric_of(byte(rest)?)?;
            let width = byte(rest).filter(|width| matches!(width, 1 | 2))?;
            let unit = match byte(rest)? {
                0 => Unit::Moves,
                1 => Unit::Plies,
                _ => return None,
            };
            let manner = byte(rest)?;
            let open = manner & OPEN != 0;
            let left_out = match manner & !OPEN {
                0 => None,
                1 => Some(Color::White),
                2 => Some(Color::Black),
                _ => return None,
            };
            (!open || version > FOUR).then_some(())?;
            let mut stream = Stream { left_out, open, ..Stream::new(metric, width, unit) };
            if version == FOUR {
                for arrangement in &mut stream.arrangements {
                    *arrangement = Arrangement::of_code(byte(rest)?)
                        .filter(|found| !(found.grouped && streams.is_empty()))?;
                }
            } else {
                stream.length_bits = byte(rest).filter(|&bits| bits <= MOST_BITS)?;
            }
            let Stream { data_at, index_at, index_sum, .. } = &mut stream;
            (*data_at, *index_at, *index_sum) = (number(rest)?, number(rest)?, number(rest)?);
            if version > FOUR {
                let Stream { model_at, model_bytes, model_sum, .. } = &mut stream;
                (*model_at, *model_bytes, *model_sum) =
                    (number(rest)?, number(rest)?, number(rest)?);
            }
            streams.push(stream);
        }
        if version > FOUR {
            let results = streams.first()?;
            (results.metric == Metric::Wdl && results.left_out.is_none()).then_some(())?;
        }
        let header = Self { version, class, slices, blocks, queen_only, length, streams };
        slices.checked_mul(2)?.checked_mul(blocks)?;
        (rest.is_empty() && blocks > 0).then_some(header)
    }
}

fn byte(rest: &mut &[u8]) -> Option<u8> {
    let (&first, after) = rest.split_first()?;
    *rest = after;
    Some(first)
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*first))
}

fn metric_code(metric: Metric) -> u8 {
    Metric::ALL.iter().position(|&m| m == metric).unwrap_or_default() as u8
}

fn metric_of(code: u8) -> Option<Metric> {
    Metric::ALL.get(usize::from(code)).copied()
}

//! The bytes of a table file.
//!
//! ```text
//! "nimzo\x1atb"  version u32  length of the header u32  header  xxh3 of all before u64
//! blocks of the first stream … its index, blocks of the second stream … its index, …
//! ```
//!
//! Numbers are little-endian. A *stream* holds one metric: for each slice, White to move then Black
//! to move, blocks of 4096 cells, of which those that matter are stored (see
//! [`arrange`](super::arrange)). A block is compressed by itself (a zstd frame less its magic
//! number), so that one value can be read without its neighbours; a block of equal cells is that one
//! cell, a block without cells is nothing, and a block of a wide stream whose depths all fit a byte is
//! stored narrow. The index tells where each block lies and the checksum of its compressed bytes. The
//! file's length is in the header, so a truncated file is known by the first look.
//!
//! A stream may *leave out* the depths with one side to move, which follow from those with the other
//! side to move and from the results of the tables below. In their place it has the bare results, as
//! the least depths that have them.

use std::path::Path;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::Unit;
use shakmaty::{ByColor, Color};

use super::arrange::Arrangement;
use crate::error::Error;
use crate::heading::FileKind;

/// The version that this program writes and reads.
pub const VERSION: u32 = 4;

const TABLE: FileKind =
    FileKind { magic: *b"nimzo\x1atb", version: VERSION, name: "a table of nimzo" };

const QUEEN_ONLY: u8 = 1;

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
    /// How cells follow each other in blocks with White and with Black to move.
    pub(super) arrangements: ByColor<Arrangement>,
    pub(super) data_at: u64,
    pub(super) index_at: u64,
    pub(super) index_sum: u64,
}

impl Stream {
    /// A stream whose place in the file is not yet known.
    pub fn new(metric: Metric, width: u8, unit: Unit) -> Self {
        let arrangements = ByColor::default();
        let (left_out, data_at, index_at, index_sum) = (None, 0, 0, 0);
        Self { metric, width, unit, left_out, arrangements, data_at, index_at, index_sum }
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
    /// Blocks of each stream.
    pub fn stream_blocks(&self) -> u64 {
        self.slices * 2 * self.blocks
    }

    /// The header of a new file of a class with so many slices and blocks to a slice and side, still
    /// without streams.
    pub fn new(class: Material, slices: u64, blocks: u64, queen_only: bool) -> Self {
        Self { class, slices, blocks, queen_only, length: 0, streams: Vec::new() }
    }

    /// The number of a block within its stream.
    pub fn block_number(&self, BlockId { slice, turn, block }: BlockId) -> u64 {
        (2 * slice as u64 + u64::from(turn.is_black())) * self.blocks + block as u64
    }

    /// The block of a number.
    pub(super) fn block_id(&self, number: u64) -> BlockId {
        BlockId {
            slice: (number / self.blocks / 2) as usize,
            turn: self.turn_of(number),
            block: (number % self.blocks) as usize,
        }
    }

    /// The side to move in a block of a stream.
    pub(super) fn turn_of(&self, number: u64) -> Color {
        Color::from_white((number / self.blocks).is_multiple_of(2))
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
            body.push(stream.left_out.map_or(0, |side| side.fold_wb(1, 2)));
            body.extend(stream.arrangements.map(Arrangement::code));
            for number in [stream.data_at, stream.index_at, stream.index_sum] {
                body.extend_from_slice(&number.to_le_bytes());
            }
        }
        TABLE.sealed(&body)
    }

    /// Reads the header of a file of so many bytes that begins with `bytes`.
    pub(super) fn decode(path: &Path, bytes: &[u8], length: u64) -> Result<Self, Error> {
        let parse = |body: &[u8]| {
            let header = Self::parse(body)?;
            let told = header.length;
            Some((header, told))
        };
        TABLE.opened(path, bytes, length, parse).map(|(header, _)| header)
    }

    fn parse(mut body: &[u8]) -> Option<Self> {
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
            let left_out = match byte(rest)? {
                0 => None,
                1 => Some(Color::White),
                2 => Some(Color::Black),
                _ => return None,
            };
            let mut arrangements: ByColor<Arrangement> = ByColor::default();
            for arrangement in &mut arrangements {
                *arrangement = Arrangement::of_code(byte(rest)?)
                    .filter(|found| !(found.grouped && streams.is_empty()))?;
            }
            let (data_at, index_at, index_sum) = (number(rest)?, number(rest)?, number(rest)?);
            streams.push(Stream {
                metric,
                width,
                unit,
                left_out,
                arrangements,
                data_at,
                index_at,
                index_sum,
            });
        }
        let header = Self { class, slices, blocks, queen_only, length, streams };
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

//! The index of a stream of version 4: where each block lies, and the checksum of its compressed bytes.
//!
//! Blocks are taken in groups of 64: where the group begins (u64), then for each of its blocks the
//! length (u16) and the checksum (u32). The last group is filled up with nothing.

use std::ops::Range;

/// Blocks in a group.
const GROUP: u64 = 64;
/// Bytes that tell where a group begins.
const BEGIN: usize = 8;
/// Bytes for each block of a group: length and checksum.
const ENTRY: usize = 6;
pub(super) const GROUP_BYTES: usize = BEGIN + GROUP as usize * ENTRY;

/// Where a block lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// The bytes of a file that one checksum is of.
    pub start: u64,
    pub end: u64,
    pub checksum: u32,
    /// From where to where among them the block is.
    pub block: (u32, u32),
}

/// Bytes of an index of so many blocks; `None` for more than there can be.
pub(super) fn index_bytes(blocks: u64) -> Option<usize> {
    usize::try_from(blocks.div_ceil(GROUP)).ok()?.checked_mul(GROUP_BYTES)
}

/// Where in an index the group of a block is.
pub(super) fn group_of(number: u64) -> Range<u64> {
    let start = number / GROUP * GROUP_BYTES as u64;
    start..start + GROUP_BYTES as u64
}

impl Entry {
    /// Where a block lies by its group in the index of its stream.
    pub(super) fn find(group: &[u8], number: u64) -> Option<Self> {
        let place = BEGIN + (number % GROUP) as usize * ENTRY;
        let mut start = long(group, 0)?;
        for before in group.get(BEGIN..place)?.chunks_exact(ENTRY) {
            start = start.checked_add(u64::from(short(before, 0)?))?;
        }
        let length = short(group, place)?;
        let end = start.checked_add(u64::from(length))?;
        Some(Self { start, end, checksum: word(group, place + 2)?, block: (0, length.into()) })
    }
}

/// An index as it is made; its blocks follow each other.
#[derive(Default)]
pub(super) struct Indexing {
    bytes: Vec<u8>,
    blocks: u64,
    /// Where the next block is, counted from the first.
    at: u64,
}

impl Indexing {
    /// Adds the next block. A compressed block is never longer than its cells and some bytes, so its
    /// length fits.
    pub(super) fn push(&mut self, length: u16, checksum: u32) {
        if self.blocks.is_multiple_of(GROUP) {
            self.bytes.extend_from_slice(&self.at.to_le_bytes());
        }
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(&checksum.to_le_bytes());
        self.blocks += 1;
        self.at += u64::from(length);
    }

    /// The whole index of blocks that begin at `start`.
    pub(super) fn finish(mut self, start: u64) -> Vec<u8> {
        let whole = (self.blocks.div_ceil(GROUP) as usize) * GROUP_BYTES;
        self.bytes.resize(whole, 0);
        for group in self.bytes.chunks_exact_mut(GROUP_BYTES) {
            let at = start + long(group, 0).expect("groups begin with a place");
            group[..BEGIN].copy_from_slice(&at.to_le_bytes());
        }
        self.bytes
    }
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_found() {
        let lengths: Vec<u16> = (0..200).map(|i| i * 37 % 1009).collect();
        let mut index = Indexing::default();
        for (i, &length) in lengths.iter().enumerate() {
            index.push(length, i as u32);
        }
        let index = index.finish(50);
        let mut start = 50;
        for (i, &length) in lengths.iter().enumerate() {
            let end = start + u64::from(length);
            let expected =
                Some(Entry { start, end, checksum: i as u32, block: (0, length.into()) });
            let group = group_of(i as u64);
            let group = &index[group.start as usize..group.end as usize];
            assert_eq!(Entry::find(group, i as u64), expected);
            start = end;
        }
        assert_eq!(index_bytes(200), Some(index.len()));
        assert_eq!(group_of(199).end, index.len() as u64);
        assert_eq!(Entry::find(&index[..100], 63), None);
    }
}

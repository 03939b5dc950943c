//! The index of a stream: where each block lies, and the checksum of its compressed bytes.
//!
//! Blocks are taken in groups of 64: where the group begins (u64), then for each of its blocks the
//! length (u16) and the checksum (u32). The last group is filled up with nothing.

/// Blocks in a group.
const GROUP: u64 = 64;
/// Bytes that tell where a group begins.
const BEGIN: usize = 8;
/// Bytes for each block of a group: length and checksum.
const ENTRY: usize = 6;
const GROUP_BYTES: usize = BEGIN + GROUP as usize * ENTRY;
/// Bytes for each block of an index of ends.
const END_ENTRY: usize = 12;

/// How an index is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// For each block where it ends (u64) and its checksum (u32): before version 3.
    Ends,
    /// In groups, as described above.
    Grouped,
}

/// Where a block lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub start: u64,
    pub end: u64,
    pub checksum: u32,
}

impl Index {
    /// Bytes of an index of so many blocks; `None` for more than there can be.
    pub(super) fn bytes(self, blocks: u64) -> Option<usize> {
        match self {
            Self::Ends => usize::try_from(blocks).ok()?.checked_mul(END_ENTRY),
            Self::Grouped => usize::try_from(blocks.div_ceil(GROUP)).ok()?.checked_mul(GROUP_BYTES),
        }
    }

    /// Where a block lies of a stream whose blocks begin at `data_at`.
    pub(super) fn entry(self, index: &[u8], data_at: u64, number: u64) -> Option<Entry> {
        match self {
            Self::Ends => {
                let at = |number: u64| usize::try_from(number).ok()?.checked_mul(END_ENTRY);
                let start = match number.checked_sub(1) {
                    None => data_at,
                    Some(before) => long(index, at(before)?)?,
                };
                let (end, checksum) = (long(index, at(number)?)?, word(index, at(number)? + 8)?);
                Some(Entry { start, end, checksum })
            }
            Self::Grouped => {
                let group = usize::try_from(number / GROUP).ok()?.checked_mul(GROUP_BYTES)?;
                let place = group + BEGIN + (number % GROUP) as usize * ENTRY;
                let mut start = long(index, group)?;
                for before in index.get(group + BEGIN..place)?.chunks_exact(ENTRY) {
                    start += u64::from(short(before, 0)?);
                }
                let end = start + u64::from(short(index, place)?);
                Some(Entry { start, end, checksum: word(index, place + 2)? })
            }
        }
    }
}

/// An index in groups as it is made.
pub(super) struct Indexing {
    bytes: Vec<u8>,
    blocks: u64,
    at: u64,
}

impl Indexing {
    /// The index of blocks that begin at `at`.
    pub(super) fn from(at: u64) -> Self {
        Self { bytes: Vec::new(), blocks: 0, at }
    }

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

    /// The whole index.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let whole = (self.blocks.div_ceil(GROUP) as usize) * GROUP_BYTES;
        self.bytes.resize(whole, 0);
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
    fn both_kinds_of_index_find_every_block() {
        let lengths: Vec<u16> = (0..200).map(|i| i * 37 % 1009).collect();
        let mut grouped = Indexing::from(50);
        let (mut ends, mut end) = (Vec::new(), 50u64);
        for (i, &length) in lengths.iter().enumerate() {
            grouped.push(length, i as u32);
            end += u64::from(length);
            ends.extend(end.to_le_bytes());
            ends.extend((i as u32).to_le_bytes());
        }
        let grouped = grouped.finish();
        let mut start = 50;
        for (i, &length) in lengths.iter().enumerate() {
            let end = start + u64::from(length);
            let expected = Some(Entry { start, end, checksum: i as u32 });
            assert_eq!(Index::Grouped.entry(&grouped, 50, i as u64), expected);
            assert_eq!(Index::Ends.entry(&ends, 50, i as u64), expected);
            start = end;
        }
        for (kind, index) in [(Index::Grouped, &grouped), (Index::Ends, &ends)] {
            assert_eq!(kind.bytes(200), Some(index.len()));
            assert_eq!(kind.entry(index, 50, 1000), None);
        }
    }
}

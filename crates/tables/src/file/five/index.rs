//! The index of a stream: where each block lies, and checksums of the compressed bytes.
//!
//! Blocks are small, most of them smaller than what an entry of its own would take. So they are taken in groups of
//! sixteen, or four where they are larger: where the group begins (five bytes), the checksum of all its bytes (four), then the lengths of its blocks, each
//! in so many bits as the longest of the stream needs. The last group is filled up with nothing.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::file::index::Entry;

/// How an index is made up.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Blocks in a group.
    pub group: u64,
    /// Bits of a length.
    pub bits: u8,
}

/// Blocks in a group, most often.
pub const GROUP: u64 = 16;
/// Bytes that tell where a group begins.
const BEGIN: usize = 5;
/// Bytes before the lengths.
const HEAD: usize = BEGIN + 4;
/// The most bits of a length.
pub const MOST_BITS: u8 = 16;

impl Shape {
    /// Bytes of a group.
    fn group_bytes(self) -> usize {
        HEAD + (self.group as usize * usize::from(self.bits)).div_ceil(8)
    }

    /// Bytes of an index of so many blocks; `None` for more than there can be.
    pub fn index_bytes(self, blocks: u64) -> Option<usize> {
        usize::try_from(blocks.div_ceil(self.group)).ok()?.checked_mul(self.group_bytes())
    }

    /// Where in an index the group of a block is.
    pub fn group_of(self, number: u64) -> Range<u64> {
        let bytes = self.group_bytes() as u64;
        let start = number / self.group * bytes;
        start..start + bytes
    }

    /// Where a block lies by its group in the index of its stream.
    pub fn find(self, group: &[u8], number: u64) -> Option<Entry> {
        let mut begin = [0; 8];
        begin[..BEGIN].copy_from_slice(group.get(..BEGIN)?);
        let start = u64::from_le_bytes(begin);
        let checksum = u32::from_le_bytes(*group.get(BEGIN..)?.first_chunk()?);
        let wanted = (number % self.group) as usize;
        let (mut from, mut to, mut end) = (0, 0, 0);
        let (mut word, mut there) = (0u64, 0);
        let mut rest = group.get(HEAD..)?.iter();
        for block in 0..self.group as usize {
            while there < self.bits {
                word |= u64::from(*rest.next()?) << there;
                there += 8;
            }
            let length = word as u32 & ((1 << self.bits) - 1);
            word >>= self.bits;
            there -= self.bits;
            if block == wanted {
                (from, to) = (end, end + length);
            }
            end += length;
        }
        Some(Entry { start, end: start.checked_add(u64::from(end))?, checksum, block: (from, to) })
    }
}

/// An index as it is made; its blocks follow each other.
pub struct Indexing {
    group: u64,
    lengths: Vec<u16>,
    /// Where each group begins, counted from the first, and its checksum.
    groups: Vec<(u64, u32)>,
    /// The bytes of the group that is not full yet.
    open: Vec<u8>,
    /// Where that begins.
    at: u64,
}

impl Indexing {
    /// One with so many blocks to a group.
    pub fn by(group: u64) -> Self {
        Self { group, lengths: Vec::new(), groups: Vec::new(), open: Vec::new(), at: 0 }
    }

    /// Adds the next block.
    pub fn push(&mut self, bytes: &[u8]) {
        self.lengths.push(bytes.len() as u16);
        self.open.extend_from_slice(bytes);
        if self.lengths.len().is_multiple_of(self.group as usize) {
            self.close();
        }
    }

    fn close(&mut self) {
        self.groups.push((self.at, xxh3_64(&self.open) as u32));
        self.at += self.open.len() as u64;
        self.open.clear();
    }

    /// The whole index of blocks that begin at `start`, and in how many bits it has lengths.
    pub fn finish(mut self, start: u64) -> (Vec<u8>, u8) {
        if !self.lengths.len().is_multiple_of(self.group as usize) {
            self.close();
        }
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let bits = (u16::BITS - longest.leading_zeros()) as u8;
        let group_bytes = Shape { group: self.group, bits }.group_bytes();
        let mut bytes = Vec::with_capacity(self.groups.len() * group_bytes);
        for (lengths, (begin, sum)) in self.lengths.chunks(self.group as usize).zip(self.groups) {
            bytes.extend_from_slice(&(start + begin).to_le_bytes()[..BEGIN]);
            bytes.extend_from_slice(&sum.to_le_bytes());
            let end = bytes.len() + group_bytes - HEAD;
            let (mut word, mut there) = (0u64, 0);
            for &length in lengths {
                word |= u64::from(length) << there;
                there += bits;
                while there >= 8 {
                    bytes.push(word as u8);
                    word >>= 8;
                    there -= 8;
                }
            }
            if there > 0 {
                bytes.push(word as u8);
            }
            bytes.resize(end, 0);
        }
        (bytes, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_found() {
        for most in [1, 2, 200, 1009, 65536] {
            for group in [GROUP, 4] {
                let mut index = Indexing::by(group);
                let blocks: Vec<Vec<u8>> =
                    (0..200).map(|i| vec![i as u8; (i * 7919 + 3) % most]).collect();
                blocks.iter().for_each(|block| index.push(block));
                let (index, bits) = index.finish(50);
                let shape = Shape { group, bits };
                let whole = blocks.concat();
                for (i, block) in blocks.iter().enumerate() {
                    let at = shape.group_of(i as u64);
                    let at = &index[at.start as usize..at.end as usize];
                    let found = shape.find(at, i as u64).unwrap();
                    let bytes = &whole[found.start as usize - 50..found.end as usize - 50];
                    assert_eq!(xxh3_64(bytes) as u32, found.checksum);
                    let (from, to) = found.block;
                    assert!(bytes[from as usize..to as usize] == **block, "{i} of {most}");
                }
                assert_eq!(shape.index_bytes(200), Some(index.len()));
                assert_eq!(shape.group_of(199).end, index.len() as u64);
                assert!(shape.find(&index[..8], 63).is_none());
            }
        }
    }
}

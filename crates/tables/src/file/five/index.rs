//! The index of a stream: where each block lies, and checksums of the compressed bytes.
//!
//! Blocks are small, most of them smaller than what an entry of its own would take. So they are taken in groups of
//! sixteen: where the group begins (five bytes), the checksum of all its bytes (four), then the lengths of its blocks, each
//! in so many bits as the longest of the stream needs. The last group is filled up with nothing.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::file::index::Entry;

/// Blocks in a group.
pub const GROUP: u64 = 16;
/// Bytes that tell where a group begins.
const BEGIN: usize = 5;
/// Bytes before the lengths.
const HEAD: usize = BEGIN + 4;
/// The most bits of a length.
pub const MOST_BITS: u8 = 16;

/// Bytes of a group whose lengths take so many bits.
fn group_bytes(bits: u8) -> usize {
    HEAD + GROUP as usize / 8 * usize::from(bits)
}

/// Bytes of an index of so many blocks; `None` for more than there can be.
pub fn index_bytes(blocks: u64, bits: u8) -> Option<usize> {
    usize::try_from(blocks.div_ceil(GROUP)).ok()?.checked_mul(group_bytes(bits))
}

/// Where in an index the group of a block is.
pub fn group_of(number: u64, bits: u8) -> Range<u64> {
    let bytes = group_bytes(bits) as u64;
    let start = number / GROUP * bytes;
    start..start + bytes
}

/// Where a block lies by its group in the index of its stream.
pub fn find(group: &[u8], number: u64, bits: u8) -> Option<Entry> {
    let mut begin = [0; 8];
    begin[..BEGIN].copy_from_slice(group.get(..BEGIN)?);
    let start = u64::from_le_bytes(begin);
    let checksum = u32::from_le_bytes(*group.get(BEGIN..)?.first_chunk()?);
    let wanted = (number % GROUP) as usize;
    let (mut from, mut to, mut end) = (0, 0, 0);
    let (mut word, mut there) = (0u64, 0);
    let mut rest = group.get(HEAD..)?.iter();
    for block in 0..GROUP as usize {
        while there < bits {
            word |= u64::from(*rest.next()?) << there;
            there += 8;
        }
        let length = word as u32 & ((1 << bits) - 1);
        word >>= bits;
        there -= bits;
        if block == wanted {
            (from, to) = (end, end + length);
        }
        end += length;
    }
    Some(Entry { start, end: start.checked_add(u64::from(end))?, checksum, block: (from, to) })
}

/// An index as it is made; its blocks follow each other.
#[derive(Default)]
pub struct Indexing {
    lengths: Vec<u16>,
    /// Where each group begins, counted from the first, and its checksum.
    groups: Vec<(u64, u32)>,
    /// The bytes of the group that is not full yet.
    open: Vec<u8>,
    /// Where that begins.
    at: u64,
}

impl Indexing {
    /// Adds the next block.
    pub fn push(&mut self, bytes: &[u8]) {
        self.lengths.push(bytes.len() as u16);
        self.open.extend_from_slice(bytes);
        if self.lengths.len().is_multiple_of(GROUP as usize) {
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
        if !self.lengths.len().is_multiple_of(GROUP as usize) {
            self.close();
        }
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let bits = (u16::BITS - longest.leading_zeros()) as u8;
        let mut bytes = Vec::with_capacity(self.groups.len() * group_bytes(bits));
        for (lengths, (begin, sum)) in self.lengths.chunks(GROUP as usize).zip(self.groups) {
            bytes.extend_from_slice(&(start + begin).to_le_bytes()[..BEGIN]);
            bytes.extend_from_slice(&sum.to_le_bytes());
            let end = bytes.len() + group_bytes(bits) - HEAD;
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
            let mut index = Indexing::default();
            let blocks: Vec<Vec<u8>> =
                (0..200).map(|i| vec![i as u8; (i * 7919 + 3) % most]).collect();
            blocks.iter().for_each(|block| index.push(block));
            let (index, bits) = index.finish(50);
            let whole = blocks.concat();
            for (i, block) in blocks.iter().enumerate() {
                let group = group_of(i as u64, bits);
                let group = &index[group.start as usize..group.end as usize];
                let found = find(group, i as u64, bits).unwrap();
                let bytes = &whole[found.start as usize - 50..found.end as usize - 50];
                assert_eq!(xxh3_64(bytes) as u32, found.checksum);
                let (from, to) = found.block;
                assert!(bytes[from as usize..to as usize] == **block, "{i} of {most}");
            }
            assert_eq!(index_bytes(200, bits), Some(index.len()));
            assert_eq!(group_of(199, bits).end, index.len() as u64);
            assert_eq!(find(&index[..8], 63, bits), None);
        }
    }
}

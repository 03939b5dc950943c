//! Changed positions of a block as bytes: a list of slots where they are few, rows of bits otherwise.

use shakmaty::Color;

use crate::kernel::Block;
use crate::layout::slices::squares;

/// New wins or losses of one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub side: Color,
    pub frame: usize,
    /// The outer men's squares in one number.
    pub outer: usize,
    pub positions: Block,
}

/// In the two bytes of the outer number, of which twelve bits are used.
const BLACK: u16 = 1 << 15;
const LISTED: u16 = 1 << 14;

/// The most bytes that a change takes.
pub(super) const MOST: usize = 2 + 2 + 8 + 512;

/// Writes a change behind others; nothing for a block without positions.
pub(super) fn put(side: Color, frame: usize, outer: usize, positions: &Block, out: &mut Vec<u8>) {
    let count: u32 = positions.iter().map(|row| row.count_ones()).sum();
    let rows = rows_of(positions);
    let listed = 2 + 2 * count < 8 + 8 * rows.count_ones();
    let kind = if side.is_black() { BLACK } else { 0 } | if listed { LISTED } else { 0 };
    out.extend((frame as u16).to_le_bytes());
    out.extend((outer as u16 | kind).to_le_bytes());
    if listed {
        out.extend((count as u16).to_le_bytes());
        for row in squares(rows) {
            for column in squares(positions[usize::from(row)]) {
                out.extend((u16::from(row) << 6 | u16::from(column)).to_le_bytes());
            }
        }
    } else {
        out.extend(rows.to_le_bytes());
        squares(rows).for_each(|row| out.extend(positions[usize::from(row)].to_le_bytes()));
    }
}

/// Which block a change is about, and how many bytes it takes.
pub(super) struct Header {
    pub side: Color,
    pub frame: usize,
    pub outer: usize,
    pub bytes: usize,
}

/// Reads which block the next change is about; `None` if it is cut short.
pub(super) fn header(mut bytes: &[u8]) -> Option<Header> {
    let all = bytes.len();
    let bytes = &mut bytes;
    let frame = usize::from(u16::from_le_bytes(some(bytes)?));
    let kind = u16::from_le_bytes(some(bytes)?);
    let body = if kind & LISTED != 0 {
        2 * usize::from(u16::from_le_bytes(some(bytes)?))
    } else {
        8 * u64::from_le_bytes(some(bytes)?).count_ones() as usize
    };
    let whole = all - bytes.len() + body;
    let side = Color::from_white(kind & BLACK == 0);
    (whole <= all).then_some(Header { side, frame, outer: usize::from(kind & 0xFFF), bytes: whole })
}

/// Reads the next change off the front; `None` if there is none, or if it is cut short.
pub(super) fn take(bytes: &mut &[u8]) -> Option<Change> {
    let frame = usize::from(u16::from_le_bytes(some(bytes)?));
    let kind = u16::from_le_bytes(some(bytes)?);
    let mut positions = [0; 64];
    if kind & LISTED != 0 {
        for _ in 0..u16::from_le_bytes(some(bytes)?) {
            let slot = u16::from_le_bytes(some(bytes)?);
            positions[usize::from(slot >> 6 & 63)] |= 1 << (slot & 63);
        }
    } else {
        for row in squares(u64::from_le_bytes(some(bytes)?)) {
            positions[usize::from(row)] = u64::from_le_bytes(some(bytes)?);
        }
    }
    let side = Color::from_white(kind & BLACK == 0);
    Some(Change { side, frame, outer: usize::from(kind & 0xFFF), positions })
}

fn some<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (found, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*found)
}

fn rows_of(positions: &Block) -> u64 {
    (0..64).fold(0, |rows, row| rows | u64::from(positions[row] != 0) << row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_as_they_were_written() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random >> 16
        };
        let mut bytes = Vec::new();
        let mut written = Vec::new();
        for number in 0..200u64 {
            let mut positions = [0; 64];
            for _ in 0..number * number / 8 {
                positions[next() as usize % 64] |= 1 << (next() % 64);
            }
            let side = Color::from_white(number % 3 == 0);
            let (frame, outer) = (next() as usize % 3612, next() as usize % 4096);
            let before = bytes.len();
            put(side, frame, outer, &positions, &mut bytes);
            assert!(bytes.len() - before <= MOST);
            written.push(Change { side, frame, outer, positions });
        }
        let mut rest = &bytes[..];
        for change in &written {
            let found = header(rest).unwrap();
            assert_eq!((found.side, found.frame), (change.side, change.frame));
            assert_eq!(found.outer, change.outer);
            rest = &rest[found.bytes..];
        }
        assert!(rest.is_empty() && header(rest).is_none());
        assert!(header(&bytes[..3]).is_none());
        let mut rest = &bytes[..];
        let read: Vec<Change> = std::iter::from_fn(|| take(&mut rest)).collect();
        assert_eq!(read, written);
        assert!(rest.is_empty());
    }
}

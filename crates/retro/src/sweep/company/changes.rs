//! Changed positions of a block as bytes: a list of slots where they are few, otherwise a list for each row
//! or the row itself.

use shakmaty::Color;

use crate::kernel::{Block, Kernel};
use crate::layout::slices::squares;

/// What has become of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Lost,
    Won,
}

/// Which positions a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub fate: Fate,
    pub side: Color,
    pub frame: usize,
    /// The outer men's squares in one number.
    pub outer: usize,
}

/// The outer number has twelve bits. These are beside it.
const BLACK: u16 = 1 << 15;
const WON: u16 = 1 << 14;
/// The frame has twelve bits. Beside it is how many slots follow, each of twelve bits, or this.
const BY_ROWS: u16 = 0;
const MOST_LISTED: u32 = 15;
/// In the byte of a row's list: it is the last one, or it stands for a whole row that follows.
const LAST: u8 = 1 << 6;
const WHOLE: u8 = 1 << 7;

/// The most bytes that a change takes.
pub(super) const MOST: usize = 4 + 2 + 8 + 64 * 9;

/// Writes a change; tells how many bytes it takes. There is at least one position.
#[inline(always)]
pub(super) fn put<K: Kernel>(header: Header, positions: &Block, out: &mut [u8; MOST]) -> usize {
    let Header { fate, side, frame, outer } = header;
    let rows = K::rows(&K::load(positions));
    let count: u32 = squares(rows).map(|row| positions[usize::from(row)].count_ones()).sum();
    let listed = if count <= MOST_LISTED { count as u16 } else { BY_ROWS };
    let kind = if side.is_black() { BLACK } else { 0 } | if fate == Fate::Won { WON } else { 0 };
    out[..2].copy_from_slice(&(frame as u16 | listed << 12).to_le_bytes());
    out[2..4].copy_from_slice(&(outer as u16 | kind).to_le_bytes());
    let mut at = 4;
    if listed != BY_ROWS {
        // Two slots in three bytes.
        let mut half = None;
        for row in squares(rows) {
            for column in squares(positions[usize::from(row)]) {
                let slot = u32::from(row) << 6 | u32::from(column);
                match half.take() {
                    None => {
                        out[at..at + 2].copy_from_slice(&(slot as u16).to_le_bytes());
                        (at, half) = (at + 2, Some(slot));
                    }
                    Some(first) => {
                        let both = first | slot << 12;
                        out[at - 2..at + 1].copy_from_slice(&both.to_le_bytes()[..3]);
                        at += 1;
                    }
                }
            }
        }
        return at;
    }
    out[6..14].copy_from_slice(&rows.to_le_bytes());
    at = 14;
    for row in squares(rows) {
        let word = positions[usize::from(row)];
        if word.count_ones() < 9 {
            for column in squares(word) {
                out[at] = column;
                at += 1;
            }
            out[at - 1] |= LAST;
        } else {
            out[at] = WHOLE;
            out[at + 1..at + 9].copy_from_slice(&word.to_le_bytes());
            at += 9;
        }
    }
    out[4..6].copy_from_slice(&((at - 6) as u16).to_le_bytes());
    at
}

/// Reads what the next change is about, and how many bytes it takes; `None` if it is cut short.
pub(super) fn header(mut bytes: &[u8]) -> Option<(Header, usize)> {
    let all = bytes.len();
    let (header, listed) = beginning(&mut bytes)?;
    let body = match listed {
        BY_ROWS => usize::from(u16::from_le_bytes(some(&mut bytes)?)),
        listed => (3 * usize::from(listed)).div_ceil(2),
    };
    let whole = all - bytes.len() + body;
    (whole <= all).then_some((header, whole))
}

/// The header, and how many slots are listed.
fn beginning(bytes: &mut &[u8]) -> Option<(Header, u16)> {
    let frame = u16::from_le_bytes(some(bytes)?);
    let outer = u16::from_le_bytes(some(bytes)?);
    let header = Header {
        fate: if outer & WON != 0 { Fate::Won } else { Fate::Lost },
        side: Color::from_white(outer & BLACK == 0),
        frame: usize::from(frame & 0xFFF),
        outer: usize::from(outer & 0xFFF),
    };
    Some((header, frame >> 12))
}

/// Shows the positions of the change that begins here: a row, and some of its positions; a row may come in parts. `None` if
/// it is cut short.
///
/// Most changes are of few positions, so nothing is done about the rows that have none.
#[inline(always)]
pub(super) fn each_row(mut bytes: &[u8], mut visit: impl FnMut(usize, u64)) -> Option<()> {
    let (_, listed) = beginning(&mut bytes)?;
    if listed != BY_ROWS {
        let body = bytes.get(..(3 * usize::from(listed)).div_ceil(2))?;
        let mut show = |slot: u32| visit((slot >> 6 & 63) as usize, 1 << (slot & 63));
        let (pairs, last) = body.as_chunks::<3>();
        for &[a, b, c] in pairs {
            let both = u32::from_le_bytes([a, b, c, 0]);
            show(both & 0xFFF);
            show(both >> 12);
        }
        if let &[a, b] = last {
            show(u32::from(u16::from_le_bytes([a, b])));
        }
    } else {
        let length = usize::from(u16::from_le_bytes(some(&mut bytes)?));
        let mut body = bytes.get(..length)?;
        for row in squares(u64::from_le_bytes(some(&mut body)?)) {
            visit(usize::from(row), row_of(&mut body)?);
        }
    }
    Some(())
}

fn row_of(bytes: &mut &[u8]) -> Option<u64> {
    let mut word = 0;
    loop {
        let [byte] = some(bytes)?;
        if byte & WHOLE != 0 {
            return Some(u64::from_le_bytes(some(bytes)?));
        }
        word |= 1 << (byte & 63);
        if byte & LAST != 0 {
            return Some(word);
        }
    }
}

fn some<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (found, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Portable;

    #[test]
    fn changes_are_read_as_they_were_written() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random >> 16
        };
        let mut bytes = Vec::new();
        let mut written = Vec::new();
        for number in 0..400u64 {
            let mut positions = [0; 64];
            // Few, many, and all of some rows.
            for _ in 0..=number % 200 * number / 8 {
                positions[next() as usize % 64] |= 1 << (next() % 64);
            }
            if number % 7 == 0 {
                positions[next() as usize % 64] = !0;
            }
            let header = Header {
                fate: if next() % 2 == 0 { Fate::Lost } else { Fate::Won },
                side: Color::from_white(number % 3 == 0),
                frame: next() as usize % 3612,
                outer: next() as usize % 4096,
            };
            let mut one = [0; MOST];
            let length = put::<Portable>(header, &positions, &mut one);
            bytes.extend(&one[..length]);
            written.push((header, positions));
        }
        let mut rest = &bytes[..];
        for (number, (expected, positions)) in written.iter().enumerate() {
            let (found, length) = header(rest).unwrap();
            assert_eq!(found, *expected);
            let mut read = [0; 64];
            each_row(rest, |row, word| read[row] |= word).unwrap();
            assert_eq!(read, *positions, "{number}");
            assert_eq!(each_row(&rest[..length - 1], |_, _| ()), None);
            rest = &rest[length..];
        }
        assert!(rest.is_empty() && header(rest).is_none());
        assert!(header(&bytes[..3]).is_none());
    }
}

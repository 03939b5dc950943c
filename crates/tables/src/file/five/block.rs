//! A block in bytes: the lengths of its bands but the last, then the bands. A block without cells is
//! nothing; one whose cells all have the same result is that result alone.
//!
//! In streams with open cells lengths take no more bits than the longest of them, and bands of results that have few
//! symbols are coded together: each is then decoded with those before it.

use std::ops::Range;

use super::free::{Filling, For};
use super::model::Guide;
use super::range::{Decoder, Encoder};
use super::walk::{self, BAND, BANDS, Coding, NOTHING, ROWS, Reading, WIN, Writing};

/// The cells of a block that are stored.
pub type Stored = [u64; 64];

/// The rows of a band.
fn rows(stored: &Stored, band: usize) -> &[u64; ROWS] {
    stored[band * ROWS..].first_chunk().expect("blocks have whole bands")
}

/// Writes the results of a block.
pub fn write_results(
    guide: &Guide,
    stored: &Stored,
    results: &mut [u8; 4096],
    is_open: bool,
) -> Vec<u8> {
    let is_stored = |cell: usize| stored[cell >> 6] >> (cell & 63) & 1 != 0;
    let mut held = (0..4096).filter(|&cell| is_stored(cell)).map(|cell| results[cell]);
    let Some(first) = held.next() else { return Vec::new() };
    if held.all(|result| result == first) {
        return vec![first];
    }
    let joined = if is_open { joined(stored, results) } else { 0 };
    let (bands, _) = results.as_chunks_mut::<BAND>();
    let write = |group: Range<usize>, bytes: &mut Vec<u8>| {
        let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
        for band in group {
            walk::results(&guide.near, rows(stored, band), &mut bands[band], &mut writing);
        }
        writing.out.finish();
    };
    in_bands(is_open.then_some(Lengths { joined: Some(joined) }), write)
}

/// Which bands are coded with the one before them: the bits from the second band on.
fn joined(stored: &Stored, results: &[u8; 4096]) -> u8 {
    let mut joined = 0;
    let mut together = 0;
    for (band, results) in results.as_chunks::<BAND>().0.iter().enumerate() {
        let symbols: usize = results
            .as_chunks::<64>()
            .0
            .iter()
            .zip(rows(stored, band))
            .map(|(row, &stored)| {
                let mut held = row.iter().filter(|&&result| result != NOTHING);
                let first = held.next();
                let mixed = held.any(|result| Some(result) != first);
                if mixed { stored.count_ones() as usize } else { 1 }
            })
            .sum();
        let joins = band > 0 && together + symbols <= MOST_TOGETHER;
        together = if joins { together + symbols } else { symbols };
        joined |= u8::from(joins) << band >> 1;
    }
    joined
}

/// Bands are coded together up to so many symbols, so that no cell takes longer than in a full band.
const MOST_TOGETHER: usize = BAND / 2;

/// Reads the results of a band; `None` if the block makes no sense.
pub fn read_results(
    guide: &Guide,
    whole: &Stored,
    (bytes, is_open): (&[u8], bool),
    band: usize,
    results: &mut [u8; BAND],
) -> Option<()> {
    let stored = rows(whole, band);
    match bytes {
        [] if stored.iter().any(|&row| row != 0) => return None,
        [] => results.fill(NOTHING),
        &[result] if result > WIN => return None,
        &[result] => {
            for (row, &stored) in results.as_chunks_mut::<64>().0.iter_mut().zip(stored) {
                for (column, cell) in row.iter_mut().enumerate() {
                    *cell = if stored >> column & 1 != 0 { result } else { NOTHING };
                }
            }
        }
        _ => {
            let (first, bytes) = match is_open {
                true => packed_band_of(bytes, band, true)?,
                false => (band, band_of(bytes, band)?),
            };
            let reading = &mut Reading { tree: &guide.tree, from: Decoder::new(bytes) };
            for band in first..=band {
                walk::results(&guide.near, rows(whole, band), results, reading);
            }
        }
    }
    Some(())
}

/// Writes the depths of a block; `first` are those of the file's first metric. In streams with open cells `free`
/// tells what the cells may be; what is written is put into `depths`.
pub fn write_depths(
    guide: &Guide,
    results: &[u8; 4096],
    first: Option<&[u16; 4096]>,
    depths: &mut [u16; 4096],
    free: Option<&[[u8; 2]; 4096]>,
) -> Vec<u8> {
    if !results.iter().any(|&result| walk::is_decided(result)) {
        return Vec::new();
    }
    let (results, _) = results.as_chunks::<BAND>();
    let (depths, _) = depths.as_chunks_mut::<BAND>();
    let write = |group: Range<usize>, bytes: &mut Vec<u8>| {
        let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
        for band in group {
            let first = first.map(|first| &first.as_chunks::<BAND>().0[band]);
            let (near, results, depths) = (&guide.near, &results[band], &mut depths[band]);
            match free {
                None => walk::depths(near, results, first, depths, &mut writing),
                Some(free) => {
                    let mut filling = Filling::by(&guide.tree, For::Anything, &mut writing);
                    filling.band(&free.as_chunks().0[band]);
                    walk::depths(near, results, first, depths, &mut filling);
                }
            }
        }
        writing.out.finish();
    };
    in_bands(free.is_some().then_some(Lengths { joined: None }), write)
}

/// Reads the depths of a band; `None` if the block makes no sense.
pub fn read_depths(
    guide: &Guide,
    (bytes, is_open): (&[u8], bool),
    band: usize,
    results: &[u8; BAND],
    first: Option<&[u16; BAND]>,
    depths: &mut [u16; BAND],
) -> Option<()> {
    if !results.iter().any(|&result| walk::is_decided(result)) {
        depths.fill(0);
        return Some(());
    }
    let bytes = match is_open {
        true => packed_band_of(bytes, band, false)?.1,
        false => band_of(bytes, band)?,
    };
    let from = Decoder::new(bytes);
    walk::depths(&guide.near, results, first, depths, &mut Reading { tree: &guide.tree, from });
    Some(())
}

/// How the lengths of bands are written in streams with open cells: in a number of bits that is told first; where
/// bands may be joined, which are comes between.
struct Lengths {
    joined: Option<u8>,
}

/// Bits that tell in how many a length is written.
const WIDTH_BITS: usize = 4;

/// The bytes of a block whose bands `write` appends one after the other.
fn in_bands(
    lengths: Option<Lengths>,
    mut write: impl FnMut(Range<usize>, &mut Vec<u8>),
) -> Vec<u8> {
    let (mut ends, mut bands) = (Vec::new(), Vec::new());
    let joined = lengths.as_ref().and_then(|lengths| lengths.joined).unwrap_or(0);
    let mut first = 0;
    for band in 0..BANDS {
        if band + 1 == BANDS || joined >> band & 1 == 0 {
            let start = bands.len();
            write(first..band + 1, &mut bands);
            ends.push(bands.len() - start);
            first = band + 1;
        }
    }
    ends.pop();
    let mut head = Vec::new();
    let Some(lengths) = lengths else {
        for length in ends {
            // Two bytes where one does not suffice; a band has less than 32 KiB.
            if length >= 0x80 {
                head.push((length >> 7) as u8 | 0x80);
            }
            head.push((length & 0x7F) as u8);
        }
        head.extend_from_slice(&bands);
        return head;
    };
    let longest = ends.iter().copied().max().unwrap_or(0);
    let width = (usize::BITS - longest.leading_zeros()) as usize;
    let (mut word, mut bits) = (width as u128, WIDTH_BITS);
    if let Some(joined) = lengths.joined {
        word |= u128::from(joined) << bits;
        bits += BANDS - 1;
    }
    for length in ends {
        word |= (length as u128) << bits;
        bits += width;
    }
    head.extend_from_slice(&word.to_le_bytes()[..bits.div_ceil(8)]);
    head.extend_from_slice(&bands);
    head
}

/// The first of the bands that are coded together with one, and their bytes.
fn packed_band_of(bytes: &[u8], wanted: usize, may_join: bool) -> Option<(usize, &[u8])> {
    let mut head = [0; 16];
    let known = bytes.len().min(16);
    head[..known].copy_from_slice(&bytes[..known]);
    let word = u128::from_le_bytes(head);
    let width = word as usize & ((1 << WIDTH_BITS) - 1);
    let joined = if may_join { (word >> WIDTH_BITS) as u8 & 0x7F } else { 0 };
    let lengths_at = WIDTH_BITS + if may_join { BANDS - 1 } else { 0 };
    let ends = BANDS - 1 - joined.count_ones() as usize;
    let (mut bit, mut start) = (lengths_at, (lengths_at + ends * width).div_ceil(8));
    let mut first = 0;
    for band in 0..BANDS - 1 {
        if joined >> band & 1 != 0 {
            continue;
        }
        let length = (word >> bit) as usize & ((1 << width) - 1);
        bit += width;
        if band >= wanted {
            return Some((first, bytes.get(start..start + length)?));
        }
        (start, first) = (start + length, band + 1);
    }
    Some((first, bytes.get(start..)?))
}

/// The bytes of a band.
fn band_of(mut bytes: &[u8], wanted: usize) -> Option<&[u8]> {
    let (mut start, mut length) = (0, None);
    for band in 0..BANDS - 1 {
        let mut next = usize::from(*bytes.split_off_first()?);
        if next & 0x80 != 0 {
            next = (next & 0x7F) << 7 | usize::from(*bytes.split_off_first()? & 0x7F);
        }
        if band < wanted {
            start += next;
        } else if band == wanted {
            length = Some(next);
        }
    }
    let band = bytes.get(start..)?;
    match length {
        Some(length) => band.get(..length),
        None => Some(band),
    }
}

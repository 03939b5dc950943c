//! A block in bytes: the lengths of its bands but the last, then the bands. A block without cells is
//! nothing; one whose cells all have the same result is that result alone.

use super::model::Guide;
use super::range::{Decoder, Encoder};
use super::walk::{self, BAND, BANDS, NOTHING, ROWS, Reading, WIN, Writing};

/// The cells of a block that are stored.
pub type Stored = [u64; 64];

/// The rows of a band.
fn rows(stored: &Stored, band: usize) -> &[u64; ROWS] {
    stored[band * ROWS..].first_chunk().expect("blocks have whole bands")
}

/// Writes the results of a block.
pub fn write_results(guide: &Guide, stored: &Stored, results: &mut [u8; 4096]) -> Vec<u8> {
    let is_stored = |cell: usize| stored[cell >> 6] >> (cell & 63) & 1 != 0;
    let mut held = (0..4096).filter(|&cell| is_stored(cell)).map(|cell| results[cell]);
    let Some(first) = held.next() else { return Vec::new() };
    if held.all(|result| result == first) {
        return vec![first];
    }
    let (bands, _) = results.as_chunks_mut::<BAND>();
    in_bands(|band, bytes| {
        let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
        walk::results(&guide.near, rows(stored, band), &mut bands[band], &mut writing);
        writing.out.finish();
    })
}

/// Reads the results of a band; `None` if the block makes no sense.
pub fn read_results(
    guide: &Guide,
    stored: &Stored,
    bytes: &[u8],
    band: usize,
    results: &mut [u8; BAND],
) -> Option<()> {
    let stored = rows(stored, band);
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
            let from = Decoder::new(band_of(bytes, band)?);
            let reading = &mut Reading { tree: &guide.tree, from };
            walk::results(&guide.near, stored, results, reading);
        }
    }
    Some(())
}

/// Writes the depths of a block; `first` are those of the file's first metric.
pub fn write_depths(
    guide: &Guide,
    results: &[u8; 4096],
    first: Option<&[u16; 4096]>,
    depths: &mut [u16; 4096],
) -> Vec<u8> {
    if !results.iter().any(|&result| walk::is_decided(result)) {
        return Vec::new();
    }
    let (results, _) = results.as_chunks::<BAND>();
    let (depths, _) = depths.as_chunks_mut::<BAND>();
    in_bands(|band, bytes| {
        let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
        let first = first.map(|first| &first.as_chunks::<BAND>().0[band]);
        walk::depths(&guide.near, &results[band], first, &mut depths[band], &mut writing);
        writing.out.finish();
    })
}

/// Reads the depths of a band; `None` if the block makes no sense.
pub fn read_depths(
    guide: &Guide,
    bytes: &[u8],
    band: usize,
    results: &[u8; BAND],
    first: Option<&[u16; BAND]>,
    depths: &mut [u16; BAND],
) -> Option<()> {
    if !results.iter().any(|&result| walk::is_decided(result)) {
        depths.fill(0);
        return Some(());
    }
    let from = Decoder::new(band_of(bytes, band)?);
    walk::depths(&guide.near, results, first, depths, &mut Reading { tree: &guide.tree, from });
    Some(())
}

/// The bytes of a block whose bands `write` appends one after the other.
fn in_bands(mut write: impl FnMut(usize, &mut Vec<u8>)) -> Vec<u8> {
    let (mut lengths, mut bands) = (Vec::new(), Vec::new());
    for band in 0..BANDS {
        let start = bands.len();
        write(band, &mut bands);
        if band + 1 < BANDS {
            // Two bytes where one does not suffice; a band has less than 32 KiB.
            let length = bands.len() - start;
            if length >= 0x80 {
                lengths.push((length >> 7) as u8 | 0x80);
            }
            lengths.push((length & 0x7F) as u8);
        }
    }
    lengths.extend_from_slice(&bands);
    lengths
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

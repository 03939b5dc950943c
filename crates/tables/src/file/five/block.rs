//! A block in bytes: the lengths of its bands but the last, then the bands. A block without cells is
//! nothing; one whose cells all have the same result is that result alone.
//!
//! Lengths take no more bits than the longest of them, and bands of results that have few symbols are coded together:
//! each is then decoded with those before it, and in view of them.

use std::ops::Range;

use super::free::{Filling, For, common};
use super::model::Guide;
use super::range::{Decoder, Encoder};
use super::tree::{Reading, Writing};
use super::walk::{self, Above, BAND, BANDS, Coding, NOTHING, ROWS, WIN};

/// The cells of a block that are stored.
pub type Stored = [u64; 64];

/// The rows of a band.
fn rows(stored: &Stored, band: usize) -> &[u64; ROWS] {
    stored[band * ROWS..].first_chunk().expect("blocks have whole bands")
}

/// Writes the results of a block, whose bands are coded [together](together) as `joined` says.
pub fn write_results(
    guide: &Guide,
    stored: &Stored,
    results: &mut [u8; 4096],
    joined: u8,
) -> Vec<u8> {
    let is_stored = |cell: usize| stored[cell >> 6] >> (cell & 63) & 1 != 0;
    let mut held = (0..4096).filter(|&cell| is_stored(cell)).map(|cell| results[cell]);
    let Some(first) = held.next() else { return Vec::new() };
    if held.all(|result| result == first) {
        return vec![first];
    }
    let (bands, _) = results.as_chunks_mut::<BAND>();
    in_bands(Some(joined), |group, bytes| {
        let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
        let mut above = Above::NOTHING;
        for band in group {
            let (near, rows) = (&guide.near, rows(stored, band));
            walk::results(near, rows, &mut bands[band], &mut above, &mut writing);
            above.pass_on();
        }
        writing.out.finish();
    })
}

/// Which bands are coded with the one before them, by what their results may be: the bits from the second band on.
pub fn together(stored: &Stored, ranges: &[[u8; 2]; 4096]) -> u8 {
    let differ = |cells: &[[u8; 2]]| {
        let [least, most] = common(cells);
        least > most
    };
    let mut joined = 0;
    let mut together = 0;
    for (band, ranges) in ranges.as_chunks::<BAND>().0.iter().enumerate() {
        let mut symbols = 0;
        for (row, &stored) in ranges.as_chunks::<64>().0.iter().zip(rows(stored, band)) {
            symbols += if differ(row) { stored.count_ones() as usize } else { 1 };
        }
        let joins = band > 0 && together + symbols <= MOST_TOGETHER;
        together = if joins { together + symbols } else { symbols };
        joined |= u8::from(joins) << band >> 1;
    }
    joined
}

/// Bands are coded together up to so many symbols: more takes less space, since more is seen of what is above, and longer
/// to decode.
const MOST_TOGETHER: usize = 1000;

/// Reads the results of a band; `None` if the block makes no sense.
pub fn read_results(
    guide: &Guide,
    stored: &Stored,
    bytes: &[u8],
    band: usize,
    results: &mut [u8; BAND],
) -> Option<()> {
    if bytes.len() < 2 {
        return read_one_result(rows(stored, band), bytes, results);
    }
    let (group, bytes) = group_of(bytes, band, true)?;
    let reading = &mut Reading::new(&guide.tree, bytes);
    let mut above = Above::NOTHING;
    for before in group.start..=band {
        if before > group.start {
            above.pass_on();
        }
        walk::results(&guide.near, rows(stored, before), results, &mut above, reading);
    }
    Some(())
}

/// Reads the results of all bands; `None` if the block makes no sense.
pub fn read_all_results(
    guide: &Guide,
    stored: &Stored,
    bytes: &[u8],
    results: &mut [[u8; BAND]; BANDS],
) -> Option<()> {
    let mut group = 0..0;
    let mut reading = Reading::new(&guide.tree, &[]);
    let mut above = Above::NOTHING;
    for (band, results) in results.iter_mut().enumerate() {
        let stored = rows(stored, band);
        if bytes.len() < 2 {
            read_one_result(stored, bytes, results)?;
            continue;
        }
        if group.contains(&band) {
            above.pass_on();
        } else {
            let (begun, bytes) = group_of(bytes, band, true)?;
            group = begun;
            reading.from = Decoder::new(bytes);
            above = Above::NOTHING;
        }
        walk::results(&guide.near, stored, results, &mut above, &mut reading);
    }
    Some(())
}

/// The results of a band of a block that has none, or one.
fn read_one_result(stored: &[u64; ROWS], bytes: &[u8], results: &mut [u8; BAND]) -> Option<()> {
    let result = match bytes {
        [] if stored.iter().any(|&row| row != 0) => return None,
        [] => NOTHING,
        &[result] if result <= WIN => result,
        _ => return None,
    };
    for (row, &stored) in results.as_chunks_mut::<64>().0.iter_mut().zip(stored) {
        walk::fill_row(stored, [result, NOTHING], row);
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
        for band in group {
            let first = first.map(|first| &first.as_chunks::<BAND>().0[band]);
            let (near, results, depths) = (&guide.near, &results[band], &mut depths[band]);
            let start = bytes.len();
            for rows in
                walk::halves(walk::is_cut(results)).into_iter().filter(|rows| !rows.is_empty())
            {
                let is_second = rows.start > 0;
                let begin = bytes.len();
                let mut writing = Writing { tree: &guide.tree, out: Encoder::behind(bytes) };
                match free {
                    None => walk::depths(near, rows, results, first, depths, &mut writing),
                    Some(free) => {
                        let mut filling = Filling::by(&guide.tree, For::Anything, &mut writing);
                        filling.band(&free.as_chunks().0[band]);
                        walk::depths(near, rows, results, first, depths, &mut filling);
                    }
                }
                writing.out.finish();
                if is_second {
                    let (length, count) = length_of_half(begin - start);
                    bytes.splice(start..start, length[..count].iter().copied());
                }
            }
        }
    };
    in_bands(None, write)
}

/// How the length of the first half of a band is written: in two bytes where one does not suffice.
fn length_of_half(length: usize) -> ([u8; 2], usize) {
    match length {
        ..0x80 => ([length as u8, 0], 1),
        _ => ([(length >> 7) as u8 | 0x80, (length & 0x7F) as u8], 2),
    }
}

/// Which depths of a block are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// A band.
    pub band: usize,
    /// Only the half with this row, up to it.
    pub last: Option<usize>,
    /// Whether the band is cut in two.
    pub is_cut: bool,
}

impl Wanted {
    /// All of a band with these results.
    pub fn all(band: usize, results: &[u8; BAND]) -> Self {
        Self { band, last: None, is_cut: walk::is_cut(results) }
    }
}

/// Reads the depths of a band, where what lies behind the last row that is wanted has no results; `None` if the block
/// makes no sense.
pub fn read_depths(
    guide: &Guide,
    bytes: &[u8],
    Wanted { band, last, is_cut }: Wanted,
    results: &[u8; BAND],
    first: Option<&[u16; BAND]>,
    depths: &mut [u16; BAND],
) -> Option<()> {
    if !results.iter().any(|&result| walk::is_decided(result)) {
        depths.fill(0);
        return Some(());
    }
    let mut bytes = group_of(bytes, band, false)?.1;
    let [upper, lower] = walk::halves(is_cut);
    let mut upper_bytes = bytes;
    if !lower.is_empty() {
        let mut length = usize::from(*bytes.split_off_first()?);
        if length & 0x80 != 0 {
            length = (length & 0x7F) << 7 | usize::from(*bytes.split_off_first()? & 0x7F);
        }
        upper_bytes = bytes.split_off(..length)?;
    }
    depths.fill(0);
    for (half, bytes) in [(upper, upper_bytes), (lower, bytes)] {
        if !half.is_empty() && last.is_none_or(|row| half.contains(&row)) {
            let reading = &mut Reading::new(&guide.tree, bytes);
            walk::depths(&guide.near, half, results, first, depths, reading);
        }
    }
    Some(())
}

/// Bits that tell in how many a length is written.
const WIDTH_BITS: usize = 4;
/// All bands are coded together.
const ALL_JOINED: u8 = 0x7F;

/// The bytes of a block whose bands, or bands that are joined, `write` appends one after the other. Before them: which are
/// joined, if some may be; in how many bits lengths are written; and the lengths of all but the last.
fn in_bands(joined: Option<u8>, mut write: impl FnMut(Range<usize>, &mut Vec<u8>)) -> Vec<u8> {
    let (mut ends, mut bands) = (Vec::new(), Vec::new());
    let mut first = 0;
    for band in 0..BANDS {
        if band + 1 == BANDS || joined.unwrap_or(0) >> band & 1 == 0 {
            let start = bands.len();
            write(first..band + 1, &mut bands);
            ends.push(bands.len() - start);
            first = band + 1;
        }
    }
    ends.pop();
    let (mut word, mut bits) = (0, 0);
    let mut put = |number: usize, count: usize| {
        word |= (number as u128) << bits;
        bits += count;
    };
    if let Some(joined) = joined {
        put(joined.into(), BANDS - 1);
    }
    if !ends.is_empty() {
        let longest = ends.iter().copied().max().unwrap_or(0);
        let width = (usize::BITS - longest.leading_zeros()) as usize;
        put(width, WIDTH_BITS);
        ends.into_iter().for_each(|length| put(length, width));
    }
    let mut bytes = word.to_le_bytes()[..bits.div_ceil(8)].to_vec();
    bytes.extend_from_slice(&bands);
    bytes
}

/// The bands that are coded together with one, and their bytes.
fn group_of(bytes: &[u8], wanted: usize, may_join: bool) -> Option<(Range<usize>, &[u8])> {
    let mut head = [0; 16];
    let known = bytes.len().min(16);
    head[..known].copy_from_slice(&bytes[..known]);
    let mut word = u128::from_le_bytes(head);
    let mut bits = 0;
    let mut take = |count: usize| {
        let number = word as usize & ((1 << count) - 1);
        word >>= count;
        bits += count;
        number
    };
    let joined = if may_join { take(BANDS - 1) as u8 } else { 0 };
    if joined == ALL_JOINED {
        return Some((0..BANDS, bytes.get(1..)?));
    }
    let width = take(WIDTH_BITS);
    let (mut start, mut found, mut first) = (0, None, 0);
    for band in 0..BANDS - 1 {
        if joined >> band & 1 != 0 {
            continue;
        }
        let length = take(width);
        if found.is_none() && band >= wanted {
            found = Some((first..band + 1, start..start + length));
        }
        (start, first) = (start + length, band + 1);
    }
    let bytes = bytes.get(bits.div_ceil(8)..)?;
    match found {
        Some((group, at)) => Some((group, bytes.get(at)?)),
        None => Some((first..BANDS, bytes.get(start..)?)),
    }
}

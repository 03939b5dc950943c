use std::fs;
use std::path::PathBuf;

use nimzo_chess::Metric;
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::{Unit, encode};
use nimzo_work::Task;
use shakmaty::Color;

use super::*;
use crate::Error;
use nimzo_chess::Depth;

pub(super) const BLOCKS: usize = 7;

/// A depth under the fifty-move rule, made up.
fn depth(place: BlockId, i: usize) -> Depth {
    let mixed =
        (place.slice * 3 + usize::from(place.turn.is_black()) * 11 + place.block * 5 + i / 9)
            * 2654435761;
    let plies = 1 + (mixed >> 7) as u16 % 120 * u16::from(place.block != 2);
    match (place.block, mixed >> 16 & 3) {
        (3, _) | (_, 0) => Depth::Draw,
        (2, _) | (_, 1 | 2) => Depth::Win(plies),
        _ => Depth::Loss(plies * if place.block == 5 { 9 } else { 1 }),
    }
}

fn result(place: BlockId, i: usize) -> u8 {
    let least = match depth(place, i) {
        Depth::Draw => Depth::Draw,
        Depth::Win(plies) => Depth::Win(if plies > 100 { 101 } else { 1 }),
        Depth::Loss(plies) => Depth::Loss(if plies > 100 { 101 } else { 0 }),
    };
    encode(Some(least), 0x80, Unit::Plies) as u8
}

fn rule_code(place: BlockId, i: usize) -> u16 {
    encode(Some(depth(place, i)), 0x8000, Unit::Plies) as u16
}

fn mate_code(place: BlockId, i: usize) -> u8 {
    let deeper = match depth(place, i) {
        Depth::Draw => Depth::Draw,
        Depth::Win(plies) => Depth::Win(plies % 100 * 2 + 1),
        Depth::Loss(plies) => Depth::Loss(plies % 100 * 2),
    };
    encode(Some(deeper), 0x80, Unit::Moves) as u8
}

/// Which cells are stored.
pub(super) fn matters(i: usize) -> bool {
    i % 3 != 1
}

/// The same as rows of bits.
pub(super) fn mask() -> [u64; 64] {
    std::array::from_fn(|row| {
        (0..64).fold(0, |word, bit| word | u64::from(matters(row * 64 + bit)) << bit)
    })
}

fn written(folder: &tempfile::TempDir, version: u32, may_leave_out: bool) -> PathBuf {
    let path = folder.path().join("KRPvKR.nimzo");
    let mask = mask();
    let results = |place: BlockId, cells: &mut Vec<u8>| {
        cells.extend((0..BLOCK_SLOTS).map(|i| result(place, i)));
        Ok(mask)
    };
    let wide = |place: BlockId, cells: &mut Vec<u8>| {
        (0..BLOCK_SLOTS).for_each(|i| cells.extend(rule_code(place, i).to_le_bytes()));
        Ok(mask)
    };
    let narrow = |place: BlockId, cells: &mut Vec<u8>| {
        cells.extend((0..BLOCK_SLOTS).map(|i| mate_code(place, i)));
        Ok(mask)
    };
    let header = Header::new(version, "KRPvKR".parse().unwrap(), 3, BLOCKS as u64, false);
    let sources: [(Stream, &ReadCells<'_>, bool); 3] = [
        (Stream::new(Metric::Wdl, 1, Unit::Plies), &results, false),
        (Stream::new(Metric::Dtm, 1, Unit::Moves), &narrow, may_leave_out),
        (Stream::new(Metric::Dtz50, 2, Unit::Plies), &wide, may_leave_out),
    ];
    let sources =
        sources.map(|(stream, cells, may_leave_out)| Source { stream, cells, may_leave_out });
    let length = write(&path, header, &sources, None, &Task::silent()).unwrap();
    assert_eq!(length, fs::metadata(&path).unwrap().len());
    path
}

#[test]
fn what_matters_reads_back() {
    for (version, may_leave_out) in [(FIVE, false), (FIVE, true), (SIX, false), (SIX, true)] {
        let folder = tempfile::tempdir().unwrap();
        let file = TableFile::open(&written(&folder, version, may_leave_out)).unwrap();
        let again = fs::read(file.path()).unwrap();
        let other = fs::read(written(&folder, version, may_leave_out)).unwrap();
        assert!(other == again, "other bytes");
        assert_eq!(file.header().class.to_string(), "KRPvKR");
        file.check_blocks(&Task::silent()).unwrap();
        let streams = Metric::ALL.map(|metric| file.stream(metric));
        let streams: Vec<Stream> = streams.into_iter().flatten().collect();
        let left_out = streams[1].left_out;
        assert_eq!(left_out.is_some(), may_leave_out);
        let bytes: u64 = streams.iter().map(|&stream| file.header().stream_bytes(stream)).sum();
        assert_eq!(bytes + streams[0].data_at, file.header().length);
        let mut cells = vec![Vec::new(); 3];
        let mut one = Vec::new();
        for number in 0..3 * 2 * BLOCKS as u64 {
            let place = file.header().block_id(number);
            assert_eq!(file.header().block_number(place), number);
            file.read_several(&streams, number, &mask(), &mut cells).unwrap();
            for i in (0..BLOCK_SLOTS).filter(|&i| matters(i)) {
                let rule = u16::from_le_bytes([cells[2][2 * i], cells[2][2 * i + 1]]);
                let found = (cells[0][i], cells[1][i], rule);
                let mut expected = (result(place, i), mate_code(place, i), rule_code(place, i));
                if left_out == Some(place.turn) {
                    // Bare results, as the least depths that have them.
                    (expected.1, expected.2) = match depth(place, i) {
                        Depth::Draw => (0x80, 0x8000),
                        Depth::Win(plies) => (0xFF, if plies > 100 { 0xFF9B } else { 0xFFFF }),
                        Depth::Loss(plies) => (2, if plies > 100 { 102 } else { 2 }),
                    };
                }
                assert_eq!(found, expected, "{place:?} {i}");
            }
            for (&stream, whole) in streams.iter().zip(&cells) {
                file.read(stream, number, &mask(), &mut one).unwrap();
                assert!(one == *whole);
                if version == SIX {
                    let whole = Cells::of(whole, stream.width);
                    for i in (0..BLOCK_SLOTS).filter(|&i| matters(i)) {
                        assert_eq!(file.cell(stream, number, i).unwrap(), whole.code(i));
                    }
                    continue;
                }
                let band = number as usize % BANDS;
                let width = usize::from(stream.width);
                for rows in 1..=ROWS {
                    let found = band_of(&file, stream, number, band, rows);
                    // Of depths only those of the half.
                    let is_second = stream.metric != Metric::Wdl && rows > HALF;
                    let begin = if is_second { HALF } else { 0 };
                    let cells = band * BAND + begin * 64..band * BAND + rows * 64;
                    assert!(found == whole[cells.start * width..cells.end * width]);
                }
            }
        }
        let mut read = |number| file.read(streams[0], number, &mask(), &mut one);
        assert!(read(3 * 2 * BLOCKS as u64).is_err());
    }
}

/// The first rows of a band, by way of those that it is seen by.
fn band_of(file: &TableFile, stream: Stream, number: u64, band: usize, rows: usize) -> Vec<u8> {
    let mut cells = Vec::new();
    let turn = file.header().turn_of(number);
    let (results, first) = file.seen_by(stream, turn);
    let Some(results) = results else {
        file.read_band_of_results(number, &mask(), Rows { band, rows }, &mut cells).unwrap();
        return cells;
    };
    let part =
        |stream: Stream, rows| Cells::of(&band_of(file, stream, number, band, rows), stream.width);
    let results = part(results, rows.max(HALF));
    let seen = first.map(|first| {
        let upper = rows <= HALF || needs_both_halves(&results);
        let upper = upper.then(|| part(first, rows.min(HALF)));
        (first, [upper, (rows > HALF).then(|| part(first, rows))])
    });
    let first = seen.as_ref().map(|(first, seen)| (*first, seen.each_ref().map(Option::as_ref)));
    let of_band = Rows { band, rows };
    file.read_half_of_depths(stream, number, of_band, &results, first, &mut cells).unwrap();
    cells
}

fn whole_band(file: &TableFile, stream: Stream, number: u64, band: usize) -> Vec<u8> {
    [HALF, ROWS].map(|rows| band_of(file, stream, number, band, rows)).concat()
}

#[test]
fn the_cache_keeps_what_fits() {
    let folder = tempfile::tempdir().unwrap();
    let file = TableFile::open(&written(&folder, FIVE, false)).unwrap();
    let stream = file.stream(Metric::Dtm).unwrap();
    let cache = Cache::new(3 * BAND);
    for turn in 0..200 {
        let place =
            BlockId { slice: 1, turn: Color::from_white(turn % 2 == 0), block: turn * 7 % BLOCKS };
        let number = file.header().block_number(place);
        let band = turn % BANDS;
        let key = Key { table: 4, stream: 1, part: number * BANDS as u64 + band as u64 };
        let i = turn * 2 + 1 - turn * 2 % 3;
        let read = |_| Ok::<_, Error>(Cells::of(&whole_band(&file, stream, number, band), 1));
        let found = cache.code(key, i % BAND, read);
        let cell = band * BAND + i % BAND;
        if matters(cell) {
            assert_eq!(found.unwrap(), u16::from(mate_code(place, cell)));
        }
    }
}

/// A file of each version, each in a folder of its own, with its bytes.
fn of_each_version() -> [(tempfile::TempDir, PathBuf, Vec<u8>); 3] {
    let five = |folder: &tempfile::TempDir| written(folder, FIVE, true);
    let six = |folder: &tempfile::TempDir| written(folder, SIX, true);
    [four::tests::written, five, six].map(|write| {
        let folder = tempfile::tempdir().unwrap();
        let path = write(&folder);
        let bytes = fs::read(&path).unwrap();
        (folder, path, bytes)
    })
}

#[test]
fn every_truncation_is_noticed() {
    for (_folder, path, whole) in of_each_version() {
        for length in [0, 5, 12, 40, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let message = TableFile::open(&path).err().expect("refused").to_string();
            assert!(message.contains("KRPvKR.nimzo"), "{message}");
        }
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    for (_folder, path, whole) in of_each_version() {
        for at in (0..whole.len()).step_by(whole.len() / 200) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).unwrap();
            let found = TableFile::open(&path).and_then(|file| file.check_blocks(&Task::silent()));
            assert!(found.is_err(), "byte {at}");
        }
    }
}

#[test]
fn checking_blocks_reads_the_file_and_not_what_was_read_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, FIVE, false);
    let file = TableFile::open(&path).unwrap();
    let stream = file.stream(Metric::Wdl).unwrap();
    let blocks = 3 * 2 * BLOCKS as u64;
    // What is read ahead is for the thread that reads it.
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        file.read_ahead(stream, 0..=blocks - 1);
        let mut bytes = fs::read(&path).unwrap();
        let at = stream.data_at + file.header().stream_bytes(stream) / 2;
        bytes[at as usize] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let mut cells = Vec::new();
        (0..blocks).for_each(|block| file.read(stream, block, &mask(), &mut cells).unwrap());
        assert!(file.check_blocks(&Task::silent()).is_err());
    });
}

#[test]
fn other_versions_and_foreign_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, FIVE, true);
    let mut bytes = fs::read(&path).unwrap();
    // The first files of version 5 bore 5; what is written now bears 6, and version 6 bears 7.
    for other in [FOUR - 1, 5, 8] {
        bytes[8] = other as u8;
        fs::write(&path, &bytes).unwrap();
        let refused = TableFile::open(&path).err().expect("refused");
        assert!(matches!(
            refused,
            Error::OtherVersion { version, known: 7, .. } if version == other
        ));
        assert_eq!(refused.to_string().contains("build it again"), other < 7);
    }
    fs::write(&path, "a letter, not a table, and long enough to look like one").unwrap();
    assert!(matches!(TableFile::open(&path), Err(Error::NotATable { .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let header = Header::new(FIVE, "KQvK".parse().unwrap(), 1, 4, false);
    let full = |_: BlockId, _: &mut Vec<u8>| {
        Err(Error::Io { path: "disk".into(), source: std::io::ErrorKind::StorageFull.into() })
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KQvK.nimzo");
    let stream = Stream::new(Metric::Wdl, 1, Unit::Moves);
    let sources = [Source { stream, cells: &full, may_leave_out: false }];
    assert!(write(&path, header, &sources, None, &Task::silent()).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

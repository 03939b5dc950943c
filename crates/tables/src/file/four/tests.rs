use std::fs;
use std::path::PathBuf;

use nimzo_chess::Metric;
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_retro::planes::Unit;
use nimzo_work::Task;
use shakmaty::{ByColor, Color};

use super::arrange::Arrangement;
use super::write::write_arranged;
use super::{Purpose, Source, write};
use crate::Error;
use crate::file::tests::{BLOCKS, mask, matters};
use crate::file::{Cache, Cells, FOUR, Header, Key, Stream, TableFile};

fn cell(place: BlockId, i: usize) -> u16 {
    let mixed =
        (place.slice * 3 + usize::from(place.turn.is_black()) * 11 + place.block * 5 + i / 9)
            * 2654435761;
    match place.block {
        2 => 9,
        // Losses, draws and wins that fit a byte.
        4 => [5, 0x7F, 0x8000, 0xFF81, 0xFFFF][(mixed >> 7) % 5],
        _ => (mixed >> 7) as u16 % 700,
    }
}

/// A file made up.
pub(in crate::file) fn written(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("KRPvKR.nimzo");
    let mask = mask();
    let wide = |place: BlockId, cells: &mut Vec<u8>| {
        (0..BLOCK_SLOTS).for_each(|i| cells.extend(cell(place, i).to_le_bytes()));
        Ok(mask)
    };
    let narrow = |place: BlockId, cells: &mut Vec<u8>| {
        cells.extend((0..BLOCK_SLOTS).map(|i| cell(place, i) as u8));
        Ok(mask)
    };
    let header = Header::new(FOUR, "KRPvKR".parse().unwrap(), 3, BLOCKS as u64, false);
    let sources = [
        Source { stream: Stream::new(Metric::Dtz50, 2, Unit::Plies), cells: &wide, results: None },
        Source { stream: Stream::new(Metric::Dtm, 1, Unit::Moves), cells: &narrow, results: None },
    ];
    let length = write(&path, header, &sources, Purpose::Space, &Task::silent()).unwrap();
    assert_eq!(length, fs::metadata(&path).unwrap().len());
    path
}

#[test]
fn what_matters_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = TableFile::open(&written(&folder)).unwrap();
    assert_eq!(file.header().class.to_string(), "KRPvKR");
    file.check_blocks(&Task::silent()).unwrap();
    let mut cells = Vec::new();
    for number in 0..3 * 2 * BLOCKS as u64 {
        let place = file.header().block_id(number);
        assert_eq!(file.header().block_number(place), number);
        file.read(file.stream(Metric::Dtz50).unwrap(), number, &mask(), &mut cells).unwrap();
        for i in (0..BLOCK_SLOTS).filter(|&i| matters(i)) {
            let found = u16::from_le_bytes([cells[2 * i], cells[2 * i + 1]]);
            assert_eq!(found, cell(place, i));
        }
        file.read(file.stream(Metric::Dtm).unwrap(), number, &mask(), &mut cells).unwrap();
        assert!((0..BLOCK_SLOTS).filter(|&i| matters(i)).all(|i| cells[i] == cell(place, i) as u8));
    }
    assert!(file.stream(Metric::Dtc).is_none());
}

#[test]
fn the_cache_gives_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    let file = TableFile::open(&written(&folder)).unwrap();
    let cache = Cache::new(3 * BLOCK_SLOTS);
    let stream = file.stream(Metric::Dtm).unwrap();
    for turn in 0..200 {
        let block = turn * 7 % BLOCKS;
        let place = BlockId { slice: 1, turn: Color::from_white(turn % 2 == 0), block };
        let number = file.header().block_number(place);
        let key = Key { table: 4, stream: 1, part: number };
        let i = turn * 3;
        let read = |_| {
            let mut cells = Vec::new();
            file.read(stream, number, &mask(), &mut cells)?;
            Ok::<_, Error>(Cells::of(&cells, stream.width))
        };
        assert_eq!(cache.code(key, i, read).unwrap(), cell(place, i) & 0xFF);
    }
}

/// Any pattern of cells that matter, any values, every arrangement of either stream.
#[test]
fn what_matters_reads_back_however_it_is_arranged() {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut next = move || dice.u64(..);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KRvKR.nimzo");
    let blocks = 9;
    let masks: Vec<[u64; 64]> = (0..2 * blocks)
        .map(|i| {
            std::array::from_fn(|_| match i % 5 {
                0 => next(),
                1 => next() & next() & next() & next(),
                2 => !(next() & next()),
                3 => !0,
                _ => 0,
            })
        })
        .collect();
    let values: Vec<Vec<u16>> = (0..4 * blocks)
        .map(|i| {
            let range = [1, 3, 40, 900][i % 4];
            (0..BLOCK_SLOTS).map(|_| (next() % range) as u16).collect()
        })
        .collect();
    let number = |place: BlockId| usize::from(place.turn.is_black()) * blocks + place.block;
    let cells = |stream: usize| {
        let (masks, values) = (&masks, &values);
        move |place: BlockId, cells: &mut Vec<u8>| {
            let codes = &values[stream * 2 * blocks + number(place)];
            codes.iter().for_each(|code| cells.extend(code.to_le_bytes()));
            Ok(masks[number(place)])
        }
    };
    let (first, second) = (cells(0), cells(1));
    let sources = [
        Source { stream: Stream::new(Metric::Dtm, 2, Unit::Moves), cells: &first, results: None },
        Source {
            stream: Stream::new(Metric::Dtz50, 2, Unit::Plies),
            cells: &second,
            results: None,
        },
    ];
    for arrangement in Arrangement::candidates(false).chain([Arrangement::default()]) {
        let arrange = |_: &Header, stream: usize| {
            let grouped = arrangement.grouped && stream > 0;
            Ok((None, ByColor::new_with(|_| Arrangement { grouped, ..arrangement })))
        };
        let header = Header::new(FOUR, "KRvKR".parse().unwrap(), 1, blocks as u64, false);
        write_arranged(&path, header, &sources, &arrange, &Task::silent()).unwrap();
        let file = TableFile::open(&path).unwrap();
        let mut found = Vec::new();
        for (stream, i) in (0..2).flat_map(|stream| (0..2 * blocks).map(move |i| (stream, i))) {
            let metric = [Metric::Dtm, Metric::Dtz50][stream];
            let number = i as u64;
            file.read(file.stream(metric).unwrap(), number, &masks[i], &mut found).unwrap();
            for cell in (0..BLOCK_SLOTS).filter(|c| masks[i][c >> 6] >> (c & 63) & 1 != 0) {
                let code = u16::from_le_bytes([found[2 * cell], found[2 * cell + 1]]);
                assert_eq!(code, values[stream * 2 * blocks + i][cell], "{arrangement:?} {i}");
            }
        }
    }
}

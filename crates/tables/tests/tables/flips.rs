//! Bytes that change on the disk: whatever is flipped is noticed when it is read, or changes no answer.
//!
//! `NIMZO_FLIPS=10000 cargo test --release -p nimzo-tables --test tables flips -- --nocapture` tries so
//! many, other ones each time; without the number a few hundred, always the same.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::BlockId;
use nimzo_tables::Error;
use nimzo_tables::file::{FIVE, FOUR, SIX};
use nimzo_tables::store::Store;
use nimzo_work::Task;
use shakmaty::Color;

/// Flips where no number is asked for.
const FLIPS: usize = 300;

const CLASSES: [&str; 10] =
    ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KBvKN", "KNvKN", "KBvKB", "KNNvK", "KBBvK"];

/// Every cell of a table, as a program that looks up everything reads them.
fn read_all(folder: &Path, class: Material) -> Result<Vec<u8>, Error> {
    let store = Store::at(folder);
    let table = store.require(class, Metric::Wdl)?;
    let mut all = Vec::new();
    let mut cells = Vec::new();
    let header = table.file().header();
    for &stream in &header.streams {
        for slice in 0..header.slices as usize {
            for turn in Color::ALL {
                for block in 0..header.blocks as usize {
                    table.read_block(stream, BlockId { slice, turn, block }, &mut cells)?;
                    all.extend_from_slice(&cells);
                }
            }
        }
    }
    Ok(all)
}

/// A table with what it answers.
struct Sound {
    class: Material,
    path: PathBuf,
    bytes: Vec<u8>,
    answers: Vec<u8>,
}

impl Sound {
    fn build(folder: &Path, class: &str) -> Self {
        let class: Material = class.parse().unwrap();
        // Two of four men in versions 5 and 6, with open cells.
        let (version, is_open) = match (class.to_string().as_str(), class.count()) {
            ("KNNvK", _) => (FIVE, true),
            ("KBBvK", _) => (SIX, true),
            (_, 3) => (FIVE, false),
            _ => (FOUR, false),
        };
        let store = Store::at(folder).with_version(version);
        let store = store.with_space_saved_above(if is_open { 3 } else { 4 });
        store.ensure_small(class, &Metric::ALL, &Task::silent()).unwrap();
        let path = store.path(class);
        let (bytes, answers) = (fs::read(&path).unwrap(), read_all(folder, class).unwrap());
        Self { class, path, bytes, answers }
    }

    /// Writes one byte in its place.
    fn put(&self, at: usize, byte: u8) {
        let mut file = OpenOptions::new().write(true).open(&self.path).unwrap();
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    }
}

#[test]
fn flips_are_noticed_or_harmless() {
    let asked = std::env::var("NIMZO_FLIPS").ok();
    let asked: Option<usize> = asked.map(|text| text.parse().expect("NIMZO_FLIPS: a number"));
    let mut random = match asked {
        Some(_) => fastrand::Rng::new(),
        None => fastrand::Rng::with_seed(0),
    };
    let folder = tempfile::tempdir().unwrap();
    let tables = CLASSES.map(|class| Sound::build(folder.path(), class));
    let (mut noticed, mut harmless) = (0, 0);
    for _ in 0..asked.unwrap_or(FLIPS) {
        let table = random.choice(&tables).unwrap();
        // Headers are short and matter most, so every fourth flip is at the beginning.
        let most = if random.u8(..4) == 0 { 400 } else { table.bytes.len() };
        let at = random.usize(..most.min(table.bytes.len()));
        let byte = table.bytes[at] ^ random.u8(1..);
        table.put(at, byte);
        match read_all(folder.path(), table.class) {
            Err(error) => {
                let (message, name) = (error.to_string(), table.path.display().to_string());
                assert!(message.contains(&name), "{message:?} does not name the file");
                noticed += 1;
            }
            Ok(answers) => {
                let class = table.class;
                assert!(answers == table.answers, "{class}: byte {at} = {byte} changes answers");
                harmless += 1;
            }
        }
        table.put(at, table.bytes[at]);
    }
    for table in &tables {
        assert!(fs::read(&table.path).unwrap() == table.bytes, "{} was not restored", table.class);
        assert!(read_all(folder.path(), table.class).unwrap() == table.answers);
    }
    println!("{noticed} flips were noticed, {harmless} changed no answer, none changed one");
    assert!(noticed > 0);
}

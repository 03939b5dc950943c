//! A file of packed slices, to which records are appended.
//!
//! A record is a head (mark with the version, pawns, whose promotion from which square, the men's
//! regions, length, checksum of the head) and packed values with a checksum of their own. A record that
//! was cut short, and all after a head that is not one, count as not written.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::reach::Regions;
use nimzo_retro::slice_graph::is_whole;
use nimzo_work::files::{self, File};
use shakmaty::{ByColor, Color};
use xxhash_rust::xxh3::xxh3_64;

/// The mark of a record, with the version of the format.
const MAGIC: &[u8; 8] = b"nimzoS01";
const HEAD: usize = 8 + 2 * 8 + 8 + 10 * 8 + 8 + 8;

/// What a record is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Name {
    /// The pawns of the slice.
    pub pawns: Pawns,
    /// Whose promotion, and from which square; White and 0 for values of the slice itself.
    pub side: Color,
    pub square: u8,
}

#[derive(Debug, Clone, Copy)]
struct Record {
    regions: Regions,
    start: u64,
    length: usize,
}

/// An open file.
#[derive(Debug)]
pub(super) struct SliceFile {
    file: File,
    end: u64,
    records: HashMap<Name, Vec<Record>>,
    /// Where something stands that is no record.
    pub torn_at: Option<u64>,
}

impl SliceFile {
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::read_heads(files::open(path)?)
    }

    pub fn open_to_write(path: &Path) -> io::Result<Self> {
        let mut opened = Self::read_heads(files::open_to_write(path)?)?;
        if opened.torn_at.take().is_some() {
            opened.file.set_length(opened.end)?;
        }
        Ok(opened)
    }

    fn read_heads(file: File) -> io::Result<Self> {
        let length = file.length()?;
        let mut opened = Self { file, end: 0, records: HashMap::new(), torn_at: None };
        while let Some((name, regions, bytes)) = opened.head_at(opened.end)? {
            let start = opened.end + HEAD as u64;
            let Some(end) = start.checked_add(bytes).filter(|&end| end <= length) else { break };
            let Ok(bytes) = usize::try_from(bytes) else { break };
            let record = Record { regions, start, length: bytes };
            opened.records.entry(name).or_default().push(record);
            opened.end = end;
        }
        opened.torn_at = (length > opened.end).then_some(opened.end);
        Ok(opened)
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }

    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Whether the file is as long as it was when its heads were read.
    pub fn is_current(&self) -> bool {
        self.torn_at.is_none()
            && std::fs::metadata(self.path()).is_ok_and(|file| file.len() == self.end)
    }

    fn head_at(&mut self, at: u64) -> io::Result<Option<(Name, Regions, u64)>> {
        let mut head = [0; HEAD];
        self.file.seek(SeekFrom::Start(at))?;
        match self.file.read_exact(&mut head) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let (text, check) = head.split_at(HEAD - 8);
        if text[..8] != *MAGIC || xxh3_64(text).to_le_bytes() != *check {
            return Ok(None);
        }
        let mut words = text[8..].as_chunks::<8>().0.iter().map(|&word| u64::from_le_bytes(word));
        let mut next = || words.next().unwrap_or_default();
        let pawns = Pawns { sides: ByColor { white: next(), black: next() } };
        let tag = next();
        let regions = Regions::from_sets(std::array::from_fn(|_| next()));
        let name = Name { pawns, side: Color::from_white(tag & 1 == 0), square: (tag >> 8) as u8 };
        Ok(Some((name, regions, next())))
    }

    pub fn append(&mut self, name: Name, regions: Regions, bytes: &[u8]) -> io::Result<()> {
        let mut head = Vec::with_capacity(HEAD + bytes.len());
        head.extend_from_slice(MAGIC);
        let tag = u64::from(name.side.is_black()) | u64::from(name.square) << 8;
        let ByColor { white, black } = name.pawns.sides;
        let words =
            [white, black, tag].into_iter().chain(regions.sets()).chain([bytes.len() as u64]);
        words.for_each(|word| head.extend_from_slice(&word.to_le_bytes()));
        let check = xxh3_64(&head);
        head.extend_from_slice(&check.to_le_bytes());
        head.extend_from_slice(bytes);
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&head)?;
        let start = self.end + HEAD as u64;
        let record = Record { regions, start, length: bytes.len() };
        self.records.entry(name).or_default().push(record);
        self.end = start + bytes.len() as u64;
        Ok(())
    }

    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    fn find(&self, name: Name, regions: &Regions) -> Option<Record> {
        let mut records = self.records.get(&name)?.iter().rev();
        records.find(|record| record.regions.contain(regions)).copied()
    }

    /// Where the latest record of this name begins whose regions hold these.
    pub fn start_of(&self, name: Name, regions: &Regions) -> Option<u64> {
        self.find(name, regions).map(|record| record.start)
    }

    /// The latest record of this name whose regions hold these, with its own; `Err` for one that is
    /// damaged.
    pub fn read(
        &mut self,
        name: Name,
        regions: &Regions,
    ) -> io::Result<Option<Result<Held, DamagedAt>>> {
        let Some(record) = self.find(name, regions) else { return Ok(None) };
        let mut bytes = vec![0; record.length];
        self.file.seek(SeekFrom::Start(record.start))?;
        self.file.read_exact(&mut bytes)?;
        let whole = is_whole(&bytes);
        Ok(Some(if whole { Ok((record.regions, bytes)) } else { Err(DamagedAt(record.start)) }))
    }
}

/// What a record holds, and for which regions.
pub(super) type Held = (Regions, Vec<u8>);

/// Where a record lies whose bytes are not what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DamagedAt(pub u64);

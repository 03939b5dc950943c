//! A census by several processes: the first keeps everything, and the others hand over to it what they find and
//! what is read of what they have solved.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::Material;
use nimzo_retro::slice_graph::{Entry, Handover, Keep, Pack};
use nimzo_tables::keep::{FolderKeep, FolderReader};
use shakmaty::Color;

use super::harvest::{Basket, lines, outside, read_lines};
use crate::error::{Error, Result};
use crate::mining::zugzwangs::Zugzwangs;

type Retro<T> = std::result::Result<T, nimzo_retro::Error>;

/// One of the others: reads what the first keeps, and collects what is to be handed over, in order.
pub(super) struct Apart {
    reader: FolderReader,
    told: Mutex<Vec<u8>>,
}

/// The first.
pub(super) struct First<'a> {
    pub keep: &'a FolderKeep,
    pub basket: &'a dyn Basket,
}

/// What a record is: a packed slice, zugzwangs of some groups, or a note that groups are done.
const PUT: u8 = 0;
const FOUND: u8 = 1;
const DONE: u8 = 2;
/// Slice, side, square.
const ENTRY: usize = 6;

impl Apart {
    pub fn new(folder: &std::path::Path) -> Self {
        Self { reader: FolderReader::new(folder), told: Mutex::default() }
    }

    fn told(&self) -> MutexGuard<'_, Vec<u8>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a record: what it is, whose, and its bytes.
    fn tell(&self, kind: u8, name: &str, parts: &[&[u8]]) {
        let mut told = self.told();
        told.push(kind);
        told.extend((name.len() as u32).to_le_bytes());
        told.extend(name.as_bytes());
        told.extend(parts.iter().map(|part| part.len() as u64).sum::<u64>().to_le_bytes());
        parts.iter().for_each(|part| told.extend(*part));
    }
}

impl Keep for Apart {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Retro<()> {
        let mut place = entry.slice.to_le_bytes().to_vec();
        place.extend([u8::from(entry.side.is_black()), entry.square]);
        self.tell(PUT, &pack.to_string(), &[&place, &bytes]);
        Ok(())
    }

    fn get(&self, pack: Pack, entry: Entry) -> Retro<Option<Vec<u8>>> {
        self.reader.get(pack, entry)
    }

    fn forget(&self, _: Pack) -> Retro<()> {
        Ok(())
    }

    /// The first knows, and asks for what is not.
    fn is_done(&self, _: Material, _: usize) -> bool {
        false
    }

    fn note_done(&self, class: Material, groups: &[usize]) -> Retro<()> {
        let groups: Vec<u8> =
            groups.iter().flat_map(|&group| (group as u64).to_le_bytes()).collect();
        self.tell(DONE, &class.to_string(), &[&groups]);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Basket for Apart {
    fn add(&self, class: Material, found: &Zugzwangs) -> Result<()> {
        self.tell(FOUND, &class.to_string(), &[lines(found).as_bytes()]);
        Ok(())
    }

    fn take(&self, class: Material) -> Result<Zugzwangs> {
        let why = "is entered by the first process";
        Err(Error::WrongClass { class, why })
    }
}

impl Handover for Apart {
    fn told(&self) -> Vec<u8> {
        std::mem::take(&mut *self.told())
    }

    fn take(&self, _: &[u8]) -> Retro<bool> {
        Ok(false)
    }

    fn refresh(&self) -> Retro<()> {
        self.reader.refresh();
        Ok(())
    }
}

impl First<'_> {
    /// Does what a record says; `None` if it says nothing sensible.
    fn follow(&self, kind: u8, name: &str, body: &[u8]) -> Retro<Option<()>> {
        let class = || name.parse::<Material>().ok();
        let read = match kind {
            PUT => self.put(name, body)?,
            FOUND => match (class(), std::str::from_utf8(body)) {
                (Some(class), Ok(text)) => {
                    let path = || PathBuf::from(format!("what was found of {class}"));
                    let found = read_lines(text).map_err(|(line, why)| {
                        outside(Error::Record { path: path(), line, why })
                    })?;
                    self.basket.add(class, &found).map_err(outside)?;
                    Some(())
                }
                _ => None,
            },
            DONE => match (class(), body.as_chunks::<8>()) {
                (Some(class), (groups, [])) => {
                    let groups: Vec<usize> =
                        groups.iter().map(|&group| u64::from_le_bytes(group) as usize).collect();
                    self.keep.note_done(class, &groups)?;
                    Some(())
                }
                _ => None,
            },
            _ => None,
        };
        Ok(read)
    }

    fn put(&self, name: &str, body: &[u8]) -> Retro<Option<()>> {
        // The name becomes one of a file.
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let Some((&[a, b, c, d, black, square], bytes)) =
            body.split_first_chunk::<ENTRY>().filter(|_| is_name)
        else {
            return Ok(None);
        };
        let (slice, side) = (u32::from_le_bytes([a, b, c, d]), Color::from_white(black == 0));
        self.keep
            .put_by_name(name, Entry { slice, side, square }, bytes)
            .map_err(|error| nimzo_retro::Error::Outside(Box::new(error)))?;
        Ok(Some(()))
    }
}

impl Handover for First<'_> {
    fn told(&self) -> Vec<u8> {
        Vec::new()
    }

    fn take(&self, told: &[u8]) -> Retro<bool> {
        let mut rest = told;
        while !rest.is_empty() {
            let Some((kind, name, body)) = record(&mut rest) else { return Ok(false) };
            if self.follow(kind, name, body)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn refresh(&self) -> Retro<()> {
        Ok(())
    }
}

/// The next record: what it is, whose, and its bytes.
fn record<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a str, &'a [u8])> {
    let (&[kind], after) = rest.split_first_chunk()?;
    let (length, after) = after.split_first_chunk()?;
    let (name, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (length, after) = after.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (body, after) = after.split_at_checked(length)?;
    *rest = after;
    Some((kind, std::str::from_utf8(name).ok()?, body))
}

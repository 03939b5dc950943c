//! A census by several processes: the first keeps everything, and the others hand over to it what they find and
//! what is read of what they have solved.

use std::path::{Path, PathBuf};

use nimzo_chess::Material;
use nimzo_retro::slice_graph::{Entry, Handover, Keep, Pack, Record, Told};
use nimzo_tables::keep::{FolderKeep, FolderReader};

use super::harvest::{Basket, lines, outside, read_lines};
use crate::error::{Error, Result};
use crate::mining::zugzwangs::Zugzwangs;

type Retro<T> = std::result::Result<T, nimzo_retro::Error>;

/// One of the others: reads what the first keeps, and collects what is to be handed over, in order.
pub(super) struct Apart {
    reader: FolderReader,
    told: Told,
}

/// The first.
pub(super) struct First<'a> {
    pub keep: &'a FolderKeep,
    pub basket: &'a dyn Basket,
}

impl Apart {
    pub fn new(folder: &Path) -> Self {
        Self { reader: FolderReader::new(folder), told: Told::default() }
    }
}

impl Keep for Apart {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Retro<()> {
        self.told.put(pack, entry, &bytes);
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
        self.told.done(class, groups);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl Basket for Apart {
    fn add(&self, class: Material, found: &Zugzwangs) -> Result<()> {
        self.told.found(class, lines(found).as_bytes());
        Ok(())
    }

    fn take(&self, class: Material) -> Result<Zugzwangs> {
        let why = "is entered by the first process";
        Err(Error::WrongClass { class, why })
    }
}

impl Handover for Apart {
    fn to_all(&self) -> bool {
        false
    }

    fn told(&self) -> Vec<u8> {
        self.told.take()
    }

    fn take(&self, told: &[u8]) -> Retro<bool> {
        Ok(told.is_empty())
    }

    fn refresh(&self) -> Retro<()> {
        self.reader.refresh();
        Ok(())
    }
}

impl First<'_> {
    /// Adds the zugzwangs that another one found; `false` if they are no text.
    fn add(&self, class: Material, lines: &[u8]) -> Retro<bool> {
        let Ok(text) = std::str::from_utf8(lines) else { return Ok(false) };
        let path = || PathBuf::from(format!("what was found of {class}"));
        let found = read_lines(text)
            .map_err(|(line, why)| outside(Error::Record { path: path(), line, why }))?;
        self.basket.add(class, &found).map_err(outside)?;
        Ok(true)
    }
}

impl Handover for First<'_> {
    fn to_all(&self) -> bool {
        false
    }

    fn told(&self) -> Vec<u8> {
        Vec::new()
    }

    fn take(&self, told: &[u8]) -> Retro<bool> {
        let mut rest = told;
        while !rest.is_empty() {
            match Record::next(&mut rest) {
                Some(Record::Put(pack, entry, bytes)) => {
                    self.keep.put(pack, entry, bytes.to_vec())?
                }
                Some(Record::Done(class, groups)) => self.keep.note_done(class, &groups)?,
                Some(Record::Found(class, lines)) if self.add(class, lines)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

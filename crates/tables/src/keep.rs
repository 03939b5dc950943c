//! What a plan of slices hands on, kept in a folder: a file for each pack, to which packed slices are
//! appended, and a list of the groups that are done.
//!
//! A record that was cut short is left out when the folder is opened again, and what was done after it
//! is done again; so a process may be killed at any time. The folder belongs to one plan: opened for
//! another one it is emptied.

use std::collections::{HashMap, HashSet};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::Material;
use nimzo_retro::slice_graph::{Entry, Keep, Pack};
use nimzo_work::files::{self, File, write_atomically};
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;

const ENDING: &str = "pack";
const PLAN: &str = "plan";
const DONE: &str = "done";
const MAGIC: &[u8; 4] = b"nzp1";
/// Bytes before each packed slice: mark, slice, side, square, length, checksum of these.
const HEAD: usize = 24;

/// Keeps what a plan hands on in a folder.
#[derive(Debug)]
pub struct FolderKeep {
    folder: PathBuf,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    packs: HashMap<String, PackFile>,
    done: HashSet<(Material, usize)>,
    /// Packs written to since groups were last noted.
    unsynced: HashSet<String>,
}

/// Reads what another process keeps in a folder, between the times at which it keeps more.
#[derive(Debug)]
pub struct FolderReader {
    folder: PathBuf,
    /// Those looked for so far.
    packs: Mutex<HashMap<String, Option<PackFile>>>,
}

impl FolderReader {
    /// Reads a folder, which need not be there yet.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), packs: Mutex::default() }
    }

    /// Forgets what was there: there is more.
    pub fn refresh(&self) {
        self.packs.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A packed slice; `None` if it is not there.
    pub fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        let name = pack.to_string();
        let path = self.folder.join(format!("{name}.{ENDING}"));
        let failed = |error| outside(Error::io(&path)(error));
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        if !packs.contains_key(&name) {
            let opened = match files::open(&path) {
                Ok(file) => Some(PackFile::of(file).map_err(failed)?),
                Err(gone) if gone.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(failed(error)),
            };
            packs.insert(name.clone(), opened);
        }
        match packs.get_mut(&name) {
            Some(Some(file)) => file.read(entry).map_err(failed),
            _ => Ok(None),
        }
    }
}

#[derive(Debug)]
struct PackFile {
    file: File,
    end: u64,
    entries: HashMap<Entry, (u64, usize)>,
}

impl FolderKeep {
    /// Opens a folder for the plan that `plan` describes; what belongs to another plan is removed.
    pub fn open(folder: &Path, plan: &str) -> Result<Self, Error> {
        files::create_folder(folder).map_err(Error::io(folder))?;
        let at = folder.join(PLAN);
        let mut kept = Kept::default();
        if Self::plan_in(folder)?.is_some_and(|found| found == plan) {
            for path in packs_in(folder)? {
                let pack = PackFile::open(&path).map_err(Error::io(&path))?;
                kept.packs.insert(pack.name(), pack);
            }
            kept.done = read_done(&folder.join(DONE))?;
        } else {
            for path in packs_in(folder)?.into_iter().chain([folder.join(DONE)]) {
                match files::remove(&path) {
                    Err(error) if error.kind() != ErrorKind::NotFound => {
                        return Err(Error::io(&path)(error));
                    }
                    _ => {}
                }
            }
            write_atomically(&at, |out| out.write_all(plan.as_bytes())).map_err(Error::io(&at))?;
        }
        Ok(Self { folder: folder.to_owned(), kept: Mutex::new(kept) })
    }

    /// The plan that a folder belongs to.
    pub fn plan_in(folder: &Path) -> Result<Option<String>, Error> {
        let path = folder.join(PLAN);
        match files::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::io(&path)(error)),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn packs_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = files::list(folder).map_err(Error::io(folder))?;
    found.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    Ok(found)
}

/// The groups noted, a line each; a line that was cut short is none.
fn read_done(path: &Path) -> Result<HashSet<(Material, usize)>, Error> {
    let text = match files::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(error) => return Err(Error::io(path)(error)),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let group = |line: &str| {
        let (class, group) = line.split_once(' ')?;
        Some((class.parse().ok()?, group.parse().ok()?))
    };
    Ok(whole.lines().filter_map(group).collect())
}

impl PackFile {
    /// Opens a file to be added to. What was cut short at its end is taken off.
    fn open(path: &Path) -> io::Result<Self> {
        let pack = Self::of(files::open_to_write(path)?)?;
        if pack.file.length()? > pack.end {
            pack.file.set_length(pack.end)?;
        }
        Ok(pack)
    }

    /// Reads which records a file has.
    fn of(file: File) -> io::Result<Self> {
        let length = file.length()?;
        let mut pack = Self { file, end: 0, entries: HashMap::new() };
        while let Some((entry, bytes)) = pack.head_at(pack.end)? {
            let start = pack.end + HEAD as u64;
            let end = start + bytes as u64;
            if end > length {
                break;
            }
            pack.entries.insert(entry, (start, bytes));
            pack.end = end;
        }
        Ok(pack)
    }

    fn path(&self) -> &Path {
        self.file.path()
    }

    fn name(&self) -> String {
        self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The head of the record that begins here, if a whole one does.
    fn head_at(&mut self, at: u64) -> io::Result<Option<(Entry, usize)>> {
        let mut head = [0; HEAD];
        self.file.seek(SeekFrom::Start(at))?;
        match self.file.read_exact(&mut head) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let (text, check) = head.split_at(HEAD - 4);
        if text[..4] != *MAGIC || (xxh3_64(text) as u32).to_le_bytes() != *check {
            return Ok(None);
        }
        let four = |at: usize| [text[at], text[at + 1], text[at + 2], text[at + 3]];
        let entry = Entry {
            slice: u32::from_le_bytes(four(4)),
            side: Color::from_white(text[8] == 0),
            square: text[9],
        };
        let low = u64::from(u32::from_le_bytes(four(12)));
        let high = u64::from(u32::from_le_bytes(four(16)));
        Ok(usize::try_from(high << 32 | low).ok().map(|bytes| (entry, bytes)))
    }

    fn append(&mut self, entry: Entry, bytes: &[u8]) -> io::Result<()> {
        let mut record = Vec::with_capacity(HEAD + bytes.len());
        record.extend_from_slice(MAGIC);
        record.extend_from_slice(&entry.slice.to_le_bytes());
        record.extend_from_slice(&[u8::from(entry.side.is_black()), entry.square, 0, 0]);
        record.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        let check = xxh3_64(&record) as u32;
        record.extend_from_slice(&check.to_le_bytes());
        record.extend_from_slice(bytes);
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&record)?;
        let start = self.end + HEAD as u64;
        self.entries.insert(entry, (start, bytes.len()));
        self.end = start + bytes.len() as u64;
        Ok(())
    }

    fn read(&mut self, entry: Entry) -> io::Result<Option<Vec<u8>>> {
        let Some(&(start, length)) = self.entries.get(&entry) else { return Ok(None) };
        let mut bytes = vec![0; length];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut bytes)?;
        Ok(Some(bytes))
    }
}

fn outside(error: Error) -> nimzo_retro::Error {
    nimzo_retro::Error::Outside(Box::new(error))
}

impl Keep for FolderKeep {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), nimzo_retro::Error> {
        let name = pack.to_string();
        let path = self.folder.join(format!("{name}.{ENDING}"));
        let failed = |error| outside(Error::io(&path)(error));
        let mut kept = self.kept();
        if !kept.packs.contains_key(&name) {
            kept.packs.insert(name.clone(), PackFile::open(&path).map_err(failed)?);
        }
        if let Some(file) = kept.packs.get_mut(&name) {
            file.append(entry, &bytes).map_err(failed)?;
        }
        kept.unsynced.insert(name);
        Ok(())
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        let mut kept = self.kept();
        let Some(file) = kept.packs.get_mut(&pack.to_string()) else { return Ok(None) };
        file.read(entry).map_err(|error| outside(Error::io(file.path())(error)))
    }

    fn forget(&self, pack: Pack) -> Result<(), nimzo_retro::Error> {
        let mut kept = self.kept();
        let name = pack.to_string();
        kept.unsynced.remove(&name);
        let Some(file) = kept.packs.remove(&name) else { return Ok(()) };
        files::remove(file.path()).map_err(|error| outside(Error::io(file.path())(error)))
    }

    fn is_done(&self, class: Material, group: usize) -> bool {
        self.kept().done.contains(&(class, group))
    }

    fn note_done(&self, class: Material, groups: &[usize]) -> Result<(), nimzo_retro::Error> {
        let path = self.folder.join(DONE);
        let mut kept = self.kept();
        for name in std::mem::take(&mut kept.unsynced) {
            if let Some(pack) = kept.packs.get(&name) {
                pack.file.sync().map_err(|error| outside(Error::io(pack.path())(error)))?;
            }
        }
        let lines: String = groups.iter().map(|group| format!("{class} {group}\n")).collect();
        let noted = files::open_to_write(&path).and_then(|mut file| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(lines.as_bytes())?;
            file.sync()
        });
        noted.map_err(|error| outside(Error::io(&path)(error)))?;
        kept.done.extend(groups.iter().map(|&group| (class, group)));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.kept().packs.values().map(|pack| pack.end).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn class(name: &str) -> Material {
        name.parse().unwrap()
    }

    #[test]
    fn what_was_put_is_there_after_a_restart_and_a_torn_record_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let pack = Pack::Results(class("KQvK"));
        let other = Pack::Promotions { after: class("KQvK"), before: class("KPvK") };
        let entry = |slice| Entry { slice, side: Color::Black, square: 9 };
        let keep = FolderKeep::open(folder.path(), "one").unwrap();
        keep.put(pack, entry(3), vec![7; 100]).unwrap();
        keep.put(pack, entry(4), vec![8; 50]).unwrap();
        keep.put(other, entry(5), vec![9; 10]).unwrap();
        keep.note_done(class("KQvK"), &[0, 2]).unwrap();
        let path = folder.path().join("KQvK.pack");
        drop(keep);
        // Killed while the second record was being written, and while a group was being noted.
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let done = folder.path().join(DONE);
        let noted = fs::read_to_string(&done).unwrap();
        fs::write(&done, format!("{noted}KQvK 1")).unwrap();

        let keep = FolderKeep::open(folder.path(), "one").unwrap();
        assert_eq!(keep.get(pack, entry(3)).unwrap(), Some(vec![7; 100]));
        assert_eq!(keep.get(pack, entry(4)).unwrap(), None);
        assert_eq!(keep.get(other, entry(5)).unwrap(), Some(vec![9; 10]));
        assert_eq!([0, 1, 2].map(|group| keep.is_done(class("KQvK"), group)), [true, false, true]);
        keep.put(pack, entry(4), vec![1; 20]).unwrap();
        assert_eq!(keep.get(pack, entry(4)).unwrap(), Some(vec![1; 20]));
        keep.forget(pack).unwrap();
        assert!(!path.exists() && keep.get(pack, entry(3)).unwrap().is_none());
        assert_eq!(keep.bytes(), HEAD as u64 + 10);
        drop(keep);

        assert_eq!(FolderKeep::plan_in(folder.path()).unwrap().as_deref(), Some("one"));
        let keep = FolderKeep::open(folder.path(), "another").unwrap();
        assert_eq!(keep.get(other, entry(5)).unwrap(), None);
        assert!(!keep.is_done(class("KQvK"), 0));
    }
}

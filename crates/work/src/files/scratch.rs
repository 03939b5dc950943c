//! Room on the disk for bytes that are soon read back.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::atomic::{Draft, new_draft};
use super::disk;

/// A file without a name of its own, gone when it is dropped; what a killed process leaves of it is cleared like a
/// draft.
pub struct Scratch(Option<Draft>);

impl Scratch {
    /// An empty one in the folder in which `path` is to be.
    pub fn beside(path: &Path) -> io::Result<Self> {
        Ok(Self(Some(Draft::new(new_draft(path)?))))
    }

    /// Writes behind what was written before.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |draft| draft.write_all(bytes))
    }

    /// Takes its name away, where the system can do that, so that nothing of it is left however the process ends.
    pub fn unnamed(self) -> Self {
        if cfg!(unix)
            && let Some(draft) = &self.0
        {
            // Where it cannot be removed it keeps its name until it is dropped.
            let _ = disk::remove(draft.get_ref().path());
        }
        self
    }

    /// Writes behind what was written before what will be read back, and tells where it begins.
    pub fn put(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let Some(draft) = self.0.as_mut() else { return Ok(0) };
        let at = draft.stream_position()?;
        draft.write_all(bytes)?;
        draft.flush()?;
        Ok(at)
    }

    /// Fills `bytes` from a place in what was [put](Self::put).
    pub fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        match &self.0 {
            Some(draft) => draft.get_ref().read_exact_at(bytes, at),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Writes all of it into `file`, and tells how much that is.
    pub fn pour(mut self, file: &mut impl Write) -> io::Result<u64> {
        let Some(draft) = self.0.as_mut() else { return Ok(0) };
        draft.flush()?;
        let from = draft.get_mut();
        from.seek(SeekFrom::Start(0))?;
        let mut bytes = vec![0; 1 << 20];
        let mut all = 0;
        loop {
            match from.read(&mut bytes)? {
                0 => return Ok(all),
                read => {
                    file.write_all(&bytes[..read])?;
                    all += read as u64;
                }
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(draft) = self.0.take() {
            // Nobody wants what is not written yet.
            let (file, _) = draft.into_parts();
            // What cannot be removed is cleared by the next who locks the folder.
            let _ = disk::remove(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::faults::for_every_fault;
    use crate::files::{FolderLock, list, write_atomically};

    #[test]
    fn it_holds_what_is_poured_and_leaves_nothing() {
        let piece = |i: u32| vec![i as u8; 3_000];
        let prepare = || tempfile::tempdir().unwrap();
        let work = |folder: &Path| -> io::Result<()> {
            let path = folder.join("whole");
            write_atomically(&path, |file| {
                let mut scratch = Scratch::beside(&path)?;
                (0..20).try_for_each(|i| scratch.push(&piece(i)))?;
                assert_eq!(scratch.pour(file)?, 60_000);
                Ok(())
            })
        };
        let tried = for_every_fault(prepare, work, |folder, result, injected| {
            let found = std::fs::read(folder.join("whole")).ok();
            let whole: Vec<u8> = (0..20).flat_map(piece).collect();
            assert!(found.is_none_or(|found| found == whole), "{injected}: a third state");
            assert!(result.is_err() || folder.join("whole").exists(), "{injected}: lost");
            drop(FolderLock::enter(folder, &crate::Task::silent()).unwrap());
            let left = list(folder).unwrap();
            assert!(left.iter().all(|path| path.ends_with("whole")), "{injected}: {left:?}");
        });
        assert!(tried > 20, "only {tried} faults");
    }

    #[test]
    fn what_is_put_is_read_back_from_anywhere() {
        let piece = |i: u32| vec![i as u8; 3_000 + i as usize];
        let work = |folder: &Path| -> io::Result<()> {
            let mut scratch = Scratch::beside(&folder.join("whole"))?.unnamed();
            let places = (0..5).map(|i| scratch.put(&piece(i))).collect::<io::Result<Vec<_>>>()?;
            for (i, at) in (0..5).zip(places).rev() {
                let mut found = vec![0; piece(i).len()];
                scratch.read_exact_at(&mut found, at)?;
                assert_eq!(found, piece(i));
            }
            if cfg!(unix) {
                assert!(list(folder)?.is_empty(), "it has a name");
            }
            Ok(())
        };
        let folder = tempfile::tempdir().unwrap();
        work(folder.path()).unwrap();
        let prepare = || tempfile::tempdir().unwrap();
        let work = |folder: &Path| -> io::Result<()> {
            let mut scratch = Scratch::beside(&folder.join("whole"))?.unnamed();
            let at = scratch.put(&piece(1))?;
            let mut found = vec![0; 3_001];
            scratch.read_exact_at(&mut found, at)?;
            assert_eq!(found, piece(1));
            Ok(())
        };
        let tried = for_every_fault(prepare, work, |folder, _, injected| {
            drop(FolderLock::enter(folder, &crate::Task::silent()).unwrap());
            assert!(list(folder).unwrap().len() <= 1, "{injected}: something is left");
        });
        assert!(tried > 3, "only {tried} faults");
    }
}

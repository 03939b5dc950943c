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
}

//! One writer in a folder at a time.

use std::fs::TryLockError;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::atomic;
use super::disk::{self, File};
use crate::Task;

/// The file that is locked.
const NAME: &str = ".lock";

/// Characters kept of a command line.
const COMMAND: usize = 200;

/// Keeps other writers out of a folder, those of this process too, until it is dropped.
///
/// The system takes the lock back when its holder dies, however it dies; a `.lock` that is left then
/// does not lock.
#[derive(Debug)]
pub struct FolderLock {
    file: File,
}

/// Why a folder could not be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else writes there.
    #[error("{}: in use by {holder}; wait until it has ended, or name another folder", .folder.display())]
    Held {
        /// The folder.
        folder: PathBuf,
        /// Who holds it: the number of its process and its command.
        holder: String,
    },
    /// The system refused.
    #[error("{}: the folder cannot be made ready: {source}", .folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl FolderLock {
    /// Makes a folder ready to be written into by this process alone: makes it where it is missing, locks
    /// it, and removes what killed processes left half-written, which is told.
    pub fn enter(folder: &Path, task: &Task) -> Result<Self, LockError> {
        let fault = |source| LockError::Io { folder: folder.to_owned(), source };
        disk::create_folder(folder).map_err(fault)?;
        let lock = Self::take(folder)?;
        for left in atomic::clear_leftovers(folder).map_err(fault)? {
            task.say(&format!(
                "{}: left half-written by a process that ended, removed",
                left.display()
            ));
        }
        Ok(lock)
    }

    /// Locks a folder, which must exist, or says who has.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let fault = |source| LockError::Io { folder: folder.to_owned(), source };
        let path = folder.join(NAME);
        loop {
            let mut file = disk::open_to_write(&path).map_err(fault)?;
            match file.system().try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let holder = told(&mut file);
                    return Err(LockError::Held { folder: folder.to_owned(), holder });
                }
                Err(TryLockError::Error(error)) => return Err(fault(error)),
            }
            // Its last holder may have removed it between our opening and our locking it.
            if is_still_there(&file, &path) {
                let lock = Self { file };
                lock.sign().map_err(fault)?;
                return Ok(lock);
            }
        }
    }

    /// Writes down who holds the lock.
    fn sign(&self) -> io::Result<()> {
        let command: Vec<_> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let command: String = command.join(" ").chars().take(COMMAND).collect();
        let mut file = self.file.system();
        file.set_len(0)?;
        write!(file, "process {} ({})", std::process::id(), command.replace(['\n', '\r'], " "))
    }
}

/// Who holds a lock, as its file says.
fn told(file: &mut File) -> String {
    let mut text = String::new();
    let _ = file.rewind().and_then(|()| file.read_to_string(&mut text));
    if text.is_empty() { "another process".to_owned() } else { text }
}

/// Whether a file is the one that now stands at its path.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: std::fs::Metadata| (found.dev(), found.ino());
    match (file.system().metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(there)) => identity(ours) == identity(there),
        _ => false,
    }
}

/// Where locks are never removed the file is always the one.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Before the lock ends with the file, so that nobody's newer one is removed.
        if cfg!(unix) {
            let _ = disk::remove(self.file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_second_writer_is_told_who_the_first_is() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        let message = FolderLock::take(folder.path()).unwrap_err().to_string();
        assert!(message.contains(&format!("in use by process {} (", std::process::id())));
        assert!(message.contains("nimzo_work"), "{message}: the command is missing");
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        drop(FolderLock::take(folder.path()).unwrap());
    }

    #[test]
    fn the_lock_of_a_dead_process_does_not_lock() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join(NAME),
            "process 1 (a command much longer than ours)".repeat(9),
        )
        .unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert!(text.starts_with(&format!("process {} (", std::process::id())), "{text}");
        drop(lock);
    }

    #[test]
    fn one_at_a_time_whoever_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let inside = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(lock) = FolderLock::take(folder.path()) {
                            let before = inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                            assert_eq!(before, 0, "two hold the lock");
                            inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn drafts_are_cleared_unless_somebody_writes_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at(".old.nimzo.1-2.tmp"), "half").unwrap();
        fs::write(at(".hidden"), "kept").unwrap();
        fs::write(at("mine.tmp"), "kept").unwrap();
        let path = at("under way");
        let written: io::Result<()> = crate::files::write_atomically(&path, |out| {
            drop(FolderLock::enter(folder.path(), &Task::silent()).unwrap());
            assert!(!at(".old.nimzo.1-2.tmp").exists());
            out.write_all(b"whole")
        });
        written.unwrap();
        assert_eq!(disk::list(folder.path()).unwrap(), [at(".hidden"), at("mine.tmp"), path]);
    }
}

//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::disk::{self, File};

/// What every draft ends in; its name begins with a dot.
pub(super) const DRAFT_ENDING: &str = ".tmp";

/// Bytes of the name of a file that its draft repeats: a name may not be longer than 255 of them.
const NAME_BYTES: usize = 120;

/// A file under way, which its writer fills.
pub type Draft = BufWriter<File>;

/// Writes a file beside its place, flushes it to the disk and renames it into place. When `fill`
/// fails or the process dies, whatever stood at `path` before still stands there; when all of it went
/// well the file is there for good.
///
/// The file keeps the permissions of the one it replaces; a new one gets those that the umask allows.
/// Only a plain file is replaced: see [`require_replaceable`].
pub fn write_atomically<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut Draft) -> Result<T, E>,
) -> Result<T, E> {
    let replaced = replaceable(path)?;
    let file = new_draft(path)?;
    let draft = file.path().to_owned();
    let filled = finish(file, path, replaced, fill);
    if filled.is_err() {
        // That it did not work is told; whatever is left is cleared by the next who locks the folder.
        let _ = disk::remove(&draft);
    }
    let filled = filled?;
    disk::sync_folder(folder_of(path))?;
    Ok(filled)
}

fn finish<T, E: From<io::Error>>(
    file: File,
    path: &Path,
    replaced: Option<fs::Permissions>,
    fill: impl FnOnce(&mut Draft) -> Result<T, E>,
) -> Result<T, E> {
    let mut draft = BufWriter::new(file);
    let filled = match fill(&mut draft) {
        Ok(filled) => filled,
        Err(error) => {
            // Or else what is left in the buffer would still be written.
            let _ = draft.into_parts();
            return Err(error);
        }
    };
    let file = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(permissions) = replaced {
        file.set_permissions(permissions)?;
    }
    file.sync()?;
    disk::rename(file.path(), path)?;
    Ok(filled)
}

/// Refuses a path at which [`write_atomically`] would not write: what stands there is neither a plain
/// file nor nothing. A link is refused too, since the file it leads to is not the one that would be
/// replaced.
pub fn require_replaceable(path: &Path) -> io::Result<()> {
    replaceable(path).map(|_| ())
}

/// Refuses a folder in which no file can be made, which is better known before a long computation
/// than after it.
pub fn require_writable(folder: &Path) -> io::Result<()> {
    let proof = new_draft(&folder.join("writable"))?;
    disk::remove(proof.path())
}

/// The permissions of the plain file at a path; `None` if there is nothing.
fn replaceable(path: &Path) -> io::Result<Option<fs::Permissions>> {
    let refused = |why: String| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if path.file_name().is_none() {
        return refused("this is a folder; name a file".to_owned());
    }
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(found.permissions())),
        Ok(found) => {
            let what = disk::describe(found.file_type());
            refused(format!("{what}, which would be replaced; name a plain file or a new one"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A new file beside `path`, locked for as long as it is open: a draft that nobody has locked is what
/// a killed process left.
pub(super) fn new_draft(path: &Path) -> io::Result<File> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(NAME_BYTES)];
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unique = format!(".{name}.{:x}-{number:x}{DRAFT_ENDING}", std::process::id());
        match disk::create_new(&folder_of(path).join(unique)) {
            Ok(file) => {
                // Where a file system knows no locks, leftovers are not told apart and stay.
                let _ = file.system().try_lock();
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Removes the drafts in a folder that nobody is writing any more, and says which.
pub(super) fn clear_leftovers(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut cleared = Vec::new();
    for path in disk::list(folder)? {
        let is_draft = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name.starts_with('.') && name.ends_with(DRAFT_ENDING) && name.len() > DRAFT_ENDING.len()
        });
        if is_draft && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
            let file = disk::open(&path)?;
            if file.system().try_lock().is_ok() {
                disk::remove(&path)?;
                cleared.push(path);
            }
        }
    }
    Ok(cleared)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::files::faults::for_every_fault;

    fn names(folder: &Path) -> Vec<PathBuf> {
        disk::list(folder).unwrap()
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value");
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        let failed: io::Result<()> = write_atomically(&path, |w| {
            w.write_all(b"half")?;
            Err(io::Error::other("no more room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), [path]);
    }

    #[test]
    fn whatever_fails_the_old_file_stands_or_the_new_one() {
        let old = [b'o'; 30_000];
        let new = [b'n'; 50_000];
        let prepare = || {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("value"), old).unwrap();
            folder
        };
        let work = |folder: &Path| -> io::Result<()> {
            write_atomically(&folder.join("value"), |w| {
                new.chunks(1_000).try_for_each(|chunk| w.write_all(chunk))
            })
        };
        let tried = for_every_fault(prepare, work, |folder, result, injected| {
            let found = fs::read(folder.join("value")).unwrap();
            assert!(found == old || found == new, "{injected}: a third state");
            assert!(result.is_err() || found == new, "{injected}: lost without a word");
            drop(crate::files::FolderLock::enter(folder, &crate::Task::silent()).unwrap());
            assert_eq!(names(folder).len(), 1, "{injected}: something is left");
        });
        assert!(tried > 20, "only {tried} faults");
    }

    #[test]
    fn a_long_name_is_no_hindrance() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ü".repeat(127));
        write_atomically(&path, |w| w.write_all(b"x")).unwrap();
        assert_eq!(names(folder.path()), [path]);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::PermissionsExt;
        use std::process::Command;

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn the_mode_is_that_of_the_old_file_or_of_any_new_one() {
            let folder = tempfile::tempdir().unwrap();
            let [ours, theirs] = ["ours", "theirs"].map(|name| folder.path().join(name));
            write_atomically(&ours, |w| w.write_all(b"x")).unwrap();
            fs::write(&theirs, b"x").unwrap();
            assert_eq!(mode(&ours), mode(&theirs));
            for wanted in [0o600, 0o640, 0o664, 0o755] {
                fs::set_permissions(&ours, fs::Permissions::from_mode(wanted)).unwrap();
                write_atomically(&ours, |w| w.write_all(b"y")).unwrap();
                assert_eq!(mode(&ours), wanted);
            }
        }

        #[test]
        fn only_plain_files_are_replaced() {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
            assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
            fs::create_dir(at("folder")).unwrap();
            fs::write(at("file"), b"kept").unwrap();
            std::os::unix::fs::symlink(at("file"), at("link")).unwrap();
            std::os::unix::fs::symlink(at("nowhere"), at("loose")).unwrap();
            let before = names(folder.path());
            for (path, what) in [
                (at("socket"), "a socket"),
                (at("pipe"), "a named pipe"),
                (at("folder"), "a folder"),
                (at("link"), "a link"),
                (at("loose"), "a link"),
                (PathBuf::from("/dev/null"), "a device"),
                (PathBuf::from("/"), "a folder"),
            ] {
                let refused = write_atomically(&path, |w| w.write_all(b"x")).unwrap_err();
                let message = refused.to_string();
                assert!(message.starts_with(&format!("this is {what}")), "{message}");
                assert_eq!(require_replaceable(&path).unwrap_err().to_string(), message);
            }
            assert_eq!(names(folder.path()), before);
            assert_eq!(fs::read(at("file")).unwrap(), b"kept");
            assert!(disk::open(&at("pipe")).is_err(), "reading would wait for ever");
        }
    }
}

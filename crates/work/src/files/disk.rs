//! The plain calls: what [`std::fs`] does, except that each can be made to fail by a test.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::faults::{self, Call, Fate};

/// An open file that knows its path.
#[derive(Debug)]
pub struct File {
    inner: fs::File,
    path: PathBuf,
}

/// Opens a plain file for reading. What is no plain file is refused, since a pipe, say, would keep the
/// reader waiting.
pub fn open(path: &Path) -> io::Result<File> {
    faults::ask(Call::Open, path)?;
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, describe(kind) + ", not a file"));
    }
    Ok(File { inner: fs::File::open(path)?, path: path.to_owned() })
}

/// Makes a file that must not exist yet, with the permissions that the umask allows.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    faults::ask(Call::Create, path)?;
    let inner = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    Ok(File { inner, path: path.to_owned() })
}

/// Opens a file for reading and writing, made if it does not exist. For files that grow record by
/// record; what must be whole or not there is written by [`write_atomically`](super::write_atomically).
pub fn open_to_write(path: &Path) -> io::Result<File> {
    faults::ask(Call::Create, path)?;
    let inner =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    Ok(File { inner, path: path.to_owned() })
}

/// The whole of a plain file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(file.length()?).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The whole of a plain file that holds text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "not a text (UTF-8)");
    String::from_utf8(read(path)?).map_err(not_text)
}

/// Makes a folder and those above it, where they do not exist.
pub fn create_folder(path: &Path) -> io::Result<()> {
    faults::ask(Call::CreateFolder, path)?;
    fs::create_dir_all(path)
}

/// What is in a folder, in the order of the names.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    faults::ask(Call::List, folder)?;
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Removes a file.
pub fn remove(path: &Path) -> io::Result<()> {
    faults::ask(Call::Remove, path)?;
    fs::remove_file(path)
}

/// Removes a folder with all that is in it.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    faults::ask(Call::Remove, path)?;
    fs::remove_dir_all(path)
}

/// Renames a file, over another if there is one of that name.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::ask(Call::Rename, to)?;
    fs::rename(from, to)
}

/// Sees to it that the names in a folder outlive a loss of power, where the system can do that.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    faults::ask(Call::Sync, folder)?;
    #[cfg(unix)]
    match fs::File::open(folder)?.sync_all() {
        // There are file systems that know no such thing.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
        done => done?,
    }
    Ok(())
}

/// Bytes that this user may still write into a folder, which need not be there yet; `None` where the system does not
/// tell.
#[cfg(unix)]
pub fn free_space(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let found = folder.ancestors().find_map(|folder| rustix::fs::statvfs(folder).ok())?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Bytes that this user may still write into a folder; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn free_space(_: &Path) -> Option<u64> {
    None
}

/// What stands at a path instead of a file.
pub(super) fn describe(kind: fs::FileType) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let special = [
            (kind.is_fifo(), "a named pipe"),
            (kind.is_socket(), "a socket"),
            (kind.is_char_device() || kind.is_block_device(), "a device"),
        ];
        if let Some((_, name)) = special.into_iter().find(|(is, _)| *is) {
            return format!("this is {name}");
        }
    }
    let name = match () {
        () if kind.is_dir() => "a folder",
        () if kind.is_symlink() => "a link",
        () => "something else",
    };
    format!("this is {name}")
}

impl File {
    /// Where it is, or was when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The system's file, for what cannot be done here, such as mapping it into memory.
    pub fn system(&self) -> &fs::File {
        &self.inner
    }

    /// How long it is.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.inner.metadata()?.len())
    }

    /// Makes it so long, cut off or filled up with zeros.
    pub fn set_length(&self, length: u64) -> io::Result<()> {
        faults::ask(Call::Write, &self.path)?;
        self.inner.set_len(length)
    }

    /// Fills `bytes` from a place in the file, without moving where reading goes on.
    #[cfg(unix)]
    pub fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        faults::ask(Call::Read, &self.path)?;
        std::os::unix::fs::FileExt::read_exact_at(&self.inner, bytes, at)
    }

    /// Sees to it that what was written outlives a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        faults::ask(Call::Sync, &self.path)?;
        self.inner.sync_all()
    }

    /// Gives the file these permissions.
    pub(super) fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        faults::ask(Call::SetMode, &self.path)?;
        self.inner.set_permissions(permissions)
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        faults::ask(Call::Read, &self.path)?;
        self.inner.read(bytes)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match faults::fate(Call::Write, &self.path) {
            Fate::Go => self.inner.write(bytes),
            Fate::Half => self.inner.write(&bytes[..bytes.len().div_ceil(2)]),
            Fate::Fail(error) => Err(error),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

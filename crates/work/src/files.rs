//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file beside its place, flushes it to the disk and renames it into place. When `fill`
/// fails or the process dies, whatever stood at `path` before still stands there.
pub fn write_atomically<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&mut fs::File>) -> Result<T, E>,
) -> Result<T, E> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(&format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy()))
        .suffix(".tmp")
        .tempfile_in(folder)?;
    let filled = {
        let mut writer = BufWriter::new(file.as_file_mut());
        let filled = fill(&mut writer)?;
        writer.flush()?;
        filled
    };
    file.as_file().sync_all()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path).map_err(|refused| refused.error)?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

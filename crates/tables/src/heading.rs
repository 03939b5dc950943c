//! How every file of ours begins: eight bytes that tell what it is, a version (u32), the length of the
//! header (u32), the header, and the xxh3 of all before (u64). What a header says is told beside each
//! format.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;

/// More than any heading has.
pub(crate) const MOST_BYTES: u64 = 1 << 16;

/// Bytes before the header.
const PREFIX: usize = 16;

/// A kind of file.
pub(crate) struct FileKind {
    /// What it begins with.
    pub magic: [u8; 8],
    /// The versions that this program reads and writes, the newest last.
    pub versions: &'static [u32],
    /// What a file is not that begins otherwise.
    pub name: &'static str,
}

impl FileKind {
    /// A header of a version with all that precedes it and its checksum.
    pub fn sealed(&self, version: u32, header: &[u8]) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(header);
        let sum = xxh3_64(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The header of a file of so many bytes that begins with `bytes`, as `parse` reads it, which also
    /// is told the version and tells how long the file ought to be; and where the heading ends.
    pub fn opened<H>(
        &self,
        path: &Path,
        bytes: &[u8],
        length: u64,
        parse: impl FnOnce(u32, &[u8]) -> Option<(H, u64)>,
    ) -> Result<(H, usize), Error> {
        let damaged = |why: &str| Error::Damaged { path: path.to_owned(), why: why.to_owned() };
        let start = &bytes[..bytes.len().min(self.magic.len())];
        if start.is_empty() || !self.magic.starts_with(start) {
            let why = format!("not {}", self.name);
            return Err(Error::NotATable { path: path.to_owned(), why });
        }
        let truncated = || damaged("truncated in its header");
        let word = |at: usize| -> Result<u32, Error> {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes).ok_or_else(truncated)
        };
        let (version, header) = (word(8)?, word(12)?);
        if !self.versions.contains(&version) {
            let known = self.versions.last().copied().unwrap_or_default();
            return Err(Error::OtherVersion { path: path.to_owned(), version, known });
        }
        let end = PREFIX + header as usize;
        let (Some(header), Some(sum)) = (bytes.get(PREFIX..end), bytes.get(end..end + 8)) else {
            return Err(truncated());
        };
        if xxh3_64(&bytes[..end]).to_le_bytes() != sum {
            return Err(damaged("the header's checksum is wrong"));
        }
        let (header, told) =
            parse(version, header).ok_or_else(|| damaged("the header makes no sense"))?;
        if told != length {
            return Err(damaged(&format!("{length} bytes instead of {told}")));
        }
        Ok((header, end + 8))
    }
}

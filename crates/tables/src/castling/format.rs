//! The beginning of an appendix.

use std::path::Path;

use nimzo_chess::{CastlingRights, Material};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;

const MAGIC: [u8; 8] = *b"nimzo\x1atc";
/// The version that this program writes and reads.
pub const VERSION: u32 = 1;
const PREFIX: usize = 16;
/// More than any header has.
pub(super) const MOST_BYTES: u64 = 1 << 16;

/// What an appendix says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub class: Material,
    pub sets: Vec<CastlingRights>,
    /// Length of the whole file.
    pub length: u64,
    /// Checksum of the index.
    pub index_sum: u64,
}

impl Header {
    /// The header with all that precedes it and its checksum.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut text = |text: String| {
            body.push(text.len() as u8);
            body.extend_from_slice(text.as_bytes());
        };
        text(self.class.to_string());
        text(self.sets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        body.extend_from_slice(&self.length.to_le_bytes());
        body.extend_from_slice(&self.index_sum.to_le_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        let sum = xxh3_64(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file of so many bytes that begins with `bytes`; also where it ends.
    pub fn decode(path: &Path, bytes: &[u8], length: u64) -> Result<(Self, usize), Error> {
        let damaged = |why: &str| Error::Damaged { path: path.to_owned(), why: why.to_owned() };
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        if start.is_empty() || !MAGIC.starts_with(start) {
            let why = "not an appendix with castling rights".to_owned();
            return Err(Error::NotATable { path: path.to_owned(), why });
        }
        let truncated = || damaged("truncated in its header");
        let word = |at: usize| -> Result<u32, Error> {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes).ok_or_else(truncated)
        };
        let version = word(8)?;
        if version != VERSION {
            return Err(Error::OtherVersion { path: path.to_owned(), version, known: VERSION });
        }
        let end = PREFIX + word(12)? as usize;
        let (Some(body), Some(sum)) = (bytes.get(PREFIX..end), bytes.get(end..end + 8)) else {
            return Err(truncated());
        };
        if xxh3_64(&bytes[..end]).to_le_bytes() != sum {
            return Err(damaged("the header's checksum is wrong"));
        }
        let header = Self::parse(body).ok_or_else(|| damaged("the header makes no sense"))?;
        if header.length != length {
            return Err(damaged(&format!("{length} bytes instead of {}", header.length)));
        }
        Ok((header, end + 8))
    }

    fn parse(body: &[u8]) -> Option<Self> {
        let (class, rest) = text(body)?;
        let (sets, rest) = text(rest)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (index_sum, rest) = rest.split_first_chunk()?;
        let sets = sets.split_whitespace().map(|set| set.parse().ok()).collect::<Option<_>>()?;
        rest.is_empty().then_some(Self {
            class: class.parse().ok()?,
            sets,
            length: u64::from_le_bytes(*length),
            index_sum: u64::from_le_bytes(*index_sum),
        })
    }
}

/// A text after its length, and what follows.
fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (&length, rest) = bytes.split_first()?;
    let (text, rest) = rest.split_at_checked(usize::from(length))?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

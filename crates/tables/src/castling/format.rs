//! The beginning of an appendix.

use std::path::Path;

use nimzo_chess::{CastlingRights, Material};

use crate::error::Error;
use crate::heading::FileKind;

/// The version that this program writes and reads.
pub const VERSION: u32 = 1;

const APPENDIX: FileKind = FileKind {
    magic: *b"nimzo\x1atc",
    versions: &[VERSION],
    name: "an appendix with castling rights",
};

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
        APPENDIX.sealed(VERSION, &body)
    }

    /// Reads the header of a file of so many bytes that begins with `bytes`; also where it ends.
    pub fn decode(path: &Path, bytes: &[u8], length: u64) -> Result<(Self, usize), Error> {
        APPENDIX.opened(path, bytes, length, |_, body| {
            let header = Self::parse(body)?;
            let told = header.length;
            Some((header, told))
        })
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

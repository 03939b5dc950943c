//! Lists of single positions with a depth each, for positions that are solved one by one: one list for each
//! set of pawns (and of castling rights) of a class.
//!
//! A list is sorted by a number that says where the men beside pawns stand and who is to move. It is packed
//! as a checksum, and then the numbers (eight bytes each) and the codes of depths (two bytes each),
//! compressed together.

use std::collections::BTreeMap;

use nimzo_chess::Depth;
use nimzo_retro::planes::{Unit, decode, encode};
use nimzo_retro::reach::Regions;
use nimzo_retro::slice_graph::Pack;
use xxhash_rust::xxh3::xxh3_64;

use super::file::{Name, SliceFile};
use super::{Search, SolvedSlices};
use crate::error::Error;

/// The code that means "draw".
const HALF: u32 = 0x8000;
const LEVEL: i32 = 3;
/// Bytes of a position in a list.
const EACH: usize = 10;
/// More than a list can have, so that a damaged one is not unpacked for ever.
const MOST_BYTES: usize = EACH * 8 * Search::WHOLE.with_rights;

/// Depths by number, of one class with the same pawns.
#[derive(Debug, Default)]
pub(super) struct List {
    codes: BTreeMap<u64, u16>,
}

impl List {
    pub fn get(&self, number: u64) -> Option<Depth> {
        decode(u32::from(*self.codes.get(&number)?), HALF, Unit::Plies)
    }

    /// Notes the depth of a position; `None` of one that is not legal.
    pub fn insert(&mut self, number: u64, depth: Option<Depth>) {
        self.codes.insert(number, encode(depth, HALF, Unit::Plies) as u16);
    }

    pub fn contains(&self, number: u64) -> bool {
        self.codes.contains_key(&number)
    }

    fn pack(&self) -> std::io::Result<Vec<u8>> {
        let numbers = self.codes.keys().flat_map(|number| number.to_le_bytes());
        let codes = self.codes.values().flat_map(|code| code.to_le_bytes());
        let packed = zstd::bulk::compress(&numbers.chain(codes).collect::<Vec<u8>>(), LEVEL)?;
        Ok([&xxh3_64(&packed).to_le_bytes(), &packed[..]].concat())
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let raw = zstd::bulk::decompress(bytes.get(8..)?, MOST_BYTES).ok()?;
        let (numbers, codes) = raw.split_at_checked(raw.len() / EACH * 8)?;
        let numbers = numbers.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number));
        let codes = codes.as_chunks().0.iter().map(|&code| u16::from_le_bytes(code));
        Some(Self { codes: numbers.zip(codes).collect() })
    }
}

impl SolvedSlices {
    /// A list; an empty one where there is none.
    pub(super) fn list(&self, pack: Pack, name: Name) -> Result<List, Error> {
        let Some(bytes) = self.read(pack, name, &Regions::default())? else {
            return Ok(List::default());
        };
        List::unpack(&bytes).ok_or_else(|| self.damaged(pack))
    }

    /// Adds to a list; what other positions have led to stays.
    pub(super) fn add_to_list(&self, pack: Pack, name: Name, mut more: List) -> Result<(), Error> {
        if let Ok(before) = self.list(pack, name) {
            before.codes.into_iter().for_each(|(number, code)| {
                more.codes.entry(number).or_insert(code);
            });
        }
        let path = self.path(pack);
        // Whoever has the file open has read its heads before this.
        self.open().remove(&pack);
        let kept = more.pack().and_then(|bytes| {
            let mut file = SliceFile::open_to_write(&path)?;
            file.append(name, Regions::default(), &bytes)?;
            file.sync()
        });
        kept.map_err(Error::io(&path))
    }
}

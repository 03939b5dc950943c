//! Decoded parts of tables (blocks, or bands of blocks), kept as long as nothing newer wants their place.
//!
//! A part has one place, found by hashing; a newcomer puts out whoever was there. That needs no
//! bookkeeping, and a place is locked only for as long as one cell is read or one part is put there, so
//! that threads do not wait for each other's decoding.

use std::sync::{Mutex, PoisonError};

/// Which part: the table's number in the store, the stream's in the table, the part's in the
/// stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Table.
    pub table: u32,
    /// Stream.
    pub stream: u32,
    /// Part.
    pub part: u64,
}

/// A place for one part, taken or not.
type Place = Mutex<Option<(Key, Vec<u8>)>>;

/// A fixed number of decoded parts.
pub struct Cache {
    places: Box<[Place]>,
}

impl Cache {
    /// A cache of about this many bytes for parts of so many cells one byte wide.
    pub fn new(bytes: usize, part: usize) -> Self {
        let places = (bytes / part).max(1);
        Self { places: (0..places).map(|_| Mutex::new(None)).collect() }
    }

    /// What `look` sees in the part, which `read` fetches if it is not here.
    pub fn with<T, E>(
        &self,
        key: Key,
        read: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let place = &self.places[self.place(key)];
        let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
        match &*lock() {
            Some((kept, cells)) if *kept == key => return Ok(look(cells)),
            _ => {}
        }
        let mut cells = Vec::new();
        read(&mut cells)?;
        let found = look(&cells);
        *lock() = Some((key, cells));
        Ok(found)
    }

    fn place(&self, key: Key) -> usize {
        let mixed = (key.part ^ u64::from(key.table) << 40 ^ u64::from(key.stream) << 36)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed) * self.places.len() as u128) >> 64) as usize
    }
}

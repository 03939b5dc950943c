//! Decoded blocks, kept as long as nothing newer wants their place.
//!
//! A block has one place, found by hashing; a newcomer puts out whoever was there. That needs no
//! bookkeeping, and a place is locked only for as long as one cell is read.

use std::sync::{Mutex, PoisonError};

/// Which block: the table's number in the store, the stream's in the table, the block's in the
/// stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Table.
    pub table: u32,
    /// Stream.
    pub stream: u32,
    /// Block.
    pub block: u64,
}

/// A place for one block, taken or not.
type Place = Mutex<Option<(Key, Vec<u8>)>>;

/// A fixed number of decoded blocks.
pub struct Cache {
    places: Box<[Place]>,
}

impl Cache {
    /// A cache of about this many bytes of cells one byte wide.
    pub fn new(bytes: usize) -> Self {
        let places = (bytes / nimzo_retro::layout::BLOCK_SLOTS).max(1);
        Self { places: (0..places).map(|_| Mutex::new(None)).collect() }
    }

    /// What `look` sees in the block, which `read` fetches if it is not here.
    pub fn with<T, E>(
        &self,
        key: Key,
        read: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let mut place = self.places[self.place(key)].lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *place {
            Some((kept, cells)) if *kept == key => return Ok(look(cells)),
            _ => {}
        }
        let mut cells = place.take().map(|(_, cells)| cells).unwrap_or_default();
        read(&mut cells)?;
        let (_, cells) = place.insert((key, cells));
        Ok(look(cells))
    }

    fn place(&self, key: Key) -> usize {
        let mixed = (key.block ^ u64::from(key.table) << 40 ^ u64::from(key.stream) << 36)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed) * self.places.len() as u128) >> 64) as usize
    }
}

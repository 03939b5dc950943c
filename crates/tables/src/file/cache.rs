//! Decoded parts of tables (blocks, or bands of blocks), shared by threads, up to a number of bytes.
//!
//! Parts are shared out among many shelves by hashing, each with a lock of its own, which is held only for as long as
//! one cell is read or one part is put there: threads do not wait for each other's decoding, and rarely for each
//! other. On a shelf a hand goes round: what has not been looked at since it last came by makes room for what is new.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cells::Cells;

/// Which part: the table's number in the store, the stream's in the table, the part's in the
/// stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Table.
    pub table: u32,
    /// Stream.
    pub stream: u32,
    /// Part.
    pub part: u64,
}

/// Shelves of a cache that is not tiny.
const SHELVES: usize = 256;
/// A tiny cache has fewer, so that each has room for some blocks.
const LEAST_SHELF: usize = 64 << 10;
/// What a part takes beside its cells: its place with the room kept for more of them, its entry in an index that may be
/// a quarter full, and what the allocator needs.
const BESIDE: usize = size_of::<Kept>() * 9 / 8 + 4 * size_of::<u32>() + 16;

/// Decoded parts.
pub struct Cache {
    shelves: Box<[Mutex<Shelf>]>,
    /// Bytes that a shelf may hold.
    most: usize,
}

#[derive(Default)]
struct Shelf {
    parts: Vec<Kept>,
    /// By hashing where in `parts` a part is, one more than that, or 0. What finds its place taken stands in the next
    /// that is free; at most half of the places are taken. So small an index stays close to the processor.
    index: Vec<u32>,
    hand: usize,
    bytes: usize,
}

struct Kept {
    key: Key,
    cells: Cells,
    /// Looked at since the hand last came by.
    used: bool,
}

impl Cache {
    /// A cache of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / LEAST_SHELF).clamp(1, SHELVES);
        Self { shelves: (0..count).map(|_| Mutex::default()).collect(), most: bytes / count }
    }

    /// The code of a cell of a part. If that is not here, `read` fetches it; or at first only its beginning, with the cell:
    /// `read` is told whether that is here already.
    pub fn code<E>(
        &self,
        key: Key,
        cell: usize,
        read: impl FnOnce(bool) -> Result<Cells, E>,
    ) -> Result<u16, E> {
        let hash = key.hash();
        let is_begun = match self.shelf(hash).part(key, hash) {
            Some(cells) if cell < cells.count() => return Ok(cells.code(cell)),
            begun => begun.is_some(),
        };
        let cells = read(is_begun)?;
        let code = cells.code(cell);
        self.shelf(hash).put(key, hash, cells, self.most);
        Ok(code)
    }

    /// The code of a cell of a part, if it is here.
    pub fn part_code(&self, key: Key, cell: usize) -> Option<u16> {
        let hash = key.hash();
        let mut shelf = self.shelf(hash);
        let cells = shelf.part(key, hash).filter(|cells| cell < cells.count())?;
        Some(cells.code(cell))
    }

    /// A part, at least up to a cell, if it is here.
    pub fn part(&self, key: Key, cell: usize) -> Option<Cells> {
        let hash = key.hash();
        self.shelf(hash).part(key, hash).filter(|cells| cell < cells.count()).cloned()
    }

    /// Bytes that are taken.
    pub fn bytes(&self) -> usize {
        let taken =
            |shelf: &Mutex<Shelf>| shelf.lock().unwrap_or_else(PoisonError::into_inner).bytes;
        self.shelves.iter().map(taken).sum()
    }

    /// The shelf of a part; the highest bits of its hash tell which.
    fn shelf(&self, hash: u64) -> MutexGuard<'_, Shelf> {
        let at = ((u128::from(hash) * self.shelves.len() as u128) >> 64) as usize;
        self.shelves[at].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Key {
    fn hash(self) -> u64 {
        let mixed = self.part ^ u64::from(self.table) << 40 ^ u64::from(self.stream) << 60;
        // Both halves of the product, so that every bit depends on all.
        let product = u128::from(mixed) * 0x9E37_79B9_7F4A_7C15;
        (product >> 64) as u64 ^ product as u64
    }
}

impl Shelf {
    /// A part that is here.
    fn part(&mut self, key: Key, hash: u64) -> Option<&Cells> {
        let number = self.index[self.find(key, hash)?] as usize - 1;
        let part = &mut self.parts[number];
        part.used = true;
        Some(&part.cells)
    }

    fn put(&mut self, key: Key, hash: u64, cells: Cells, most: usize) {
        let bytes = cells.bytes() + BESIDE;
        if bytes > most {
            return;
        }
        if let Some(place) = self.find(key, hash) {
            let number = self.index[place] as usize - 1;
            if self.parts[number].cells.count() >= cells.count() {
                return; // another thread was quicker
            }
            self.put_out(number);
        }
        while self.bytes + bytes > most {
            self.make_room();
        }
        if self.parts.len() == self.parts.capacity() {
            self.parts.reserve_exact(self.parts.len() / 8 + 8);
        }
        self.bytes += bytes;
        self.parts.push(Kept { key, cells, used: false });
        if 2 * self.parts.len() > self.index.len() {
            self.index = vec![0; (2 * self.parts.len()).next_power_of_two()];
            (0..self.parts.len()).for_each(|number| self.enter(number));
        } else {
            self.enter(self.parts.len() - 1);
        }
    }

    /// Moves the hand on to a part that was not looked at, and puts that out.
    fn make_room(&mut self) {
        loop {
            if self.hand >= self.parts.len() {
                self.hand = 0;
            }
            if !std::mem::take(&mut self.parts[self.hand].used) {
                break;
            }
            self.hand += 1;
        }
        self.put_out(self.hand);
        self.hand += 1;
    }

    /// Puts a part out, whose place the last one takes.
    fn put_out(&mut self, number: usize) {
        self.strike(number);
        if number + 1 < self.parts.len() {
            self.strike(self.parts.len() - 1);
        }
        let gone = self.parts.swap_remove(number);
        self.bytes -= gone.cells.bytes() + BESIDE;
        if number < self.parts.len() {
            self.enter(number);
        }
    }

    /// Where in the index a hash would stand.
    fn place(&self, hash: u64) -> usize {
        // The highest bits are the same for all of a shelf.
        (hash >> 24) as usize & (self.index.len() - 1)
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.index.len() - 1)
    }

    /// Where in the index a part stands.
    fn find(&self, key: Key, hash: u64) -> Option<usize> {
        if self.index.is_empty() {
            return None;
        }
        let mut place = self.place(hash);
        loop {
            let number = self.index[place].checked_sub(1)? as usize;
            if self.parts[number].key == key {
                return Some(place);
            }
            place = self.next(place);
        }
    }

    /// Enters a part in the index.
    fn enter(&mut self, number: usize) {
        let mut place = self.place(self.parts[number].key.hash());
        while self.index[place] != 0 {
            place = self.next(place);
        }
        self.index[place] = number as u32 + 1;
    }

    /// Strikes a part from the index; what found its place taken by it is entered anew.
    fn strike(&mut self, number: usize) {
        let key = self.parts[number].key;
        let Some(mut place) = self.find(key, key.hash()) else { return };
        self.index[place] = 0;
        loop {
            place = self.next(place);
            match std::mem::take(&mut self.index[place]) {
                0 => break,
                moved => self.enter(moved as usize - 1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn key(part: u64) -> Key {
        Key { table: 1, stream: 2, part }
    }

    /// Cells whose codes tell of which part they are.
    fn cells(part: u64) -> Cells {
        let codes: Vec<u8> = (0..512).map(|cell| (part * 31 + cell) as u8).collect();
        Cells::of(&codes, 1)
    }

    fn is_here(cache: &Cache, part: u64) -> bool {
        let mut read = false;
        let mut fetch = |_| {
            read = true;
            Ok::<_, Infallible>(cells(part))
        };
        let cell = part as usize % 512;
        assert_eq!(cache.code(key(part), cell, &mut fetch), Ok(cells(part).code(cell)));
        !read
    }

    #[test]
    fn what_is_kept_stays_within_its_bytes_and_right() {
        for bytes in [0, 600, 10_000, 300_000, 3 << 20] {
            let cache = Cache::new(bytes);
            let mut dice = fastrand::Rng::with_seed(1);
            for _ in 0..5000 {
                is_here(&cache, dice.u64(..1000));
                assert!(cache.bytes() <= bytes);
            }
            is_here(&cache, 7);
            assert_eq!(is_here(&cache, 7), bytes > 1000, "{bytes}");
            for part in 0..1000 {
                is_here(&cache, part);
            }
            let kept = (0..1000).filter(|&part| is_here(&cache, part)).count();
            assert_eq!(kept == 1000, bytes > 1 << 20, "{bytes}: {kept}");
        }
    }

    #[test]
    fn what_is_used_outlives_what_is_not() {
        let cache = Cache::new(50_000);
        for part in 0..10_000 {
            is_here(&cache, 20_000);
            is_here(&cache, part);
        }
        assert!(is_here(&cache, 20_000));
        assert!(!is_here(&cache, 1));
    }

    #[test]
    fn a_beginning_is_kept_until_more_is_asked_for() {
        let cache = Cache::new(50_000);
        let whole: Vec<u8> = (0..512).map(|cell| cell as u8).collect();
        let look = |cell: usize| {
            let mut asked = None;
            let code = cache.code(key(3), cell, |is_begun| {
                asked = Some(is_begun);
                let end = if is_begun { 512 } else { cell / 64 * 64 + 64 };
                Ok::<_, Infallible>(Cells::of(&whole[..end], 1))
            });
            assert_eq!(code, Ok(cell as u16 % 256));
            asked
        };
        let asked = [70, 3, 127, 128, 511, 0].map(look);
        assert_eq!(asked, [Some(false), None, None, Some(true), None, None]);
        assert_eq!(cache.part(key(3), 512), None);
        let all = cache.part(key(3), 511).unwrap();
        assert_eq!(all, Cells::of(&whole, 1));
        assert_eq!(cache.bytes(), all.bytes() + BESIDE);
    }

    #[test]
    fn a_failed_read_leaves_nothing() {
        let cache = Cache::new(50_000);
        assert_eq!(cache.code(key(1), 0, |_| Err("damaged")), Err("damaged"));
        assert_eq!(cache.bytes(), 0);
        assert!(!is_here(&cache, 1));
    }
}

//! Which parts of a stretch of memory are free, and who gets which: taking and giving back cost next to
//! nothing, where a driver needs milliseconds for each gigabyte.

use std::collections::BTreeMap;

/// Pieces begin at multiples of this, which is enough for any kernel.
const ALIGNMENT: u64 = 512;

/// A stretch of memory that is handed out in pieces and grows at its end.
#[derive(Debug, Default)]
pub struct Arena {
    /// Free pieces, where they begin and their bytes; no two touch.
    free: BTreeMap<u64, u64>,
    /// Its bytes.
    size: u64,
}

/// What a piece takes for so many bytes.
pub fn rounded(bytes: u64) -> u64 {
    bytes.max(1).next_multiple_of(ALIGNMENT)
}

impl Arena {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Bytes that are free, in all pieces together.
    pub fn free(&self) -> u64 {
        self.free.values().sum()
    }

    /// Takes a piece out of the smallest that is large enough.
    pub fn take(&mut self, bytes: u64) -> Option<u64> {
        let bytes = rounded(bytes);
        let enough = self.free.iter().filter(|(_, free)| **free >= bytes);
        let (&at, &free) = enough.min_by_key(|(_, free)| **free)?;
        self.free.remove(&at);
        if free > bytes {
            self.free.insert(at + bytes, free - bytes);
        }
        Some(at)
    }

    /// Gives a piece back.
    pub fn give_back(&mut self, at: u64, bytes: u64) {
        let (mut at, mut bytes) = (at, rounded(bytes));
        if let Some((&before, &free)) = self.free.range(..at).next_back()
            && before + free == at
        {
            self.free.remove(&before);
            (at, bytes) = (before, bytes + free);
        }
        if let Some(free) = self.free.remove(&(at + bytes)) {
            bytes += free;
        }
        self.free.insert(at, bytes);
    }

    /// How much it has to grow by so that a piece of so many bytes can be taken.
    pub fn lacks(&self, bytes: u64) -> u64 {
        let last = self.free.last_key_value().filter(|(at, free)| **at + **free == self.size);
        rounded(bytes).saturating_sub(last.map_or(0, |(_, free)| *free))
    }

    /// Grows by so many bytes, a multiple of what pieces are rounded to.
    pub fn grow(&mut self, bytes: u64) {
        let end = self.size;
        self.size += bytes;
        self.give_back(end, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is taken and given back, pieces do not overlap, and in the end all is one piece again.
    #[test]
    fn pieces_never_overlap_and_grow_together_again() {
        let mut chance = fastrand::Rng::with_seed(1);
        let mut arena = Arena::default();
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for _ in 0..10_000 {
            if !taken.is_empty() && chance.bool() {
                let (at, bytes) = taken.swap_remove(chance.usize(..taken.len()));
                arena.give_back(at, bytes);
                continue;
            }
            let bytes = chance.u64(0..20_000);
            let at = arena.take(bytes).unwrap_or_else(|| {
                let lacking = arena.lacks(bytes);
                assert!(lacking > 0);
                arena.grow(lacking);
                arena.take(bytes).unwrap()
            });
            assert!(at + bytes <= arena.size());
            assert!(
                taken.iter().all(|&(other, size)| at + bytes <= other || other + size <= at),
                "{at} {bytes}"
            );
            taken.push((at, bytes));
        }
        let in_use: u64 = taken.iter().map(|&(_, bytes)| rounded(bytes)).sum();
        assert_eq!(arena.free(), arena.size() - in_use);
        for (at, bytes) in taken {
            arena.give_back(at, bytes);
        }
        assert_eq!(arena.take(arena.size()), Some(0));
    }
}

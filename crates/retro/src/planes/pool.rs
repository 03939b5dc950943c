//! Large pieces of memory that are handed on instead of given back.
//!
//! Fresh memory costs a page fault every 4 KiB, which doubles the time of a small sweep; so what is
//! dropped waits in a pool for the next one of about its size; those that have waited
//! longest go when there are too many: with those in use they are to take little more than was in use
//! at once before. [`release`] empties the pool.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::MmapMut;

/// Buffers below this size are left to the ordinary allocator. (Miri goes the same ways with little memory.)
pub(super) const LARGE: usize = if cfg!(miri) { 1 << 13 } else { 1 << 20 };
const HUGE_PAGE: usize = if cfg!(miri) { 2 << 13 } else { 2 << 20 };
/// How much more than was ever in use at once is held with what waits in the pool, in bytes.
pub const POOLED_BYTES: usize = 2 << 30;

pub(super) const TOO_LARGE: &str = "a buffer within the address space";

/// Memory of our own: from the allocator, or a mapping of which the part from the first whole huge
/// page on is used.
pub(super) struct Raw {
    pub start: *mut u8,
    bytes: usize,
    map: Option<MmapMut>,
}

// SAFETY: `Raw` owns its memory and nothing else points to it.
unsafe impl Send for Raw {}

/// The large buffers that wait to be used again, oldest first.
struct Pool {
    waiting: Vec<Raw>,
    waiting_bytes: usize,
    used_bytes: usize,
    /// The most that was in use at once since the pool was last released.
    most_used: usize,
}

static POOL: Mutex<Pool> =
    Mutex::new(Pool { waiting: Vec::new(), waiting_bytes: 0, used_bytes: 0, most_used: 0 });

impl Pool {
    /// A waiting buffer of at least so many bytes and not many more; `None` if there is none.
    fn take(&mut self, bytes: usize) -> Option<Raw> {
        let best = (0..self.waiting.len())
            .filter(|&i| self.waiting[i].bytes >= bytes && self.waiting[i].bytes / 3 <= bytes / 2)
            .min_by_key(|&i| self.waiting[i].bytes)?;
        let raw = self.waiting.remove(best);
        self.waiting_bytes -= raw.bytes;
        Some(raw)
    }

    fn uses(&mut self, bytes: usize) {
        self.used_bytes += bytes;
        self.most_used = self.most_used.max(self.used_bytes);
    }

    fn put_back(&mut self, raw: Raw) {
        self.used_bytes -= raw.bytes;
        self.waiting_bytes += raw.bytes;
        self.waiting.push(raw);
    }

    /// Those of the waiting that are too many.
    #[must_use]
    fn surplus(&mut self) -> Vec<Raw> {
        let room = (self.most_used + POOLED_BYTES).saturating_sub(self.used_bytes);
        let mut left = self.waiting_bytes;
        let too_many = self.waiting.iter().take_while(|raw| {
            let over = left > room;
            left -= if over { raw.bytes } else { 0 };
            over
        });
        let too_many = too_many.count();
        self.waiting_bytes = left;
        self.waiting.drain(..too_many).collect()
    }
}

/// Whether buffers are written in scattered parts that are smaller than a huge page.
static SCATTERED: AtomicBool = AtomicBool::new(false);

/// Has memory taken in small pages from now on if buffers will be written in scattered parts of so many
/// bytes and no more, and in huge ones otherwise: a huge page is taken whole by its first byte.
pub fn expect_parts_of(bytes: usize) {
    let scattered = bytes < HUGE_PAGE;
    if SCATTERED.swap(scattered, Ordering::Relaxed) != scattered {
        release();
    }
}

fn pool() -> std::sync::MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn layout(bytes: usize) -> Layout {
    Layout::from_size_align(bytes, 64).expect(TOO_LARGE)
}

impl Raw {
    /// Memory whose contents are zero (`true`) or left over from an earlier use (`false`).
    pub fn take(bytes: usize) -> (Self, bool) {
        if bytes < LARGE {
            return (Self::fresh(bytes.max(64)), true);
        }
        let bytes = bytes.checked_next_multiple_of(HUGE_PAGE).expect(TOO_LARGE);
        let (waiting, surplus) = {
            let mut pool = pool();
            let waiting = pool.take(bytes);
            pool.uses(waiting.as_ref().map_or(bytes, |raw| raw.bytes));
            (waiting, pool.surplus())
        };
        surplus.into_iter().for_each(Raw::free);
        match waiting {
            Some(raw) => (raw, false),
            None => (Self::fresh(bytes), true),
        }
    }

    /// Zeroed memory. Of a mapping the system clears each page when it is first touched, so the
    /// threads that fill it share that work.
    fn fresh(bytes: usize) -> Self {
        if bytes < LARGE {
            // SAFETY: the size is never zero.
            let start = unsafe { alloc_zeroed(layout(bytes)) };
            if start.is_null() {
                handle_alloc_error(layout(bytes));
            }
            return Self { start, bytes, map: None };
        }
        let Ok(mut map) = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE).expect(TOO_LARGE)) else {
            handle_alloc_error(layout(bytes));
        };
        let start = map.as_mut_ptr();
        // SAFETY: less than a huge page further on, which is what the mapping has to spare.
        let start = unsafe { start.add(start.align_offset(HUGE_PAGE)) };
        ask_for_huge_pages(start, bytes);
        Self { start, bytes, map: Some(map) }
    }

    fn free(self) {
        if self.map.is_none() {
            // SAFETY: `start` came from the allocator with the same size.
            unsafe { dealloc(self.start, layout(self.bytes)) }
        }
    }

    pub fn put_back(self) {
        if self.bytes < LARGE {
            return self.free();
        }
        let surplus = {
            let mut pool = pool();
            pool.put_back(self);
            pool.surplus()
        };
        surplus.into_iter().for_each(Self::free);
    }
}

// Miri, which runs the tests of this module, knows neither advice nor the allocator's own calls.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages(start: *mut u8, bytes: usize) {
    let scattered = SCATTERED.load(Ordering::Relaxed);
    let advice = if scattered { libc::MADV_NOHUGEPAGE } else { libc::MADV_HUGEPAGE };
    // SAFETY: advice about memory that we own; a refusal changes nothing.
    unsafe { libc::madvise(start.cast(), bytes, advice) };
}

#[cfg(any(not(target_os = "linux"), miri))]
fn ask_for_huge_pages(_: *mut u8, _: usize) {}

/// Gives back to the system what the ordinary allocator holds of freed buffers. It would use it again,
/// but only for buffers of that size, of which the next class may have none.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    // SAFETY: touches free memory only.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives all pooled memory back to the system.
pub fn release() {
    let waiting = {
        let mut pool = pool();
        (pool.waiting_bytes, pool.most_used) = (0, pool.used_bytes);
        std::mem::take(&mut pool.waiting)
    };
    waiting.into_iter().for_each(Raw::free);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_little_more_than_was_in_use() {
        let mut pool = Pool { waiting: Vec::new(), waiting_bytes: 0, used_bytes: 0, most_used: 0 };
        // Nobody looks into these.
        let raw = |bytes| Raw { start: std::ptr::null_mut(), bytes, map: None };
        let sizes = |raws: Vec<Raw>| raws.iter().map(|raw| raw.bytes).collect::<Vec<_>>();
        let used = [POOLED_BYTES, 2 * POOLED_BYTES, 3 * POOLED_BYTES];
        used.iter().for_each(|&bytes| pool.uses(bytes));
        for bytes in used {
            pool.put_back(raw(bytes));
            assert!(pool.surplus().is_empty());
        }
        // The next one of its size is that very one; for a larger one those that waited longest go.
        let again = pool.take(2 * POOLED_BYTES).expect("one of this size waits");
        pool.uses(again.bytes);
        assert_eq!((again.bytes, pool.waiting_bytes), (2 * POOLED_BYTES, 4 * POOLED_BYTES));
        assert!(pool.take(4 * POOLED_BYTES).is_none());
        pool.uses(4 * POOLED_BYTES);
        assert_eq!(sizes(pool.surplus()), [POOLED_BYTES, 3 * POOLED_BYTES]);
        assert_eq!((pool.waiting_bytes, pool.used_bytes), (0, 6 * POOLED_BYTES));
    }
}

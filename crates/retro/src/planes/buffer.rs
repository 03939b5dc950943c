//! Large buffers that are handed on instead of given back.
//!
//! Fresh memory costs a page fault every 4 KiB, which doubles the time of a small sweep; so a
//! buffer that is dropped waits in a pool for the next one of about its size; those that have waited
//! longest go when there are too many. [`release`] empties the pool.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use memmap2::MmapMut;

/// A number that may lie in a [`Buffer`]: all zero bits are a value of it.
pub trait Cell: Copy + Default + Send + Sync + 'static {}

impl Cell for u8 {}
impl Cell for u16 {}
impl Cell for u64 {}

/// Buffers below this size are left to the ordinary allocator.
const LARGE: usize = 1 << 20;
const HUGE_PAGE: usize = 2 << 20;
/// The most that waits in the pool, in bytes.
pub const POOLED_BYTES: usize = 2 << 30;

/// Memory of our own: from the allocator, or a mapping of which the part from the first whole huge
/// page on is used.
struct Raw {
    start: *mut u8,
    bytes: usize,
    map: Option<MmapMut>,
}

// SAFETY: `Raw` owns its memory and nothing else points to it.
unsafe impl Send for Raw {}

static POOL: Mutex<Vec<Raw>> = Mutex::new(Vec::new());

fn pool() -> std::sync::MutexGuard<'static, Vec<Raw>> {
    POOL.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn layout(bytes: usize) -> Layout {
    Layout::from_size_align(bytes, 64).expect("a buffer larger than the address space")
}

impl Raw {
    /// Memory whose contents are zero (`true`) or left over from an earlier use (`false`).
    fn take(bytes: usize) -> (Self, bool) {
        if bytes < LARGE {
            return (Self::fresh(bytes.max(64)), true);
        }
        let bytes = bytes.next_multiple_of(HUGE_PAGE);
        let mut pool = pool();
        let best = (0..pool.len())
            .filter(|&i| pool[i].bytes >= bytes && pool[i].bytes <= bytes + bytes / 2)
            .min_by_key(|&i| pool[i].bytes);
        match best {
            Some(i) => (pool.remove(i), false),
            None => {
                drop(pool);
                (Self::fresh(bytes), true)
            }
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
        let Ok(mut map) = MmapMut::map_anon(bytes + HUGE_PAGE) else {
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

    fn put_back(self) {
        if self.bytes < LARGE {
            return self.free();
        }
        let mut pool = pool();
        pool.push(self);
        let mut waiting: usize = pool.iter().map(|raw| raw.bytes).sum();
        let too_many = pool.iter().take_while(|raw| {
            let over = waiting > POOLED_BYTES;
            waiting -= raw.bytes;
            over
        });
        let too_many = too_many.count();
        let freed: Vec<Raw> = pool.drain(..too_many).collect();
        drop(pool);
        freed.into_iter().for_each(Raw::free);
    }
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: advice about memory that we own; a refusal changes nothing.
    unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: *mut u8, _: usize) {}

/// Gives back to the system what the ordinary allocator holds of freed buffers. It would use it again,
/// but only for buffers of that size, of which the next class may have none.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: touches free memory only.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives all pooled memory back to the system.
pub fn release() {
    for raw in std::mem::take(&mut *pool()) {
        raw.free();
    }
}

/// A fixed number of cells, aligned for the widest loads.
pub struct Buffer<T: Cell> {
    start: *mut T,
    len: usize,
    raw: ManuallyDrop<Raw>,
}

// SAFETY: a buffer owns its cells, which are plain numbers.
unsafe impl<T: Cell> Send for Buffer<T> {}
// SAFETY: shared access only reads.
unsafe impl<T: Cell> Sync for Buffer<T> {}

impl<T: Cell> Buffer<T> {
    /// Cells that are all zero.
    pub fn zeroed(len: usize) -> Self {
        let (mut buffer, clean) = Self::take(len);
        if !clean {
            buffer.fill(T::default());
        }
        buffer
    }

    /// Cells with values left over from whoever had the memory before.
    pub fn stale(len: usize) -> Self {
        Self::take(len).0
    }

    fn take(len: usize) -> (Self, bool) {
        let (raw, clean) = Raw::take(len * size_of::<T>());
        (Self { start: raw.start.cast(), len, raw: ManuallyDrop::new(raw) }, clean)
    }
}

impl<T: Cell> Deref for Buffer<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to at least `len` initialised cells.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

impl<T: Cell> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

impl<T: Cell> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: taken once, here.
        unsafe { ManuallyDrop::take(&mut self.raw) }.put_back();
    }
}

impl<T: Cell> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::stale(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Cell> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} cells)", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_memory_comes_back_clean_when_asked() {
        for len in [10, 300_000] {
            for _ in 0..3 {
                let mut buffer = Buffer::<u64>::zeroed(len);
                assert!(buffer.iter().all(|&cell| cell == 0));
                assert_eq!(buffer.as_ptr() as usize % 64, 0);
                buffer.fill(7);
            }
        }
        release();
    }
}

//! Large buffers that are handed on instead of given back.
//!
//! Fresh memory costs a page fault every 4 KiB, which doubles the time of a small sweep; so a
//! buffer that is dropped waits in a pool for the next one of about its size; those that have waited
//! longest go when there are too many: with those in use they are to take little more than was in use
//! at once before. [`release`] empties the pool.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::MmapMut;

/// A number that may lie in a [`Buffer`]: any bits are a value of it, and all zero ones its default.
/// There are no others: a buffer hands out memory that others have used before.
pub trait Cell: Copy + Default + Send + Sync + sealed::Number + 'static {}

mod sealed {
    pub trait Number {}

    impl Number for u8 {}
    impl Number for u16 {}
    impl Number for u64 {}
}

impl<T: Copy + Default + Send + Sync + sealed::Number + 'static> Cell for T {}

/// Buffers below this size are left to the ordinary allocator. (Miri goes the same ways with little memory.)
const LARGE: usize = if cfg!(miri) { 1 << 13 } else { 1 << 20 };
const HUGE_PAGE: usize = if cfg!(miri) { 2 << 13 } else { 2 << 20 };
/// How much more than was ever in use at once is held with what waits in the pool, in bytes.
pub const POOLED_BYTES: usize = 2 << 30;

const TOO_LARGE: &str = "a buffer within the address space";

/// Memory of our own: from the allocator, or a mapping of which the part from the first whole huge
/// page on is used.
struct Raw {
    start: *mut u8,
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
    fn take(bytes: usize) -> (Self, bool) {
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

    fn put_back(self) {
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

    /// Cells with any values: those left over from whoever had the memory before.
    pub fn unfilled(len: usize) -> Self {
        Self::take(len).0
    }

    fn take(len: usize) -> (Self, bool) {
        let bytes = len.checked_mul(size_of::<T>()).expect(TOO_LARGE);
        let (raw, clean) = Raw::take(bytes);
        (Self { start: raw.start.cast(), len, raw: ManuallyDrop::new(raw) }, clean)
    }
}

/// A buffer that several threads fill at once, each a part of its own.
///
/// Nothing is read or written but through the parts, and no part is handed out for writing while
/// somebody else has a reference into it: that is what its users promise.
pub struct SharedBuffer<T: Cell>(Buffer<T>);

impl<T: Cell> From<Buffer<T>> for SharedBuffer<T> {
    fn from(buffer: Buffer<T>) -> Self {
        Self(buffer)
    }
}

impl<T: Cell> From<SharedBuffer<T>> for Buffer<T> {
    fn from(shared: SharedBuffer<T>) -> Self {
        shared.0
    }
}

impl<T: Cell> SharedBuffer<T> {
    /// Where the `N` cells from `start` on are.
    #[inline(always)]
    fn at<const N: usize>(&self, start: usize) -> *mut [T; N] {
        debug_assert!(start + N <= self.0.len);
        self.0.start.wrapping_add(start).cast()
    }

    /// The `N` cells from `start` on.
    ///
    /// # Safety
    /// They are within the buffer, and nobody writes any of them while the reference lives.
    #[inline(always)]
    pub unsafe fn part<const N: usize>(&self, start: usize) -> &[T; N] {
        // SAFETY: by the caller's promise; the cells are initialised, whatever their values.
        unsafe { &*self.at(start) }
    }

    /// The `N` cells from `start` on, to be written.
    ///
    /// # Safety
    /// They are within the buffer, and nobody else has a reference into them while this one lives.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn part_mut<const N: usize>(&self, start: usize) -> &mut [T; N] {
        // SAFETY: by the caller's promise. The pointer is the one that the memory was taken with, so
        // writing through it is allowed.
        unsafe { &mut *self.at(start) }
    }

    /// Has the `N` cells from `start` on brought nearer, before they are read.
    #[inline(always)]
    pub fn prefetch<const N: usize>(&self, start: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in (0..N * size_of::<T>()).step_by(64) {
            // SAFETY: a hint, which reads nothing.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(self.at::<N>(start).cast::<i8>().wrapping_add(line));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = start;
    }
}

impl<T: Cell> AsMut<[T]> for SharedBuffer<T> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.0
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
        let mut copy = Self::unfilled(self.len);
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

    /// Cells that the ordinary allocator has no room for.
    const MANY: usize = 2 * LARGE / size_of::<u64>() + 1000;

    #[test]
    fn used_memory_comes_back_clean_when_asked() {
        for len in [10, MANY] {
            for _ in 0..3 {
                let mut buffer = Buffer::<u64>::zeroed(len);
                assert!(buffer.iter().all(|&cell| cell == 0));
                assert_eq!(buffer.as_ptr() as usize % 64, 0);
                buffer.fill(7);
            }
        }
        release();
    }

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

    #[test]
    fn threads_fill_parts_of_a_shared_buffer() {
        const PART: usize = 64;
        for parts in [3, MANY / PART] {
            let shared = SharedBuffer::from(Buffer::<u64>::unfilled(parts * PART));
            std::thread::scope(|scope| {
                for first in 0..3 {
                    let shared = &shared;
                    scope.spawn(move || {
                        for part in (first..parts).step_by(3) {
                            // SAFETY: every thread has parts of its own.
                            let cells = unsafe { shared.part_mut::<PART>(part * PART) };
                            cells.fill(part as u64);
                            // SAFETY: the reference above is no longer used.
                            let [cell] = unsafe { shared.part(part * PART + PART - 1) };
                            assert_eq!(*cell, part as u64);
                        }
                    });
                }
            });
            let buffer = Buffer::from(shared);
            assert!(buffer.iter().enumerate().all(|(i, &cell)| cell == (i / PART) as u64));
        }
    }

    #[test]
    #[should_panic(expected = "within the address space")]
    fn a_size_that_overflows_is_refused() {
        Buffer::<u64>::zeroed(usize::MAX / 8 + 2);
    }
}
